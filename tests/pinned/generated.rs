use tass::Report;
pub(crate) const ALL: &[(&str, fn() -> Result<(), Report>)] = &[];
