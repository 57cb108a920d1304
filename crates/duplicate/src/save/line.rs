//! A game as one line of text: `duplicate-chess 1 e2e4 e2e4 e7e5 e7e5`.
//!
//! Rulings that differ from the defaults (`stalemate=pass`) and start boards (`setup=…`) come
//! between the version and the moves. The moves may be followed by a declaration: `draw`,
//! `resign:N`, `flag:N` or `absence:N`, the last two also with `-draw` before the colon. A bare list
//! of moves is accepted as well.

use crate::{Declaration, DuplicateGame, Lapse, Rulings, SyncedMove};

use super::{
    LoadError, MoveFault, VARIANT, VERSION, begin, check_length, declaration, declare, excerpt,
    play, seat_of, setup_word,
};

/// The game in one line.
///
/// ```
/// use fourfold_duplicate::DuplicateGame;
/// use fourfold_duplicate::save;
/// assert_eq!(save::to_line(&DuplicateGame::new()), "duplicate-chess 1");
/// ```
#[must_use]
pub fn to_line(game: &DuplicateGame) -> String {
    let mut words = vec![VARIANT.to_owned(), VERSION.to_string()];
    let changes = game.rulings().changes();
    words.extend(
        changes
            .iter()
            .map(|(ruling, reading)| format!("{ruling}={reading}")),
    );
    words.extend(setup_word(game).map(|word| format!("setup={word}")));
    words.extend(game.moves().map(|m| m.to_string()));
    match declaration(game) {
        None => {}
        Some(Declaration::Draw) => words.push("draw".to_owned()),
        Some(Declaration::Resignation(seat)) => words.push(format!("resign:{}", seat.letter())),
        Some(Declaration::Lapse(lapse)) => {
            words.push(format!("{}:{}", lapse.word(), lapse.seat.letter()));
        }
    }
    words.join(" ")
}

/// Loads a game from its line.
///
/// ```
/// use fourfold_duplicate::save;
/// assert_eq!(save::from_line("duplicate-chess 1 e2e4 d2d4")?.ply(), 2);
/// let error = save::from_line("duplicate-chess 1 e2e4 e2e5").unwrap_err();
/// assert_eq!(error.ply(), Some(1)); // the second move is wrong
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the word that is wrong and why, with the index of a wrong move.
pub fn from_line(text: &str) -> Result<DuplicateGame, LoadError> {
    read(text, None)
}

/// Reads a game, under its own rulings unless others are given.
pub(super) fn read(text: &str, under: Option<Rulings>) -> Result<DuplicateGame, LoadError> {
    check_length(text)?;
    let mut words = text.split_whitespace().peekable();
    if words.next_if_eq(&VARIANT).is_some() {
        let version = words.next().unwrap_or("nothing");
        if version.parse() != Ok(VERSION) {
            return Err(LoadError::Version {
                found: excerpt(version),
            });
        }
    }
    let mut rulings = Rulings::default();
    let mut setup = None;
    while let Some((ruling, reading)) = words.peek().and_then(|word| word.split_once('=')) {
        match ruling {
            "setup" => setup = Some(reading),
            _ => rulings.set(ruling, reading)?,
        }
        words.next();
    }
    let mut game = begin(setup, under.unwrap_or(rulings))?;
    let mut is_declared = false;
    for word in words {
        if is_declared {
            return Err(LoadError::Ending {
                problem: format!("expected nothing after the end, found {:?}", excerpt(word)),
            });
        }
        match read_declaration(word)? {
            Some(declaration) => {
                declare(&mut game, declaration)?;
                is_declared = true;
            }
            None => {
                let m = read_move(word, game.ply())?;
                play(&mut game, m)?;
            }
        }
    }
    Ok(game)
}

fn read_declaration(word: &str) -> Result<Option<Declaration>, LoadError> {
    if word == "draw" {
        return Ok(Some(Declaration::Draw));
    }
    let Some((what, letter)) = word.split_once(':') else {
        return Ok(None);
    };
    if what != "resign" && !Lapse::is_word(what) {
        return Ok(None);
    }
    match seat_of(letter) {
        Some(seat) => Ok(Some(match Lapse::from_word(what, seat) {
            Some(lapse) => Declaration::Lapse(lapse),
            None => Declaration::Resignation(seat),
        })),
        None => Err(LoadError::Ending {
            problem: format!(
                "expected a player N, S, E or W, found {:?}",
                excerpt(letter)
            ),
        }),
    }
}

pub(super) fn read_move(word: &str, ply: usize) -> Result<SyncedMove, LoadError> {
    word.parse().map_err(|_| LoadError::Move {
        ply,
        fault: MoveFault::Token {
            found: excerpt(word),
        },
    })
}
