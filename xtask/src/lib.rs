//! Shared by the repository's tools: running cargo and other programs.

#![forbid(unsafe_code)]

pub mod shell;
