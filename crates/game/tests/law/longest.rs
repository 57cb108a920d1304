//! The longest possible game.
//!
//! Every pawn makes six moves and every piece but the kings is captured. Eight captures are pawn
//! moves, so 118 moves reset the count. Each can wait for the 150th ply, except that the side that
//! makes them has to change three times, which costs a ply each: 118 · 150 − 3 = 17,697. The test
//! data is such a game, with random moves in between.

use std::num::NonZeroUsize;
use std::thread;

use chess::{Move, Position};
use fourfold_game::{Command, Event, Game, Rules, SEVENTY_FIVE_MOVES};

const LONGEST: &str = include_str!("../data/longest.txt");

const PLIES: usize = 17_697;

/// A small stack: no part may need a stack that grows with the game.
const STACK: usize = 256 * 1024;

fn moves() -> Vec<Move> {
    let mut position = Position::start();
    LONGEST
        .split_whitespace()
        .map(|text| {
            let m = position.parse_uci(text).unwrap();
            position = position.play_unchecked(m);
            m
        })
        .collect()
}

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(test);
    thread.unwrap().join().unwrap();
}

#[test]
fn the_longest_game_ends_at_the_last_possible_ply() {
    on_a_small_stack(|| {
        let mut game = Game::default();
        let mut clock_max = 0;
        let mut events = Vec::new();
        for m in moves() {
            events = game.execute(Command::Play(m)).unwrap();
            clock_max = clock_max.max(game.position().halfmoves());
        }
        assert_eq!(game.ply(), PLIES);
        assert_eq!(clock_max, SEVENTY_FIVE_MOVES - 1);
        let Some(Event::GameEnded(ending)) = events.last() else {
            panic!("bare kings end the game");
        };
        assert_eq!(ending.reason().code(), "insufficient_material");
    });
}

#[test]
fn the_longest_game_is_played_undone_and_redone() {
    on_a_small_stack(|| {
        let moves = moves();
        let mut game = Game::default();
        for m in moves {
            game.execute(Command::Play(m)).unwrap();
        }
        let whole = game.clone();
        let one = NonZeroUsize::MIN;
        for _ in 0..PLIES {
            game.execute(Command::Undo(one)).unwrap();
        }
        assert_eq!(game.position(), &Position::start());
        for _ in 0..PLIES {
            game.execute(Command::Redo(one)).unwrap();
        }
        assert_eq!(game, whole);
        let all = NonZeroUsize::new(PLIES).unwrap();
        game.execute(Command::Undo(all)).unwrap();
        game.execute(Command::Redo(all)).unwrap();
        assert_eq!(game, whole);
    });
}

#[test]
fn the_longest_game_is_loaded_from_its_record() {
    on_a_small_stack(|| {
        let mut game = Game::default();
        for m in moves() {
            game.execute(Command::Play(m)).unwrap();
        }
        let again = Game::from_record(&game.record(), &Rules::default()).unwrap();
        assert_eq!(again, game);
    });
}
