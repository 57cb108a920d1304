//! Endgame tables: what the server of this machine says about the moves of the shown position.

use chess::{Move, Position};

use super::Study;

/// The maximum number of pieces that any table has.
const PIECES_MAX: u32 = 7;

/// What is known from endgame tables.
#[derive(Clone, Debug, Default)]
pub struct Endings {
    /// The number of pieces of the largest table, once the server has said it.
    pieces: Option<u32>,
    /// The position that was asked about last, with the moves.
    known: Option<(String, Vec<EndingMove>)>,
}

/// A move with its outcome for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingMove {
    pub m: Move,
    pub san: String,
    /// The outcome in words, with the distance.
    pub words: String,
    /// `win`, `draw` or `loss`.
    pub outcome: &'static str,
}

impl Study {
    /// The position to ask the server about, as in a link: one that a table may have, and that is not
    /// known yet.
    #[must_use]
    pub fn wanted_ending(&self) -> Option<String> {
        let position = self.position();
        let pieces = self.endings.pieces.unwrap_or(PIECES_MAX);
        let is_over = !position.has_legal_moves();
        let is_covered =
            position.board().occupied().len() <= pieces && position.castling().is_empty();
        if !is_covered || is_over || self.editor.is_some() {
            return None;
        }
        let fen = position.to_string().replace(' ', "_");
        let is_known = self
            .endings
            .known
            .as_ref()
            .is_some_and(|(known, _)| *known == fen);
        (!is_known).then_some(fen)
    }

    /// The moves of the shown position, the best first; none if no table has it.
    #[must_use]
    pub fn ending_moves(&self) -> &[EndingMove] {
        match &self.endings.known {
            Some((fen, moves)) if *fen == self.position().to_string().replace(' ', "_") => moves,
            Some(_) | None => &[],
        }
    }

    /// Takes over the answer of the server about a position; an empty one if there is none.
    pub(super) fn take_ending(&mut self, fen: String, answer: &str) {
        let mut lines = answer.lines();
        let pieces = lines.next().and_then(|line| line.parse().ok());
        self.endings.pieces = Some(pieces.unwrap_or(0));
        let position = *self.position();
        let moves = lines.map_while(|line| read(line, &position)).collect();
        self.endings.known = Some((fen, moves));
    }
}

/// Reads a line such as `e2e4 win 12`.
fn read(line: &str, position: &Position) -> Option<EndingMove> {
    let mut words = line.split(' ');
    let m = position.parse_uci(words.next()?).ok()?;
    let (outcome, name) = match words.next()? {
        "win" => ("win", "wins"),
        "cursed_win" => ("draw", "draws by the fifty-move rule"),
        "draw" => ("draw", "draws"),
        "blessed_loss" => ("draw", "saved by the fifty-move rule"),
        "loss" => ("loss", "loses"),
        _ => return None,
    };
    let words = match words.next()?.parse::<u32>() {
        Ok(0) | Err(_) => name.to_owned(),
        Ok(1) => format!("{name}, by a capture or pawn move"),
        Ok(plies) => format!("{name}, {plies} plies to a capture or pawn move"),
    };
    Some(EndingMove {
        m,
        san: position.san(m).to_string(),
        words,
        outcome,
    })
}
