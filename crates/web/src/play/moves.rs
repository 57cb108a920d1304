//! The moves of a game in rows, as on a score sheet.

use chess::Color;
use game::Game;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    pub number: u32,
    /// White's and Black's move, each with its ply.
    pub moves: [Option<(usize, String)>; 2],
}

#[must_use]
pub fn rows(game: &Game) -> Vec<MoveRow> {
    let mut rows: Vec<MoveRow> = Vec::new();
    let mut position = *game.history().start();
    for (index, &m) in game.history().moves().iter().enumerate() {
        let san = position.san(m).to_string();
        let side = position.turn();
        if side == Color::White || rows.is_empty() {
            rows.push(MoveRow {
                number: position.fullmoves(),
                moves: [None, None],
            });
        }
        if let Some(row) = rows.last_mut() {
            row.moves[side as usize] = Some((index + 1, san));
        }
        position = position.play_unchecked(m);
    }
    rows
}
