//! The operations of MPI, as one process sees them: what it sends, it receives.

mod begun;
mod groups;
mod modes;

use super::Gen;
use super::scope::Var;
use crate::native::tree::Node;
use crate::native::ty::Ty;

/// A send and its receive, and ways to complete them: rules, the send, and the text.
macro_rules! completions {
    ($($op:literal: $text:literal,)*) => {
        &[
            $(
                (concat!("operation isend, operation irecv, operation ", $op), "isend", $text),
                (concat!("operation issend, operation irecv, operation ", $op), "issend", $text),
            )*
        ]
    };
}

const COMPLETIONS: &[(&str, &str, &str)] = completions! {
    "waitall": "mpi!(waitall(&mut q));",
    "wait": "mpi!(wait(&mut q[1])); mpi!(wait(&mut q[0]));",
    "waitany": "for _ in 0..2 { mpi!(waitany(&mut q)); } mpi!(waitall(&mut q));",
    "waitsome": "mpi!(waitsome(&mut q)); mpi!(waitall(&mut q));",
    "test": "while !mpi!(test(&mut q[1])) {} mpi!(wait(&mut q[0]));",
    "testall": "while !mpi!(testall(&mut q)) {}",
    "testany": "mpi!(testany(&mut q)); mpi!(waitall(&mut q));",
    "testsome": "mpi!(testsome(&mut q)); mpi!(waitall(&mut q));",
    "probe": "mpi!(waitall(&mut q)); mpi!(probe(from = PROC_NULL));",
    "iprobe": "mpi!(iprobe(from = 0)); mpi!(waitall(&mut q));",
};

/// The same for requests that are begun: rules, what makes the send, and what begins both.
const BEGINNINGS: &[(&str, &str, &str)] = &[
    (
        "operation send_init, operation recv_init, operation startall",
        "send_init",
        "mpi!(startall(&mut q));",
    ),
    (
        "operation ssend_init, operation recv_init, operation start",
        "ssend_init",
        "mpi!(start(&mut q[1])); mpi!(start(&mut q[0]));",
    ),
];

impl Gen {
    /// A statement that communicates.
    pub(super) fn communication(&mut self) -> Vec<Node> {
        let made = match self.rng.weighted(&[6, 3, 9, 6, 3, 2, 1, 8, 4, 4]) {
            9 => self.mode(),
            8 => self.group(),
            7 => self.request(),
            0 => self.exchange(),
            1 => self.one_way(),
            2 => self.reduction(),
            3 => self.collection(),
            4 => self.broadcast(),
            5 => self.abort(),
            _ => vec![
                Node::statement(
                    "operation barrier, statement macro",
                    "mpi!(barrier());",
                    vec![],
                )
                .native(""),
            ],
        };
        self.some_begun(made)
    }

    /// A rank: the only one there is, most of the time.
    fn peer(&mut self) -> Node {
        match self.rng.weighted(&[1, 6, 2]) {
            0 => Node::new("expression constant", Ty::Int("usize"), "PROC_NULL", vec![]),
            1 => self.root(),
            _ => {
                let ty = self.rank_type();
                self.firm(&ty, 1)
            }
        }
    }

    /// Ranks are of any integer type.
    fn rank_type(&mut self) -> Ty {
        let any = self.int_ty();
        Ty::Int(if self.rng.chance(50) { "usize" } else { any })
    }

    /// A tag, of any integer type too.
    fn tag(&mut self) -> Node {
        let int = match self.rng.chance(50) {
            true => self.int_ty(),
            false => "",
        };
        let text = format!("{}{int}", self.rng.below(100));
        let ty = Ty::Int(if int.is_empty() { "i32" } else { int });
        Node::new("expression integer", ty, text, vec![]).firm(!int.is_empty())
    }

    /// Two places of one type, one to read and one to write, apart from each other.
    fn buffers(&mut self, wanted: &dyn Fn(&Ty) -> bool) -> Option<(Node, Node, usize)> {
        let (to, root) = self.place_of(true, wanted)?;
        let from = self.hiding(root, |g| match g.place(&to.ty, false) {
            Some((place, _)) => place,
            None => g.firm(&to.ty, 1),
        });
        Some((from, to, root))
    }

