//! Written by `TASS_PRINT=1 cargo test --test pinned`: do not edit.

pub(crate) const ALL: &[crate::Printed] = &[
    ("kind_deadlock", kind_deadlock::deadlock_deadlock),
    ("kind_potential_deadlock", kind_potential_deadlock::potential_deadlock_potential_deadlock),
    ("kind_assertion", kind_assertion::assertion_assertion),
    ("kind_out_of_bounds", kind_out_of_bounds::out_of_bounds_out_of_bounds),
    ("kind_division_by_zero", kind_division_by_zero::division_by_zero_division_by_zero),
    ("kind_unsigned_underflow", kind_unsigned_underflow::unsigned_underflow_unsigned_underflow),
    ("kind_overflow", kind_overflow::overflow_overflow),
    ("kind_collective_assertion", kind_collective_assertion::collective_assertion_collective_assertion),
    ("kind_collective_assertion_order", kind_collective_assertion_order::collective_assertion_order_collective_assertion_order),
    ("kind_collective_assertion_incomplete", kind_collective_assertion_incomplete::collective_assertion_incomplete_collective_assertion_incomplete),
    ("kind_collective_universe", kind_collective_universe::collective_universe_collective_universe),
    ("kind_output_mismatch", kind_output_mismatch::squared_output_mismatch),
    ("kind_output_missing", kind_output_missing::twice_if_positive_output_missing),
    ("kind_invariant_entry", kind_invariant_entry::invariant_entry_invariant_entry),
    ("kind_invariant", kind_invariant::invariant_invariant),
    ("kind_loop_exit", kind_loop_exit::loop_exit_loop_exit),
    ("kind_frame", kind_frame::frame_frame),
    ("kind_type_mismatch", kind_type_mismatch::type_mismatch_type_mismatch),
    ("kind_truncation", kind_truncation::truncation_truncation),
    ("kind_overlapping_buffers", kind_overlapping_buffers::overlapping_buffers_overlapping_buffers),
    ("kind_buffer_race", kind_buffer_race::buffer_race_buffer_race),
    ("kind_request_leak", kind_request_leak::request_leak_request_leak),
    ("kind_request_misused", kind_request_misused::request_misused_request_misused),
    ("kind_bsend_buffer", kind_bsend_buffer::bsend_buffer_bsend_buffer),
    ("kind_not_ready", kind_not_ready::not_ready_not_ready),
    ("kind_communicator_leak", kind_communicator_leak::communicator_leak_communicator_leak),
    ("kind_communicator_freed", kind_communicator_freed::communicator_freed_communicator_freed),
    ("kind_invalid_communicator", kind_invalid_communicator::invalid_communicator_invalid_communicator),
    ("kind_invalid_topology", kind_invalid_topology::invalid_topology_invalid_topology),
    ("kind_communicator_order", kind_communicator_order::communicator_order_communicator_order),
    ("kind_collective_mixed", kind_collective_mixed::collective_mixed_collective_mixed),
    ("kind_invalid_in_place", kind_invalid_in_place::invalid_in_place_invalid_in_place),
    ("kind_invalid_rank", kind_invalid_rank::invalid_rank_invalid_rank),
    ("kind_invalid_tag", kind_invalid_tag::invalid_tag_invalid_tag),
    ("kind_aborted", kind_aborted::aborted_aborted),
    ("kind_collective_order", kind_collective_order::collective_order_collective_order),
    ("kind_collective_root", kind_collective_root::collective_root_collective_root),
    ("kind_collective_op", kind_collective_op::collective_op_collective_op),
    ("kind_invalid_operator", kind_invalid_operator::invalid_operator_invalid_operator),
    ("kind_operator_claim", kind_operator_claim::operator_claim_operator_claim),
    ("kind_collective_type", kind_collective_type::collective_type_collective_type),
    ("kind_collective_count", kind_collective_count::collective_count_collective_count),
    ("kind_collective_incomplete", kind_collective_incomplete::collective_incomplete_collective_incomplete),
    ("kind_unreceived_message", kind_unreceived_message::unreceived_message_unreceived_message),
    ("kind_panic", kind_panic::panic_panic),
    ("kind_unreachable", kind_unreachable::unreachable_unreachable),
    ("kind_init_finalize", kind_init_finalize::init_finalize_init_finalize),
    ("kind_invalid_cast", kind_invalid_cast::invalid_cast_invalid_cast),
    ("kind_unwrap_none", kind_unwrap_none::unwrap_none_unwrap_none),
    ("kind_mutual_exclusion", kind_mutual_exclusion::mutual_exclusion_mutual_exclusion),
    ("kind_always", kind_always::always_broken_always),
    ("structs", structs::structs_assertion),
    ("fractions", fractions::fractions_assertion),
    ("large", large::large_assertion),
    ("lists", lists::lists_assertion),
    ("chooses", chooses::chooses_assertion),
    ("branches", branches::branches_assertion),
    ("race", race::race_assertion),
    ("race_unreduced", race_unreduced::race_assertion),
    ("many_rounds", many_rounds::many_rounds_assertion),
    ("lock", lock::lock_mutual_exclusion),
    ("lock_any", lock_any::lock_mutual_exclusion),
    ("lock_aborts", lock_aborts::lock_mutual_exclusion),
    ("lock_nonatomic", lock_nonatomic::lock_mutual_exclusion),
    ("starts_once", starts_once::starts_once_always),
    ("spec_elsewhere", spec_elsewhere::sums_up_output_mismatch),
    ("spec_parallel", spec_parallel::sums_up_output_mismatch),
    ("declared", declared::declared_output_mismatch),
    ("overridden", overridden::declared_output_mismatch),
    ("assumes_late", assumes_late::assumes_late_assertion),
    ("universes", universes::universes_collective_assertion),
    ("invariants", invariants::invariants_invariant),
    ("all_violations", all_violations::chooses_assertion),
    ("options", options::race_assertion),
];

