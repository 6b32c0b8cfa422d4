#![doc = include_str!("chapters.md")]

#[doc = include_str!("assertions.md")]
pub mod assertions {}
#[doc = include_str!("cases.md")]
pub mod cases {}
#[doc = include_str!("communication.md")]
pub mod communication {}
#[doc = include_str!("communicators.md")]
pub mod communicators {}
#[doc = include_str!("every.md")]
pub mod every {}
#[doc = include_str!("inputs.md")]
pub mod inputs {}
#[doc = include_str!("limits.md")]
pub mod limits {}
#[doc = include_str!("loops.md")]
pub mod loops {}
#[doc = include_str!("reports.md")]
pub mod reports {}
#[doc = include_str!("requests.md")]
pub mod requests {}
#[doc = include_str!("two_programs.md")]
pub mod two_programs {}
