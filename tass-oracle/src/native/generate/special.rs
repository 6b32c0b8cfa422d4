//! The vocabulary of specifications, in forms that say of one process what a plain check says.

use super::Gen;
use super::scope::Var;
use crate::native::tree::Node;
use crate::native::ty::Ty;

impl Gen {
    /// A statement of the vocabulary.
    pub(super) fn special(&mut self) -> Vec<Node> {
        match self.rng.weighted(&[4, 3, 1, 3, 3, 1, 2]) {
            0 => vec![self.collective()],
            1 => {
                let ty = Ty::Int(self.int_ty());
                let value = self.purely(|g| g.firm(&ty, 1));
                let text = "elaborate!(($) % 3);";
                vec![Node::statement("macro elaborate", text, vec![value]).native("_ = ($) % 3;")]
            }
            2 => {
                let name = self.fresh("J").to_uppercase();
                let text = format!("joint_assert!({name}: spec.r0 == r0);");
                let rules = "macro joint_assert, expression spec field";
                vec![Node::statement(rules, text, vec![]).native("")]
            }
            3 if self.loops.is_empty() => self.inductive(),
            4 => vec![self.counters()],
            5 if self.loops.is_empty() => vec![self.universe()],
            _ => self.shared_test().into_iter().collect(),
        }
    }

    /// A condition on this process.
    fn collective(&mut self) -> Node {
        let name = self.fresh("A").to_uppercase();
        let cond = self.purely(|g| g.expr(&Ty::Bool, 1));
        let text = format!("collective_assert!({name}: $);");
        Node::statement("macro collective_assert", text, vec![cond]).native("collective_assert($);")
    }

    /// What there is of other processes, where this is the only one.
    fn counters(&mut self) -> Node {
        let name = self.fresh("A").to_uppercase();
        let (rules, cond): (&'static str, &str) = *self.rng.pick(&[
            ("function sent, function received", "sent(0) == received(0)"),
            ("function in_flight", "in_flight(0, 0) == 0"),
            ("expression proc field", "proc[0].r0 == r0"),
            ("source proc.iter", "proc.iter().all(|p| p.r0 == r0)"),
            (
                "source proc[..e].iter",
                "!proc[..0].iter().any(|p| p.r0 == p.r0)",
            ),
        ]);
        Node::statement(
            rules,
            format!("collective_assert!({name}: {cond});"),
            vec![],
        )
        .native("")
    }

    fn universe(&mut self) -> Node {
        let (name, label) = (self.fresh("u"), self.fresh("A").to_uppercase());
        let cond = self.purely(|g| g.expr(&Ty::Bool, 1));
        let text = format!("universe!({name}: |p| p < 1); collective_assert!({name}::{label}: $);");
        let rules = "macro universe, macro collective_assert";
        Node::statement(rules, text, vec![cond]).native("collective_assert($);")
    }

    /// A loop with an invariant that holds, and a variable that it leaves.
    fn inductive(&mut self) -> Vec<Node> {
        let (name, label) = (self.fresh("n"), self.fresh("I").to_uppercase());
        let end = 1 + self.rng.below(3);
        let start = format!("let mut {name} = 0usize;\n");
        let body = format!("while {name} < {end} {{ {name} += 1; }}");
        let (rules, spec): (&'static str, String) = match self.rng.below(3) {
            0 => (
                "macro invariant",
                format!("invariant!({label}: {name} <= {end});\n"),
            ),
            1 => (
                "macro invariant, macro assigns",
                format!("invariant!({label}: {name} <= {end});\nassigns!({name});\n"),
            ),
            _ => (
                "macro joint_invariant",
                format!("joint_invariant!({label}: true);\n"),
            ),
        };
        let made = Node::statement(rules, format!("{start}{spec}{body}"), vec![])
            .native(format!("{start}{body}"));
        self.scope.push(Var::value(&name, Ty::Int("usize"), true));
        vec![made]
    }

    /// The declaration of a shared variable, and what must always hold of it.
    pub(super) fn sharing(&mut self) -> Vec<Node> {
        self.shared = true;
        let rules = "macro shared, pattern mut name";
        let init = if self.rng.chance(50) { "true" } else { "false" };
        let declared = Node::new(
            rules,
            Ty::Unit,
            format!("let mut s = shared!({init});"),
            vec![],
        )
        .native(format!("let mut s = {init};"));
        let always = "always!(proc.iter().all(|p| p.s) || proc.iter().any(|p| !p.s));";
        vec![
            declared,
            Node::statement("macro always", always, vec![]).native(""),
        ]
    }

    /// A test or a change of the shared variable.
    pub(super) fn shared_test(&mut self) -> Option<Node> {
        if !self.shared {
            return None;
        }
        let cond = self.expr(&Ty::Bool, 1);
        match self.rng.below(4) {
            0 => Some(Node::statement("expression assign", "s = $;", vec![cond])),
            1 => Some(
                Node::statement("macro critical", "critical!({ s = $; });", vec![cond])
                    .native("s = $;"),
            ),
            _ => {
                let name = self.fresh("x");
                let text = format!("let {name} = $ && proc.iter().any(|p| p.s);");
                let made = Node::statement("source proc.iter, operator &&", text, vec![cond])
                    .native(format!("let {name} = $ && s;"));
                self.scope.push(Var::value(&name, Ty::Bool, false));
                Some(made)
            }
        }
    }
}
