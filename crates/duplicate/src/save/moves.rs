//! Games given by their moves alone.

use super::{LoadError, MoveFault, line, play};
use crate::{Boards, DuplicateGame, Rulings};

/// The game after these moves from the start position.
///
/// ```
/// use fourfold_duplicate::{Rulings, save};
/// let game = save::from_moves(["e2e4", "d2d4"], Rulings::default())?;
/// assert_eq!(game.ply(), 2);
/// let error = save::from_moves(["e2e4", "d2d5"], Rulings::default()).unwrap_err();
/// assert_eq!(error.ply(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the first move that is wrong, and why.
pub fn from_moves<'m>(
    moves: impl IntoIterator<Item = &'m str>,
    rulings: Rulings,
) -> Result<DuplicateGame, LoadError> {
    let mut game = DuplicateGame::with_rulings(rulings);
    for word in moves {
        let m = line::read_move(word, game.ply())?;
        play(&mut game, m)?;
    }
    Ok(game)
}

/// The boards after these moves from the start position. Draws by rule are ignored, as usual in
/// perft.
///
/// # Errors
///
/// Returns the first move that is wrong, and why.
pub fn boards_from_moves<'m>(
    moves: impl IntoIterator<Item = &'m str>,
) -> Result<Boards, LoadError> {
    let mut boards = Boards::start();
    for (ply, word) in moves.into_iter().enumerate() {
        let m = line::read_move(word, ply)?;
        boards = boards.play(m).map_err(|refusal| LoadError::Move {
            ply,
            fault: MoveFault::Refused(refusal),
        })?;
    }
    Ok(boards)
}
