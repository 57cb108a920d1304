//! A game as a link, in characters that a URL carries unchanged.
//!
//! The link is `1.` and the moves. A move is two characters of the base64url alphabet, the square
//! it leaves and the square it reaches: a1 to h8 as `A` to `Z`, `a` to `z`, `0` to `9`, `-` and
//! `_`. A promotion adds `~` and its letter. Three optional parts follow, each after a `.`: the
//! declaration, `draw`, `resign-N`, `flag-N`, `flag-draw-N`, `absence-N` or `absence-draw-N`; the rulings, as in `stalemate-pass~quietTurns-100`; and
//! `setup-` with the start boards.

use chess::{Role, Square};

use crate::{Declaration, DuplicateGame, Lapse, Rulings, SyncedMove};

use super::{
    LoadError, MoveFault, VERSION, begin, check_length, declaration, declare, excerpt, play,
    seat_of, setup_word,
};

/// The prefix of the start boards.
const SETUP: &str = "setup-";

/// A character for each square.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The game as a link, without any address before it.
///
/// ```
/// use fourfold_duplicate::save;
/// let game = save::from_link("1.McLb")?;
/// assert_eq!(save::to_link(&game), "1.McLb");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn to_link(game: &DuplicateGame) -> String {
    let letter = |square: Square| char::from(ALPHABET[square as usize]);
    let mut link = format!("{VERSION}.");
    for m in game.moves() {
        link.extend([letter(m.from()), letter(m.to())]);
        if let Some(role) = m.promotion() {
            link.extend(['~', role.letter().to_ascii_lowercase()]);
        }
    }
    let ending = match declaration(game) {
        None => String::new(),
        Some(Declaration::Draw) => "draw".to_owned(),
        Some(Declaration::Resignation(seat)) => format!("resign-{}", seat.letter()),
        Some(Declaration::Lapse(lapse)) => format!("{}-{}", lapse.word(), lapse.seat.letter()),
    };
    let rulings: Vec<String> = game
        .rulings()
        .changes()
        .iter()
        .map(|(ruling, reading)| format!("{ruling}-{reading}"))
        .collect();
    let setup = setup_word(game).map_or(String::new(), |word| format!("{SETUP}{word}"));
    for part in [ending, rulings.join("~"), setup] {
        link.push('.');
        link.push_str(&part);
    }
    link.truncate(link.trim_end_matches('.').len().max(2));
    link
}

/// Loads a game from its link.
///
/// ```
/// use fourfold_duplicate::save;
/// let game = save::from_line("duplicate-chess 1 e2e4 d2d4")?;
/// assert_eq!(save::from_link(&save::to_link(&game))?.steps(), game.steps());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the part that is wrong and why, with the index of a wrong move.
pub fn from_link(text: &str) -> Result<DuplicateGame, LoadError> {
    read(text, None)
}

/// Reads a game, under its own rulings unless others are given.
pub(super) fn read(text: &str, under: Option<Rulings>) -> Result<DuplicateGame, LoadError> {
    check_length(text)?;
    let mut parts = text.split('.');
    let version = parts.next().unwrap_or_default();
    if version.parse() != Ok(VERSION) {
        return Err(LoadError::Version {
            found: excerpt(version),
        });
    }
    let Some(moves) = parts.next() else {
        return Err(LoadError::Moves { found: "nothing" });
    };
    let ending = parts.next().unwrap_or_default();
    let mut rulings = Rulings::default();
    for change in parts
        .next()
        .unwrap_or_default()
        .split('~')
        .filter(|part| !part.is_empty())
    {
        let (ruling, reading) = change.split_once('-').unwrap_or((change, ""));
        rulings.set(ruling, reading)?;
    }
    let mut rest = parts.next();
    let setup = rest.and_then(|part| part.strip_prefix(SETUP));
    if setup.is_some() {
        rest = parts.next();
    }
    let mut game = begin(setup, under.unwrap_or(rulings))?;
    let mut letters = moves;
    while !letters.is_empty() {
        let (m, rest) = read_move(letters).ok_or_else(|| LoadError::Move {
            ply: game.ply(),
            fault: MoveFault::Token {
                found: letters.chars().take(4).collect(),
            },
        })?;
        play(&mut game, m)?;
        letters = rest;
    }
    if !ending.is_empty() {
        declare(&mut game, read_declaration(ending)?)?;
    }
    match rest {
        None => Ok(game),
        Some(more) => Err(LoadError::Ending {
            problem: format!(
                "expected nothing after the rulings, found {:?}",
                excerpt(more)
            ),
        }),
    }
}

fn read_declaration(ending: &str) -> Result<Declaration, LoadError> {
    let of_seat = || {
        let (what, letter) = ending.rsplit_once('-')?;
        let seat = seat_of(letter)?;
        match what {
            "resign" => Some(Declaration::Resignation(seat)),
            what => Lapse::from_word(what, seat).map(Declaration::Lapse),
        }
    };
    let declaration = match ending {
        "draw" => Some(Declaration::Draw),
        _ => of_seat(),
    };
    declaration.ok_or_else(|| LoadError::Ending {
        problem: format!(
            "expected draw, resign-N, flag-N or absence-N, found {:?}",
            excerpt(ending)
        ),
    })
}

/// Reads one move; returns it with the rest of the text.
fn read_move(letters: &str) -> Option<(SyncedMove, &str)> {
    let square = |letter: char| {
        let index = ALPHABET
            .iter()
            .position(|&known| char::from(known) == letter)?;
        Some(Square::ALL[index])
    };
    let mut chars = letters.chars();
    let m = SyncedMove::new(square(chars.next()?)?, square(chars.next()?)?);
    let rest = chars.as_str();
    let Some(promotion) = rest.strip_prefix('~') else {
        return Some((m, rest));
    };
    let mut chars = promotion.chars();
    let role = match chars.next()? {
        'q' => Role::Queen,
        'r' => Role::Rook,
        'b' => Role::Bishop,
        'n' => Role::Knight,
        _ => return None,
    };
    Some((m.with_promotion(Some(role))?, chars.as_str()))
}
