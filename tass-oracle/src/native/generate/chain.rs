//! Iterator chains: quantifiers and folds, whose bodies may fail.

use super::Gen;
use super::scope::{Form, Var};
use crate::native::tree::Node;
use crate::native::ty::Ty;

/// A chain without its end: its two texts, its parts, and what its items are.
struct Chain {
    text: String,
    native: String,
    kids: Vec<Node>,
    item: Ty,
    /// Are the items references?
    by_ref: bool,
    /// Does the next closure say what type the items have, and nothing before it?
    open: bool,
    rules: &'static str,
}

impl Gen {
    /// `.sum::<T>()`, `.product::<T>()`, `.min().unwrap()`, `.max().unwrap()`
    pub(super) fn folded(&mut self, ty: &Ty, depth: usize) -> Node {
        let mut chain = self.chain(depth);
        let extremum = self.rng.chance(30);
        // `min` of references gives a reference.
        let untold = extremum && (chain.by_ref || chain.open);
        if chain.item != *ty || untold || self.rng.chance(40) {
            chain = self.mapped(chain, ty, depth);
        }
        let (rules, end) = match (extremum, self.rng.chance(70)) {
            (true, true) => ("end min, expression chain", ".min().unwrap()".to_string()),
            (true, false) => ("end max, expression chain", ".max().unwrap()".to_string()),
            (false, true) => ("end sum, expression chain", format!(".sum::<{ty}>()")),
            (false, false) => (
                "end product, expression chain",
                format!(".product::<{ty}>()"),
            ),
        };
        ended(chain, rules, ty.clone(), &end, &end, vec![])
    }

    /// `.count()`
    pub(super) fn counted(&mut self, depth: usize) -> Node {
        let mut chain = self.chain(depth);
        if self.rng.chance(40) {
            chain = self.unneeded(chain);
        }
        ended(
            chain,
            "end count, expression chain",
            Ty::Int("usize"),
            ".count()",
            ".count()",
            vec![],
        )
    }

    /// `.all(|x| ..)`, `.any(|x| ..)`
    pub(super) fn quantified(&mut self, depth: usize) -> Node {
        let (rules, name) = *self.rng.pick(&[
            ("end all, expression chain", "all"),
            ("end any, expression chain", "any"),
        ]);
        if self.rng.chance(25) {
            return self.told_by_closure(rules, name);
        }
        let chain = self.chain(depth);
        if self.rng.chance(20) {
            let chain = self.unneeded(chain);
            let text = format!(".{name}(|_| {})", self.rng.chance(50));
            return ended(chain, rules, Ty::Bool, &text, &text, vec![]);
        }
        let (pattern, body) = self.closure(&chain, &Ty::Bool, depth, false);
        let text = format!(".{name}(|{pattern}| $)");
        ended(chain, rules, Ty::Bool, &text, &text, vec![body])
    }

    /// Nothing but the closure says what type this is.
    fn told_by_closure(&mut self, rules: &'static str, name: &str) -> Node {
        let (int, var, from) = (self.int_ty(), self.fresh("i"), self.rng.below(3));
        let to = from + self.rng.below(3);
        let (op, by) = *self.rng.pick(&[("-", 1), ("-", 3), ("+", 127), ("*", 99)]);
        let end = self.rng.below(9);
        let text = format!("({from}..{to}).{name}(|{var}: {int}| {var} {op} {by} < {end})");
        Node::new(rules, Ty::Bool, text, vec![])
    }

    /// A source and some steps.
    fn chain(&mut self, depth: usize) -> Chain {
        let mut chain = self.source(depth);
        for _ in 0..self.rng.weighted(&[5, 4, 2]) {
            chain = match self.rng.weighted(&[4, 4, 2]) {
                0 => {
                    let ty = Ty::Int(self.int_ty());
                    self.mapped(chain, &ty, depth)
                }
                1 => self.filtered(chain, depth),
                _ if chain.by_ref && chain.item.is_copy() => {
                    let name = if self.rng.chance(50) {
                        "copied"
                    } else {
                        "cloned"
                    };
                    let step = format!(".{name}()");
                    let rules = if name == "copied" {
                        "step copied"
                    } else {
                        "step cloned"
                    };
                    Chain {
                        by_ref: false,
                        rules,
                        ..followed(chain, &step, vec![])
                    }
                }
                _ => self.filtered(chain, depth),
            };
        }
        chain
    }

