//! Stores a [`Record`] as text: standard PGN, with extra tags and comments for what PGN cannot
//! express.
//!
//! ```
//! use fourfold_game::chess::Color;
//! use fourfold_game::{Command, Game, Profile, Rules, save};
//!
//! let mut game = Game::default();
//! let e4 = game.position().parse_san("e4")?;
//! game.execute(Command::Play(e4))?;
//! game.execute(Command::Resign(Color::Black))?;
//! let record = game.record();
//! let text = save::encode(&record, (&record).into());
//! let loaded = save::decode(text.as_bytes(), Profile::Fide)?;
//! assert_eq!(loaded.record, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tags hold the version, the rules and the reasons of the ending. Offers, declines and refused
//! claims are commands in the comment of the move they followed, such as `[%said offer white]`. A
//! text without a version is read as ordinary PGN.

use std::io::Read;

use chess::uci::UciMove;
use chess::{Color, Move, Position};

use crate::pgn::{Checker, Comment, Diagnostic, NodeId, Options, ReadGame, Reader, Tree, open};
use crate::{Claim, Ending, Ground, Profile, Reason, Record, RefusedClaim, Remark};

/// The version that is written, and the newest that can be read.
pub const VERSION: u32 = 1;

const VERSION_TAG: &str = "FourfoldSave";
const RULES_TAG: &str = "FourfoldRules";
const ENDING_TAG: &str = "FourfoldEnding";
const SAID: &str = "said";

/// Why a text cannot be read as a saved game.
///
/// ```
/// use fourfold_game::{Profile, save};
/// let error = save::decode(&b""[..], Profile::Fide).unwrap_err();
/// assert!(matches!(error, save::SaveError::Empty));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Reading failed.
    #[error("cannot read it")]
    Io(#[from] std::io::Error),
    /// The text has no game.
    #[error("there is no game in it")]
    Empty,
    /// The game is not valid PGN.
    #[error("{0}")]
    Pgn(Box<Diagnostic>),
    /// The version is newer than [`VERSION`].
    #[error(
        "it was saved by a newer program, as version {found}: this one reads up to {VERSION} and \
         has left it as it is"
    )]
    Newer {
        /// The version of the text.
        found: u32,
    },
    /// One of our tags or comments has an unknown value.
    #[error("expected {expected}, found {found:?}")]
    Field {
        /// What was expected.
        expected: &'static str,
        /// The beginning of what was found.
        found: String,
    },
}

/// A game that was read.
///
/// ```
/// use fourfold_game::{Profile, save};
/// let loaded = save::decode(&b"[White \"Morphy\"]\n\n1. e4 e5 {open} *"[..], Profile::Fide)?;
/// assert_eq!(loaded.tree.tags.get("White"), Some("Morphy"));
/// assert_eq!(loaded.record.moves.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Loaded {
    /// The game.
    pub record: Record,
    /// The game with the tags, comments, glyphs and variations of the text that are not part of the
    /// record.
    pub tree: Tree,
    /// Diagnostics of the PGN reader, as messages.
    pub notes: Vec<String>,
}

/// Writes a game. The tree is that of the record, perhaps with annotations and more tags.
///
/// ```
/// use fourfold_game::{Game, save};
/// use fourfold_game::pgn::Tree;
/// let record = Game::default().record();
/// let mut tree = Tree::from(&record);
/// tree.tags.set("White", "Anderssen")?;
/// assert!(save::encode(&record, tree).contains("[White \"Anderssen\"]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn encode(record: &Record, mut tree: Tree) -> String {
    let ending = record.ending.iter().flat_map(|ending| &ending.reasons);
    let ending: Vec<String> = ending.map(reason_to_text).collect();
    for (name, value) in [
        (VERSION_TAG, VERSION.to_string()),
        (RULES_TAG, record.profile.to_string()),
        (ENDING_TAG, ending.join("; ")),
    ] {
        if !value.is_empty() {
            tree.tags.set(name, &value).expect("the name is a tag name");
        }
    }
    let nodes = nodes(&tree);
    for (ply, remark) in &record.remarks {
        let text = format!("[%{SAID} {}]", remark_to_text(remark));
        tree.node_mut(nodes[*ply])
            .comments
            .extend(Comment::new(&text));
    }
    tree.to_string()
}