    /// `sendrecv` with itself.
    fn exchange(&mut self) -> Vec<Node> {
        let Some((from, to, root)) = self.buffers(&Ty::is_copy) else {
            return Vec::new();
        };
        if self.rng.chance(30) {
            let (dest, source) = self.hiding(root, |g| (g.peer(), g.peer()));
            return vec![
                Node::statement(
                    "operation sendrecv_replace, statement macro",
                    "mpi!(sendrecv_replace(&mut $, to = $, from = $));",
                    vec![to, dest, source],
                )
                .native("sendrecv_replace(&mut $, $, $);"),
            ];
        }
        let dest = self.peer();
        let source = self.hiding(root, |g| g.peer());
        vec![
            Node::statement(
                "operation sendrecv, statement macro",
                "mpi!(sendrecv(&$, to = $, &mut $, from = $));",
                vec![from, dest, to, source],
            )
            .native("{ let out = outgoing(&$, $); sendrecv(out, &mut $, $); }"),
        ]
    }

    /// A send and the receive of it, or either to and from nobody.
    fn one_way(&mut self) -> Vec<Node> {
        let Some((from, to, _)) = self.buffers(&Ty::is_copy) else {
            return Vec::new();
        };
        if self.rng.chance(50) {
            let (rules, name) = *self.rng.pick(&[
                ("operation send, statement macro", "send"),
                ("operation ssend, statement macro", "ssend"),
            ]);
            let send = Node::statement(
                rules,
                format!("mpi!({name}(&$, to = PROC_NULL));"),
                vec![from],
            )
            .native("_ = &$;");
            return vec![send];
        }
        if self.rng.chance(30) {
            let recv = Node::statement(
                "operation recv",
                "mpi!(recv(&mut $, from = PROC_NULL));",
                vec![to],
            )
            .native("_ = &mut $;");
            return vec![recv];
        }
        let tag = self.tag();
        let again = tag.clone();
        vec![
            Node::new(
                "operation send, operation recv",
                Ty::Unit,
                "{ mpi!(send(&$, to = 0, tag = $)); mpi!(recv(&mut $, from = 0, tag = $)); }",
                vec![from, tag, to, again],
            )
            .native("{ let out = outgoing(&$, 0); _ = $; sendrecv(out, &mut $, 0); _ = $; }"),
        ]
    }

    /// A message to itself by requests, completed in one of the ways there are.
    fn request(&mut self) -> Vec<Node> {
        let Some((from, to, _)) = self.buffers(&Ty::is_copy) else {
            return Vec::new();
        };
        let (rules, mode, complete) = *self.rng.pick(COMPLETIONS);
        if self.rng.chance(10) {
            let text = String::from(
                "{ let out = $; let mut q = mpi!(send_init(&out, to = PROC_NULL)); mpi!(request_free(&mut q)); }",
            );
            let free = Node::new("operation request_free", Ty::Unit, text, vec![from]);
            return vec![free.native("_ = &$;")];
        }
        if self.rng.chance(15) {
            let (rules, mode, start) = *self.rng.pick(BEGINNINGS);
            let text = format!(
                "{{ let out = $; let mut q = [mpi!({mode}(&out, to = 0, tag = $)), \
                 mpi!(recv_init(&mut $, from = 0, tag = $))]; {start} mpi!(waitall(&mut q)); \
                 mpi!(request_free(&mut q[0])); mpi!(request_free(&mut q[1])); }}"
            );
            let tag = self.tag();
            let again = tag.clone();
            return vec![
                Node::new(rules, Ty::Unit, text, vec![from, tag, to, again]).native(
                    "{ let out = outgoing(&$, 0); _ = $; sendrecv(out, &mut $, 0); _ = $; }",
                ),
            ];
        }
        let text = format!(
            "{{ let out = $; let mut q = [mpi!({mode}(&out, to = 0, tag = $)), mpi!(irecv(&mut $, from = 0, tag = $))]; \
             {complete} }}"
        );
        let tag = self.tag();
        let again = tag.clone();
        vec![
            Node::new(rules, Ty::Unit, text, vec![from, tag, to, again])
                .native("{ let out = outgoing(&$, 0); _ = $; sendrecv(out, &mut $, 0); _ = $; }"),
        ]
    }

