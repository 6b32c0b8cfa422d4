//! Arrays: reading, writing, slicing, splicing, resizing.
//!
//! What always holds: an array of constant length (up to `WRITTEN_OUT`) is an [`Node::Array`]; the
//! base of a `Write`, `Slice` or `Splice` node, unless it is a slice or a resize of it, is not; a
//! `Slice` does not stand on a `Slice` or `Fill`, nor a `Resize` on a `Resize`, `Fill` or `Input`;
//! of writes one over another at indices a known distance apart, the higher index is outside.
//! Indices are in bounds: whoever reads or writes has made sure of it. Out of bounds, a read may
//! give any value (and gives [`Node::Undefined`] where nothing else is at hand).

use rustc_hash::FxHashMap;

use super::aggregate::WRITTEN_OUT;
use super::node::{ExprId, Node, Shape};
use super::number;
use super::store::{FALSE, INT_ZERO, Store, TRUE, UNDEFINED};

impl Store {
    /// An array or vector of known length.
    pub fn array(&mut self, elements: &[ExprId]) -> ExprId {
        self.intern(Node::Array(elements.into()))
    }

    /// The symbolic array whose element `i` is `shape` at `index ++ [i]`.
    pub fn input_array(&mut self, shape: &Shape, len: ExprId, index: &[ExprId]) -> ExprId {
        let mut index = index.to_vec();
        if let Some(n) = self.written_out(len) {
            let elements: Vec<_> = (0..n)
                .map(|i| {
                    let i = self.int(i);
                    index.push(i);
                    let element = self.shape_at(shape, &index);
                    index.pop();
                    element
                })
                .collect();
            return self.array(&elements);
        }
        self.intern(Node::Input {
            shape: shape.clone(),
            len,
            index: index.into(),
        })
    }

    /// `[value; len]`
    pub fn fill(&mut self, value: ExprId, len: ExprId) -> ExprId {
        match self.written_out(len) {
            Some(n) => self.array(&vec![value; n as usize]),
            None => self.intern(Node::Fill { len, value }),
        }
    }

    /// The length of an array.
    pub fn array_len(&mut self, a: ExprId) -> ExprId {
        let mut a = a;
        while let Node::Write { base, .. } | Node::Splice { base, .. } = *self.node(a) {
            a = base;
        }
        match *self.node(a) {
            Node::Array(ref xs) => {
                let n = xs.len() as i64;
                self.int(n)
            }
            Node::Input { len, .. } | Node::Fill { len, .. } => len,
            Node::Slice { len, .. } | Node::Resize { len, .. } => len,
            Node::Ite(c, x, y) => {
                let (x, y) = (self.array_len(x), self.array_len(y));
                self.ite(c, x, y)
            }
            Node::Undefined => UNDEFINED,
            ref node => panic!("the length of {node:?}"),
        }
    }

    /// `a[i]`, with `i` in bounds.
    pub fn read(&mut self, a: ExprId, i: ExprId) -> ExprId {
        if i == UNDEFINED {
            return UNDEFINED;
        }
        let mut over = Vec::new();
        let below = self.read_below(a, i, &mut over);
        over.into_iter()
            .rev()
            .fold(below, |below, (here, value)| self.ite(here, value, below))
    }

    /// Reads below the writes whose indices may be `i`: those are kept in `over`, the last first,
    /// each with the condition that it is.
    fn read_below(&mut self, a: ExprId, i: ExprId, over: &mut Vec<(ExprId, ExprId)>) -> ExprId {
        let mut a = a;
        let mut i = i;
        loop {
            match *self.node(a) {
                Node::Array(ref xs) => {
                    return match self.as_num(i) {
                        Some(v) => number::small(v)
                            .and_then(|i| usize::try_from(i).ok())
                            .and_then(|i| xs.get(i).copied())
                            .unwrap_or(UNDEFINED),
                        None => {
                            let mut xs = xs.to_vec();
                            self.written_at(&mut xs, i);
                            self.select(&xs, i)
                        }
                    };
                }
                Node::Input {
                    ref shape,
                    ref index,
                    ..
                } => {
                    let shape = shape.clone();
                    let index = [index, &[i][..]].concat();
                    return self.shape_at(&shape, &index);
                }
                Node::Fill { value, .. } => return value,
                Node::Resize { base, .. } => a = base,
                Node::Slice { base, start, .. } => {
                    i = self.add(start, i);
                    a = base;
                }
                Node::Write { base, index, value } => match self.eq(i, index) {
                    TRUE => return value,
                    FALSE => a = base,
                    here => {
                        over.push((here, value));
                        a = base;
                    }
                },
                Node::Splice { base, at, len, src } => match self.within(i, at, len) {
                    TRUE => {
                        i = self.sub(i, at);
                        a = src;
                    }
                    FALSE => a = base,
                    inside => {
                        let k = self.sub(i, at);
                        let (new, old) = (self.read(src, k), self.read(base, i));
                        return self.ite(inside, new, old);
                    }
                },
                Node::Ite(c, x, y) => {
                    let (x, y) = (self.read(x, i), self.read(y, i));
                    return self.ite(c, x, y);
                }
                Node::Undefined => return UNDEFINED,
                ref node => panic!("an element of {node:?}"),
            }
        }
    }

