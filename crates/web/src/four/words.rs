//! Sentences about squares for screen readers, and about the effects of moves.

use duplicate::{Boards, Captured, Change, DuplicateGame, Ending, Played, Seat};

use crate::words::sentence;

/// The effects of a move, in a sentence or two.
#[must_use]
pub fn played(played: &Played) -> String {
    let [first, second] = &played.effects;
    let mut text = format!("{} played {}", played.seat, played.m);
    if first.rook.is_some() {
        text.push_str(", castling");
    }
    text.push_str(&format!(" on {} and {}", first.board, second.board));
    match (first.captured, second.captured) {
        (None, None) => text.push('.'),
        (Some(one), Some(other)) => {
            let (one, other) = (taking(first, &one), taking(second, &other));
            text.push_str(&format!(": it takes {one} and {other}."));
        }
        (Some(one), None) => {
            let taken = taking(first, &one);
            text.push_str(&format!(
                ": it takes {taken}, and nothing on {}.",
                second.board
            ));
        }
        (None, Some(other)) => {
            let taken = taking(second, &other);
            text.push_str(&format!(
                ": it takes {taken}, and nothing on {}.",
                first.board
            ));
        }
    }
    for effect in &played.effects {
        if let Some(sentence) = effect.captured.and_then(|taken| ghost_made(effect, &taken)) {
            text.push(' ');
            text.push_str(&sentence);
        }
    }
    text
}

fn taking(effect: &Change, taken: &Captured) -> String {
    let owner = effect.board.player(taken.piece.color);
    let ghost = if taken.was_ghost { "ghost " } else { "" };
    let en_passant = match taken.square == effect.m.to() {
        true => "",
        false => " en passant",
    };
    format!(
        "{owner}'s {ghost}{} on {}{en_passant}",
        taken.piece.role, effect.board
    )
}

fn ghost_made(effect: &Change, taken: &Captured) -> Option<String> {
    if taken.was_ghost {
        return None;
    }
    let owner = effect.board.player(taken.piece.color);
    let twin_board = owner.twin_board(effect.board)?;
    Some(format!(
        "{owner}'s {} on {} of {twin_board} has lost its twin: it is a ghost now.",
        taken.piece.role, taken.square
    ))
}

/// Every check at the table, such as `South is in check on SW`, in turn order from the mover.
#[must_use]
pub fn checks(boards: &Boards) -> Vec<String> {
    let mut seat = boards.turn();
    let mut sentences = Vec::new();
    for _ in Seat::ALL {
        let names: Vec<&str> = boards
            .checks_against(seat)
            .iter()
            .map(|board| board.name())
            .collect();
        if !names.is_empty() {
            let waits = if seat == boards.turn() {
                ""
            } else {
                ", waiting"
            };
            sentences.push(format!(
                "{seat} is in check on {}{waits}",
                names.join(" and ")
            ));
        }
        seat = seat.next();
    }
    sentences
}

/// The ending of a game as a sentence.
#[must_use]
pub fn ending(ending: &Ending) -> String {
    sentence(&ending.to_string())
}

/// The ending of a game: the reason of a mate, what each seat gets, and the rulings that decided, each
/// in a line of its own.
#[must_use]
pub fn verdict(game: &DuplicateGame, ending: &Ending) -> String {
    let mut parts = vec![self::ending(ending)];
    parts.extend(game.boards().why_mated().map(|why| why.to_string()));
    parts.push(outcome(game, ending));
    parts.join("\n")
}

/// What each seat gets, and the rulings that decided.
#[must_use]
pub fn outcome(game: &DuplicateGame, ending: &Ending) -> String {
    let scores = Seat::ALL.map(|seat| format!("{seat}: {}", ending.scores[seat]));
    let scores = format!("{}.", scores.join(", "));
    match provisional(game, ending) {
        Some(provisional) => format!("{scores}\n{provisional}"),
        None => scores,
    }
}

/// The provisional rulings that decided an ending.
#[must_use]
pub fn provisional(game: &DuplicateGame, ending: &Ending) -> Option<String> {
    let notes = ending.provisional.iter();
    let notes: Vec<&str> = notes.map(|ruling| game.rulings().note(ruling)).collect();
    (!notes.is_empty()).then(|| format!("Provisional ruling: {}.", notes.join("; ")))
}

/// What is unusual about a game: its boards or its rulings.
#[must_use]
pub fn rulings(game: &DuplicateGame) -> Option<String> {
    let changes = game.rulings().changes();
    let mut parts: Vec<String> = Vec::new();
    if game.is_set_up() {
        parts.push("The boards were set up.".to_owned());
    }
    if !changes.is_empty() {
        let changes: Vec<String> = changes
            .iter()
            .map(|(ruling, reading)| format!("{} {reading}", ruling_name(ruling)))
            .collect();
        parts.push(format!("Rulings: {}.", changes.join(", ")));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn ruling_name(ruling: &str) -> &str {
    match ruling {
        "halfRound" => "half-round",
        "quietTurns" => "quiet turns",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last_played(moves: &str) -> String {
        let mut game = DuplicateGame::new();
        let mut played = None;
        for m in moves.split_whitespace() {
            played = Some(game.play(m.parse().unwrap()).unwrap());
        }
        super::played(&played.unwrap())
    }

    #[test]
    fn a_move_is_described_with_its_effect_on_each_board() {
        assert_eq!(last_played("e2e3"), "North played e2e3 on NW and NE.");
        assert_eq!(
            last_played("e2e3 e2e3 b7b5 f7f6 d1h5 d1h5 c7c5 g7g6 h5g6"),
            "North played h5g6 on NW and NE: it takes West's pawn on NW, and nothing on NE. \
             West's pawn on g6 of SW has lost its twin: it is a ghost now."
        );
        assert_eq!(
            last_played("g2g4 e2e4 b7b6 g8h6 g4g5 d1g4 h7h5 e7e6 g5h6"),
            "North played g5h6 on NW and NE: it takes West's knight on NW and East's pawn on NE \
             en passant. West's knight on h6 of SW has lost its twin: it is a ghost now. East's \
             pawn on h5 of SE has lost its twin: it is a ghost now."
        );
    }
}