    /// `reduce`, `allreduce`, `scan`, `exscan`: of one process, its own value, or none.
    fn reduction(&mut self) -> Vec<Node> {
        let (boolean, located) = (self.rng.chance(15), self.rng.chance(15));
        let pair = |ty: &Ty| matches!(ty, Ty::Tuple(parts) if matches!(parts[..], [Ty::Int(_), Ty::Int(_)]));
        let scalar = move |ty: &Ty| match (boolean, ty) {
            (true, Ty::Bool) | (false, Ty::Int(_)) => !located,
            (false, Ty::Array(elem, _)) => !located && matches!(**elem, Ty::Int(_)),
            (_, ty) => located && pair(ty),
        };
        let Some((from, to, root)) = self.buffers(&scalar) else {
            return Vec::new();
        };
        let op = match boolean {
            _ if located => *self.rng.pick(&["MINLOC", "MAXLOC"]),
            true => *self.rng.pick(&["LAND", "LOR", "LXOR"]),
            false => *self.rng.pick(&["SUM", "PROD", "MIN", "MAX"]),
        };
        let len = match to.ty {
            Ty::Array(_, len) => Some(len),
            _ => None,
        };
        let mut kids = vec![from, to];
        if !located && self.rng.chance(15) {
            let elem = match &kids[1].ty {
                Ty::Array(elem, _) => (**elem).clone(),
                ty => ty.clone(),
            };
            let name = self.helper_plain(&elem);
            let (rules, text) = match self.rng.chance(50) {
                true => (
                    "function ordered, operation allreduce",
                    format!("mpi!(allreduce(&$, &mut $, op = ordered({name})));"),
                ),
                false => (
                    "function commutative, operation scan",
                    format!("mpi!(scan(&$, &mut $, op = commutative({name})));"),
                ),
            };
            return vec![Node::statement(rules, text, kids).native("collect(&$, &mut $, 0);")];
        }
        // What the only process has is the result.
        if self.rng.chance(20) {
            let names = ["allreduce", "scan", "exscan"];
            let name = *self.rng.pick(&names);
            let text = format!("mpi!({name}(IN_PLACE, &mut $, op = {op}));");
            kids.remove(0);
            return vec![Node::statement("statement macro", text, kids).native("_ = &mut $;")];
        }
        let node = match (self.rng.below(if len.is_some() { 8 } else { 4 }), len) {
            // The block of the only process is all there is.
            (4 | 6, _) => Node::statement(
                "operation reduce_scatter_block",
                format!("mpi!(reduce_scatter_block(&$, &mut $, op = {op}));"),
                kids,
            )
            .native("collect(&$, &mut $, 0);"),
            (5 | 7, Some(len)) => Node::statement(
                "operation reduce_scatter",
                format!("mpi!(reduce_scatter(&$, &mut $, counts = &[{len}], op = {op}));"),
                kids,
            )
            .native("collect(&$, &mut $, 0);"),
            (0, _) => {
                kids.push(self.hiding(root, |g| g.root()));
                let text = format!("mpi!(reduce(&$, &mut $, op = {op}, root = $));");
                Node::statement("operation reduce", text, kids).native("collect(&$, &mut $, $);")
            }
            (1, _) => Node::statement(
                "operation allreduce",
                format!("mpi!(allreduce(&$, &mut $, op = {op}));"),
                kids,
            )
            .native("collect(&$, &mut $, 0);"),
            (2, _) => Node::statement(
                "operation scan",
                format!("mpi!(scan(&$, &mut $, op = {op}));"),
                kids,
            )
            .native("collect(&$, &mut $, 0);"),
            // Nobody is before the first process: its buffer is left alone.
            _ => Node::statement(
                "operation exscan",
                format!("mpi!(exscan(&$, &mut $, op = {op}));"),
                kids,
            )
            .native("{ _ = &$; _ = &mut $; }"),
        };
        vec![node]
    }

