//! Patterns: does a value fit, and what do the names in it stand for?
//!
//! A pattern of parts looks behind references. What it finds behind `&mut` its names refer to, and
//! what it finds behind `&`, or behind both, they are shared references to: values, here.
//! [`Process::ways`] tells *all* ways in which a value fits, in the order in which Rust tries them,
//! since a guard may refuse the first alternative of `p | q` and accept the second.

use tass_syntax::tree::{Pattern, Type};

use super::process::{Process, Stop, Var};
use super::value::{Place, Value};

/// What a pattern is compared with.
#[derive(Clone)]
struct Subject {
    ty: Type,
    value: Value,
    /// Where it is, if names are to refer to it.
    place: Option<Place>,
    /// Was it found behind a shared reference?
    shared: bool,
}

/// The variables that one way makes.
type Way = Vec<Var>;

impl Subject {
    /// What a name stands for.
    fn bound(self, name: &str) -> Var {
        let reference = |mutable, ty| Type::Ref {
            mutable,
            target: Box::new(ty),
        };
        let (ty, value) = match self.place {
            Some(place) => (reference(true, self.ty), Value::Place(place)),
            None if self.shared => (reference(false, self.ty), self.value),
            None => (self.ty, self.value),
        };
        Var {
            name: name.to_owned(),
            ty,
            value,
        }
    }

    /// A component or a field.
    fn part(&self, index: usize, ty: Type, value: &Value) -> Subject {
        Subject {
            ty,
            value: value.clone(),
            place: self.place.clone().map(|place| place.field(index)),
            shared: self.shared,
        }
    }
}

