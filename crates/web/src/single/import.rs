//! Imports games and positions from text: a FEN, a link, or PGN with one game or many.

use game::Start;
use game::pgn::{Checker, Limits, Options, ReadGame, Reader, Tree};

use super::link::{self, LinkedGame};
use super::start::read_fen;
use crate::notice::Notice;
use crate::words::sentence;

/// How many bytes of a file are read. A larger file is a database; its first games are shown.
pub const BYTES_MAX: usize = 4 << 20;

/// The maximum number of games offered.
pub const GAMES_MAX: usize = 500;

/// The maximum length of a game, including variations.
const PLIES_MAX: u64 = 20_000;

/// A text to import on a page with one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadGame {
    /// A pasted text, or the beginning of a file.
    Text {
        text: String,
        /// The size of the file, if only its beginning was read.
        cut_from: Option<u64>,
    },
    /// A file could not be read, for this reason.
    Failed(String),
}

impl LoadGame {
    /// A complete text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> LoadGame {
        LoadGame::Text {
            text: text.into(),
            cut_from: None,
        }
    }
}

/// Returns why a file could not be read.
#[must_use]
pub(crate) fn unreadable(why: &str) -> String {
    format!("The file cannot be read: {why}.")
}

/// The content of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Import {
    Position(Start),
    Link(LinkedGame),
    /// At least one game.
    Games(Vec<ImportedGame>),
}

/// A game from PGN.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedGame {
    /// The game, as far as it could be read.
    pub tree: Tree,
    pub row: GameRow,
    /// Why the rest of the game was left out, if it was.
    problem: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The players, such as `Anand, V – Carlsen, M`.
    pub players: String,
    /// The result, or nothing if it is unknown.
    pub result: String,
    /// The year or date, or nothing.
    pub date: String,
    /// The event, or nothing.
    pub event: String,
}

impl GameRow {
    fn of(tree: &Tree) -> GameRow {
        let tag = |name| tree.tags.get(name).filter(|value| !value.starts_with('?'));
        let player = |name| tag(name).unwrap_or("?");
        // Of a date that is known in part, the known part.
        let date = tag("Date").unwrap_or_default();
        let date = date.split(".?").next().unwrap_or_default();
        GameRow {
            players: format!("{} \u{2013} {}", player("White"), player("Black")),
            result: match tree.result {
                game::GameResult::Unknown => String::new(),
                result => result.to_string(),
            },
            date: date.to_owned(),
            event: tag("Event").unwrap_or_default().to_owned(),
        }
    }

    /// Whether each word of a filter occurs, in upper or lower case.
    #[must_use]
    pub fn matches(&self, filter: &str) -> bool {
        let GameRow {
            players,
            result,
            date,
            event,
        } = self;
        let text = format!("{players} {result} {date} {event}").to_lowercase();
        let filter = filter.to_lowercase();
        filter.split_whitespace().all(|word| text.contains(word))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    #[error("there is nothing to open: paste a FEN, a PGN or a link")]
    Empty,
    #[error("{0}")]
    Link(#[from] link::LinkError),
    /// It looks like a FEN, with this error.
    #[error("this is not a legal position: {0}")]
    Position(String),
    /// It is parsed as PGN, with this error in its first game.
    #[error("this is neither a FEN nor PGN: {0}")]
    Games(String),
}

/// Parses a text; `is_cut` means that it is only the beginning of a file.
///
/// # Errors
///
/// Returns why nothing in the text can be shown.
pub fn read(text: &str, is_cut: bool) -> Result<Import, ImportError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(ImportError::Empty);
    }
    if let Some(game) = linked(text) {
        return Ok(Import::Link(LinkedGame::read(game)?));
    }
    if is_fen(text) {
        let start = read_fen(text).map_err(|error| ImportError::Position(error.to_string()))?;
        return Ok(Import::Position(start));
    }
    read_games(text, is_cut).map(Import::Games)
}

/// The game, if the text is a link.
fn linked(text: &str) -> Option<&str> {
    let (_, fragment) = text.split_once('#')?;
    let is_one_word = !text.contains(char::is_whitespace);
    link::split(fragment).1.filter(|_| is_one_word)
}

/// Whether a text looks like a FEN: one line whose first word has seven slashes.
fn is_fen(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    !text.contains('\n') && first.matches('/').count() == 7
}

fn read_games(text: &str, is_cut: bool) -> Result<Vec<ImportedGame>, ImportError> {
    let options = Options {
        limits: Limits {
            plies: PLIES_MAX,
            ..Limits::default()
        },
        ..Options::default()
    };
    let mut checker = Checker::new(Reader::from_slice_with(text.as_bytes(), options));
    let mut games = Vec::new();
    let mut first_problem = None;
    // Reading from memory cannot fail.
    while let Ok(Some(read)) = checker.read_tree() {
        let game = ImportedGame::of(read);
        if game.tree.is_empty() && game.tree.tags.is_empty() {
            first_problem = first_problem.or(game.problem);
            continue;
        }
        games.push(game);
        if games.len() == GAMES_MAX {
            return Ok(games);
        }
    }
    // The last game may be incomplete.
    if is_cut && games.len() > 1 {
        games.pop();
    }
    match games.is_empty() {
        true => {
            let problem = first_problem.unwrap_or_else(|| "it has no moves".to_owned());
            Err(ImportError::Games(problem))
        }
        false => Ok(games),
    }
}