    /// `a` with `a[i] = v`, `i` in bounds.
    pub fn write(&mut self, a: ExprId, i: ExprId, v: ExprId) -> ExprId {
        if i == UNDEFINED {
            return a;
        }
        match self.node(a) {
            Node::Undefined => UNDEFINED,
            Node::Array(xs) => {
                let mut xs = xs.to_vec();
                match self.as_num(i) {
                    Some(n) => {
                        let n = number::small(n).and_then(|n| usize::try_from(n).ok());
                        if let Some(x) = n.and_then(|n| xs.get_mut(n)) {
                            *x = v;
                        }
                    }
                    None => {
                        for (k, x) in xs.iter_mut().enumerate() {
                            let k = self.int(k as i64);
                            let here = self.eq(i, k);
                            *x = self.ite(here, v, *x);
                        }
                    }
                }
                self.array(&xs)
            }
            node => {
                let plain = matches!(node, Node::Input { .. } | Node::Fill { .. });
                if plain && self.read(a, i) == v {
                    return a;
                }
                let a = self.without_write(a, i);
                self.insert_write(a, i, v)
            }
        }
    }

    /// `a[start .. start + len]`, in bounds.
    pub fn slice(&mut self, a: ExprId, start: ExprId, len: ExprId) -> ExprId {
        if a == UNDEFINED || start == UNDEFINED || len == UNDEFINED {
            return UNDEFINED;
        }
        if start == INT_ZERO && len == self.array_len(a) {
            return a;
        }
        if let Some(n) = self.written_out(len) {
            let elements: Vec<_> = (0..n)
                .map(|k| {
                    let k = self.int(k);
                    let i = self.add(start, k);
                    self.read(a, i)
                })
                .collect();
            return self.array(&elements);
        }
        match *self.node(a) {
            Node::Fill { value, .. } => self.fill(value, len),
            Node::Slice {
                base, start: outer, ..
            } => {
                let start = self.add(outer, start);
                self.slice(base, start, len)
            }
            Node::Write { base, index, .. } => {
                if self.within(index, start, len) == FALSE {
                    return self.slice(base, start, len);
                }
                self.intern(Node::Slice {
                    base: a,
                    start,
                    len,
                })
            }
            _ => self.intern(Node::Slice {
                base: a,
                start,
                len,
            }),
        }
    }

    /// `a` with the first `len` elements of `src` written from `at` on, in bounds.
    pub fn splice(&mut self, a: ExprId, at: ExprId, len: ExprId, src: ExprId) -> ExprId {
        if [a, at, len, src].contains(&UNDEFINED) {
            return a;
        }
        let src = self.slice(src, INT_ZERO, len);
        if at == INT_ZERO && len == self.array_len(a) {
            return src;
        }
        if let Some(n) = self.as_int(len) {
            match n {
                ..=0 => return a,
                1 => {
                    let v = self.read(src, INT_ZERO);
                    return self.write(a, at, v);
                }
                _ => {}
            }
        }
        match *self.node(a) {
            Node::Array(ref xs) => {
                let mut xs = xs.to_vec();
                for (k, x) in xs.iter_mut().enumerate() {
                    let k = self.int(k as i64);
                    let inside = self.within(k, at, len);
                    if inside != FALSE {
                        let j = self.sub(k, at);
                        let new = self.read(src, j);
                        *x = self.ite(inside, new, *x);
                    }
                }
                self.array(&xs)
            }
            Node::Splice {
                base,
                at: old_at,
                len: old_len,
                ..
            } if at == old_at && len == old_len => self.splice(base, at, len, src),
            _ => self.intern(Node::Splice {
                base: a,
                at,
                len,
                src,
            }),
        }
    }

    /// `a` cut or extended to `len`; the new elements may be anything until they are written.
    pub fn resize(&mut self, a: ExprId, len: ExprId) -> ExprId {
        if a == UNDEFINED || len == UNDEFINED {
            return UNDEFINED;
        }
        if len == self.array_len(a) {
            return a;
        }
        match *self.node(a) {
            Node::Resize { base, .. } => self.resize(base, len),
            Node::Fill { value, .. } => self.fill(value, len),
            Node::Input {
                ref shape,
                ref index,
                ..
            } => {
                let (shape, index) = (shape.clone(), index.clone());
                self.input_array(&shape, len, &index)
            }
            Node::Write { base, index, value } => match self.offset(index, len) {
                Some(over) if number::is_neg(&over) => {
                    let base = self.resize(base, len);
                    self.write(base, index, value)
                }
                Some(_) => self.resize(base, len),
                None => self.resize_node(a, len),
            },
            _ => self.resize_node(a, len),
        }
    }

