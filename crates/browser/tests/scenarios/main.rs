//! Scenarios in a real browser: one file for each topic. `cargo xtask test --only browser` plays them.

mod shell;