    fn source(&mut self, depth: usize) -> Chain {
        if self.rng.chance(45)
            && let Some((place, _)) = self.place_of(false, &|ty| ty.elem().is_some_and(item))
        {
            let item = place.ty.elem().cloned().unwrap_or(Ty::Bool);
            let (text, kids, _) = self.sliced(place);
            let text = format!("{text}.iter()");
            let native = format!("{text}.inspect(|_| tick())");
            return Chain {
                text,
                native,
                kids,
                item,
                by_ref: true,
                open: false,
                rules: "source iter",
            };
        }
        let int = self.int_ty();
        let ty = Ty::Int(int);
        let inclusive = self.rng.chance(30);
        let open = self.rng.chance(25);
        let lo = match self.rng.chance(60) {
            _ if open => {
                let lo = self.rng.below(3).to_string();
                Node::new("expression integer", ty.clone(), lo, vec![]).firm(false)
            }
            true => {
                let lo = self.rng.between(0, 2);
                Node::new(
                    "expression integer",
                    ty.clone(),
                    format!("{lo}{int}"),
                    vec![],
                )
            }
            false => self.firm(&ty, depth),
        };
        let hi = match self.rng.weighted(&[5, 2, 2, 1]) {
            way if way == 0 || open => {
                let hi = self.rng.between(0, 4);
                Node::new("expression integer", ty.clone(), hi.to_string(), vec![]).firm(false)
            }
            1 => {
                let inner = self.expr(&ty, depth);
                Node::new("operator %", ty.clone(), "($ % 4)", vec![inner])
            }
            3 if int != "u128" => Node::new(
                "expression constant",
                ty.clone(),
                format!("{int}::MAX"),
                vec![],
            ),
            _ => self.expr(&ty, depth),
        };
        // Near the end of the type, from near the end.
        let lo = match hi.text.ends_with("::MAX") {
            true => Node::new(
                "expression constant",
                ty.clone(),
                format!("({int}::MAX - 2)"),
                vec![],
            ),
            false => lo,
        };
        let (text, rules) = match inclusive {
            true => ("(($)..=($))", "source a..=b"),
            false => ("(($)..($))", "source a..b"),
        };
        let native = format!("{text}.inspect(|_| tick())");
        Chain {
            text: text.to_string(),
            native,
            kids: vec![lo, hi],
            item: ty,
            by_ref: false,
            open,
            rules,
        }
    }

    fn mapped(&mut self, chain: Chain, ty: &Ty, depth: usize) -> Chain {
        let (pattern, body) = self.closure(&chain, ty, depth, false);
        let step = format!(".map(|{pattern}| $)");
        Chain {
            item: ty.clone(),
            by_ref: false,
            rules: "step map",
            ..followed(chain, &step, vec![body])
        }
    }

    /// A stage that may fail and whose result nobody looks at: it is computed all the same.
    fn unneeded(&mut self, chain: Chain) -> Chain {
        let ty = Ty::Int(self.int_ty());
        let (pattern, divisor) = self.closure(&chain, &ty, 0, false);
        let step = format!(".map(|{pattern}| 10 / $)");
        Chain {
            item: ty,
            by_ref: false,
            rules: "step map",
            ..followed(chain, &step, vec![divisor])
        }
    }

    fn filtered(&mut self, chain: Chain, depth: usize) -> Chain {
        let (pattern, body) = self.closure(&chain, &Ty::Bool, depth, true);
        let step = format!(".filter(|{pattern}| $)");
        Chain {
            rules: "step filter",
            ..followed(chain, &step, vec![body])
        }
    }

