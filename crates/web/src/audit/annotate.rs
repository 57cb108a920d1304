//! Reads the games with findings again and adds the findings as comments.

use game::pgn::{Checker, Comment, NodeId, ReadGame, Reader, Tree};

/// How many bytes of a file are read for a game; nearly all games are shorter.
pub const GAME_BYTES: u64 = 64 << 10;

/// How many bytes are read for the few that are longer.
pub const LONG_GAME_BYTES: u64 = 8 << 20;

/// The comments on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    pub file: usize,
    /// The byte offset of the game.
    pub start: u64,
    /// Comments with their plies.
    pub comments: Vec<(u64, String)>,
}

/// The text ends before the game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooShort;

/// Reads the game at the beginning of a text; `None` if there is none. `is_all` means that nothing
/// follows the text.
///
/// # Errors
///
/// The text ends before the game does, and there is more of it.
pub fn read_game(bytes: &[u8], is_all: bool) -> Result<Option<ReadGame>, TooShort> {
    let mut checker = Checker::new(Reader::from_slice(bytes));
    // Reading from memory cannot fail.
    let read = checker.read_tree().ok().flatten();
    let is_cut = checker.place().offset >= bytes.len() as u64;
    if is_cut && !is_all {
        return Err(TooShort);
    }
    Ok(read)
}

/// The node of the main line after this many plies, or the last one.
#[must_use]
pub fn node_at(tree: &Tree, plies: u64) -> NodeId {
    let plies = usize::try_from(plies).unwrap_or(usize::MAX);
    let line = core::iter::once(tree.root()).chain(tree.main_line());
    line.take(plies.saturating_add(1))
        .last()
        .unwrap_or(tree.root())
}

/// The game at the beginning of a text as PGN with comments; empty if there is none.
///
/// # Errors
///
/// The text ends before the game does, and there is more of it.
pub fn annotated(bytes: &[u8], is_all: bool, notes: &Notes) -> Result<String, TooShort> {
    let Some(mut read) = read_game(bytes, is_all)? else {
        return Ok(String::new());
    };
    for (plies, text) in &notes.comments {
        let at = node_at(&read.tree, *plies);
        // A brace would end the comment.
        let comments = &mut read.tree.node_mut(at).comments;
        comments.extend(Comment::new(&text.replace(['{', '}'], " ")));
    }
    Ok(format!("{}\n", read.tree))
}