    /// `a` with one element more.
    pub fn push(&mut self, a: ExprId, v: ExprId) -> ExprId {
        if let Node::Array(xs) = self.node(a) {
            let mut xs = xs.to_vec();
            xs.push(v);
            return self.array(&xs);
        }
        let len = self.array_len(a);
        let one = self.int(1);
        let longer = self.add(len, one);
        let a = self.resize(a, longer);
        self.write(a, len, v)
    }

    fn resize_node(&mut self, a: ExprId, len: ExprId) -> ExprId {
        let Some(n) = self.written_out(len) else {
            return self.intern(Node::Resize { base: a, len });
        };
        let elements: Vec<_> = (0..n)
            .map(|k| {
                let k = self.int(k);
                self.read(a, k)
            })
            .collect();
        self.array(&elements)
    }

    /// A constant length that is written out; a negative one is 0.
    pub(super) fn written_out(&self, len: ExprId) -> Option<i64> {
        self.as_int(len)
            .filter(|n| *n <= WRITTEN_OUT)
            .map(|n| n.max(0))
    }

    /// `at <= i < at + len`
    fn within(&mut self, i: ExprId, at: ExprId, len: ExprId) -> ExprId {
        let from = self.le(at, i);
        if from == FALSE {
            return FALSE;
        }
        let end = self.add(at, len);
        let to = self.lt(i, end);
        self.and(from, to)
    }

    /// What the elements are where `i` is their index: a write at `i` has left each a conditional
    /// on just that. Seen one by one they are often all the same, and there is nothing to select.
    fn written_at(&mut self, xs: &mut [ExprId], i: ExprId) {
        for (k, x) in xs.iter_mut().enumerate() {
            if let Node::Ite(condition, value, _) = *self.node(*x)
                && matches!(self.node(condition), Node::Eq0(_))
            {
                let k = self.int(k as i64);
                if self.eq(i, k) == condition {
                    *x = value;
                }
            }
        }
    }

    /// The element of `xs` at a symbolic index: the most frequent one unless the index says
    /// otherwise.
    fn select(&mut self, xs: &[ExprId], i: ExprId) -> ExprId {
        let mut counts: FxHashMap<ExprId, usize> = FxHashMap::default();
        for x in xs {
            *counts.entry(*x).or_default() += 1;
        }
        let mut default = UNDEFINED;
        for x in xs.iter().rev() {
            let better = default == UNDEFINED || counts[x] > counts[&default];
            if *x != UNDEFINED && better {
                default = *x;
            }
        }
        let mut result = default;
        let mut end = xs.len();
        while end > 0 {
            let x = xs[end - 1];
            let mut start = end - 1;
            while start > 0 && xs[start - 1] == x {
                start -= 1;
            }
            if x != default && x != UNDEFINED {
                let here = self.in_run(i, start, end, xs.len());
                result = self.ite(here, x, result);
            }
            end = start;
        }
        result
    }

    /// `start <= i < end`, for an index below `len`.
    fn in_run(&mut self, i: ExprId, start: usize, end: usize, len: usize) -> ExprId {
        let first = self.int(start as i64);
        if end == start + 1 {
            return self.eq(i, first);
        }
        let last = self.int(end as i64 - 1);
        let from = if start == 0 { TRUE } else { self.ge(i, first) };
        let to = if end == len { TRUE } else { self.le(i, last) };
        self.and(from, to)
    }

    /// `a` without a write at `i` that a later write at `i` hides.
    fn without_write(&mut self, a: ExprId, i: ExprId) -> ExprId {
        let mut above = Vec::new();
        let mut at = a;
        while let Node::Write { base, index, value } = *self.node(at) {
            if index == i {
                return above.into_iter().rev().fold(base, |base, (index, value)| {
                    self.intern(Node::Write { base, index, value })
                });
            }
            above.push((index, value));
            at = base;
        }
        a
    }

    /// Writes below the writes at indices known to be greater.
    fn insert_write(&mut self, a: ExprId, i: ExprId, v: ExprId) -> ExprId {
        if let Node::Write { base, index, value } = *self.node(a)
            && self
                .offset(index, i)
                .is_some_and(|over| number::is_pos(&over))
        {
            let base = self.insert_write(base, i, v);
            return self.intern(Node::Write { base, index, value });
        }
        self.intern(Node::Write {
            base: a,
            index: i,
            value: v,
        })
    }
}
