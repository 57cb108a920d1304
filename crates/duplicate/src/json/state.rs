//! The state of a game, and how a game ended.

use serde_json::{Value, json};

use crate::{
    BoardName, BoardSet, Boards, Cause, DuplicateGame, Ending, Seat, SyncedMove, signature,
};

/// Whether moves are listed or only counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lists {
    /// Only their number and signature.
    Counted,
    /// In full, and for each board.
    Listed,
}

/// The shown state of a game.
///
/// ```
/// use fourfold_duplicate::DuplicateGame;
/// use fourfold_duplicate::json::{Lists, state};
/// assert_eq!(state(&DuplicateGame::new(), Lists::Counted)["ply"], 0);
/// ```
#[must_use]
pub fn state(game: &DuplicateGame, lists: Lists) -> Value {
    let boards = game.boards();
    let turn = boards.turn();
    let moves = boards.legal_moves();
    let local = turn.boards().map(|board| boards.local_moves(board));
    let mut state = json!({
        "ply": game.ply(),
        "player": letter(turn),
        "synced": moves.len(),
        "sig": signature(&moves),
        "local": [local[0].len(), local[1].len()],
        "only": [local[0].len() - moves.len(), local[1].len() - moves.len()],
        "fen": by_board(|board| json!(boards.position(board).to_string())),
        "ghosts": ghosts(boards),
        "checks": names(boards.checks_against(turn)),
        "allChecks": names(boards.checks()),
        "quiet": game.quiet_turns(),
        "rounds": game.quiet_turns() / 4,
        "rep": game.occurrences(),
        "dead": game.is_dead(),
    });
    if lists == Lists::Listed {
        state["moves"] = texts(&moves);
        let boards = turn.boards().into_iter().zip(&local);
        state["localMoves"] = boards
            .map(|(board, moves)| (board.name().to_owned(), texts(moves)))
            .collect();
    }
    state
}

/// How a game ended, or `null`.
#[must_use]
pub fn outcome(ending: Option<Ending>) -> Value {
    let Some(ending) = ending else {
        return Value::Null;
    };
    let letters = |seats: Vec<Seat>| seats.into_iter().map(letter).collect::<Vec<_>>();
    let result: Value = Seat::ALL
        .into_iter()
        .map(|seat| (letter(seat), json!(ending.scores[seat].name())))
        .collect();
    let provisional: Vec<&str> = ending
        .provisional
        .iter()
        .map(|ruling| ruling.name())
        .collect();
    let mut outcome = json!({
        "reason": ending.cause.name(),
        "result": result,
        "provisional": provisional,
        "message": ending.to_string(),
    });
    match ending.cause {
        Cause::Checkmate { mated, boards } => {
            outcome["loser"] = json!(mated.iter().next().map(letter));
            outcome["losers"] = json!(letters(ending.losers().collect()));
            outcome["winners"] = json!(letters(ending.winners().collect()));
            outcome["boards"] = names(boards);
        }
        Cause::Stalemate { seats } => {
            outcome["stalemated"] = json!(letters(seats.iter().collect()))
        }
        Cause::Resignation { seat } => outcome["resigned"] = json!(letter(seat)),
        Cause::Lapse { seat, .. } => outcome["lapsed"] = json!(letter(seat)),
        Cause::Threefold | Cause::Fifty | Cause::DeclaredDraw => {}
    }
    outcome
}

/// The letter of a seat.
#[must_use]
pub fn letter(seat: Seat) -> String {
    seat.letter().to_string()
}

/// The names of boards.
fn names(boards: BoardSet) -> Value {
    boards.iter().map(BoardName::name).collect()
}

fn texts(moves: &[SyncedMove]) -> Value {
    moves.iter().map(SyncedMove::to_string).collect()
}

fn by_board(value: impl Fn(BoardName) -> Value) -> Value {
    BoardName::ALL
        .into_iter()
        .map(|board| (board.name().to_owned(), value(board)))
        .collect()
}

/// Every ghost as `board:pieceSquare`, sorted by board and square name.
fn ghosts(boards: &Boards) -> Vec<String> {
    let mut ghosts = Vec::new();
    for board in BoardName::ALL {
        let pieces = boards.position(board).board();
        let mut here: Vec<(String, char)> = boards
            .ghosts(board)
            .into_iter()
            .filter_map(|square| Some((square.to_string(), pieces.piece_at(square)?.letter())))
            .collect();
        here.sort();
        ghosts.extend(
            here.iter()
                .map(|(square, letter)| format!("{board}:{letter}{square}")),
        );
    }
    ghosts
}
