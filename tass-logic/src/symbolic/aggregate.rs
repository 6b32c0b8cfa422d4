//! Tuples, references, and the values of shapes.

use super::node::{ExprId, Node, PathElem, Shape};
use super::store::{FALSE, INT_ZERO, Store, UNDEFINED, UNIT};

/// Arrays up to this constant length are written out element by element.
pub(super) const WRITTEN_OUT: i64 = 1 << 16;

impl Store {
    /// A tuple or struct value.
    pub fn tuple(&mut self, parts: &[ExprId]) -> ExprId {
        self.intern(Node::Tuple(parts.into()))
    }

    /// `()`
    pub fn unit(&mut self) -> ExprId {
        UNIT
    }

    /// A component of a tuple or struct.
    pub fn component(&mut self, t: ExprId, i: usize) -> ExprId {
        match self.node(t) {
            Node::Tuple(parts) => parts[i],
            Node::Undefined => UNDEFINED,
            Node::Ite(c, a, b) => {
                let (c, a, b) = (*c, *a, *b);
                let (a, b) = (self.component(a, i), self.component(b, i));
                self.ite(c, a, b)
            }
            node => panic!("component {i} of {node:?}"),
        }
    }

    /// A tuple or struct with one component replaced.
    pub fn with_component(&mut self, t: ExprId, i: usize, v: ExprId) -> ExprId {
        match self.node(t) {
            Node::Tuple(parts) => {
                let mut parts = parts.to_vec();
                parts[i] = v;
                self.tuple(&parts)
            }
            Node::Undefined => UNDEFINED,
            node => panic!("component {i} of {node:?}"),
        }
    }

    /// A reference to (part of) a variable.
    pub fn reference(&mut self, frame: u32, local: u32, path: &[PathElem]) -> ExprId {
        self.intern(Node::Ref {
            frame,
            local,
            path: path.into(),
        })
    }

    /// The value of a shape at indices.
    pub fn shape_at(&mut self, shape: &Shape, index: &[ExprId]) -> ExprId {
        match shape {
            Shape::Scalar(f) => self.app(*f, index),
            Shape::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|s| self.shape_at(s, index)).collect();
                self.tuple(&parts)
            }
            Shape::Fixed(n, element) => {
                let len = self.int_big((*n).into());
                self.input_array(element, len, index)
            }
            Shape::Dynamic(len, element) => {
                let len = self.app(*len, index);
                self.input_array(element, len, index)
            }
        }
    }

    /// Equality of tuples, arrays and references.
    pub(super) fn eq_aggregates(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.node(a), self.node(b)) {
            (Node::Tuple(xs), Node::Tuple(ys)) | (Node::Array(xs), Node::Array(ys)) => {
                if xs.len() != ys.len() {
                    return FALSE;
                }
                let pairs: Vec<_> = xs.iter().copied().zip(ys.iter().copied()).collect();
                let parts = pairs.into_iter().map(|(x, y)| self.eq(x, y)).collect();
                self.junction(true, parts)
            }
            (Node::Ref { .. }, _) | (_, Node::Ref { .. }) => match (self.node(a), self.node(b)) {
                (Node::Ite(c, x, y), _) => {
                    let (c, x, y) = (*c, *x, *y);
                    let (x, y) = (self.eq(x, b), self.eq(y, b));
                    self.ite(c, x, y)
                }
                (_, Node::Ite(..)) => self.eq(b, a),
                _ => self.eq_references(a, b),
            },
            _ => self.eq_arrays(a, b),
        }
    }

    /// Two references are equal if they lead the same way.
    fn eq_references(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (
            Node::Ref {
                frame: f,
                local: l,
                path: p,
            },
            Node::Ref {
                frame: g,
                local: m,
                path: q,
            },
        ) = (self.node(a), self.node(b))
        else {
            return FALSE;
        };
        if f != g || l != m || p.len() != q.len() {
            return FALSE;
        }
        let steps: Vec<_> = p.iter().cloned().zip(q.iter().cloned()).collect();
        let mut parts = Vec::new();
        for step in steps {
            match step {
                (PathElem::Field(i), PathElem::Field(j)) if i == j => {}
                (PathElem::Index(i), PathElem::Index(j)) => parts.push(self.eq(i, j)),
                (PathElem::Range(s, n), PathElem::Range(t, m)) => {
                    parts.push(self.eq(s, t));
                    parts.push(self.eq(n, m));
                }
                _ => return FALSE,
            }
        }
        self.junction(true, parts)
    }

    /// Equality of arrays of which at least one has a symbolic length.
    fn eq_arrays(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (n, m) = (self.array_len(a), self.array_len(b));
        let same_length = self.eq(n, m);
        if same_length == FALSE {
            return FALSE;
        }
        let known = self.written_out(n).or(self.written_out(m));
        let same = match known {
            Some(n) => {
                let parts = (0..n)
                    .map(|i| {
                        let i = self.int(i);
                        let (x, y) = (self.read(a, i), self.read(b, i));
                        self.eq(x, y)
                    })
                    .collect();
                self.junction(true, parts)
            }
            None => {
                let i = self.open_internal();
                let (x, y) = (self.read(a, i), self.read(b, i));
                let same = self.eq(x, y);
                let same = self.forall(INT_ZERO, n, i, same);
                self.close_internal();
                same
            }
        };
        self.and(same_length, same)
    }
}
