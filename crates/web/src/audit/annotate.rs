//! Games of a file, read again where something was found in them, with what was found as comments.

use game::pgn::{Checker, Comment, NodeId, ReadGame, Reader, Tree};

/// How many bytes of a file are read for a game; nearly all are shorter.
pub const GAME_BYTES: u64 = 64 << 10;

/// How many bytes are read for the few that are longer.
pub const LONG_GAME_BYTES: u64 = 8 << 20;

/// What is to be said about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    /// The number of its file.
    pub file: usize,
    /// The byte at which the game begins.
    pub start: u64,
    /// Comments, each with the number of plies after which it stands.
    pub comments: Vec<(u64, String)>,
}

/// The text ends before the game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooShort;

/// Reads the game at the beginning of a text; `None` if there is none. `is_all` if nothing follows
/// the text.
///
/// # Errors
///
/// The text ends before the game does, and more of it can be had.
pub fn read_game(bytes: &[u8], is_all: bool) -> Result<Option<ReadGame>, TooShort> {
    let mut checker = Checker::new(Reader::from_slice(bytes));
    // A slice of memory is always there to be read.
    let read = checker.read_tree().ok().flatten();
    let is_cut = checker.place().offset >= bytes.len() as u64;
    if is_cut && !is_all {
        return Err(TooShort);
    }
    Ok(read)
}

/// The node of the main line after so many plies, or the last one.
#[must_use]
pub fn node_at(tree: &Tree, plies: u64) -> NodeId {
    let plies = usize::try_from(plies).unwrap_or(usize::MAX);
    let line = core::iter::once(tree.root()).chain(tree.main_line());
    line.take(plies.saturating_add(1))
        .last()
        .unwrap_or(tree.root())
}

/// The game at the beginning of a text, with comments, as PGN; empty if there is none.
///
/// # Errors
///
/// The text ends before the game does, and more of it can be had.
pub fn annotated(bytes: &[u8], is_all: bool, notes: &Notes) -> Result<String, TooShort> {
    let Some(mut read) = read_game(bytes, is_all)? else {
        return Ok(String::new());
    };
    for (plies, text) in &notes.comments {
        let at = node_at(&read.tree, *plies);
        // A comment must not end before it is over.
        let comments = &mut read.tree.node_mut(at).comments;
        comments.extend(Comment::new(&text.replace(['{', '}'], " ")));
    }
    Ok(format!("{}\n", read.tree))
}
