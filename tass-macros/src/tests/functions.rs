//! Random valid Rust functions: whatever Rust allows, a macro answers with a model or with errors,
//! and never panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::TokenStream;
use syn::{File, Item, ItemFn};
use tass_oracle::generate::generate;

use super::tokens;
use crate::item;

// Templates, one a line: `E`, `B`, `S`, `P`, `T` and `N` stand for an expression, a block,
// statements, a pattern, a type and a name.

const FUNCTIONS: &str = "fn model(N: T, mut N: T) B\nfn model() -> T B\npub(crate) fn model(P: &[f64]) B
fn model<A: Copy, const K: usize>(N: A) -> T where A: M B\nasync fn model(N: T) B\nunsafe extern \"C\" fn model(N: T) B
const fn model(&self, N: T) B\n#[inline] fn model((N, N): (T, T)) { S }";
const STATEMENTS: &str = "let P = E;\nlet mut N: T = E;\nlet P = E else B;\nlet N;\nN = E;\nN += E;\n(N, N) = (E, E);\nE;\nwhile (E) B
while let P = (E) B\nfor N in E..E B\nfor P in (E) B\n'l: for N in (0..N).rev().step_by(2) { continue 'l; }\nloop { break; }\nbreak;
return E;\nif (E) B\nassert!(E);\nassert_eq!(E, E, \"{}\", N);\nassume!(E);\ncollective_assert!(A: E);
collective_assert!(u::B: proc[E].N == proc.iter().all(|p| p.N));\ninvariant!(I: E); while (E) B\noutput!(N = E);\ncover!(E);
mpi!(barrier());\npanic!(\"no\");\nunreachable!();\nfn N() B\nconst N: T = E;\nstruct Q;\nuse std::mem;\n#[cfg(test)] E;
mpi!(nothing(E));\n;\n{ S }\nmacro_rules! m { () => {} }";
const EXPRESSIONS: &str = "(E + E)\n(E - E)\n(E * E)\n(E / E)\n(E % E)\n(E == E)\n((E) < (E))\n(E && E)\n(E || E)\n(E ^ E)\n((E) << (E))
-(E)\n!(E)\n*(E)\n&(E)\n&mut N\n(E) as T\nN[E]\n&N[E..]\n&N[..=E]\n(E).N\n(E, E)\n[E, E]\n[E; 3]\nvec![E; N]\nvec![E]\nf(E)
g(&mut N, E)\nm::f::<T>(E)\n(E).max(E)\nN.push(E)\nN.swap(E, E)\n(E).unwrap()\nN.iter().map(|P| E).sum::<T>()\n(0..N).all(|i| E)
(E..=E).filter(|P| E).count()\nN.iter().copied().fold(0, |a, b| E)\nN.into_iter().rev().collect::<T>()\n|N| E\nmove || E
if E B else B\nif let P = E B else B\nmatch E { P if E => E, _ => E }\nloop B\nunsafe B\nasync B\nconst B\n'l: B\nPoint { x: E, ..N }
(E)?\nN = E\nN += E\nN[E] -= E\nmpi!(send(&E, to = E))\nmpi!(recv(&mut N, from = ANY, tag = E))
mpi!(allreduce(&N, &mut N, op = SUM))\nmpi!(bcast(&mut N, root = E))\nchoose!(E..E)\nformat!(\"{}\", E)\ntodo!()\n(E).await
[E, ..E].len()\nstd::mem::swap(&mut N, &mut N)\n(|N: T| -> T B)(E)";
const LEAVES: &str = "0\n7u8\n1.5\n2e3f32\ntrue\nN\nN\nn\n\"s\"\n'c'\nb\"x\"\n()\nN.len()\nmpi!(rank())\nmpi!(size())\nusize::MAX
Vec::new()\nN.0\nANY\nSUM\nNone\nreturn\n340282366920938463463374607431768211455";
const PATTERNS: &str =
    "N\nmut N\n_\n(N, _)\n(mut N, 1)\n[N, ..]\nSome(N)\nPoint { x, .. }\n&N\nref N\nN @ 1..=3";
const TYPES: &str = "usize\ni64\nf64\nbool\nu8\ni128\nVec<f64>\n&[i64]\n&mut [bool]\n[u32; 4]\n(i8, f32)\nOption<usize>\nPoint\nString
Box<dyn Fn(usize) -> usize>\nimpl Copy\n*const u8\nfn(usize)\n!\n&'static str\n<N as M>::O\n_";
const NAMES: &str = "a\nb\nn\nx\nrank\ni";

/// A writer of functions.
struct Writer {
    state: u64,
    out: String,
}

impl Writer {
    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state % (bound as u64)).unwrap_or(0)
    }

    /// Writes one of the templates.
    fn write(&mut self, templates: &str, depth: u32) {
        let templates: Vec<&str> = templates.lines().collect();
        let inner = depth.saturating_sub(1);
        for c in templates[self.below(templates.len())].chars() {
            match c {
                'E' if depth == 0 => self.write(LEAVES, 0),
                'E' => self.write(EXPRESSIONS, inner),
                'B' => self.write("{ S }\n{ S E }", inner),
                'S' if depth > 0 => (0..self.below(4)).for_each(|_| self.write(STATEMENTS, inner)),
                'S' => {}
                'P' => self.write(PATTERNS, 0),
                'T' => self.write(TYPES, 0),
                'N' => self.write(NAMES, 0),
                c => self.out.push(c),
            }
        }
        self.out.push(' ');
    }
}

#[test]
fn random_functions() {
    let mut valid = 0;
    for seed in 1..=3000 {
        let mut writer = Writer {
            state: 0x9E37_79B9_7F4A_7C15 ^ (seed << 20),
            out: String::new(),
        };
        writer.write(FUNCTIONS, 3);
        let text = writer.out;
        let Ok(function) = text.parse::<TokenStream>() else {
            continue;
        };
        if syn::parse2::<ItemFn>(function.clone()).is_err() {
            continue;
        }
        valid += 1;
        let run = || item::verify(tokens("nprocs = 2"), function);
        let result = catch_unwind(AssertUnwindSafe(run));
        let (output, _) = result.unwrap_or_else(|_| panic!("seed {seed}: {text}"));
        // The item is there in any case, and what is beside it is Rust.
        let kept = syn::parse2::<File>(output).unwrap_or_else(|e| panic!("{seed}: {e}: {text}"));
        let is_model = |item: &&Item| matches!(item, Item::Fn(f) if f.sig.ident == "model");
        let kept = kept.items.iter().filter(is_model).count();
        assert_eq!(kept, 1, "seed {seed}: {text}");
    }
    assert!(valid > 1500, "only {valid} are Rust");
}

/// What the oracle's generator prints is a model, whatever is wrong with its behaviour.
#[test]
fn printed_models_are_models() {
    // The attribute is the macro's own.
    let text = |source: &str| tokens(source.split_once('\n').map_or("", |(_, rest)| rest));
    for seed in 1..=300 {
        let function = generate(seed).function();
        let callees = function.callees.iter().map(|callee| (callee.build)());
        let results = callees
            .map(|helper| item::model(TokenStream::new(), text(&helper.source)))
            .chain([item::verify(tokens("nprocs = 3"), text(&function.source))]);
        for (_, diagnostics) in results {
            let messages = diagnostics.messages();
            assert!(
                messages.is_empty(),
                "seed {seed}: {messages:?}\n{}",
                function.source
            );
        }
    }
}