mod kind_deadlock {
use crate::cases::kinds::*;

pub(crate) fn deadlock_deadlock() -> Result<(), tass::Report> {
    tass::replay(deadlock::model().nprocs(2))
        .schedule("0 1")
        .run()
}
}

mod kind_potential_deadlock {
use crate::cases::kinds::*;

pub(crate) fn potential_deadlock_potential_deadlock() -> Result<(), tass::Report> {
    tass::replay(potential_deadlock::model().nprocs(2))
        .schedule("0 1")
        .run()
}
}

mod kind_assertion {
use crate::cases::kinds::*;

pub(crate) fn assertion_assertion() -> Result<(), tass::Report> {
    tass::replay(assertion::model().nprocs(2))
        .input("n", 0)
        .schedule("0")
        .run()
}
}

mod kind_out_of_bounds {
use crate::cases::kinds::*;

pub(crate) fn out_of_bounds_out_of_bounds() -> Result<(), tass::Report> {
    tass::replay(out_of_bounds::model().nprocs(2))
        .input("u", [0.0, 0.0])
        .schedule("1")
        .run()
}
}

mod kind_division_by_zero {
use crate::cases::kinds::*;

pub(crate) fn division_by_zero_division_by_zero() -> Result<(), tass::Report> {
    tass::replay(division_by_zero::model().nprocs(2))
        .input("a", 0)
        .input("b", 0)
        .schedule("0")
        .run()
}
}

mod kind_unsigned_underflow {
use crate::cases::kinds::*;

pub(crate) fn unsigned_underflow_unsigned_underflow() -> Result<(), tass::Report> {
    tass::replay(unsigned_underflow::model().nprocs(2))
        .schedule("0")
        .run()
}
}

mod kind_overflow {
use crate::cases::kinds::*;

pub(crate) fn overflow_overflow() -> Result<(), tass::Report> {
    tass::replay(overflow::model().nprocs(2).overflow(true))
        .input("n", 255)
        .schedule("0")
        .run()
}
}

