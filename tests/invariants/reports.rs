//! What is said of invariants.
