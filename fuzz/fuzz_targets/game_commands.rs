//! A game under arbitrary commands, possible or not: a refusal changes nothing, a record replays to
//! the same game, and undone steps can be redone.

#![no_main]

use std::num::NonZeroUsize;

use chess::{Color, Move, Square};
use fuzz::Bytes;
use game::{Command, Game, Ground, Profile, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes::new(input);
    let profile = [Profile::Fide, Profile::Engine][usize::from(bytes.byte() % 2)];
    let Some(start) = fuzz::start(&mut bytes) else {
        return;
    };
    let mut game = Game::new(start, Rules::new(profile));
    check_record(&game);
    while !bytes.is_empty() {
        let Some(command) = command(&game, &mut bytes) else {
            continue;
        };
        check_command(&mut game, command);
    }
    check_record(&game);
    check_way_back(&game);
});

/// The command encoded by the next bytes; `None` for a new game from an illegal position.
fn command(game: &Game, bytes: &mut Bytes<'_>) -> Option<Command> {
    Some(match bytes.byte() {
        0..=99 => Command::Play(any_move(game, bytes.byte())),
        100..=179 => Command::Play(way_back(game).unwrap_or_else(|| any_move(game, bytes.byte()))),
        180..=184 => Command::Play(words_of_a_move(bytes.word())),
        185..=199 => {
            let choice = bytes.byte();
            let grounds = [None, Some(Ground::Threefold), Some(Ground::FiftyMoves)];
            Command::Claim {
                by: side(choice),
                ground: grounds[usize::from(choice / 2) % 3],
                with: (choice & 128 != 0).then(|| any_move(game, bytes.byte())),
            }
        }
        200..=207 => Command::Offer(side(bytes.byte())),
        208..=211 => Command::Accept(side(bytes.byte())),
        212..=215 => Command::Decline(side(bytes.byte())),
        216..=217 => Command::Resign(side(bytes.byte())),
        218..=219 => Command::Flag(side(bytes.byte())),
        220..=233 => Command::Undo(steps(bytes.byte())),
        234..=247 => Command::Redo(steps(bytes.byte())),
        248..=251 => Command::Load(Box::new(damaged(game, bytes))),
        _ => Command::New(fuzz::start(bytes)?.into()),
    })
}

fn side(choice: u8) -> Color {
    Color::ALL[usize::from(choice % 2)]
}

fn steps(choice: u8) -> NonZeroUsize {
    NonZeroUsize::MIN.saturating_add(usize::from(choice % 8))
}

/// A legal move, or a move from corner to corner if there is none.
fn any_move(game: &Game, choice: u8) -> Move {
    let moves = game.position().legal_moves();
    let index = usize::from(choice) % moves.len().max(1);
    moves
        .get(index)
        .copied()
        .unwrap_or(Move::normal(Square::A1, Square::H8))
}

/// The reverse of the last move of the same side, so that positions recur.
fn way_back(game: &Game) -> Option<Move> {
    let past = game.history().moves();
    let last = past.len().checked_sub(2).map(|at| past[at])?;
    Some(Move::normal(last.to(), last.from()))
}

fn words_of_a_move(word: u16) -> Move {
    let square = |index: u16| Square::ALL[usize::from(index % 64)];
    Move::normal(square(word), square(word >> 6))
}

/// The record of the game, perhaps with a move removed, added or replaced, or without its ending.
fn damaged(game: &Game, bytes: &mut Bytes<'_>) -> game::Record {
    let mut record = game.record();
    let at = usize::from(bytes.byte()) % (record.moves.len() + 1);
    match bytes.byte() % 6 {
        0 => record.moves.truncate(at),
        1 => record.moves.insert(at, words_of_a_move(bytes.word())),
        2 => drop(record.moves.get_mut(at).map(|m| *m = words_of_a_move(0))),
        3 => record.ending = None,
        4 => record.remarks.clear(),
        _ => {}
    }
    record
}

fn check_command(game: &mut Game, command: Command) {
    let before = game.clone();
    let moves_time = matches!(command, Command::Undo(_) | Command::Redo(_));
    let begins_again = matches!(command, Command::New(_) | Command::Load(_));
    match game.execute(command) {
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            assert_eq!(*game, before, "a refused command changes nothing");
        }
        Ok(events) => {
            assert!(!events.is_empty());
            let steps = game.undoable().saturating_sub(before.undoable());
            if !moves_time && !begins_again && steps > 0 {
                check_undo(&before, game, steps);
            }
        }
    }
}

/// Undoing a command restores the game before it; redoing it restores the game after it.
fn check_undo(before: &Game, after: &Game, steps: usize) {
    let steps = NonZeroUsize::new(steps).expect("there is a step");
    let mut game = after.clone();
    game.execute(Command::Undo(steps))
        .expect("there is a step to undo");
    assert_eq!(game.record(), before.record());
    assert_eq!(game.offers(), before.offers());
    assert_eq!(game.claims(), before.claims());
    game.execute(Command::Redo(steps))
        .expect("there is a step to redo");
    assert_eq!(&game, after);
}

fn check_record(game: &Game) {
    let again = Game::from_record(&game.record(), game.rules()).expect("a record can be replayed");
    assert_eq!(again.record(), game.record());
    assert_eq!(again.offers(), game.offers());
    assert_eq!(again.claims(), game.claims());
}

/// Undoing everything reaches the start, and redoing everything reaches the end again.
fn check_way_back(game: &Game) {
    let mut again = game.clone();
    if let Some(steps) = NonZeroUsize::new(again.undoable()) {
        again
            .execute(Command::Undo(steps))
            .expect("all steps can be undone");
        assert_eq!(again.position(), &game.start().position);
        again
            .execute(Command::Redo(steps))
            .expect("all steps can be redone");
        assert_eq!(&again, game);
    }
}
