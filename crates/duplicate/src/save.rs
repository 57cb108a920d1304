//! Saved games: a JSON file, one line of text, and a link.
//!
//! Each form holds the moves, the declaration if one ended the game, the rulings that differ from
//! the defaults, and the start boards if they were set up. Loading replays the game: an error gives
//! the place and the reason, and a game is loaded whole or not at all.
//!
//! ```
//! use fourfold_duplicate::{DuplicateGame, save};
//! let mut game = DuplicateGame::new();
//! for text in ["e2e4", "d2d4"] {
//!     game.play(text.parse()?)?;
//! }
//! let (line, link) = (save::to_line(&game), save::to_link(&game));
//! assert_eq!(line, "duplicate-chess 1 e2e4 d2d4");
//! assert_eq!(link, "1.McLb");
//! assert_eq!(save::load(&link)?.steps(), game.steps());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod json;
mod line;
mod link;
mod moves;

pub use error::{LoadError, MoveFault};
pub use json::{from_json, rulings_from_json, to_json};
pub use line::{from_line, to_line};
pub use link::{from_link, to_link};
pub use moves::{boards_from_moves, from_moves};

use crate::{Boards, Declaration, DuplicateGame, Rulings, Seat, Step, SyncedMove};

/// The value of `variant` in a saved game.
const VARIANT: &str = "duplicate-chess";

/// The version that is written, and the only one that can be read.
const VERSION: u32 = 1;

/// The longest text that is read. The longest possible game fits.
pub const LENGTH_MAX: usize = 16 << 20;

/// Loads a game from any of the three forms. The beginning of the text decides which it is.
///
/// ```
/// use fourfold_duplicate::save;
/// assert_eq!(save::load("duplicate-chess 1 e2e4 d2d4")?.ply(), 2);
/// assert_eq!(save::load("1.McLb")?.ply(), 2);
/// let error = save::load("duplicate-chess 1 e2e5").unwrap_err();
/// assert_eq!(error.ply(), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the place and the reason if the text is wrong.
pub fn load(text: &str) -> Result<DuplicateGame, LoadError> {
    load_any(text, None)
}

/// Loads a game under these rulings, ignoring those in the text.
///
/// ```
/// use fourfold_duplicate::Rulings;
/// let rulings = Rulings { quiet_turns: 100, ..Rulings::default() };
/// let game = fourfold_duplicate::save::load_under("duplicate-chess 1 e2e4", rulings)?;
/// assert_eq!(game.rulings().quiet_turns, 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the place and the reason if the text is wrong. Under other rulings a game may end
/// earlier; moves after its end are refused.
pub fn load_under(text: &str, rulings: Rulings) -> Result<DuplicateGame, LoadError> {
    load_any(text, Some(rulings))
}

fn load_any(text: &str, rulings: Option<Rulings>) -> Result<DuplicateGame, LoadError> {
    let trimmed = text.trim();
    let is_link =
        trimmed.starts_with(|c: char| c.is_ascii_digit()) && !trimmed.contains(char::is_whitespace);
    if trimmed.is_empty() || trimmed.starts_with(['{', '[', '"']) {
        json::read(text, rulings)
    } else if is_link {
        link::read(trimmed, rulings)
    } else {
        line::read(trimmed, rulings)
    }
}

fn check_length(text: &str) -> Result<(), LoadError> {
    if text.len() > LENGTH_MAX {
        return Err(LoadError::TooLong { found: text.len() });
    }
    Ok(())
}

/// The game that a save begins with.
fn begin(setup: Option<&str>, rulings: Rulings) -> Result<DuplicateGame, LoadError> {
    match setup {
        None => Ok(DuplicateGame::with_rulings(rulings)),
        Some(text) => Ok(DuplicateGame::from_boards(Boards::set_up(text)?, rulings)),
    }
}

/// The boards that were set up, as one word.
fn setup_word(game: &DuplicateGame) -> Option<String> {
    game.is_set_up().then(|| game.start().setup_word())
}

/// Plays the next move of a game that is being loaded.
fn play(game: &mut DuplicateGame, m: SyncedMove) -> Result<(), LoadError> {
    let ply = game.ply();
    match game.play(m) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(LoadError::Move {
            ply,
            fault: MoveFault::Refused(refusal),
        }),
    }
}

/// Ends a game that is being loaded by the declaration in the save.
fn declare(game: &mut DuplicateGame, declaration: Declaration) -> Result<(), LoadError> {
    match game.declare(declaration) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(LoadError::Ending {
            problem: refusal.to_string(),
        }),
    }
}

/// The declaration with which a game ended.
fn declaration(game: &DuplicateGame) -> Option<Declaration> {
    match game.steps().last() {
        Some(&Step::Declared(declaration)) => Some(declaration),
        Some(Step::Moved { .. }) | None => None,
    }
}

/// The seat that a word names by its letter.
fn seat_of(word: &str) -> Option<Seat> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Seat::from_letter(letter),
        _ => None,
    }
}

/// The beginning of an unexpected text, short enough for a message.
fn excerpt(found: &str) -> String {
    let mut short: String = found.chars().take(40).collect();
    if short.len() < found.len() {
        short.push('…');
    }
    short
}
