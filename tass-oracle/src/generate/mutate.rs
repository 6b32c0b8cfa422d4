//! Mutations: what is likely to break a program that is right.

use tass_syntax::operation::{Returns, find};
use tass_syntax::tree::{BinOp, CommCall, Expr, ExprKind, Stmt};

use super::{Generator, Rng};
use crate::build::*;
use tass_syntax::tree::visit::{self, Visitor};

impl Generator {
    /// Changes one thing somewhere.
    pub(super) fn mutate(&mut self, body: &mut Vec<Stmt>) {
        match self.rng.weighted(&[4, 2, 4, 12, 6]) {
            0 => self.at_list(body, |rng, list| {
                let at = rng.below(list.len());
                list.remove(at);
            }),
            1 => self.at_list(body, |rng, list| {
                let at = rng.below(list.len());
                list.insert(at, list[at].clone());
            }),
            2 => self.at_list(body, |rng, list| {
                let (a, b) = (rng.below(list.len()), rng.below(list.len()));
                list.swap(a, b);
            }),
            3 => self.at_operation(body),
            _ => self.mutate_requests(body),
        }
    }

    /// Changes one of the lists of statements that are not empty.
    fn at_list(&mut self, body: &mut Vec<Stmt>, change: fn(&mut Rng, &mut Vec<Stmt>)) {
        struct Lists<'r> {
            rng: &'r mut Rng,
            left: Option<usize>,
            count: usize,
            change: fn(&mut Rng, &mut Vec<Stmt>),
        }
        impl Visitor for Lists<'_> {
            fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
                // A list that binds names is left as it is: what comes after needs them.
                if stmts.is_empty() || stmts.iter().any(binds) || leaves(stmts) {
                    return;
                }
                self.count += 1;
                if self.left == Some(self.count) {
                    (self.change)(self.rng, stmts);
                }
            }
        }
        let mut lists = Lists {
            rng: &mut self.rng,
            left: None,
            count: 0,
            change,
        };
        visit::stmts(body, &mut lists);
        if lists.count > 0 {
            lists.left = Some(1 + lists.rng.below(lists.count));
            lists.count = 0;
            visit::stmts(body, &mut lists);
        }
    }

    /// Changes one communication operation, for all ranks or for one.
    fn at_operation(&mut self, body: &mut Vec<Stmt>) {
        struct Operations<'g> {
            generator: &'g mut Generator,
            left: Option<usize>,
            count: usize,
        }
        impl Visitor for Operations<'_> {
            fn expr(&mut self, e: &mut Expr) {
                let ExprKind::Comm(call) = &e.kind else {
                    return;
                };
                if call.args.is_empty() {
                    return;
                }
                self.count += 1;
                if self.left != Some(self.count) {
                    return;
                }
                let mut changed = call.clone();
                self.generator.change(&mut changed);
                let changed = expr(ExprKind::Comm(changed));
                let nothing =
                    find(&call.op).is_some_and(|op| op.signature.result == Returns::Nothing);
                let one_rank = self.generator.rng.chance(40) && nothing;
                *e = match one_rank {
                    true => {
                        let rank = self.generator.rng.below(self.generator.nprocs);
                        let guard = eq(var("rank"), int(rank as i128));
                        let plain = vec![Stmt::Expr(e.clone())];
                        if_else(guard, vec![Stmt::Expr(changed)], plain)
                    }
                    false => changed,
                };
                // What has been put in must not be counted again.
                self.left = None;
            }
        }
        let mut operations = Operations {
            generator: self,
            left: None,
            count: 0,
        };
        visit::stmts(body, &mut operations);
        let count = operations.count;
        if count > 0 {
            operations.left = Some(1 + operations.generator.rng.below(count));
            operations.count = 0;
            visit::stmts(body, &mut operations);
        }
    }

    /// Changes an argument, or the operation.
    fn change(&mut self, call: &mut CommCall) {
        let nprocs = self.nprocs;
        let at = self.rng.below(call.args.len());
        let (name, value) = &mut call.args[at];
        match name.as_str() {
            "to" | "from" | "root" => {
                *value = match (self.rng.weighted(&[4, 6, 2, 2, 1]), name.as_str()) {
                    (1, "from") => constant("ANY"),
                    (2, "to" | "from") => constant("PROC_NULL"),
                    (3, _) => self.usize(1),
                    (4, _) => var("size"),
                    _ => int(self.rng.below(nprocs) as i128),
                };
            }
            "tag" | "sendtag" | "recvtag" => {
                *value = match (self.rng.below(3), name.as_str(), call.op.as_str()) {
                    (0, _, "recv" | "irecv" | "probe" | "iprobe") | (0, "recvtag", _) => {
                        constant("ANY")
                    }
                    (0, ..) if self.rng.chance(30) => constant("ANY"),
                    (1, ..) => self.usize_leaf(),
                    _ => int(self.rng.below(3) as i128),
                };
            }
            "op" => *value = constant(self.rng.pick(&["SUM", "MAX", "MIN", "PROD", "LXOR"])),
            "buf" if self.families.modes > 0 && sends(&call.op) && self.rng.chance(12) => {
                let mode = *self.rng.pick(&["", "s", "b", "r"]);
                call.op = match call.op.starts_with('i') {
                    true => format!("i{mode}send"),
                    false => format!("{mode}send"),
                };
            }
            "buf" if call.op == "send" || call.op == "ssend" => match self.rng.below(3) {
                0 => {
                    call.op = if call.op == "send" {
                        "ssend".into()
                    } else {
                        "send".into()
                    }
                }
                _ => *value = shared(var(self.any_buffer())),
            },
            "buf" if call.op == "isend" || call.op == "issend" => match self.rng.below(3) {
                0 => {
                    let other = if call.op == "isend" {
                        "issend"
                    } else {
                        "isend"
                    };
                    call.op = other.into();
                }
                _ => *value = shared(var(self.any_buffer())),
            },
            // Another communicator than the others have.
            "comm" => {
                let others = ["WORLD", "SELF", "COMM_NULL"];
                *value = match self.rng.below(6) {
                    0 => constant(self.rng.pick(&others)),
                    1 => constant("WORLD"),
                    2 => var("cb"),
                    _ => var("ca"),
                };
            }
            "communicator" => *value = mutable(var(*self.rng.pick(&["ca", "cb"]))),
            "color" => {
                *value = match self.rng.below(4) {
                    0 => constant("UNDEFINED"),
                    1 => self.usize_leaf(),
                    2 => constant("ANY"),
                    _ => rem(var("rank"), int(2)),
                };
            }
            "key" => *value = self.usize_leaf(),
            "displacement" => *value = self.int_leaf(),
            "dimension" => *value = int(self.rng.below(3) as i128),
            "dims" | "periodic" => {}
            "request" => *value = mutable(var(*self.rng.pick(&["ra", "rb"]))),
            "requests" | "status" => {}
            "size" => *value = int(self.rng.below(3) as i128),
            "message" => {
                *value = mutable(match self.rng.chance(50) {
                    true => var("mg"),
                    false => field(var("mt"), "0"),
                });
            }
            "buf" => *value = mutable(var(self.any_buffer())),
            name if name.ends_with("counts") || name.ends_with("displs") => {
                *value = self.any_list();
            }
            _ if self.rng.chance(50) => self.change_buffers(call),
            _ if call.op == "reduce" || call.op == "gather" => {
                call.args.retain(|(name, _)| name != "root");
                call.op = format!("all{}", call.op);
            }
            _ if call.op == "ireduce" || call.op == "igather" => {
                call.args.retain(|(name, _)| name != "root");
                call.op = format!("iall{}", &call.op[1..]);
            }
            _ if call.op == "scan" => call.op = "exscan".into(),
            _ => {}
        }
    }

    /// Some variable.
    fn any_buffer(&mut self) -> &'static str {
        self.rng.pick::<&str>(&["x", "y", "k", "a", "f", "b", "v"])
    }

    /// Other buffers, of another type or length; both of a call have the same element type.
    fn change_buffers(&mut self, call: &mut CommCall) {
        // An operator of one's own is for elements of one type.
        for (_, value) in &mut call.args {
            if matches!(value.kind, ExprKind::Operator(_)) {
                *value = constant("SUM");
            }
        }
        let (give, take) = *self.rng.pick(&[
            ("k", "s"),
            ("z", "x"),
            ("a", "c"),
            ("y", "a"),
            ("a", "v"),
            ("v", "a"),
            ("v", "x"),
            ("f", "f"),
        ]);
        // Truth values, which have operators of their own.
        // An operation that goes on by itself gives no value that is nowhere.
        let stays = find(&call.op).is_some_and(|op| op.signature.result == Returns::Request);
        if !stays && call.args.iter().any(|(name, _)| name == "op") && self.rng.chance(20) {
            for (name, value) in &mut call.args {
                match name.as_str() {
                    "sendbuf" => *value = shared(lt(var("x"), var("y"))),
                    "recvbuf" => *value = mutable(var("b")),
                    _ => {}
                }
            }
            return;
        }
        for (name, value) in &mut call.args {
            match name.as_str() {
                "sendbuf" => *value = shared(var(give)),
                "recvbuf" => *value = mutable(var(take)),
                _ => {}
            }
        }
    }
}

