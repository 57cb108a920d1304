//! What the chores of the repository share with its tools: running cargo and other programs.

#![forbid(unsafe_code)]

pub mod shell;
