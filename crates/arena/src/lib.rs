//! Plays matches between engines and measures the difference in strength.
//!
//! - [`plan`] is what people ask for, and makes a [`tournament`] of it.
//! - [`schedule`] pairs players and openings. [`contest`] plays one game with rules and clocks.
//!   [`player`] is anything that can be asked for a move, such as a UCI engine process ([`link`]).
//! - [`journal`] records the games; all other outputs are derived from it. A [`lock`] protects it
//!   from other runs.
//! - [`series`] plays numbered units of games on several threads into a journal.
//! - [`book`] generates openings with our own engine.
//! - [`tune`] tunes the parameters of our own engine by self-play.
//! - [`stats`] computes Elo, error bars and sequential tests; [`chart`] draws them over the games.

pub mod adjudicate;
pub mod book;
pub mod cause_code;
pub mod chart;
pub mod contest;
pub mod fault;
pub mod identity;
pub mod in_order;
pub mod journal;
pub mod link;
pub mod lock;
pub mod move_limit;
pub mod opening;
pub mod pgn_file;
pub mod plan;
pub mod player;
pub mod record;
pub mod schedule;
pub mod series;
pub mod stats;
pub mod threads;
pub mod tournament;
pub mod tune;
