//! Positions and moves as people and programs write them.

pub mod fen;
pub mod san;
pub mod uci;