impl Process<'_> {
    /// Binds the names of a pattern that every value fits.
    pub(super) fn bind(&mut self, pattern: &Pattern, ty: &Type, value: Value) -> Result<(), Stop> {
        let way = self.ways(pattern, ty, value)?.into_iter().next();
        let way = way.ok_or_else(|| Stop::Unsupported("a pattern that does not fit".into()))?;
        self.frame_mut().vars.extend(way);
        Ok(())
    }

    /// All ways in which a value fits a pattern, in order.
    pub(super) fn ways(
        &mut self,
        pattern: &Pattern,
        ty: &Type,
        value: Value,
    ) -> Result<Vec<Way>, Stop> {
        let subject = Subject {
            ty: ty.clone(),
            value,
            place: None,
            shared: false,
        };
        self.ways_of(pattern, subject)
    }

    fn ways_of(&mut self, pattern: &Pattern, subject: Subject) -> Result<Vec<Way>, Stop> {
        Ok(match pattern {
            Pattern::Wild => vec![Way::new()],
            Pattern::Name { name, .. } => vec![vec![subject.bound(name)]],
            Pattern::Mut(inner) => self.ways_of(inner, subject)?,
            Pattern::Ref(inner) => {
                let subject = self.pointed(subject);
                self.ways_of(inner, subject)?
            }
            Pattern::At(name, inner) => {
                let whole = self.ways_of(name, subject.clone())?;
                both(&whole, &self.ways_of(inner, subject)?)
            }
            Pattern::Or(alternatives) => {
                let mut ways = Vec::new();
                for alternative in alternatives {
                    ways.extend(self.ways_of(alternative, subject.clone())?);
                }
                ways
            }
            Pattern::Value(constant) => {
                let subject = self.looked_at(subject)?;
                let constant = self.value(constant, Some(&subject.ty))?;
                whether(constant == subject.value)
            }
            Pattern::Range { lo, hi, inclusive } => {
                let subject = self.looked_at(subject)?;
                let mut end = |end: &Option<Box<_>>| match end {
                    Some(end) => self.value(end, Some(&subject.ty)).map(Some),
                    None => Ok(None),
                };
                let (lo, hi) = (end(lo)?, end(hi)?);
                let above = lo.is_none_or(|lo| lo <= subject.value);
                let below =
                    hi.is_none_or(|hi| subject.value < hi || *inclusive && subject.value == hi);
                whether(above && below)
            }
            Pattern::Tuple(_) | Pattern::Struct(_) => self.ways_of_parts(pattern, subject)?,
            Pattern::Variant {
                ty, name, fields, ..
            } => self.ways_of_variant((ty, name), fields, subject)?,
        })
    }

    fn ways_of_parts(&mut self, pattern: &Pattern, subject: Subject) -> Result<Vec<Way>, Stop> {
        let subject = self.behind(subject);
        let mut ways = vec![Way::new()];
        match (pattern, &subject.ty, &subject.value) {
            (Pattern::Tuple(patterns), _, Value::Unit) if patterns.is_empty() => {}
            (Pattern::Tuple(patterns), ty, Value::Tuple(values))
                if patterns.len() == values.len() && !matches!(ty, Type::Struct(_)) =>
            {
                for (i, (pattern, value)) in patterns.iter().zip(values).enumerate() {
                    let ty = match ty {
                        Type::Tuple(types) => types[i].clone(),
                        _ => Type::Infer,
                    };
                    let part = subject.part(i, ty, value);
                    ways = both(&ways, &self.ways_of(pattern, part)?);
                }
            }
            (Pattern::Struct(fields), Type::Struct(def), Value::Tuple(values)) => {
                for (name, pattern) in fields {
                    let i = def.fields.iter().position(|(field, _)| field == name);
                    let i = i.ok_or_else(|| Stop::Unsupported(format!("the field `{name}`")))?;
                    let part = subject.part(i, def.fields[i].1.clone(), &values[i]);
                    ways = both(&ways, &self.ways_of(pattern, part)?);
                }
            }
            (Pattern::Tuple(_), ..) => {
                return Err(Stop::Unsupported("a tuple pattern here".into()));
            }
            _ => return Err(Stop::Unsupported("a struct pattern here".into())),
        }
        Ok(ways)
    }

    fn ways_of_variant(
        &mut self,
        (ty, name): (&Type, &str),
        fields: &[(String, Pattern)],
        subject: Subject,
    ) -> Result<Vec<Way>, Stop> {
        let subject = self.looked_at(subject)?;
        let Value::Variant(tag, values) = &subject.value else {
            return Err(Stop::Unsupported("a variant pattern here".into()));
        };
        if tag.name != name {
            return Ok(Vec::new());
        }
        // The pattern of `Some(n)` does not know of what type it is, and the value may not either.
        let variants = [&subject.ty, ty].map(|ty| match ty {
            Type::Enum(def) => def.variant(name),
            _ => None,
        });
        let variants: Vec<_> = variants.into_iter().flatten().collect();
        let mut ways = vec![Way::new()];
        for (field, pattern) in fields {
            let i = match variants.first() {
                Some((_, variant)) => variant.fields.iter().position(|(name, _)| name == field),
                None => field.parse().ok(),
            };
            let i = i.filter(|i| *i < values.len());
            let i = i.ok_or_else(|| Stop::Unsupported(format!("the field `{field}`")))?;
            let mut types = variants.iter().map(|(_, variant)| &variant.fields[i].1);
            let ty = types.find(|ty| **ty != Type::Infer).unwrap_or(&Type::Infer);
            let part = subject.part(i, ty.clone(), &values[i]);
            ways = both(&ways, &self.ways_of(pattern, part)?);
        }
        Ok(ways)
    }

    /// What is behind all references, where names refer to what they stand for.
    fn behind(&self, mut subject: Subject) -> Subject {
        loop {
            match (subject.ty.clone(), subject.value.clone()) {
                (Type::Ref { mutable, target }, value) => {
                    subject.ty = *target;
                    match value {
                        Value::Place(place) if mutable && !subject.shared => {
                            subject.value = self.load(&place);
                            subject.place = Some(place);
                        }
                        // A mutable reference that is no place has been looked behind before.
                        value => {
                            subject.value = self.settle(value);
                            (subject.shared, subject.place) = (true, None);
                        }
                    }
                }
                (_, Value::Place(place)) => {
                    subject.value = self.load(&place);
                    subject.place = Some(place).filter(|_| !subject.shared);
                }
                _ => return subject,
            }
        }
    }

    /// The same, if it is compared with something: then it is read.
    fn looked_at(&self, subject: Subject) -> Result<Subject, Stop> {
        let subject = self.behind(subject);
        if let Some(place) = &subject.place {
            self.read(place)?;
        }
        Ok(subject)
    }

    /// What `&p` takes the reference from: names in it stand for values again.
    fn pointed(&self, subject: Subject) -> Subject {
        let ty = match subject.ty {
            Type::Ref { target, .. } => *target,
            ty => ty,
        };
        Subject {
            ty,
            value: self.settle(subject.value),
            place: None,
            shared: false,
        }
    }
}

/// Without names: one way, or none.
fn whether(fits: bool) -> Vec<Way> {
    match fits {
        true => vec![Way::new()],
        false => Vec::new(),
    }
}

/// Every way of one part with every way of the next, of which the latter change faster.
fn both(first: &[Way], second: &[Way]) -> Vec<Way> {
    let together = |one: &Way| {
        let one = one.clone();
        move |two: &Way| one.iter().chain(two).cloned().collect()
    };
    let ways = first
        .iter()
        .flat_map(|one| second.iter().map(together(one)));
    ways.collect()
}