mod kind_collective_assertion {
use crate::cases::kinds::*;

pub(crate) fn collective_assertion_collective_assertion() -> Result<(), tass::Report> {
    tass::replay(collective_assertion::model().nprocs(2))
        .input("n", 0)
        .schedule("0 1")
        .run()
}
}

mod kind_collective_assertion_order {
use crate::cases::kinds::*;

pub(crate) fn collective_assertion_order_collective_assertion_order() -> Result<(), tass::Report> {
    tass::replay(collective_assertion_order::model().nprocs(2))
        .schedule("0 1")
        .run()
}
}

mod kind_collective_assertion_incomplete {
use crate::cases::kinds::*;

pub(crate) fn collective_assertion_incomplete_collective_assertion_incomplete() -> Result<(), tass::Report> {
    tass::replay(collective_assertion_incomplete::model().nprocs(2))
        .schedule("0 1")
        .run()
}
}

mod kind_collective_universe {
use crate::cases::kinds::*;

pub(crate) fn collective_universe_collective_universe() -> Result<(), tass::Report> {
    tass::replay(collective_universe::model().nprocs(2))
        .schedule("0")
        .run()
}
}

mod kind_output_mismatch {
use crate::cases::kinds::*;

pub(crate) fn squared_output_mismatch() -> Result<(), tass::Report> {
    tass::replay(squared::model().nprocs(2).spec(twice::model()))
        .input("n", 1)
        .schedule("0 1 2")
        .run()
}
}

mod kind_output_missing {
use crate::cases::kinds::*;

pub(crate) fn twice_if_positive_output_missing() -> Result<(), tass::Report> {
    tass::replay(twice_if_positive::model().nprocs(2).spec(twice::model()))
        .input("n", 0)
        .schedule("0 1 2")
        .run()
}
}

mod kind_invariant_entry {
use crate::cases::kinds::*;

pub(crate) fn invariant_entry_invariant_entry() -> Result<(), tass::Report> {
    tass::replay(invariant_entry::model().nprocs(2))
        .input("n", 0)
        .schedule("0*2 1*2")
        .run()
}
}

mod kind_invariant {
use crate::cases::kinds::*;

pub(crate) fn invariant_invariant() -> Result<(), tass::Report> {
    tass::replay(invariant::model().nprocs(2))
        .input("n", 3)
        .schedule("(0*2 1*2)*4")
        .run()
}
}

mod kind_loop_exit {
use crate::cases::kinds::*;

pub(crate) fn loop_exit_loop_exit() -> Result<(), tass::Report> {
    tass::replay(loop_exit::model().nprocs(2))
        .input("n", 0)
        .schedule("0*2 1*2")
        .run()
}
}

mod kind_frame {
use crate::cases::kinds::*;

pub(crate) fn frame_frame() -> Result<(), tass::Report> {
    tass::replay(frame::model().nprocs(2))
        .input("n", 3)
        .schedule("0*5")
        .run()
}
}

mod kind_type_mismatch {
use crate::cases::kinds::*;

pub(crate) fn type_mismatch_type_mismatch() -> Result<(), tass::Report> {
    tass::replay(type_mismatch::model().nprocs(2))
        .schedule("0 1*2")
        .run()
}
}

mod kind_truncation {
use crate::cases::kinds::*;

pub(crate) fn truncation_truncation() -> Result<(), tass::Report> {
    tass::replay(truncation::model().nprocs(2))
        .schedule("0 1*2")
        .run()
}
}

mod kind_overlapping_buffers {
use crate::cases::kinds::*;

pub(crate) fn overlapping_buffers_overlapping_buffers() -> Result<(), tass::Report> {
    tass::replay(overlapping_buffers::model().nprocs(2))
        .schedule("0")
        .run()
}
}

