//! The enumeration of global states: which local states are populated.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::bits::Bits;
use super::diagraph::{Diagraph, Edge, End, Failing};
use super::pairs::{Pair, Pairs};
use super::waiting::all_wait;
use crate::budget::{self, hold, indexed};
use crate::options::{Deadlock, Options, Tests};
use crate::report::{Inconclusive, Kind};
use tass_syntax::tree::Span;

/// The global states reached, and the pairs of processes in them.
pub(crate) struct Enumeration<'d> {
    diagraph: &'d Diagraph,
    nonatomic: bool,
    aborts: bool,
    deadlocks: bool,
    max_states: u64,
    pub(crate) states: IndexMap<Bits, Reached, FxBuildHasher>,
    pub(crate) pairs: Pairs,
    pub(crate) steps: u64,
}

/// How a global state was first reached.
pub(crate) struct Reached {
    pub(crate) from: Option<(usize, Step)>,
    /// The pairs known when it was last expanded.
    seen: Option<u64>,
}

/// A step from one global state to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The local state that a process leaves.
    pub(crate) node: usize,
    /// By which edge; `None` for an abort.
    pub(crate) edge: Option<usize>,
    /// Where it goes.
    pub(crate) to: usize,
}

/// A violation that the abstraction cannot exclude.
pub(crate) struct Candidate {
    pub(crate) kind: Kind,
    pub(crate) span: Option<Span>,
    /// The global state in which it shows, or from which the last step starts.
    pub(crate) state: usize,
    pub(crate) step: Option<Step>,
}

/// How an enumeration ends.
pub(crate) enum Ending {
    /// Nothing is wrong in any global state.
    Clean,
    /// A candidate.
    Suspect(Candidate),
    /// A budget ran out.
    Exhausted(Inconclusive),
}

