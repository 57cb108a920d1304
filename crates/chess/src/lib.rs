//! The rules of chess for one position: what stands where, which moves are legal, and how positions
//! and moves are written.
//!
//! - The nouns: [`Color`], [`Role`], [`Piece`], [`Square`], [`Bitboard`], [`Board`], [`Move`].
//! - [`Setup`] describes any position, even an impossible one. [`Position`] is legal and can be
//!   played. [`Setup::validate`] turns one into the other or lists every fault.
//! - [`Position::legal_moves`] lists moves, [`Position::destinations`] gives sets,
//!   [`Position::is_legal`] checks any move, and [`Position::play`] returns the next position.
//!   Positions are values: the old one is unchanged.
//! - [`Board::has_insufficient_material`] and [`Board::lacks_mating_material`] say what the
//!   material alone decides.
//! - [`fen`], [`san`] and [`uci`] read and write; [`notation`] reads what people type.
//! - [`perft()`] counts move sequences.
//!
//! With the feature `serde`, squares, pieces, moves, setups and positions can be serialized. Without
//! the default feature `std`, the crate needs no operating system, only an allocator; it then neither
//! counts on several threads nor looks for faster instructions at run time.
//!
//! Chess960 is the general case throughout. This crate has no history, no clock and no I/O;
//! `fourfold-game` adds the history.
//!
//! ```
//! use fourfold_chess::Position;
//!
//! let mut position = Position::start();
//! for san in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"] {
//!     let m = position.parse_san(san)?;
//!     position = position.play(m)?;
//! }
//! assert!(position.is_checkmate());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]
#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

#[macro_use]
mod parse_error;

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod color;
mod material;
mod moves;
mod perft;
mod piece;
mod position;
mod role;
#[cfg(feature = "serde")]
mod serial;
mod setup;
mod square;
mod text;
mod zobrist;

/// Parts of the move generator, for variants that generate moves by rules of their own.
///
/// A [`Visitor`](generator::Visitor) takes moves in sets as they are found; a
/// [`Side`](generator::Side) makes the side to move known to the compiler.
pub mod generator {
    pub use crate::position::{
        Black, Count, PawnField, Side, Visitor, White, check_answers, king_danger, origin,
    };
}

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use color::{ByColor, Color, ParseColorError};
pub use moves::{IntoMoves, Move, MoveKind, MoveList};
#[cfg(all(feature = "std", not(target_arch = "wasm32")))]
pub use perft::divide_threaded;
pub use perft::{PerftDepth, PerftDepthError, divide, perft};
pub use piece::{ParsePieceError, Piece};
pub use position::{
    Compact, Destinations, FIFTY_MOVES, Fault, IllegalMove, IllegalReason, IllegalSetup, Position,
    SHORTEST_CYCLE, Tolerance,
};
pub use role::{ByRole, ParseRoleError, Role};
pub use setup::Setup;
pub use square::{File, ParseSquareError, Rank, Square};
pub use text::{fen, notation, san, uci};
pub use zobrist::Key;

// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