mod kind_buffer_race {
use crate::cases::kinds::*;

pub(crate) fn buffer_race_buffer_race() -> Result<(), tass::Report> {
    tass::replay(buffer_race::model().nprocs(2))
        .schedule("0")
        .run()
}
}

mod kind_request_leak {
use crate::cases::kinds::*;

pub(crate) fn request_leak_request_leak() -> Result<(), tass::Report> {
    tass::replay(request_leak::model().nprocs(2))
        .schedule("0 1 0:1")
        .run()
}
}

mod kind_request_misused {
use crate::cases::kinds::*;

pub(crate) fn request_misused_request_misused() -> Result<(), tass::Report> {
    tass::replay(request_misused::model().nprocs(2))
        .schedule("0 1 0:1")
        .run()
}
}

mod kind_bsend_buffer {
use crate::cases::kinds::*;

pub(crate) fn bsend_buffer_bsend_buffer() -> Result<(), tass::Report> {
    tass::replay(bsend_buffer::model().nprocs(2).reduction(false))
        .schedule("0*2")
        .run()
}
}

mod kind_not_ready {
use crate::cases::kinds::*;

pub(crate) fn not_ready_not_ready() -> Result<(), tass::Report> {
    tass::replay(not_ready::model().nprocs(2).reduction(false))
        .schedule("1")
        .run()
}
}

mod kind_communicator_leak {
use crate::cases::kinds::*;

pub(crate) fn communicator_leak_communicator_leak() -> Result<(), tass::Report> {
    tass::replay(communicator_leak::model().nprocs(2))
        .schedule("(0 1)*2 0")
        .run()
}
}

mod kind_communicator_freed {
use crate::cases::kinds::*;

pub(crate) fn communicator_freed_communicator_freed() -> Result<(), tass::Report> {
    tass::replay(communicator_freed::model().nprocs(2))
        .schedule("0 1 0*2")
        .run()
}
}

mod kind_invalid_communicator {
use crate::cases::kinds::*;

pub(crate) fn invalid_communicator_invalid_communicator() -> Result<(), tass::Report> {
    tass::replay(invalid_communicator::model().nprocs(2))
        .schedule("0 1*2")
        .run()
}
}

mod kind_invalid_topology {
use crate::cases::kinds::*;

pub(crate) fn invalid_topology_invalid_topology() -> Result<(), tass::Report> {
    tass::replay(invalid_topology::model().nprocs(2))
        .schedule("0")
        .run()
}
}

mod kind_communicator_order {
use crate::cases::kinds::*;

pub(crate) fn communicator_order_communicator_order() -> Result<(), tass::Report> {
    tass::replay(communicator_order::model().nprocs(2))
        .schedule("(0 1)*2")
        .run()
}
}

mod kind_collective_mixed {
use crate::cases::kinds::*;

pub(crate) fn collective_mixed_collective_mixed() -> Result<(), tass::Report> {
    tass::replay(collective_mixed::model().nprocs(2))
        .schedule("0 1")
        .run()
}
}

mod kind_invalid_in_place {
use crate::cases::kinds::*;

pub(crate) fn invalid_in_place_invalid_in_place() -> Result<(), tass::Report> {
    tass::replay(invalid_in_place::model().nprocs(2))
        .schedule("1")
        .run()
}
}

mod kind_invalid_rank {
use crate::cases::kinds::*;

pub(crate) fn invalid_rank_invalid_rank() -> Result<(), tass::Report> {
    tass::replay(invalid_rank::model().nprocs(2))
        .schedule("1")
        .run()
}
}

mod kind_invalid_tag {
use crate::cases::kinds::*;

pub(crate) fn invalid_tag_invalid_tag() -> Result<(), tass::Report> {
    tass::replay(invalid_tag::model().nprocs(2))
        .schedule("0")
        .run()
}
}

mod kind_aborted {
use crate::cases::kinds::*;

pub(crate) fn aborted_aborted() -> Result<(), tass::Report> {
    tass::replay(aborted::model().nprocs(2))
        .input("n", -1)
        .schedule("1")
        .run()
}
}