    /// The parameter and the body of a closure; of `filter`, the item is behind one reference more.
    fn closure(&mut self, chain: &Chain, ty: &Ty, depth: usize, filter: bool) -> (String, Node) {
        let name = self.fresh("i");
        let (item, open, refs) = (
            chain.item.clone(),
            chain.open,
            usize::from(chain.by_ref) + usize::from(filter),
        );
        self.purely(|g| {
            g.scoped(|g| {
                // By `&` patterns to the value itself, or with what is left of the references.
                let strip = if item.is_copy() {
                    g.rng.below(refs + 1)
                } else {
                    0
                };
                let left = refs - strip;
                let (ands, typed) = ("&".repeat(strip), open || g.rng.chance(35));
                let pattern = match g.rng.below(12) {
                    0 if !open => "_".to_string(),
                    _ if typed => format!("{ands}{name}: {}{item}", "&".repeat(refs)),
                    1 if strip == 0 => format!("mut {name}"),
                    _ => format!("{ands}{name}"),
                };
                match (pattern.as_str(), left) {
                    ("_", _) => {}
                    (_, 0) => g.scope.push(Var::value(&name, item, false)),
                    (_, 1) => g.scope.push(Var::form(&name, item, Form::Ref)),
                    // Two references: `**x` is spelled out nowhere else.
                    _ => {
                        let text = format!("**{name}");
                        g.scope.push(Var::value(&format!("({text})"), item, false));
                    }
                }
                let body = g.closure_body(ty, depth.max(1));
                let rules = match (pattern.contains(':'), strip > 0, pattern == "_") {
                    (true, ..) => "pattern type",
                    (_, true, _) => "pattern &",
                    (.., true) => "pattern _",
                    _ => "pattern name",
                };
                (pattern, Node::new(rules, ty.clone(), "$", vec![body]))
            })
        })
    }
}

impl Gen {
    /// The value of a closure: an expression, one of two, or what a function makes of some.
    fn closure_body(&mut self, ty: &Ty, depth: usize) -> Node {
        let value = |g: &mut Gen| match ty {
            Ty::Bool => g.expr(ty, depth),
            _ => g.firm(ty, depth),
        };
        match self
            .rng
            .weighted(&[14, 3, 2, if scalar(ty) { 4 } else { 0 }])
        {
            1 => {
                let cond = self.expr(&Ty::Bool, 1);
                let (then, otherwise) = (value(self), value(self));
                let kids = vec![cond, then, otherwise];
                Node::new(
                    "expression if else",
                    ty.clone(),
                    "if $ { $ } else { $ }",
                    kids,
                )
            }
            2 => {
                let name = self.fresh("t");
                let first = value(self);
                let (cond, other) = (self.expr(&Ty::Bool, 1), value(self));
                let text = format!("{{ let {name} = $; if $ {{ $ }} else {{ {name} }} }}");
                let kids = vec![first, cond, other];
                Node::new(
                    "expression block, expression if else",
                    ty.clone(),
                    text,
                    kids,
                )
            }
            3 => {
                let name = self.helper_plain(ty);
                let (a, b) = (value(self), value(self));
                let rules = "function model, expression call";
                Node::new(rules, ty.clone(), format!("{name}($, $)"), vec![a, b])
            }
            _ => value(self),
        }
    }
}

/// The chain with one step more.
fn followed(mut chain: Chain, step: &str, kids: Vec<Node>) -> Chain {
    // What the step shows is counted with the node that it becomes part of.
    chain
        .kids
        .push(Node::new(chain.rules, Ty::Unit, "", vec![]));
    chain.open &= step.is_empty();
    chain.text.push('$');
    chain.native.push('$');
    chain.text.push_str(step);
    chain.native.push_str(step);
    chain.kids.extend(kids);
    chain
}

/// The chain as an expression.
fn ended(
    chain: Chain,
    rules: &'static str,
    ty: Ty,
    text: &str,
    native: &str,
    kids: Vec<Node>,
) -> Node {
    let chain = followed(chain, "", vec![]);
    let mut all = chain.kids;
    all.extend(kids);
    Node::new(rules, ty, format!("{}{text}", chain.text), all)
        .native(format!("{}{native}", chain.native))
}

/// What a chain may run over.
fn item(ty: &Ty) -> bool {
    scalar(ty) || !ty.variants().is_empty()
}

fn scalar(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::Bool)
}
