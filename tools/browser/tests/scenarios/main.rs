//! Scenarios in a real browser, one file for each topic. `cargo xtask test --only browser` runs
//! them.

mod access;
mod analyse;
mod aside;
mod engine;
mod everywhere;
mod files;
mod habits;
mod hands;
mod keeping;
mod keys;
mod looks;
mod network;
mod picture;
mod play;
mod referee;
mod rivals;
mod rules;
mod shell;
mod single;
mod sizes;
mod table;
mod teach;
mod tour;
