//! [`Node`]: a piece of a generated function, as text with typed holes.
//!
//! A node is printed twice, for the model and for rustc, and the two differ only where a node says
//! so. Nothing else knows what a node means: rustc says that. In a template, `$` stands for the
//! next child and `$*` for all that are left, one in each line.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::ty::Ty;

/// Which of the two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What tass reads.
    Model,
    /// What rustc runs: with stand-ins for what Rust does not have, and checked casts.
    Native,
}

/// An expression or a statement.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its type.
    pub ty: Ty,
    /// The entries of the front end's table that it shows, separated by commas.
    pub rules: &'static str,
    /// The template.
    pub text: Cow<'static, str>,
    /// The template for rustc, where it is another.
    pub native: Option<Cow<'static, str>>,
    /// What stands in the holes.
    pub kids: Vec<Node>,
    /// Does its type follow from itself, without what stands around it?
    pub firm: bool,
    /// A statement, which may be left out?
    pub statement: bool,
}

impl Node {
    /// An expression whose type is certain.
    pub fn new(
        rules: &'static str,
        ty: Ty,
        text: impl Into<Cow<'static, str>>,
        kids: Vec<Node>,
    ) -> Node {
        Node {
            ty,
            rules,
            text: text.into(),
            native: None,
            kids,
            firm: true,
            statement: false,
        }
    }

    /// A statement.
    pub fn statement(
        rules: &'static str,
        text: impl Into<Cow<'static, str>>,
        kids: Vec<Node>,
    ) -> Node {
        Node {
            statement: true,
            ..Node::new(rules, Ty::Unit, text, kids)
        }
    }

    /// Another text for rustc.
    pub fn native(mut self, text: impl Into<Cow<'static, str>>) -> Node {
        self.native = Some(text.into());
        self
    }

    /// Whether its type is certain.
    pub fn firm(mut self, firm: bool) -> Node {
        self.firm = firm;
        self
    }

    /// The text for one side.
    pub fn print(&self, side: Side) -> String {
        let mut out = String::new();
        self.write(side, &mut out);
        out
    }

    fn write(&self, side: Side, out: &mut String) {
        let text = match (&self.native, side) {
            (Some(native), Side::Native) => native,
            _ => &self.text,
        };
        let mut kids = self.kids.iter();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if c != '$' {
                out.push(c);
                continue;
            }
            if chars.next_if_eq(&'*').is_some() {
                for kid in kids.by_ref() {
                    kid.write(side, out);
                    out.push('\n');
                }
            } else if let Some(kid) = kids.next() {
                kid.write(side, out);
            }
        }
    }

    /// Counts what it shows.
    pub fn count(&self, counts: &mut BTreeMap<&'static str, usize>) {
        for rule in self.rules.split(", ").filter(|rule| !rule.is_empty()) {
            *counts.entry(rule).or_default() += 1;
        }
        *counts.entry(self.ty.rule()).or_default() += 1;
        for kid in &self.kids {
            kid.count(counts);
        }
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        1 + self.kids.iter().map(Node::size).sum::<usize>()
    }
}
