//! Shared by the repository's tools: running cargo and other programs.

pub mod shell;
