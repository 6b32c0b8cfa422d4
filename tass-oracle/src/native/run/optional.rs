//! [`Data`] of `Option` and `Result`.

use tass::{Value, variant};

use super::data::Data;
use super::reader::Reader;
use crate::generate::Rng;

/// The field of a variant that has one: `(3)`.
fn field<T: Data>(reader: &mut Reader<'_>) -> Option<T> {
    reader.expect("(")?;
    let value = T::read(reader)?;
    reader.expect(")")?;
    Some(value)
}

impl<T: Data> Data for Option<T> {
    fn sample(rng: &mut Rng) -> Option<T> {
        rng.chance(65).then(|| T::sample(rng))
    }

    fn value(&self) -> Option<Value> {
        Some(match self {
            Some(value) => variant("Some").field("0", value.value()?).into(),
            None => variant("None").into(),
        })
    }

    fn read(reader: &mut Reader<'_>) -> Option<Option<T>> {
        match reader.word() {
            "Some" => field(reader).map(Some),
            "None" => Some(None),
            _ => None,
        }
    }

    fn other(&self) -> Option<Option<T>> {
        Some(match self {
            Some(value) => value.other(),
            None => Some(T::sample(&mut Rng::new(1))),
        })
    }
}

impl<T: Data, E: Data> Data for Result<T, E> {
    fn sample(rng: &mut Rng) -> Result<T, E> {
        match rng.chance(60) {
            true => Ok(T::sample(rng)),
            false => Err(E::sample(rng)),
        }
    }

    fn value(&self) -> Option<Value> {
        Some(match self {
            Ok(value) => variant("Ok").field("0", value.value()?).into(),
            Err(error) => variant("Err").field("0", error.value()?).into(),
        })
    }

    fn read(reader: &mut Reader<'_>) -> Option<Result<T, E>> {
        match reader.word() {
            "Ok" => field(reader).map(Ok),
            "Err" => field(reader).map(Err),
            _ => None,
        }
    }

    fn other(&self) -> Option<Result<T, E>> {
        Some(match self {
            Ok(_) => Err(E::sample(&mut Rng::new(1))),
            Err(_) => Ok(T::sample(&mut Rng::new(1))),
        })
    }
}