/// Reads the first game of a text. PGN from other programs gets this profile.
///
/// ```
/// use fourfold_game::{Profile, save};
/// let pgn = "1. f3 e5 2. g4 Qh4# 0-1";
/// let loaded = save::decode(pgn.as_bytes(), Profile::Fide)?;
/// assert_eq!(loaded.record.moves.len(), 4);
/// assert!(save::decode(&b""[..], Profile::Fide).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if there is no game, the game is not valid, or its version is newer.
pub fn decode(input: impl Read, profile: Profile) -> Result<Loaded, SaveError> {
    let mut checker = Checker::new(Reader::from_stream_with(open(input)?, Options::playable()));
    let mut read = checker.read_tree()?.ok_or(SaveError::Empty)?;
    let version = version(&read)?;
    if let Some(error) = &read.report.error {
        return Err(SaveError::Pgn(Box::new(error.clone())));
    }
    let mut notes: Vec<String> = read.diagnostics.iter().map(ToString::to_string).collect();
    // Text after the first game counts even if it cannot be read.
    if version.is_none() && !matches!(checker.read_tree(), Ok(None)) {
        notes.push("the file holds more games; this is the first".to_owned());
    }
    let mut record = read.tree.to_record();
    record.profile = profile;
    if version.is_some() {
        restore(&read, &mut record)?;
        remove_own_annotations(&mut read.tree);
    }
    let tree = read.tree;
    Ok(Loaded {
        record,
        tree,
        notes,
    })
}

/// Removes the tags and commands that [`encode`] writes from the record.
fn remove_own_annotations(tree: &mut Tree) {
    for name in [VERSION_TAG, RULES_TAG, ENDING_TAG] {
        tree.tags.remove(name);
    }
    for id in nodes(tree) {
        let comments = &mut tree.node_mut(id).comments;
        *comments = comments.iter().filter_map(|c| c.without(SAID)).collect();
    }
}

/// The version in the tags of a file; `None` if another program wrote it.
fn version(read: &ReadGame) -> Result<Option<u32>, SaveError> {
    let Some(text) = read.tags.get(VERSION_TAG) else {
        return Ok(None);
    };
    match text.parse() {
        Ok(found) if found > VERSION => Err(SaveError::Newer { found }),
        Ok(found) => Ok(Some(found)),
        Err(_) => Err(field("a version number", text)),
    }
}

/// Checks that a file may be overwritten: it must be a saved game of no newer version.
///
/// ```
/// use fourfold_game::{Game, save};
/// let record = Game::default().record();
/// let saved = save::encode(&record, (&record).into());
/// save::check_replaceable(saved.as_bytes())?;
/// assert!(save::check_replaceable(&b"my diary"[..]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if it must not be replaced.
pub fn check_replaceable(input: impl Read) -> Result<(), SaveError> {
    let mut checker = Checker::new(Reader::from_stream(open(input)?));
    let read = checker.read_tree()?.ok_or(SaveError::Empty)?;
    match version(&read)? {
        Some(_) => Ok(()),
        None => Err(field("a game saved here", "another file")),
    }
}

/// Restores the parts of a record that are stored in tags and comments.
fn restore(read: &ReadGame, record: &mut Record) -> Result<(), SaveError> {
    if let Some(text) = read.tags.get(RULES_TAG) {
        let parsed = text.parse();
        record.profile = parsed.map_err(|_| field("the rules fide or engine", text))?;
    }
    record.remarks.clear();
    for (ply, id) in nodes(&read.tree).into_iter().enumerate() {
        let node = read.tree.node(id);
        let before = node.parent().unwrap_or(read.tree.root());
        for command in node.comments.iter().flat_map(Comment::commands) {
            if command.name == SAID {
                let remark = remark_from_text(command.argument, read.tree.position(before))
                    .ok_or_else(|| field("an offer, decline or claim", command.argument))?;
                record.remarks.push((ply, remark));
            }
        }
    }
    if let (Some(ending), Some(text)) = (&mut record.ending, read.tags.get(ENDING_TAG)) {
        let reasons: Option<Vec<Reason>> = text
            .split("; ")
            .map(|part| reason_from_text(part, &record.last))
            .collect();
        let reasons = reasons.ok_or_else(|| field("the reasons of the ending", text))?;
        let outcome = ending.outcome;
        *ending = Ending { outcome, reasons };
    }
    Ok(())
}

