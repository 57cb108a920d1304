//! Explains in words what a move would do, or why it cannot be played.

use duplicate::{BySeat, Change, DuplicateGame, MoveRefusal, Seat, SyncedMove, TouchedPiece};
use rival::ChosenMove;
use serde_json::{Value, json};

/// Why a move can or cannot be played.
#[must_use]
pub fn why(game: &DuplicateGame, m: SyncedMove) -> String {
    match game.why_not(m) {
        Some(refusal) => refusal.to_string(),
        None => {
            let [first, second] = game.boards().effects(m).map(|effect| describe(&effect));
            format!("{m} is legal on both boards: {first}; {second}")
        }
    }
}

/// What a move does on one board.
fn describe(effect: &Change) -> String {
    let board = effect.board;
    let role = effect.piece.role;
    let mut text = match (effect.captured, effect.rook) {
        (Some(captured), _) => {
            let owner = board.player(captured.piece.color);
            let ghost = if captured.was_ghost { "ghost " } else { "" };
            let victim = captured.piece.role;
            format!(
                "on {board} the {role} takes {owner}'s {ghost}{victim} on {}",
                captured.square
            )
        }
        (None, Some(_)) => format!("on {board} the king castles"),
        (None, None) => format!("on {board} the {role} goes to {}", effect.m.to()),
    };
    if effect.gives_check {
        text.push_str(" with check");
    }
    text
}

/// The notable effects of a move: captures, new ghosts, passes.
#[must_use]
pub fn played(seat: Seat, effects: &[Change; 2]) -> String {
    let mut lines = Vec::new();
    for effect in effects {
        let Some(captured) = effect.captured else {
            continue;
        };
        let owner = effect.board.player(captured.piece.color);
        let role = captured.piece.role;
        let mut line = format!("{seat} takes {owner}'s {role} on {}", effect.board);
        if captured.was_ghost {
            line.push_str(", a ghost");
        } else if let Some(twin) = owner.twin_board(effect.board) {
            line = format!("{line}; its twin on {twin} is now a ghost");
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// Where a piece can go.
#[must_use]
pub fn touched(piece: &Result<TouchedPiece, MoveRefusal>) -> String {
    let piece = match piece {
        Ok(piece) => piece,
        Err(refusal) => return refusal.to_string(),
    };
    let squares = |set: chess::Bitboard| {
        let mut names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
        names.sort();
        if names.is_empty() {
            "nowhere".to_owned()
        } else {
            names.join(" ")
        }
    };
    let mut text = format!("on both boards: {}", squares(piece.playable));
    for (board, only) in piece.only {
        if only.any() {
            text = format!("{text}\non {board} only: {}", squares(only));
        }
    }
    match piece.stuck {
        Some(stuck) => format!("{text}\n{stuck}"),
        None => text,
    }
}

/// What a program would play, and the line it expects.
#[must_use]
pub fn chosen(game: &DuplicateGame, chosen: &ChosenMove) -> String {
    let seat = game.turn();
    let mut text = format!("{seat} plays {}", chosen.m);
    match chosen.value.forced() {
        Some(turns) if turns >= 0 => text = format!("{text} and wins within {turns} turns"),
        Some(turns) => text = format!("{text} and is lost within {} turns", -turns),
        None => {}
    }
    let mut line = game.clone();
    let mut words = Vec::new();
    for &m in &chosen.line {
        let mover = line.turn();
        if line.play(m).is_err() {
            break;
        }
        words.push(format!("{} {m}", mover.letter()));
    }
    text = format!("{text}\nexpects {}", words.join(", "));
    if let Some(ending) = line.ending() {
        text = format!("{text}: {ending}");
    }
    let (depth, nodes) = (chosen.depth, chosen.nodes);
    format!(
        "{text}\n{}\ndepth {depth}, {nodes} positions",
        payoffs(&chosen.scores)
    )
}

/// What a program would play, and the line it expects, as JSON.
#[must_use]
pub fn chosen_json(chosen: &ChosenMove) -> Value {
    // Three digits are more than enough.
    let rounded = |score: f64| (score * 1_000.0).round() / 1_000.0;
    let scores: Value = Seat::ALL
        .into_iter()
        .map(|seat| {
            (
                seat.to_string().to_lowercase(),
                rounded(chosen.scores[seat]),
            )
        })
        .collect();
    let line: Vec<String> = chosen.line.iter().map(ToString::to_string).collect();
    json!({
        "move": chosen.m.to_string(),
        "scores": scores,
        "line": line,
        "nodes": chosen.nodes,
        "depth": chosen.depth,
    })
}

/// The expected result of each player.
#[must_use]
pub fn payoffs(scores: &BySeat<f64>) -> String {
    let words: Vec<String> = Seat::ALL
        .iter()
        .map(|&seat| format!("{seat} {:+.2}", scores[seat]))
        .collect();
    format!("{} (a win is +1, a loss -1)", words.join(", "))
}
