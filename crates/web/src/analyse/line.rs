//! Lines of moves from the worker.

use chess::{Move, Position};

/// The moves of a line in UCI notation, up to the first illegal one, which should not occur.
pub(super) fn read_line(line: &[String], position: &Position) -> Vec<Move> {
    let mut now = *position;
    let moves = line.iter().map_while(|text| {
        let m = now.parse_uci(text).ok()?;
        now = now.play_unchecked(m);
        Some(m)
    });
    moves.collect()
}
