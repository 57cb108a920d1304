//! Where a game starts, as people write it.

use chess::Tolerance;
use chess::fen::{self, CastlingMode, FenError};
use game::Start;

/// Reads a FEN, as Chess960 if it makes sense in no other way.
///
/// # Errors
///
/// Says what is wrong with the FEN of a game of orthodox chess.
pub fn read_fen(text: &str) -> Result<Start, FenError> {
    let read = |mode| {
        let read = fen::read(text, mode, Tolerance::Lenient)?;
        let position = read.position;
        Ok(Start { position, mode })
    };
    read(CastlingMode::Standard)
        .or_else(|error| read(CastlingMode::Chess960).map_err(|_: FenError| error))
}
