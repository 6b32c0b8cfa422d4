//! Compile errors: each case is a mistake that a newcomer makes, with the message that sets it
//! right.

#[test]
fn ui() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
