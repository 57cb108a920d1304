//! Parses the start position of a game.

use chess::Tolerance;
use chess::fen::{self, CastlingMode, FenError};
use game::Start;

/// Parses a FEN, as Chess960 if it is valid in no other way.
///
/// # Errors
///
/// Returns what is wrong with the FEN as one of standard chess.
pub fn read_fen(text: &str) -> Result<Start, FenError> {
    let read = |mode| {
        let read = fen::read(text, mode, Tolerance::Lenient)?;
        let position = read.position;
        Ok(Start { position, mode })
    };
    read(CastlingMode::Standard)
        .or_else(|error| read(CastlingMode::Chess960).map_err(|_: FenError| error))
}
