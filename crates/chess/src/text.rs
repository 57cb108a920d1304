//! Positions and moves as people and programs write them.

pub mod fen;
pub mod notation;
pub mod san;
pub mod uci;