/// Is it a send, of some mode, that is no persistent one?
fn sends(op: &str) -> bool {
    let plain = op.strip_prefix('i').unwrap_or(op);
    matches!(plain, "send" | "ssend" | "bsend" | "rsend")
}

/// Changes a number, a relation, or a statement, somewhere.
pub(super) fn numbers(rng: &mut Rng, body: &mut Vec<Stmt>) {
    struct Sites<'r> {
        rng: &'r mut Rng,
        left: Option<usize>,
        count: usize,
    }
    impl Sites<'_> {
        fn now(&mut self) -> bool {
            self.count += 1;
            self.left == Some(self.count)
        }
    }
    impl Visitor for Sites<'_> {
        fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
            for at in 0..stmts.len() {
                if matches!(stmts[at], Stmt::Expr(_)) && self.now() {
                    match self.rng.chance(60) {
                        true => drop(stmts.remove(at)),
                        false => stmts.insert(at, stmts[at].clone()),
                    }
                    return;
                }
            }
        }

        fn expr(&mut self, e: &mut Expr) {
            match &mut e.kind {
                ExprKind::Int(value, _) if self.now() => {
                    *value += match *value > 0 && self.rng.chance(50) {
                        true => -1,
                        false => 1,
                    };
                }
                ExprKind::Binary(op, ..) => {
                    let other = match op {
                        BinOp::Lt => BinOp::Le,
                        BinOp::Le => BinOp::Lt,
                        BinOp::Eq => BinOp::Le,
                        BinOp::And => BinOp::Or,
                        BinOp::Or => BinOp::And,
                        _ => return,
                    };
                    if self.now() {
                        *op = other;
                    }
                }
                _ => {}
            }
        }
    }
    let mut sites = Sites {
        rng,
        left: None,
        count: 0,
    };
    visit::stmts(body, &mut sites);
    if sites.count > 0 {
        sites.left = Some(1 + sites.rng.below(sites.count));
        sites.count = 0;
        visit::stmts(body, &mut sites);
    }
}

/// Is all that they do to go elsewhere? The `else` of a `let` has to.
fn leaves(stmts: &[Stmt]) -> bool {
    let [Stmt::Expr(only)] = stmts else {
        return false;
    };
    matches!(
        only.kind,
        ExprKind::Break(..) | ExprKind::Continue(_) | ExprKind::Return(_) | ExprKind::Panic(_)
    )
}

/// Does a statement bind names?
fn binds(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Let { .. } | Stmt::LetElse { .. })
}
