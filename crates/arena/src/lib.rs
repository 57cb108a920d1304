//! Plays engines against each other and judges the difference.
//!
//! - [`schedule`] says who meets whom from which opening; [`contest`] plays one game under the law
//!   and the clock; [`player`] is whoever can be asked for a move, such as a UCI engine in a process
//!   of its own ([`link`]).
//! - [`journal`] keeps what was played; everything else is derived from it. A [`lock`] keeps other
//!   runs out of it.
//! - [`series`] plays numbered units of any kind of game on several threads into a journal.
//! - [`book`] makes openings with our own engine.
//! - [`tune`] finds better numbers for our own engine by games against itself.
//! - [`stats`] turns results into Elo, error bars and verdicts.

pub mod adjudicate;
pub mod book;
pub mod contest;
pub mod control;
pub mod fault;
pub mod in_order;
pub mod journal;
pub mod link;
pub mod lock;
pub mod opening;
pub mod player;
pub mod record;
pub mod schedule;
pub mod series;
pub mod stats;
pub mod tournament;
pub mod tune;
