//! The items of a range that is not gone through value by value, and what must hold of them.
//!
//! An obligation of an item is one about all items at once: easy to ask, but if several are broken
//! it does not say which is broken first, and Rust stops there. So where one is broken it is asked
//! again, of an item before which nothing goes wrong. What holds then of every item holds always,
//! by induction over the items: the question is never weaker than it must be.

use crate::comm::CommModel;
use crate::exec::terms::check::{Cx, Scope};
use crate::exec::{Stepper, Stop};
use crate::graph::{Number, Term};
use crate::report::Inconclusive;
use crate::symbolic::{ExprId, FoldOp, Sort, Substitution};
use tass_syntax::tree::Span;

/// What is evaluated for every value of a variable.
pub(in crate::exec) struct Items<'t> {
    /// The values, half-open.
    pub(in crate::exec) range: (ExprId, ExprId),
    /// The variable.
    pub(in crate::exec) var: u32,
    /// Which items count.
    pub(in crate::exec) filter: Option<&'t Term>,
    /// The value of an item.
    pub(in crate::exec) body: &'t Term,
    /// The value of one that does not count.
    pub(in crate::exec) neutral: Option<ExprId>,
    /// Under `overflow = true`: they are added up or multiplied, and the result so far must fit.
    pub(in crate::exec) sum: Option<(FoldOp, Number, Span)>,
}

/// Whether an item counts, if it may not, and its value: a neutral one if it does not count.
type Item = (Option<ExprId>, ExprId);

impl<C: CommModel> Stepper<'_, '_, C> {
    /// Whether an item counts, and its value, for every item.
    pub(in crate::exec) fn items(
        &mut self,
        cx: &mut Cx<'_>,
        bound: ExprId,
        items: &Items<'_>,
    ) -> Result<Item, Stop> {
        let undecided = self.findings.undecided.len();
        let at_once = self.each(cx, bound, items);
        if cx.unchecked.is_some() || !is_broken(&at_once) {
            return at_once;
        }
        let open = self.findings.undecided.split_off(undecided);
        let earlier = self.engine.store.fresh_bound();
        let Some((_, fine)) = self.passing_over(cx, |this, cx| this.each(cx, earlier, items))
        else {
            self.findings.undecided.extend(open);
            return at_once;
        };
        let so_far = self
            .engine
            .store
            .forall(items.range.0, bound, earlier, fine);
        let first = self.known_of_each(cx, bound, items, so_far);
        self.unless_undecided(undecided, first, (at_once, open))
    }

    /// Of a quantifier: an item is evaluated only if none before it has decided.
    ///
    /// Mostly every item can be evaluated whatever the others are, and that is tried first: it is
    /// the simpler question. Else an obligation is one only where all items before it have left the
    /// matter open.
    pub(in crate::exec) fn until_decided(
        &mut self,
        cx: &mut Cx<'_>,
        forall: bool,
        bound: ExprId,
        items: &Items<'_>,
    ) -> Result<ExprId, Stop> {
        let undecided = self.findings.undecided.len();
        let all = self.each(cx, bound, items);
        match all {
            Ok((_, holds)) if self.findings.undecided.len() == undecided => return Ok(holds),
            Err(Stop::GiveUp(_) | Stop::Dead) => return Ok(all?.1),
            _ if cx.unchecked.is_some() => return Ok(all?.1),
            _ => {}
        }
        let earlier = self.engine.store.fresh_bound();
        let before = self.passing_over(cx, |this, cx| this.each(cx, earlier, items));
        let Some(((_, open), fine)) = before else {
            return Ok(all?.1);
        };
        self.findings.undecided.truncate(undecided);
        let open = if forall {
            open
        } else {
            self.engine.store.not(open)
        };
        // What is undefined may be said to be open: it makes no difference to whether all is well.
        let so_far = self
            .engine
            .store
            .forall(items.range.0, bound, earlier, open);
        let at_once = self.known_of_each(cx, bound, items, so_far);
        if !is_broken(&at_once) {
            return Ok(at_once?.1);
        }
        let left_open = self.findings.undecided.split_off(undecided);
        let fine = self.engine.store.and(open, fine);
        let so_far = self
            .engine
            .store
            .forall(items.range.0, bound, earlier, fine);
        let first = self.known_of_each(cx, bound, items, so_far);
        let rough = (at_once, left_open);
        Ok(self.unless_undecided(undecided, first, rough)?.1)
    }

