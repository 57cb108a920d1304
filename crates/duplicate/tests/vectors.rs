//! The facts of other programs: counts, move lists, whole games with every state, and endings.
//!
//! The files in `data/` were made by a slow oracle on four boards of another library and agreed
//! with a second, unrelated program.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::fs;
use std::path::Path;

use duplicate::{
    BoardName, Boards, Cause, Ending, RepetitionRule, Rulings, Seat, SyncedMove, Table, divide,
    perft, signature,
};
use serde_json::{Value, json};

fn text_of(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    fs::read_to_string(path).unwrap()
}

fn lines_of(name: &str) -> Vec<Value> {
    text_of(name)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn moves_of(value: &Value) -> Vec<SyncedMove> {
    let text = value["moves"].as_str().unwrap();
    text.split_whitespace()
        .map(|m| m.parse().unwrap())
        .collect()
}

fn played(value: &Value) -> Table {
    let mut table = Table::new();
    for m in moves_of(value) {
        table
            .play(m)
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", value["id"]));
    }
    table
}

/// What a state object of the files says, said by us.
fn facts(table: &Table) -> Value {
    let boards = table.boards();
    let turn = boards.turn();
    let moves = boards.legal_moves();
    let local = turn.boards().map(|board| boards.local_moves(board).len());
    let names = |set: duplicate::BoardSet| set.iter().map(BoardName::name).collect::<Vec<_>>();
    json!({
        "ply": table.ply(),
        "player": turn.letter().to_string(),
        "synced": moves.len(),
        "sig": signature(&moves),
        "local": local,
        "only": local.map(|count| count - moves.len()),
        "fen": fens(boards),
        "ghosts": ghosts(boards),
        "checks": names(boards.checks_against(turn)),
        "allChecks": names(boards.checks()),
        "quiet": table.quiet_turns(),
        "rounds": table.quiet_turns() / 4,
        "rep": table.occurrences(),
    })
}

fn fens(boards: &Boards) -> Value {
    BoardName::ALL
        .iter()
        .map(|&board| {
            (
                board.name().to_owned(),
                json!(boards.position(board).to_string()),
            )
        })
        .collect()
}

fn ghosts(boards: &Boards) -> Vec<String> {
    let mut all = Vec::new();
    for board in BoardName::ALL {
        let mut here: Vec<String> = Vec::new();
        for square in boards.ghosts(board) {
            let piece = boards.position(board).board().piece_at(square).unwrap();
            here.push(format!("{square}{}", piece.letter()));
        }
        here.sort();
        all.extend(
            here.iter()
                .map(|ghost| format!("{board}:{}{}", &ghost[2..], &ghost[..2])),
        );
    }
    all
}

fn outcome(ending: Option<Ending>) -> Value {
    let Some(ending) = ending else {
        return Value::Null;
    };
    let result: Value = Seat::ALL
        .iter()
        .map(|&seat| (seat.letter().to_string(), json!(ending.scores[seat].name())))
        .collect();
    let mut outcome = json!({ "reason": ending.cause.name(), "result": result });
    if let Cause::Checkmate { mated, boards } = ending.cause {
        let letters = |seats: Vec<Seat>| -> Vec<String> {
            seats.iter().map(|seat| seat.letter().to_string()).collect()
        };
        outcome["loser"] = json!(letters(mated.iter().collect())[0]);
        outcome["winners"] = json!(letters(ending.winners().collect()));
        outcome["boards"] = json!(boards.iter().map(BoardName::name).collect::<Vec<_>>());
    }
    outcome
}

fn check_games(name: &str) {
    for game in lines_of(name) {
        let id = &game["id"];
        let mut table = Table::new();
        let states = game["states"].as_array().unwrap();
        assert_eq!(facts(&table), states[0], "{id}");
        for (m, expected) in moves_of(&game).into_iter().zip(&states[1..]) {
            assert_eq!(table.ending(), None, "{id} goes on");
            table.play(m).unwrap();
            let found = facts(&table);
            assert_eq!(&found, expected, "{id}");
            // Under the document's rulings the clocks of the boards tell the quiet rounds as well.
            let clocks = BoardName::ALL.map(|board| table.boards().position(board).halfmoves());
            assert_eq!(
                table.quiet_turns() >= 200,
                clocks.iter().all(|&clock| clock >= 100)
            );
        }
        assert_eq!(outcome(table.ending()), game["outcome"], "{id}");
        assert_eq!(table.ply() as u64, game["plies"].as_u64().unwrap());
    }
}

#[test]
fn short_games_agree_in_every_state() {
    check_games("games_short.jsonl");
}

#[test]
fn long_games_agree_in_every_state() {
    check_games("games_long.jsonl");
}

#[test]
fn positions_list_the_same_moves() {
    for position in lines_of("positions.jsonl") {
        let id = &position["id"];
        let table = played(&position);
        let (boards, state) = (table.boards(), &position["state"]);
        let texts =
            |moves: Vec<SyncedMove>| -> Value { moves.iter().map(SyncedMove::to_string).collect() };
        assert_eq!(texts(boards.legal_moves()), state["moves"], "{id}");
        for board in boards.turn().boards() {
            let expected = &state["localMoves"][board.name()];
            assert_eq!(&texts(boards.local_moves(board)), expected, "{id} {board}");
        }
        let mut expected = state.clone();
        expected
            .as_object_mut()
            .unwrap()
            .retain(|key, _| !key.to_lowercase().ends_with("moves"));
        assert_eq!(facts(&table), expected, "{id}");
    }
}

#[test]
fn perft_counts_the_same() {
    for line in lines_of("perft.jsonl") {
        let id = &line["id"];
        let table = played(&line);
        for (depth, expected) in (1..).zip(line["perft"].as_array().unwrap()) {
            assert_eq!(
                json!(perft(table.boards(), depth)),
                *expected,
                "{id} depth {depth}"
            );
        }
        let depth = line["divide"]["depth"].as_u64().unwrap() as u32;
        let counts: Value = divide(table.boards(), depth)
            .into_iter()
            .map(|(m, nodes)| (m.to_string(), json!(nodes)))
            .collect();
        assert_eq!(counts, line["divide"]["counts"], "{id}");
    }
}

#[test]
fn perft_of_the_start_counts_the_same() {
    let start: Value = serde_json::from_str(&text_of("perft_start.json")).unwrap();
    for line in &start["start"].as_array().unwrap()[..6] {
        let depth = line["depth"].as_u64().unwrap() as u32;
        assert_eq!(
            json!(perft(&Boards::start(), depth)),
            line["nodes"],
            "depth {depth}"
        );
    }
}

/// Counts of the leaves of one depth, each looked at.
#[test]
fn the_leaves_have_the_same_statistics() {
    for line in lines_of("perft.jsonl") {
        let mut leaves = Leaves::default();
        leaves.walk(played(&line).boards(), 3);
        let found = json!({
            "depth": 3,
            "mateOneWinner": leaves.mates[1],
            "mateTwoWinners": leaves.mates[2],
            "stalemate": leaves.mates[0],
            "inCheckOneBoard": leaves.checks[1],
            "inCheckTwoBoards": leaves.checks[2],
            "lastMoveCapturesOneBoard": leaves.captures[1],
            "lastMoveCapturesTwoBoards": leaves.captures[2],
            "lastMoveEnPassant": leaves.en_passant,
            "lastMoveCastles": leaves.castles,
            "lastMovePromotes": leaves.promotes,
        });
        assert_eq!(found, line["leaves"], "{}", line["id"]);
    }
}

#[derive(Default)]
struct Leaves {
    /// Leaves without a move, by the number of boards in check.
    mates: [u64; 3],
    checks: [u64; 3],
    captures: [u64; 3],
    en_passant: u64,
    castles: u64,
    promotes: u64,
}

impl Leaves {
    fn walk(&mut self, boards: &Boards, depth: u32) {
        for m in boards.legal_moves() {
            let next = boards.play(m).unwrap();
            if depth > 1 {
                self.walk(&next, depth - 1);
                continue;
            }
            let effects = boards.effects(m);
            let count =
                |is: fn(&duplicate::Change) -> bool| effects.iter().filter(|e| is(e)).count();
            let checks = next.checks_against(next.turn()).len();
            self.checks[checks] += 1;
            self.mates[checks] += u64::from(!next.has_legal_moves());
            self.captures[count(|effect| effect.captured.is_some())] += 1;
            self.en_passant +=
                u64::from(count(|effect| effect.m.kind() == chess::MoveKind::EnPassant) > 0);
            self.castles += u64::from(count(|effect| effect.rook.is_some()) > 0);
            self.promotes += u64::from(m.promotion().is_some());
        }
    }
}

#[test]
fn repetition_is_counted_as_each_reading_says() {
    for line in lines_of("repetition.jsonl") {
        for &repetition in RepetitionRule::ALL {
            let expected = &line["expect"][repetition.name()];
            let mut table = Table::with_rulings(Rulings {
                repetition,
                ..Rulings::default()
            });
            let ended = moves_of(&line).into_iter().find_map(|m| {
                let ending = table.play(m).unwrap().ending?;
                Some((table.ply(), ending.cause.name()))
            });
            let ended_after = ended.map(|(ply, _)| ply);
            assert_eq!(
                json!(ended_after),
                expected["endsAfterPly"],
                "{} {}",
                line["id"],
                repetition.name()
            );
            assert_eq!(json!(ended.map(|(_, cause)| cause)), expected["reason"]);
        }
    }
}
