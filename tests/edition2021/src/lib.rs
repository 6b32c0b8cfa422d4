//! Models in crates of edition 2021: see `tests/`.
