//! The caller's end of the solver's thread: asks, waits, and loses patience.
//!
//! Z3 is interrupted from a third thread, which belongs to the solver's: a context may be named by
//! another thread only as long as it is known to be there. It sleeps until it is told to interrupt,
//! or that nobody is left to tell it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use z3::Context;

use super::{Answer, Question, Worker};
use crate::budget;

/// How often whoever waits looks around.
const GLANCE: Duration = Duration::from_millis(20);
/// How long after its limit Z3 is interrupted.
const LATE: Duration = Duration::from_millis(50);
/// How long it is waited for then.
const STOPPING: Duration = Duration::from_millis(300);

/// The caller's end of the solver thread.
pub(in crate::prover) struct Smt {
    /// `None` once the solver is lost, or being dropped.
    questions: Option<Sender<Question>>,
    answers: Receiver<Answer>,
    /// Whatever is sent interrupts Z3.
    interrupts: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
    timeout: Duration,
}

impl Smt {
    /// Starts a solver whose every question may take `timeout`. `None` when no thread can be had.
    pub(in crate::prover) fn start(timeout: Duration) -> Option<Smt> {
        let (questions, inbox) = channel::<Question>();
        let (outbox, answers) = channel();
        let (interrupts, interrupted) = channel::<()>();
        let worker = move || {
            let context = Context::thread_local();
            let handle = context.handle();
            thread::scope(|scope| {
                scope.spawn(move || {
                    while interrupted.recv().is_ok() {
                        handle.interrupt();
                    }
                });
                let mut worker = Worker::new(timeout);
                while let Ok(question) = inbox.recv() {
                    let answer = worker.answer(question);
                    if outbox.send(answer).is_err() {
                        break;
                    }
                }
            });
        };
        let thread = thread::Builder::new()
            .name("tass-z3".into())
            .stack_size(64 << 20)
            .spawn(worker)
            .ok()?;
        Some(Smt {
            questions: Some(questions),
            answers,
            interrupts: Some(interrupts),
            thread: Some(thread),
            timeout,
        })
    }

    /// Is this solver not to be asked again?
    pub(in crate::prover) fn is_lost(&self) -> bool {
        self.questions.is_none()
    }

    /// Asks. Afterwards this solver may be lost.
    pub(in crate::prover) fn ask(&mut self, question: Question) -> Answer {
        // Z3's own limit begins when it has heard the question, which may take a while.
        let time = question.time.unwrap_or(self.timeout * 5 / 4);
        let end = Instant::now() + time + LATE;
        let sent = |to: &Sender<Question>| to.send(question).is_ok();
        if !self.questions.as_ref().is_some_and(sent) {
            return self.ended();
        }
        loop {
            match self.answers.recv_timeout(GLANCE) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Disconnected) => return self.ended(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if Instant::now() > end {
                return self.give_up("Z3 found no answer within its time limit");
            }
            if budget::out_of_room() {
                return self.give_up("Z3 took more memory than there is");
            }
        }
    }

    fn ended(&mut self) -> Answer {
        self.questions = None;
        Answer::Unknown("the Z3 thread ended unexpectedly".into())
    }

    /// Interrupts Z3, and waits for it as long as that makes sense.
    fn give_up(&mut self, reason: &str) -> Answer {
        self.questions = None;
        let start = Instant::now();
        while start.elapsed() < STOPPING {
            if let Some(interrupts) = &self.interrupts {
                // Before a question it is too early, so once is not enough.
                let _ = interrupts.send(());
            }
            match self.answers.recv_timeout(GLANCE) {
                // An answer that comes late is one; a model is to be evaluated in any case.
                Ok(answer @ (Answer::Unsat | Answer::Sat(_))) => return answer,
                Ok(Answer::Unknown(_)) => return Answer::Unknown(reason.into()),
                Err(_) => {}
            }
        }
        // Nobody waits for a thread that does not stop.
        self.thread = None;
        Answer::Unknown(reason.into())
    }
}

impl Drop for Smt {
    /// Waits for the thread, so that Z3 is not being taken down while the process is.
    fn drop(&mut self) {
        self.questions = None;
        self.interrupts = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, its questions have been answered with that already.
            drop(thread.join());
        }
    }
}

#[cfg(test)]
impl Smt {
    /// Asks, and loses patience soon: what comes of it, and whether Z3 stopped.
    pub(in crate::prover) fn interrupted(&mut self, question: Question) -> (Answer, bool) {
        let sent = self.questions.as_ref().map(|to| to.send(question).is_ok());
        assert_eq!(sent, Some(true));
        assert!(
            self.answers.recv_timeout(STOPPING).is_err(),
            "the question is too easy"
        );
        let answer = self.give_up("interrupted");
        (answer, self.thread.is_some())
    }
}
