//! Whatever comes in, the macros do not panic.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::tokens;
use crate::vocabulary::MACROS;
use crate::{data, item, native};

/// A small generator of numbers, the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (bound as u64)).unwrap_or(0)
    }
}

const WORDS: &str = "fn f n : usize , mut Vec < f64 > let = x if else while loop for in 0 .. n match return break 'l \
    ! & && | || + - * / % ^ << >> == != < <= => -> ; . mpi ! assert ! vec ! collective_assert ! invariant ! choose ! \
    send recv to from tag root op SUM ANY proc p iter all any filter map sum min max unwrap len push 1 2.5 3u8 0f64 \
    \"text\" 'c' true self Self super crate :: Point { x : 1 } as async unsafe move const struct enum union where \
    type ref _ ? # [ cfg ] @ nprocs expect timeout spec any deadlock r#type __tass ..= += ^= >>= 1e9 b'x' \
    340282366920938463463374607431768211455 ( ) [ ]";

fn random(random: &mut Random, words: &[TokenTree], depth: usize) -> TokenStream {
    let length = random.below(12);
    let mut trees = Vec::new();
    for _ in 0..length {
        if depth > 0 && random.below(4) == 0 {
            let delimiters = [
                Delimiter::Parenthesis,
                Delimiter::Brace,
                Delimiter::Bracket,
                Delimiter::None,
            ];
            let delimiter = delimiters[random.below(4)];
            trees.push(Group::new(delimiter, self::random(random, words, depth - 1)).into());
        } else {
            trees.push(words[random.below(words.len())].clone());
        }
    }
    trees.into_iter().collect()
}

fn run_all(args: &TokenStream, input: &TokenStream) {
    let _ = item::verify(args.clone(), input.clone());
    let _ = item::model(args.clone(), input.clone());
    let _ = data::data(args.clone(), input.clone());
    for name in MACROS {
        let _ = native::expand(name, input.clone());
    }
}

#[test]
fn random_tokens() {
    let words: Vec<TokenTree> = tokens(WORDS).into_iter().collect();
    let mut generator = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..800 {
        let args = random(&mut generator, &words, 1);
        let input = random(&mut generator, &words, 3);
        run_all(&args, &input);
        // As the body of a function it gets further.
        let body = Group::new(Delimiter::Brace, input);
        let mut function = tokens("fn f(n: usize)");
        function.extend([TokenTree::from(body)]);
        run_all(&args, &function);
    }
}

const MODEL: &str = "fn f(n: usize, u: &[f64]) -> usize {
    assume!(n > 0 && u.len() == n);
    let (rank, mut x) = (mpi!(rank()), vec![0; n]);
    invariant!(I: (0..n).all(|i| x[i] == proc[1 - rank].x[i]) && proc.iter().any(|p| p.rank == 0));
    'l: while x[0] < N { x[0] += 1; if rank % 2 == 1 { continue 'l; } else { break; } }
    for v in u { assert_eq!(*v, 0.5, \"half\"); }
    for i in (0..n).rev().step_by(2) { mpi!(send(&x[i..], to = (rank + 1) % 2, tag = 3)); }
    let s = mpi!(recv(&mut x, from = ANY));
    let Point { a, b: (c, _) } = Point { a: 1, ..g(&mut x, s.count as i64) };
    collective_assert!(A: proc[..rank].iter().filter(|p| p.x.len() > 1).count() == 0);
    x.iter().copied().min().unwrap()
}";

#[test]
fn damaged_models() {
    let mut generator = Random(42);
    for _ in 0..800 {
        let mut model = tokens(MODEL);
        for _ in 0..=generator.below(3) {
            model = damaged(&mut generator, model);
        }
        run_all(&tokens("nprocs = 2"), &model);
    }
}

/// Deletes, doubles or moves one token somewhere.
fn damaged(random: &mut Random, tokens: TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
    if trees.is_empty() {
        return TokenStream::new();
    }
    let at = random.below(trees.len());
    if let TokenTree::Group(group) = &trees[at]
        && random.below(8) != 0
    {
        let inner = damaged(random, group.stream());
        trees[at] = Group::new(group.delimiter(), inner).into();
    } else {
        match random.below(3) {
            0 => drop(trees.remove(at)),
            1 => trees.insert(at, trees[at].clone()),
            _ => {
                let other = random.below(trees.len());
                trees.swap(at, other);
            }
        }
    }
    trees.into_iter().collect()
}
