//! The draw law: one test or more for each article, named after it. docs/law.md explains the articles.
//!
//! | articles | where |
//! |---|---|
//! | 5.1.1 mate, 5.1.2 resignation, 5.2.1 stalemate, 5.2.2 dead position, 6.9 flag fall, 9.6 automatic draws | [`endings`] |
//! | 5.2.3 agreement, 9.1.2 offers | [`offers`] |
//! | 9.2 and 9.3 claims, 9.5 right and wrong ones | [`claims`] |
//! | 9.2.3 the same position | [`repetition`] |
//! | 7.5.2 promotion, 8.1.2 and 8.7 the record | [`moves`] |
//!
//! What needs a clock, a room or a server is tested there: how long the bonus for a wrong claim is,
//! moves that arrive in time, limits on offers. The game announces what they need, such as
//! `TimeBonusDue`.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod table;

mod claims;
mod endings;
mod fifty_moves;
mod loading;
mod longest;
mod moves;
mod observers;
mod offers;
mod properties;
mod repetition;
mod takebacks;
mod vectors;