mod kind_collective_order {
use crate::cases::kinds::*;

pub(crate) fn collective_order_collective_order() -> Result<(), tass::Report> {
    tass::replay(collective_order::model().nprocs(2))
        .schedule("0 1")
        .run()
}
}

mod kind_collective_root {
use crate::cases::kinds::*;

pub(crate) fn collective_root_collective_root() -> Result<(), tass::Report> {
    tass::replay(collective_root::model().nprocs(2))
        .schedule("0 1")
        .run()
}
}

mod kind_collective_op {
use crate::cases::kinds::*;

pub(crate) fn collective_op_collective_op() -> Result<(), tass::Report> {
    tass::replay(collective_op::model().nprocs(2))
        .schedule("0 1")
        .run()
}
}

mod kind_invalid_operator {
use crate::cases::kinds::*;

pub(crate) fn invalid_operator_invalid_operator() -> Result<(), tass::Report> {
    tass::replay(invalid_operator::model().nprocs(2))
        .schedule("0")
        .run()
}
}

mod kind_operator_claim {
use crate::cases::kinds::*;

pub(crate) fn operator_claim_operator_claim() -> Result<(), tass::Report> {
    tass::replay(operator_claim::model().nprocs(2))
        .schedule("0 1 0")
        .run()
}
}

mod kind_collective_type {
use crate::cases::kinds::*;

pub(crate) fn collective_type_collective_type() -> Result<(), tass::Report> {
    tass::replay(collective_type::model().nprocs(2))
        .schedule("0 1")
        .run()
}
}

mod kind_collective_count {
use crate::cases::kinds::*;

pub(crate) fn collective_count_collective_count() -> Result<(), tass::Report> {
    tass::replay(collective_count::model().nprocs(2))
        .schedule("0 1*2")
        .run()
}
}

mod kind_collective_incomplete {
use crate::cases::kinds::*;

pub(crate) fn collective_incomplete_collective_incomplete() -> Result<(), tass::Report> {
    tass::replay(collective_incomplete::model().nprocs(2).deadlock(tass::Deadlock::Absolute))
        .schedule("0*2 1")
        .run()
}
}

mod kind_unreceived_message {
use crate::cases::kinds::*;

pub(crate) fn unreceived_message_unreceived_message() -> Result<(), tass::Report> {
    tass::replay(unreceived_message::model().nprocs(2).deadlock(tass::Deadlock::Absolute))
        .schedule("0*2 1")
        .run()
}
}

mod kind_panic {
use crate::cases::kinds::*;

pub(crate) fn panic_panic() -> Result<(), tass::Report> {
    tass::replay(panic::model().nprocs(2))
        .input("n", 5)
        .schedule("0")
        .run()
}
}

mod kind_unreachable {
use crate::cases::kinds::*;

pub(crate) fn unreachable_unreachable() -> Result<(), tass::Report> {
    tass::replay(unreachable::model().nprocs(2))
        .input("n", 5)
        .schedule("0")
        .run()
}
}

mod kind_init_finalize {
use crate::cases::kinds::*;

pub(crate) fn init_finalize_init_finalize() -> Result<(), tass::Report> {
    tass::replay(init_finalize::model().nprocs(2))
        .schedule("0 1 0")
        .run()
}
}

mod kind_invalid_cast {
use crate::cases::kinds::*;

pub(crate) fn invalid_cast_invalid_cast() -> Result<(), tass::Report> {
    tass::replay(invalid_cast::model().nprocs(2))
        .input("n", -1)
        .schedule("0")
        .run()
}
}

mod kind_unwrap_none {
use crate::cases::kinds::*;

pub(crate) fn unwrap_none_unwrap_none() -> Result<(), tass::Report> {
    tass::replay(unwrap_none::model().nprocs(2))
        .input("u", Vec::<i32>::new())
        .schedule("0")
        .run()
}
}