    /// The more exact of two answers, if the prover could give it. With the rough one comes what it
    /// has left open: where it fails, something else may go wrong before, and not all is known. (A
    /// state that is split is looked at again.)
    fn unless_undecided(
        &mut self,
        undecided: usize,
        exact: Result<Item, Stop>,
        (rough, open): (Result<Item, Stop>, Vec<Inconclusive>),
    ) -> Result<Item, Stop> {
        let gave_up = matches!(exact, Err(Stop::GiveUp(_) | Stop::Dead));
        if gave_up || self.findings.undecided.len() > undecided {
            self.findings.undecided.truncate(undecided);
            if let Err(Stop::Fail(_)) = rough {
                self.findings.undecided.extend(open);
            }
            return rough;
        }
        exact
    }

    /// Evaluates an item without its obligations: its value, and the obligations. Nothing if it
    /// has no value.
    fn passing_over(
        &mut self,
        cx: &mut Cx<'_>,
        item: impl FnOnce(&mut Self, &mut Cx<'_>) -> Result<Item, Stop>,
    ) -> Option<(Item, ExprId)> {
        let noted = self.passed_over.len();
        // That it is an item is the first thing around the obligations.
        cx.unchecked = Some(cx.scopes.len() + 1);
        let item = item(self, cx);
        cx.unchecked = None;
        let goals = self.passed_over.split_off(noted);
        let truth = self.engine.store.tru();
        let and = |all, goal| self.engine.store.and(all, goal);
        let fine = goals.into_iter().fold(truth, and);
        Some((item.ok()?, fine))
    }

    /// Each item, of which something is known.
    fn known_of_each(
        &mut self,
        cx: &mut Cx<'_>,
        bound: ExprId,
        items: &Items<'_>,
        known: ExprId,
    ) -> Result<Item, Stop> {
        let (lo, hi) = items.range;
        cx.scopes.push(Scope::Each { var: bound, lo, hi });
        cx.scopes.push(Scope::Guard(known));
        let item = self.item(cx, bound, items);
        cx.scopes.pop();
        cx.scopes.pop();
        item
    }

    fn each(&mut self, cx: &mut Cx<'_>, bound: ExprId, items: &Items<'_>) -> Result<Item, Stop> {
        let (lo, hi) = items.range;
        cx.scopes.push(Scope::Each { var: bound, lo, hi });
        let item = self.item(cx, bound, items);
        cx.scopes.pop();
        item
    }

    /// One item: filter, value, and the result so far.
    fn item(&mut self, cx: &mut Cx<'_>, at: ExprId, items: &Items<'_>) -> Result<Item, Stop> {
        let truth = self.engine.store.tru();
        let counts = match items.filter {
            Some(filter) => Some(self.under(cx, truth, items.var, at, filter)?),
            None => None,
        };
        let mut value = self.under(cx, counts.unwrap_or(truth), items.var, at, items.body)?;
        if let Some(counts) = counts
            && let Some(neutral) = items.neutral
        {
            value = self.engine.store.ite(counts, value, neutral);
        }
        if let Some((op, number, span)) = items.sum {
            let inner = self.engine.store.fresh_bound();
            let mut name = Substitution::new();
            name.insert(at, inner);
            let each = self.engine.store.substitute(value, &name);
            let one = self.engine.store.int(1);
            let end = self.engine.store.add(at, one);
            let lo = items.range.0;
            let so_far = self
                .engine
                .store
                .fold_of(op, Sort::Int, lo, end, inner, each);
            self.in_range(cx, so_far, number, span)?;
        }
        Ok((counts, value))
    }

    /// A term for one value of its variable, evaluated only under a guard.
    pub(in crate::exec) fn under(
        &mut self,
        cx: &mut Cx<'_>,
        guard: ExprId,
        var: u32,
        item: ExprId,
        body: &Term,
    ) -> Result<ExprId, Stop> {
        cx.scopes.push(Scope::Guard(guard));
        cx.bound.push((var, item));
        let value = self.eval(cx, body);
        cx.bound.pop();
        cx.scopes.pop();
        value
    }
}

/// Is an obligation broken, for some item at least?
fn is_broken(item: &Result<Item, Stop>) -> bool {
    matches!(item, Err(Stop::Fail(_) | Stop::Split(_)))
}