impl ImportedGame {
    /// What to say about a game of which the rest was left out.
    #[must_use]
    pub fn complaint(&self) -> Option<Notice> {
        let problem = sentence(self.problem.as_ref()?);
        let text = format!("{problem} The rest of the game was left out.");
        Some(Notice::bad(text))
    }

    fn of(read: ReadGame) -> ImportedGame {
        let last = read.tree.position(read.tree.main_end());
        let problem = read.report.error.map(|error| error.words(last));
        ImportedGame {
            row: GameRow::of(&read.tree),
            tree: read.tree,
            problem,
        }
    }
}

/// The players, the result and the event.
#[must_use]
pub fn title(tree: &Tree) -> String {
    let tag = |name| tree.tags.get(name).filter(|value| !value.contains('?'));
    let player = |name| tag(name).unwrap_or("?");
    let mut words = format!("{} \u{2013} {}", player("White"), player("Black"));
    if tree.result != game::GameResult::Unknown {
        words.push_str(&format!(", {}", tree.result));
    }
    for name in ["Event", "Date"] {
        if let Some(value) = tag(name) {
            words.push_str(&format!(", {value}"));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str, is_cut: bool) -> Vec<ImportedGame> {
        match read(text, is_cut) {
            Ok(Import::Games(games)) => games,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_format_of_a_text_is_detected() {
        let position = read(" 8/8/3k4/8/3K4/8/7R/8 w - - 0 1\n", false);
        assert!(matches!(position, Ok(Import::Position(_))));
        let link = read("https://example.org/x/#analyse?moves=e2e4", false);
        assert!(matches!(link, Ok(Import::Link(game)) if game.tree.len() == 1));
        assert_eq!(games("1. e4 e5 2. Nf3", false)[0].tree.len(), 3);
        assert_eq!(games("\u{feff}e4 e5", false)[0].tree.len(), 2);
    }

    #[test]
    fn texts_that_cannot_be_shown_are_refused_with_the_reason() {
        let says = |text: &str| read(text, false).unwrap_err().to_string();
        assert!(says(" \n").contains("nothing to open"));
        assert!(says("8/8/8/8/8/8/8/8 w - - 0 1").contains("not a legal position"));
        assert_eq!(
            says("hello"),
            "this is neither a FEN nor PGN: \"hello\" stands where a tag or a move belongs (line 1)"
        );
        assert!(says("<script>alert(1)</script>").contains("neither"));
        assert!(says("http://x/#play?moves=e2e5").contains("move 1"));
    }

    #[test]
    fn a_game_with_an_error_is_kept_up_to_it() {
        let game = &games("[White \"A\"]\n\n1. e4 e5 2. Ke3 *", false)[0];
        assert_eq!(game.tree.len(), 2);
        let complaint = game.complaint().unwrap().text;
        assert!(
            complaint.starts_with("Move 2, Ke3, cannot be played: no king can go to e3"),
            "{complaint}"
        );
        assert!(
            complaint.ends_with("(line 3). The rest of the game was left out."),
            "{complaint}"
        );
    }

    #[test]
    fn games_of_a_file_have_titles_and_a_truncated_one_is_left_out() {
        let text = "[White \"Anand, V\"]\n[Black \"Carlsen, M\"]\n[Event \"Match\"]\n[Date \"2013.11.09\"]\n\
                    \n1. Nf3 d5 1/2-1/2\n\n[White \"Next\"]\n\n1. e4 *\n";
        let all = games(text, false);
        assert_eq!(all.len(), 2);
        assert_eq!(
            title(&all[0].tree),
            "Anand, V \u{2013} Carlsen, M, 1/2-1/2, Match, 2013.11.09"
        );
        let row = &all[0].row;
        assert_eq!(row.players, "Anand, V \u{2013} Carlsen, M");
        assert_eq!(
            (row.result.as_str(), row.date.as_str()),
            ("1/2-1/2", "2013.11.09")
        );
        for (filter, is_found) in [
            ("", true),
            ("carlsen ANAND", true),
            ("match 2013", true),
            ("anand 0-1", false),
        ] {
            assert_eq!(row.matches(filter), is_found, "{filter}");
        }
        let partly = games("[Date \"1851.06.??\"]\n\n1. e4 *", false);
        assert_eq!(partly[0].row.date, "1851.06");
        assert_eq!(games(text, true).len(), 1);
        let many = "[Event \"?\"]\n\n1. e4 *\n\n".repeat(GAMES_MAX + 20);
        assert_eq!(games(&many, false).len(), GAMES_MAX);
    }
}
