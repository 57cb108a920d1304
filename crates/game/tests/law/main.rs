//! The law, one test for each requirement, named after it.
//!
//! | requirement | where |
//! |---|---|
//! | l01 mate first, l02 resignation, l03 stalemate, l04 dead position, l21 fivefold, l22 seventy-five moves, l23 flag fall | [`endings`] |
//! | l05 agreement, l07 l08 l09 offers | [`offers`] |
//! | l10 l11 l12 l14 l15 claims, l18 right ones, l19 wrong ones | [`claims`] |
//! | l13 the same position | [`repetition`] |
//! | l25 promotion, l27 the record | [`moves`] |
//!
//! What needs clocks, a room or a server has no place in a pure game: l06 (rooms without offers),
//! l16 (touching a piece), l17 (stopping the clocks), l20 (how long the bonus is), l24 (illegal
//! moves that were completed), l26 (moves in time) and l28 (limits on claims and offers). The game
//! announces what they need: `TimeBonusDue` for l20, refusals for l24.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod table;

mod claims;
mod document;
mod endings;
mod loading;
mod longest;
mod moves;
mod observers;
mod offers;
mod properties;
mod repetition;
mod takebacks;
mod vectors;