mod kind_mutual_exclusion {
use crate::cases::kinds::*;

pub(crate) fn mutual_exclusion_mutual_exclusion() -> Result<(), tass::Report> {
    tass::replay(mutual_exclusion::model().nprocs(2))
        .schedule("(0 1)*3")
        .run()
}
}

mod kind_always {
use crate::cases::kinds::*;

pub(crate) fn always_broken_always() -> Result<(), tass::Report> {
    tass::replay(always_broken::model().nprocs(2))
        .schedule("0 1 0*2")
        .run()
}
}

mod structs {
use crate::models::*;

pub(crate) fn structs_assertion() -> Result<(), tass::Report> {
    tass::replay(structs::model().nprocs(1))
        .input("s", tass::record().field("first", 200).field("len", 0))
        .input("all", [tass::record().field("first", 7).field("len", 0), tass::record().field("first", 0).field("len", 5000000000_i64)])
        .input("pair", tass::record().field("0", false).field("1", (0.5, vec![0, -4])))
        .schedule("0")
        .run()
}
}

mod fractions {
use crate::models::*;

pub(crate) fn fractions_assertion() -> Result<(), tass::Report> {
    tass::replay(fractions::model().nprocs(1))
        .input("x", 2.25)
        .input("third", tass::ratio(1, 3))
        .input("all", [tass::ratio(4, 1), tass::ratio(1, 10), tass::ratio(1, 2)])
        .schedule("0")
        .run()
}
}

mod large {
use crate::models::*;

pub(crate) fn large_assertion() -> Result<(), tass::Report> {
    tass::replay(large::model().nprocs(1))
        .input("n", 9000000000_i64)
        .input("u", tass::integer("170141183460469231731687303715884105730"))
        .input("all", [170141183460469231731687303715884105727_i128, -170141183460469231731687303715884105728_i128])
        .schedule("0")
        .run()
}
}

mod lists {
use crate::models::*;

pub(crate) fn lists_assertion() -> Result<(), tass::Report> {
    tass::replay(lists::model().nprocs(1))
        .input("none", Vec::<i32>::new())
        .input("deep", [Vec::<(bool, f64)>::new(), vec![(false, 0.0)]])
        .input("_unit", ())
        .input("zeros", vec![0; 20])
        .schedule("0")
        .run()
}
}

mod chooses {
use crate::models::*;

pub(crate) fn chooses_assertion() -> Result<(), tass::Report> {
    tass::replay(chooses::model().nprocs(2))
        .input("n", 3)
        .choices(1, [3, 503])
        .schedule("1")
        .run()
}
}

mod branches {
use crate::models::*;

pub(crate) fn branches_assertion() -> Result<(), tass::Report> {
    tass::replay(branches::model().nprocs(1))
        .input("n", 0)
        .input("m", 3)
        .schedule("0")
        .run()
}
}

mod race {
use crate::models::*;

pub(crate) fn race_assertion() -> Result<(), tass::Report> {
    tass::replay(race::model().nprocs(3))
        .schedule("0 1 2 0:2 0:1")
        .run()
}
}

mod race_unreduced {
use crate::models::*;

pub(crate) fn race_assertion() -> Result<(), tass::Report> {
    tass::replay(race::model().nprocs(3).reduction(false))
        .schedule("0 1 2 0:2 0 0:1 0")
        .run()
}
}

mod many_rounds {
use crate::models::*;

pub(crate) fn many_rounds_assertion() -> Result<(), tass::Report> {
    tass::replay(many_rounds::model().nprocs(2))
        .input("n", 2)
        .schedule("0 (1*2 0 0:1)*39 1*3")
        .run()
}
}

mod lock {
use crate::models::*;

pub(crate) fn lock_mutual_exclusion() -> Result<(), tass::Report> {
    tass::replay(lock::model().nprocs(2))
        .choices(0, [1])
        .choices(1, [1])
        .schedule("(0 1)*3")
        .run()
}
}

