//! One process: from one pause to the next.

use tass_syntax::Kind;

use super::code::{Around, Code, Op, Place, Test};

/// Operations of one step; a process that takes more does not come to a pause.
const LONGEST: usize = 5_000;

/// The state of a process.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Process {
    /// The operation that comes next: a pause, or a test that is under way.
    pub(super) at: usize,
    pub(super) shared: Vec<i64>,
    private: Vec<i64>,
    answers: Vec<i64>,
    /// The processes that a test under way has read, one bit each.
    read: u32,
    pub(super) crashed: bool,
}

/// A step of a process.
pub(super) struct Step<'a> {
    pub(super) code: &'a Code,
    pub(super) rank: usize,
    /// The shared variables of every process as the step begins.
    pub(super) everybody: &'a [&'a [i64]],
    pub(super) atomic: bool,
}

/// Where a step can lead: the process, and how it failed. `None`: it never comes to a pause.
pub(super) type Ways = Option<Vec<(Process, Option<Kind>)>>;

impl Process {
    /// A process that has not started.
    pub(super) fn new(code: &Code) -> Process {
        Process {
            at: 0,
            shared: code.shared.clone(),
            private: vec![0; code.private],
            answers: vec![0; code.answers],
            read: 0,
            crashed: false,
        }
    }

    /// Does it still run?
    pub(super) fn runs(&self, code: &Code) -> bool {
        !self.crashed && !matches!(code.ops[self.at], Op::End)
    }

    /// Is it inside a critical region?
    pub(super) fn is_inside(&self, code: &Code) -> bool {
        let mut regions = code.regions.iter();
        self.runs(code) && regions.any(|region| region.contains(&self.at))
    }

    fn around(&self, rank: usize) -> Around<'_> {
        Around {
            rank,
            own: &self.shared,
            private: &self.private,
            answers: &self.answers,
            member: &[],
            everybody: &[],
        }
    }
}

impl Step<'_> {
    /// From where it stands to the next pause.
    pub(super) fn resume(&self, process: &Process) -> Ways {
        let mut process = process.clone();
        if matches!(self.code.ops[process.at], Op::Pause) {
            process.at += 1;
        }
        self.run(process)
    }

    /// To the next pause.
    pub(super) fn run(&self, process: Process) -> Ways {
        let mut ways = Vec::new();
        // The process, the operations that it has executed, and whether it has read another.
        let mut open = vec![(process, 0, false)];
        while let Some((mut process, count, has_read)) = open.pop() {
            if count > LONGEST {
                return None;
            }
            let around = process.around(self.rank);
            let mut next = process.at + 1;
            match &self.code.ops[process.at] {
                Op::Pause => {
                    // Nobody looks at them any more.
                    process.answers.fill(0);
                    ways.push((process, None));
                    continue;
                }
                Op::End => {
                    process.private.fill(0);
                    process.answers.fill(0);
                    ways.push((process, None));
                    continue;
                }
                Op::Ask(test, into) if self.atomic => {
                    let mut everybody = self.everybody.to_vec();
                    everybody[self.rank] = &process.shared;
                    let answer = i64::from(test.holds(around, &everybody));
                    process.answers[*into] = answer;
                    process.read = 0;
                }
                Op::Ask(..) if has_read => {
                    ways.push((process, None));
                    continue;
                }
                Op::Ask(test, into) => {
                    let read = self.read(test, &process);
                    open.extend(read.into_iter().map(|(answer, read, which)| {
                        let mut way = process.clone();
                        way.read = read;
                        if let Some(answer) = answer {
                            way.answers[*into] = i64::from(answer);
                            way.read = 0;
                            way.at += 1;
                        }
                        (way, count + 1, which)
                    }));
                    continue;
                }
                Op::Set(writes) => {
                    let values = writes.iter().map(|(_, term)| term.value(around));
                    let values: Vec<i64> = values.collect();
                    for ((place, _), value) in writes.iter().zip(values) {
                        match place {
                            Place::Shared(at) => process.shared[*at] = value,
                            Place::Private(at) => process.private[*at] = value,
                        }
                    }
                }
                Op::Choose(into, lo, hi) => {
                    for value in lo.value(around)..hi.value(around) {
                        let mut way = process.clone();
                        way.private[*into] = value;
                        way.at = next;
                        open.push((way, count + 1, has_read));
                    }
                    continue;
                }
                Op::Unless(cond, to) => {
                    if !cond.holds(around) {
                        next = *to;
                    }
                }
                Op::Jump(to) => next = *to,
                Op::Check(kind, cond) => {
                    if !cond.holds(around) {
                        process.crashed = true;
                        ways.push((process, Some(*kind)));
                        continue;
                    }
                }
            }
            process.at = next;
            open.push((process, count + 1, has_read));
        }
        Some(ways)
    }

    /// Reads one more process of a test that is not atomic: the answer, if there is one, who has
    /// been read, and whether another process was. It reads itself first, which nobody notices.
    fn read(&self, test: &Test, process: &Process) -> Vec<(Option<bool>, u32, bool)> {
        let around = process.around(self.rank);
        let end = test.end(around, self.everybody.len());
        let others = (0..end).filter(|&one| one != self.rank);
        let unread: Vec<usize> = others.filter(|one| process.read & 1 << one == 0).collect();
        let own = self.rank < end && test.is_decided_by(around, &process.shared);
        if own || unread.is_empty() {
            return vec![(Some(own != test.all), 0, false)];
        }
        let ways = unread.iter().map(|&one| {
            let decided = test.is_decided_by(around, self.everybody[one]);
            let answer = (decided || unread.len() == 1).then_some(decided != test.all);
            (answer, process.read | 1 << one, true)
        });
        ways.collect()
    }
}
