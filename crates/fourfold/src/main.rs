//! The command line of Fourfold.

#![forbid(unsafe_code)]

fn main() {}
