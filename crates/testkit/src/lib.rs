//! Positions, walkers and generators for tests.

#![forbid(unsafe_code)]