    fn root(&mut self) -> Node {
        let ty = self.rank_type();
        match self.rng.chance(60) {
            true => Node::new("expression integer", ty, "0", vec![]).firm(false),
            false => {
                let inner = self.firm(&ty, 1);
                Node::new("operator *", ty, "($ * 0)", vec![inner])
            }
        }
    }

    /// `gather`, `scatter`, `allgather`, `alltoall`: of one process, copies.
    fn collection(&mut self) -> Vec<Node> {
        let array =
            |ty: &Ty| matches!(ty, Ty::Array(elem, _) if matches!(**elem, Ty::Int(_) | Ty::Bool));
        let mut made = Vec::new();
        if self.paths(true, &array).is_empty() {
            let (name, int) = (self.fresh("x"), self.int_ty());
            let ty = Ty::Array(Box::new(Ty::Int(int)), 2);
            let value = self.expr(&ty, 1);
            let text = format!("let mut {name}: {ty} = $;");
            let rules = "statement let type, pattern mut name";
            made.push(Node::statement(rules, text, vec![value]));
            self.scope.push(Var::value(&name, ty, true));
        }
        let Some((from, to, root)) = self.buffers(&array) else {
            return made;
        };
        let mut kids = vec![from, to];
        let Ty::Array(_, len) = kids[1].ty else {
            return made;
        };
        // The block of the only process is all there is.
        let lists = ["", ", displs = &[0]"];
        let displs = *self.rng.pick(&lists);
        let both = match displs {
            "" => "",
            _ => ", senddispls = &[0]",
        };
        let node = match self.rng.below(8) {
            4 => Node::statement(
                "operation allgatherv",
                format!("mpi!(allgatherv(&$, &mut $, counts = &[{len}]{displs}));"),
                kids,
            )
            .native("collect(&$, &mut $, 0);"),
            5 => Node::statement(
                "operation alltoallv",
                format!(
                    "mpi!(alltoallv(&$, sendcounts = &[{len}]{both}, &mut $, recvcounts = &[{len}]));"
                ),
                kids,
            )
            .native("collect(&$, &mut $, 0);"),
            rooted @ (6 | 7) => {
                kids.push(self.hiding(root, |g| g.root()));
                let (rule, name) = match rooted {
                    6 => ("operation gatherv", "gatherv"),
                    _ => ("operation scatterv", "scatterv"),
                };
                let text =
                    format!("mpi!({name}(&$, &mut $, counts = &[{len}]{displs}, root = $));");
                Node::statement(rule, text, kids).native("collect(&$, &mut $, $);")
            }
            0 => {
                kids.push(self.hiding(root, |g| g.root()));
                Node::statement(
                    "operation gather",
                    "mpi!(gather(&$, &mut $, root = $));",
                    kids,
                )
                .native("collect(&$, &mut $, $);")
            }
            1 => {
                kids.push(self.hiding(root, |g| g.root()));
                Node::statement(
                    "operation scatter",
                    "mpi!(scatter(&$, &mut $, root = $));",
                    kids,
                )
                .native("collect(&$, &mut $, $);")
            }
            2 => Node::statement("operation allgather", "mpi!(allgather(&$, &mut $));", kids)
                .native("collect(&$, &mut $, 0);"),
            _ => Node::statement("operation alltoall", "mpi!(alltoall(&$, &mut $));", kids)
                .native("collect(&$, &mut $, 0);"),
        };
        made.push(node);
        made
    }

    /// Sometimes it comes to that.
    fn abort(&mut self) -> Vec<Node> {
        let cond = self.boolean(1);
        let int = self.int_ty();
        let code = self.firm(&Ty::Int(int), 1);
        vec![
            Node::statement(
                "operation abort, statement macro",
                "if $ { mpi!(abort(code = $)); }",
                vec![cond, code],
            )
            .native("if $ { abort($); }"),
        ]
    }

    fn broadcast(&mut self) -> Vec<Node> {
        let Some((place, root)) = self.place_of(true, &|_| true) else {
            return Vec::new();
        };
        let from = self.hiding(root, |g| g.root());
        vec![
            Node::statement(
                "operation bcast",
                "mpi!(bcast(&mut $, root = $));",
                vec![place, from],
            )
            .native("broadcast(&mut $, $);"),
        ]
    }
}