/// The node of every ply of the main line, starting with the root.
fn nodes(tree: &Tree) -> Vec<NodeId> {
    std::iter::once(tree.root())
        .chain(tree.main_line())
        .collect()
}

fn field(expected: &'static str, found: &str) -> SaveError {
    SaveError::Field {
        expected,
        found: found.chars().take(40).collect(),
    }
}

fn remark_to_text(remark: &Remark) -> String {
    match remark {
        Remark::Offered(by) => format!("offer {}", side_to_text(*by)),
        Remark::Declined(by) => format!("decline {}", side_to_text(*by)),
        Remark::ClaimRefused(claim) => {
            let ground = claim.ground.map_or("any", Ground::code);
            let with = claim.with.map_or(String::new(), move_to_text);
            format!("claim {} {ground}{with}", side_to_text(claim.by))
        }
    }
}

fn remark_from_text(text: &str, before: &Position) -> Option<Remark> {
    let mut words = text.split_whitespace();
    let verb = words.next()?;
    let by = side_from_text(words.next()?)?;
    let remark = match verb {
        "offer" => Remark::Offered(by),
        "decline" => Remark::Declined(by),
        "claim" => Remark::ClaimRefused(RefusedClaim {
            by,
            ground: match words.next()? {
                "any" => None,
                code => Some(ground_from_text(code)?),
            },
            with: match words.next() {
                Some(text) => Some(move_from_text(text, before)?),
                None => None,
            },
        }),
        _ => return None,
    };
    words.next().is_none().then_some(remark)
}

fn reason_to_text(reason: &Reason) -> String {
    let code = reason.code();
    if let Reason::Claimed(claim) = reason {
        let with = claim.with.map_or(String::new(), move_to_text);
        format!("claimed {}{with}", claim.ground.code())
    } else if let Reason::Resignation(side) | Reason::FlagFall(side) | Reason::CannotMate(side) =
        reason
    {
        format!("{code} {}", side_to_text(*side))
    } else {
        code.to_owned()
    }
}

fn reason_from_text(text: &str, last: &Position) -> Option<Reason> {
    const PLAIN: [Reason; 10] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::InsufficientMaterial,
        Reason::DeadPosition,
        Reason::FivefoldRepetition,
        Reason::SeventyFiveMoves,
        Reason::ThreefoldRepetition,
        Reason::FiftyMoves,
        Reason::Agreement,
        Reason::Unstated,
    ];
    let mut words = text.split_whitespace();
    let code = words.next()?;
    let reason = match code {
        "claimed" => Reason::Claimed(Claim {
            ground: ground_from_text(words.next()?)?,
            with: match words.next() {
                Some(text) => Some(move_from_text(text, last)?),
                None => None,
            },
        }),
        "resignation" => Reason::Resignation(side_from_text(words.next()?)?),
        "flag_fall" => Reason::FlagFall(side_from_text(words.next()?)?),
        "cannot_mate" => Reason::CannotMate(side_from_text(words.next()?)?),
        code => PLAIN.into_iter().find(|reason| reason.code() == code)?,
    };
    words.next().is_none().then_some(reason)
}

fn side_to_text(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn side_from_text(text: &str) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|side| side_to_text(*side) == text)
}

fn ground_from_text(code: &str) -> Option<Ground> {
    Ground::ALL.into_iter().find(|ground| ground.code() == code)
}

/// A space and a move, with castling as king takes rook, which is unambiguous in every position.
fn move_to_text(m: Move) -> String {
    format!(" {}", m.to_uci(chess::fen::CastlingMode::Chess960))
}

fn move_from_text(text: &str, position: &Position) -> Option<Move> {
    let sent: UciMove = text.parse().ok()?;
    Some(position.understand_uci(sent))
}

#[cfg(test)]
mod tests;
