//! The moves of the game by rounds, a column for each seat.

use duplicate::{Change, Declaration, DuplicateGame, Lapse, LapseKind, Seat, Step};

/// One round of up to four moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The number, from 1.
    pub number: usize,
    /// The moves of North, South, East and West.
    pub entries: [Option<Entry>; 4],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of steps to the state after it.
    pub step: usize,
    /// The move, such as `e2e4`.
    pub token: String,
    pub capture: Capture,
}

/// The captures of a move on its two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    None,
    /// Pieces of the same kind on both.
    Alike,
    /// On one board only, or of different kinds: the boards diverge.
    Diverging,
}

#[must_use]
pub fn rounds(game: &DuplicateGame) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    let mut last_seat = Seat::West;
    for (index, step) in game.steps().iter().enumerate() {
        let &Step::Moved { seat, m } = step else {
            continue;
        };
        // A round ends where the turn order begins again.
        if rounds.is_empty() || seat <= last_seat {
            rounds.push(Round {
                number: rounds.len() + 1,
                entries: [const { None }; 4],
            });
        }
        last_seat = seat;
        let capture = match game.played(index) {
            Some(played) if Change::diverge(&played.effects) => Capture::Diverging,
            Some(played) if played.effects[0].captured.is_some() => Capture::Alike,
            Some(_) | None => Capture::None,
        };
        if let Some(round) = rounds.last_mut() {
            round.entries[seat as usize] = Some(Entry {
                step: index + 1,
                token: m.to_string(),
                capture,
            });
        }
    }
    rounds
}

/// The declaration that ended the game, in words.
#[must_use]
pub fn declaration(game: &DuplicateGame) -> Option<String> {
    match game.steps().last()? {
        Step::Moved { .. } => None,
        Step::Declared(Declaration::Draw) => Some("draw declared".to_owned()),
        Step::Declared(Declaration::Resignation(seat)) => Some(format!("{seat} resigned")),
        Step::Declared(Declaration::Lapse(Lapse { seat, kind, .. })) => Some(match kind {
            LapseKind::Flag => format!("{seat} ran out of time"),
            LapseKind::Absence => format!("{seat} was away"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_columns_by_rounds_with_the_divergence_marked() {
        let mut game = DuplicateGame::new();
        for m in "e2e3 e2e3 b7b5 f7f6 d1h5 d1h5 c7c5 g7g6 h5g6".split(' ') {
            game.play(m.parse().unwrap()).unwrap();
        }
        let rounds = rounds(&game);
        assert_eq!(rounds.len(), 3);
        let tokens = |round: &Round| {
            let tokens = round.entries.iter().flatten();
            tokens.map(|entry| entry.token.clone()).collect::<Vec<_>>()
        };
        assert_eq!(tokens(&rounds[0]), ["e2e3", "e2e3", "b7b5", "f7f6"]);
        assert_eq!(rounds[1].entries[3].as_ref().unwrap().step, 8);
        let last = rounds[2].entries[0].as_ref().unwrap();
        assert_eq!((last.step, last.capture), (9, Capture::Diverging));
        assert_eq!(rounds[2].entries[1], None);
        game.declare(Declaration::Resignation(Seat::South)).unwrap();
        assert_eq!(declaration(&game).as_deref(), Some("South resigned"));
    }
}
