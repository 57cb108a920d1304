//! The program as a process, for all tests.

pub mod program;
pub mod serving;
