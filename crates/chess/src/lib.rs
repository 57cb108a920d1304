//! The rules of one position.
mod board;
mod bitboard;
mod castling;
mod color;
mod moves;
mod perft;
mod piece;
mod position;
mod role;
mod setup;
mod square;
mod text;
mod zobrist;
pub mod attacks;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use color::{ByColor, Color};
pub use moves::{Move, MoveKind, MoveList};
#[cfg(not(target_arch = "wasm32"))]
pub use perft::divide_threaded;
pub use perft::{divide, perft};
pub use piece::Piece;
pub use position::{Destinations, Fault, IllegalMove, IllegalReason, IllegalSetup, Position, Tolerance};
pub use role::{ByRole, Role};
pub use setup::Setup;
pub use text::{fen, san, uci};
pub use square::{File, ParseSquareError, Rank, Square};
pub use zobrist::Key;