impl<'d> Enumeration<'d> {
    pub(crate) fn new(diagraph: &'d Diagraph, options: &Options) -> Enumeration<'d> {
        let nonatomic = options.tests == Tests::Nonatomic;
        Enumeration {
            diagraph,
            nonatomic,
            aborts: options.aborts,
            deadlocks: options.deadlock != Deadlock::Off,
            max_states: options.max_states,
            states: IndexMap::default(),
            pairs: Pairs::new(diagraph, nonatomic),
            steps: 0,
        }
    }

    /// Enumerates until nothing new comes up.
    pub(crate) fn run(&mut self) -> Ending {
        if let Some(Failing { kind, span }) = self.diagraph.false_starts.first().cloned() {
            self.start();
            return Ending::Suspect(Candidate {
                kind,
                span,
                state: 0,
                step: None,
            });
        }
        if let Some(candidate) = self.start() {
            return Ending::Suspect(candidate);
        }
        loop {
            let before = (self.states.len(), self.pairs.version);
            let mut at = 0;
            while at < self.states.len() {
                if self.states[at].seen != Some(self.pairs.version)
                    && let Some(candidate) = self.expand(at)
                {
                    return Ending::Suspect(candidate);
                }
                if self.states.len() as u64 > self.max_states {
                    return Ending::Exhausted(Inconclusive::MaxStates(self.max_states));
                }
                if at.is_multiple_of(64)
                    && let Some(progress) = crate::progress::current()
                {
                    progress.search(self.states.len() as u64, 0, 0);
                }
                at += 1;
            }
            if before == (self.states.len(), self.pairs.version) {
                return Ending::Clean;
            }
        }
    }

    /// Every process stands at its first pause: any one of them, if choices lead to several.
    fn start(&mut self) -> Option<Candidate> {
        let starts = self.diagraph.starts;
        let apart = Pair {
            after: false,
            has_read: false,
            is_read: false,
        };
        for x in 0..starts {
            for y in 0..starts {
                self.pairs.add(&self.diagraph.predicates, x, y, apart);
            }
        }
        // All non-empty sets of the initial nodes; they are few.
        for members in 1u64..(1 << starts) {
            let mut state = Bits::none(self.diagraph.nodes.len());
            (0..starts)
                .filter(|x| members & (1 << x) != 0)
                .for_each(|x| state.put(x));
            self.states.insert(
                state,
                Reached {
                    from: None,
                    seen: None,
                },
            );
        }
        let inside = self.diagraph.nodes[..starts]
            .iter()
            .find(|node| node.inside)?;
        Some(Candidate {
            kind: Kind::MutualExclusion,
            span: Some(inside.span),
            state: 0,
            step: None,
        })
    }

    /// Adds what one step leads to from a global state.
    fn expand(&mut self, at: usize) -> Option<Candidate> {
        let diagraph = self.diagraph;
        let version = self.pairs.version;
        let (state, _) = self.states.get_index(at).expect("an index of a state");
        let state = state.clone();
        let populated: Vec<usize> = state.iter().collect();
        let consistent = |x: &usize| {
            populated
                .iter()
                .all(|y| y <= x || self.pairs.together(*x, *y))
        };
        if !populated.iter().all(consistent) {
            return None;
        }
        let suspect = |kind, span| {
            Some(Candidate {
                kind,
                span,
                state: at,
                step: None,
            })
        };
        if self.states[at].seen.is_none() {
            let broken = diagraph
                .always
                .iter()
                .find(|(formula, _)| !formula.holds(&state));
            if let Some((_, span)) = broken {
                return suspect(Kind::Always, Some(*span));
            }
            if self.deadlocks && all_wait(diagraph, &state) {
                return suspect(Kind::Deadlock, None);
            }
        }
        for &node in &populated {
            for (index, edge) in diagraph.nodes[node].edges.iter().enumerate() {
                if !self.open(&state, &populated, node, edge) {
                    continue;
                }
                self.steps += 1;
                budget::tick();
                let to = match &edge.to {
                    End::Failure(failing) => return suspect(failing.kind, failing.span),
                    End::Node(to) => *to,
                };
                let step = Step {
                    node,
                    edge: Some(index),
                    to,
                };
                if let Some(candidate) = self.go(at, &state, &populated, step, Some(edge)) {
                    return Some(candidate);
                }
            }
            if self.aborts && !diagraph.nodes[node].edges.is_empty() {
                for to in 0..diagraph.starts {
                    let step = Step {
                        node,
                        edge: None,
                        to,
                    };
                    if let Some(candidate) = self.go(at, &state, &populated, step, None) {
                        return Some(candidate);
                    }
                }
            }
        }
        self.states[at].seen = Some(version);
        None
    }

    /// Can a process in `node` take this edge, for all that is known?
    fn open(&self, state: &Bits, populated: &[usize], node: usize, edge: &Edge) -> bool {
        let twin = self.pairs.together(node, node);
        edge.guards.iter().all(|guard| {
            let predicate = &self.diagraph.predicates[guard.predicate];
            let decisive = &predicate.decisive;
            let own = !predicate.before && decisive.has(node);
            let found = predicate.wants_decisive(guard.holds);
            if !self.nonatomic && !predicate.before {
                return found == state.meets(decisive);
            }
            if found {
                let may_be_found = |other: usize| {
                    (other != node || twin)
                        && decisive.has(other)
                        && self
                            .pairs
                            .of(node, other)
                            .any(|pair| (!predicate.before || pair.after) && !pair.has_read)
                };
                own || populated.iter().any(|other| may_be_found(*other))
            } else {
                let may_be_passed = |other: usize| {
                    other == node
                        || self
                            .pairs
                            .of(node, other)
                            .any(|pair| self.passes(guard.predicate, other, pair))
                };
                !own && populated.iter().all(|other| may_be_passed(*other))
            }
        })
    }

    /// After a test that found nothing: may the other process, in `other`, be in this relation to
    /// the one that made the test?
    fn passes(&self, predicate: usize, other: usize, pair: Pair) -> bool {
        let predicate = &self.diagraph.predicates[predicate];
        let in_scope = !predicate.before || pair.after;
        if self.nonatomic {
            !in_scope || pair.has_read
        } else {
            !in_scope || !predicate.decisive.has(other)
        }
    }

    /// One process moves: the pairs it is in, and the populated sets with and without another one
    /// left behind.
    fn go(
        &mut self,
        at: usize,
        state: &Bits,
        populated: &[usize],
        step: Step,
        edge: Option<&Edge>,
    ) -> Option<Candidate> {
        let diagraph = self.diagraph;
        let Step { node, to, .. } = step;
        let twin = self.pairs.together(node, node);
        for &other in populated {
            budget::tick();
            if other == node && !twin {
                continue;
            }
            let nothing_found = edge
                .into_iter()
                .flat_map(|edge| &edge.guards)
                .filter(|guard| !diagraph.predicates[guard.predicate].wants_decisive(guard.holds));
            let kept: Vec<Pair> = self
                .pairs
                .of(node, other)
                .filter(|pair| {
                    nothing_found
                        .clone()
                        .all(|guard| self.passes(guard.predicate, other, *pair))
                })
                .collect();
            for pair in kept {
                let moved = Pair {
                    has_read: false,
                    ..pair
                };
                let met = self.pairs.add(&diagraph.predicates, to, other, moved);
                if met && diagraph.nodes[to].inside && diagraph.nodes[other].inside {
                    let span = Some(diagraph.nodes[to].span);
                    return Some(Candidate {
                        kind: Kind::MutualExclusion,
                        span,
                        state: at,
                        step: Some(step),
                    });
                }
            }
        }
        let mut emptied = state.clone();
        emptied.take(node);
        emptied.put(to);
        self.reach(at, emptied, step);
        if twin {
            let mut kept = state.clone();
            kept.put(to);
            self.reach(at, kept, step);
        }
        None
    }

    fn reach(&mut self, from: usize, state: Bits, step: Step) {
        budget::tick();
        let bytes = state.heap_bytes();
        self.states.entry(state).or_insert_with(|| {
            hold(indexed::<(Bits, Reached)>() + bytes);
            Reached {
                from: Some((from, step)),
                seen: None,
            }
        });
    }

    /// The steps that lead to a global state.
    pub(crate) fn trail(&self, mut at: usize) -> Vec<(usize, Option<Step>)> {
        let mut trail = vec![(at, None)];
        while let Some((from, step)) = self.states[at].from {
            if let Some(last) = trail.last_mut() {
                last.1 = Some(step);
            }
            trail.push((from, None));
            at = from;
        }
        trail.reverse();
        trail
    }
}