mod lock_any {
use crate::models::*;

pub(crate) fn lock_mutual_exclusion() -> Result<(), tass::Report> {
    tass::replay(lock::model().nprocs(2))
        .choices(0, [1])
        .choices(1, [1])
        .schedule("(0 1)*3")
        .run()
}
}

mod lock_aborts {
use crate::models::*;

pub(crate) fn lock_mutual_exclusion() -> Result<(), tass::Report> {
    tass::replay(lock::model().nprocs(2).aborts(true))
        .choices(0, [1])
        .choices(1, [1])
        .schedule("(0 1)*3")
        .run()
}
}

mod lock_nonatomic {
use crate::models::*;

pub(crate) fn lock_mutual_exclusion() -> Result<(), tass::Report> {
    tass::replay(lock::model().nprocs(3).tests(tass::Tests::Nonatomic))
        .choices(0, [1, 2, 1])
        .choices(1, [0, 2, 1])
        .schedule("0 1 2 0*2 1 0 1*2")
        .run()
}
}

mod starts_once {
use crate::models::*;

pub(crate) fn starts_once_always() -> Result<(), tass::Report> {
    tass::replay(starts_once::model().nprocs(2).aborts(true))
        .schedule("(0 1)*2 1 0:abort")
        .run()
}
}

mod spec_elsewhere {
use crate::models::*;

pub(crate) fn sums_up_output_mismatch() -> Result<(), tass::Report> {
    tass::replay(sums_up::model().nprocs(2).spec(crate::models::elsewhere::sums_most::model()))
        .input("a", [1])
        .schedule("(0 1)*2 2")
        .run()
}
}

mod spec_parallel {
use crate::models::*;

pub(crate) fn sums_up_output_mismatch() -> Result<(), tass::Report> {
    tass::replay(sums_up::model().nprocs(2).spec(crate::models::elsewhere::sums_most::model()).spec_nprocs(2))
        .input("a", [1])
        .schedule("(0 1)*2 2 3")
        .run()
}
}

mod declared {
use crate::models::*;

pub(crate) fn declared_output_mismatch() -> Result<(), tass::Report> {
    tass::replay(declared::model().nprocs(2).spec_nprocs(2).deadlock(tass::Deadlock::Absolute))
        .input("a", [0])
        .schedule("0 1 2 3")
        .run()
}
}

mod overridden {
use crate::models::*;

pub(crate) fn declared_output_mismatch() -> Result<(), tass::Report> {
    tass::replay(declared::model().nprocs(3).spec_nprocs(1).deadlock(tass::Deadlock::Potential))
        .input("a", [0])
        .schedule("0 1 2 3")
        .run()
}
}

mod assumes_late {
use crate::models::*;

pub(crate) fn assumes_late_assertion() -> Result<(), tass::Report> {
    tass::replay(assumes_late::model().nprocs(2))
        .input("n", 3)
        .schedule("0 1 0:1")
        .run()
}
}

mod universes {
use crate::models::*;

pub(crate) fn universes_collective_assertion() -> Result<(), tass::Report> {
    tass::replay(universes::model().nprocs(3))
        .input("a", 0)
        .schedule("1 2")
        .run()
}
}

mod invariants {
use crate::models::*;

pub(crate) fn invariants_invariant() -> Result<(), tass::Report> {
    tass::replay(invariants::model().nprocs(2))
        .input("n", 2)
        .schedule("(0*2 1*2)*2 0*2")
        .run()
}
}

mod all_violations {
use crate::models::*;

pub(crate) fn chooses_assertion() -> Result<(), tass::Report> {
    tass::replay(chooses::model().nprocs(2))
        .input("n", 3)
        .choices(1, [3, 503])
        .schedule("1")
        .run()
}
}

mod options {
use crate::models::*;

pub(crate) fn race_assertion() -> Result<(), tass::Report> {
    tass::replay(race::model().nprocs(3).deadlock(tass::Deadlock::Off).overflow(true))
        .schedule("0 1 2 0:2 0:1")
        .run()
}
}
