//! Every global state, breadth-first.
//!
//! A process that fails is crashed, and the others go on: what they do then they could have done
//! before.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use tass_syntax::Kind;
use tass_syntax::tree::Function;

use super::code::{Around, Code, Op};
use super::compile::compile;
use super::process::{Process, Step, Ways};

/// States beyond which a program is too large to be compared.
const MOST: usize = 20_000;

/// How a program is run.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The number of processes.
    pub nprocs: usize,
    /// Does a test read all processes at once?
    pub atomic: bool,
    /// May a process fall back to its start at any time?
    pub aborts: bool,
    /// Are deadlocks looked for?
    pub deadlocks: bool,
}

/// What a program can do.
#[derive(Debug)]
pub struct Behaviour {
    /// All that can go wrong.
    pub kinds: BTreeSet<Kind>,
    /// How many global states there are.
    pub states: usize,
}

/// Explores a program. `None`: it has too many states, or a process runs for ever by itself.
pub fn explore(function: &Function, setting: Setting) -> Option<Behaviour> {
    let code = compile(function);
    let mut this = Explorer {
        code: &code,
        setting,
        kinds: BTreeSet::new(),
        seen: FxHashSet::default(),
        next: Vec::new(),
    };
    this.start()?;
    while !this.next.is_empty() {
        for state in std::mem::take(&mut this.next) {
            this.visit(&state)?;
        }
    }
    Some(Behaviour {
        kinds: this.kinds,
        states: this.seen.len(),
    })
}

type State = Vec<Process>;

struct Explorer<'a> {
    code: &'a Code,
    setting: Setting,
    kinds: BTreeSet<Kind>,
    seen: FxHashSet<State>,
    next: Vec<State>,
}

impl Explorer<'_> {
    /// Everybody runs to the first pause; nobody sees that.
    fn start(&mut self) -> Option<()> {
        let mut states = vec![vec![Process::new(self.code); self.setting.nprocs]];
        self.check_always(&states[0]);
        for rank in 0..self.setting.nprocs {
            let mut started = Vec::new();
            for state in states {
                for (process, failure) in self.restart(&state, rank)? {
                    self.kinds.extend(failure);
                    let mut after = state.clone();
                    after[rank] = process;
                    started.push(after);
                }
            }
            states = started;
        }
        for state in states {
            self.add(state)?;
        }
        Some(())
    }

    fn restart(&self, state: &State, rank: usize) -> Ways {
        let everybody = everybody(state);
        let step = self.step(&everybody, rank, self.setting.atomic);
        step.run(Process::new(self.code))
    }

    fn step<'s>(&'s self, everybody: &'s [&'s [i64]], rank: usize, atomic: bool) -> Step<'s> {
        Step {
            code: self.code,
            rank,
            everybody,
            atomic,
        }
    }

    fn add(&mut self, state: State) -> Option<()> {
        if self.seen.insert(state.clone()) {
            self.check(&state)?;
            self.next.push(state);
        }
        (self.seen.len() <= MOST).then_some(())
    }

    fn visit(&mut self, state: &State) -> Option<()> {
        for (rank, process) in state.iter().enumerate() {
            if !process.runs(self.code) {
                continue;
            }
            let everybody = everybody(state);
            let step = self.step(&everybody, rank, self.setting.atomic);
            let mut ways = step.resume(process)?;
            if self.setting.aborts {
                ways.extend(self.restart(state, rank)?);
            }
            for (process, failure) in ways {
                self.kinds.extend(failure);
                let mut after = state.clone();
                after[rank] = process;
                self.add(after)?;
            }
        }
        Some(())
    }

    /// What is wrong with a global state.
    fn check(&mut self, state: &State) -> Option<()> {
        self.check_always(state);
        let inside = state.iter().filter(|one| one.is_inside(self.code));
        if inside.count() > 1 {
            self.kinds.insert(Kind::MutualExclusion);
        }
        if self.setting.deadlocks && self.all_wait(state)? {
            self.kinds.insert(Kind::Deadlock);
        }
        Some(())
    }

    fn check_always(&mut self, state: &State) {
        let everybody = everybody(state);
        let around = Around {
            rank: 0,
            own: &[],
            private: &[],
            answers: &[],
            member: &[],
            everybody: &everybody,
        };
        if !self.code.always.iter().all(|cond| cond.holds(around)) {
            self.kinds.insert(Kind::Always);
        }
    }

    fn all_wait(&self, state: &State) -> Option<bool> {
        let mut waits = false;
        for (rank, process) in state.iter().enumerate() {
            if process.runs(self.code) {
                if self.gets_somewhere(state, rank)? {
                    return Some(false);
                }
                waits = true;
            }
        }
        Some(waits)
    }

    /// Can a process get anywhere while the others stay as they are? In the middle of a test it
    /// can: it comes to its end. So it can where a region begins: it goes in, and perhaps out
    /// again.
    fn gets_somewhere(&self, state: &State, rank: usize) -> Option<bool> {
        let start = &state[rank];
        let enters = |process: &Process| {
            let mut regions = self.code.regions.iter();
            regions.any(|region| region.start == process.at)
        };
        if !matches!(self.code.ops[start.at], Op::Pause) || enters(start) {
            return Some(true);
        }
        let everybody = everybody(state);
        let step = self.step(&everybody, rank, true);
        let mut seen = FxHashSet::default();
        let mut open = vec![start.clone()];
        while let Some(process) = open.pop() {
            for (after, failure) in step.resume(&process)? {
                let moves = failure.is_some()
                    || !after.runs(self.code)
                    || after.shared != start.shared
                    || enters(&after)
                    || after.is_inside(self.code) != start.is_inside(self.code);
                if moves {
                    return Some(true);
                }
                if seen.insert(after.clone()) {
                    open.push(after);
                }
            }
            if seen.len() > MOST {
                return None;
            }
        }
        Some(false)
    }
}

fn everybody(state: &State) -> Vec<&[i64]> {
    state.iter().map(|process| &process.shared[..]).collect()
}
