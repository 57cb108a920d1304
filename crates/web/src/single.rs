//! What pages with one board have in common: the hand on the board, what the squares show, and games
//! as texts and links.

pub mod hand;
pub mod import;
pub mod link;
pub mod squares;
pub mod start;
