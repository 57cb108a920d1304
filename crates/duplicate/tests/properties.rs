//! Invariants of random games. Each choice is a number that picks one of the legal moves.

use chess::{Bitboard, Square};
use fourfold_duplicate::{
    BoardName, Boards, ByBoard, BySeat, Captured, DuplicateGame, MoveRefusal, Seat, SyncedMove,
    perft, save,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Picks a move, sometimes preferring captures so that ghosts appear early.
fn pick(boards: &Boards, choice: u16) -> Option<SyncedMove> {
    let moves = boards.legal_moves();
    let captures: Vec<SyncedMove> = moves
        .iter()
        .copied()
        .filter(|&m| {
            boards
                .effects(m)
                .iter()
                .any(|effect| effect.captured.is_some())
        })
        .collect();
    let pool = if choice.is_multiple_of(3) && !captures.is_empty() {
        &captures
    } else {
        &moves
    };
    pool.get(usize::from(choice / 3) % pool.len().max(1))
        .copied()
}

/// Plays until the choices or the game end.
fn play(choices: &[u16]) -> DuplicateGame {
    let mut game = DuplicateGame::new();
    for &choice in choices {
        match pick(game.boards(), choice) {
            Some(m) if game.ending().is_none() => {
                game.play(m).expect("a legal move can be played");
            }
            _ => break,
        }
    }
    game
}

fn games(plies: usize) -> impl Strategy<Value = Vec<u16>> {
    vec(any::<u16>(), 0..plies)
}

/// The reference method: the intersection of both move lists.
fn intersection(boards: &Boards) -> Vec<SyncedMove> {
    let [first, second] = boards.turn().boards();
    let others = boards.local_moves(second);
    let mut common = boards.local_moves(first);
    common.retain(|m| others.contains(m));
    common
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn sets_give_the_intersection_of_the_lists(choices in games(250)) {
        let mut boards = Boards::start();
        for choice in choices {
            let moves = boards.legal_moves();
            prop_assert_eq!(&moves, &intersection(&boards));
            prop_assert_eq!(moves.len(), boards.count_legal_moves());
            prop_assert!(moves.iter().all(|&m| boards.is_legal(m)));
            let Some(m) = pick(&boards, choice) else { break };
            boards = boards.play(m).expect("a legal move can be played");
        }
    }

    #[test]
    fn every_other_move_is_refused_with_a_reason_that_fits(choices in games(120)) {
        let boards = *play(&choices).boards();
        let legal = boards.legal_moves();
        let is_legal_to = |from, to| legal.iter().any(|m| m.from() == from && m.to() == to);
        for from in Square::ALL {
            for to in Square::ALL {
                let refusal = boards.why_not_to(from, to);
                prop_assert_eq!(refusal.is_none(), is_legal_to(from, to));
                let Some(refusal) = refusal else { continue };
                for objection in refusal.objections() {
                    prop_assert!(boards.turn().plays_on(objection.board));
                    prop_assert!(!boards.is_legal_on(objection.board, objection.m));
                }
                if let MoveRefusal::NotSynced { m, legal_on, .. } = refusal {
                    prop_assert!(boards.is_legal_on(legal_on, m));
                }
                let has_piece = |seat: Seat| seat.boards().into_iter().any(|board| {
                    let own = boards.position(board).board().by_color(seat.color());
                    own.contains(from)
                });
                let anybody = Seat::ALL.into_iter().any(has_piece);
                let not_own = anybody && !has_piece(boards.turn());
                match refusal {
                    MoveRefusal::NotYourTurn { square, owner, turn } => {
                        prop_assert_eq!((square, turn), (from, boards.turn()));
                        prop_assert!(not_own && has_piece(owner));
                    }
                    _ => prop_assert!(!not_own, "{refusal}"),
                }
                prop_assert!(!refusal.to_string().is_empty());
            }
        }
    }

    #[test]
    fn a_grabbed_piece_shows_the_three_kinds_of_squares(choices in games(120)) {
        let boards = *play(&choices).boards();
        let turn = boards.turn();
        let moves = boards.legal_moves();
        for board in turn.boards() {
            let mut playable = 0;
            for from in boards.position(board).board().by_color(turn.color()) {
                let touched = boards.touch(board, from).expect("an own piece can be touched");
                let targets = |moves: &[SyncedMove]| {
                    let own = moves.iter().filter(|m| m.from() == from);
                    own.fold(Bitboard::EMPTY, |set, m| set | m.to().bitboard())
                };
                prop_assert_eq!(touched.playable, targets(&moves));
                for (board, only) in touched.only {
                    prop_assert_eq!(touched.playable | only, targets(&boards.local_moves(board)));
                    prop_assert!(touched.playable.is_disjoint(only));
                }
                prop_assert_eq!(touched.stuck.is_some(), touched.playable.is_empty());
                playable += touched.playable.len();
            }
            let squares = moves.iter().filter(|m| m.promotion().is_none_or(|role| role == chess::Role::Queen));
            prop_assert_eq!(playable as usize, squares.count());
        }
    }

    #[test]
    fn twins_move_in_lockstep_until_one_is_captured(choices in games(250)) {
        let mut boards = Boards::start();
        let mut twins = Twins::at_the_start();
        for choice in choices {
            let Some(m) = pick(&boards, choice) else { break };
            twins.play(&boards, m);
            boards = boards.play(m).expect("a legal move can be played");
            twins.check(&boards)?;
        }
    }

    #[test]
    fn history_can_be_walked_and_taken_back(choices in games(80), places in vec(0_usize..90, 6)) {
        let game = play(&choices);
        let steps = game.steps().to_vec();
        let mut walked = game.clone();
        for place in places {
            walked.show(place);
            let place = place.min(steps.len());
            let prefix = play(&choices[..place]);
            prop_assert_eq!(walked.boards(), prefix.boards());
            prop_assert_eq!(walked.ending(), prefix.ending());
            prop_assert_eq!(walked.quiet_turns(), prefix.quiet_turns());
            prop_assert_eq!(walked.occurrences(), prefix.occurrences());
        }
        let mut undone = game.clone();
        while undone.undo() {}
        prop_assert_eq!(undone.boards(), &Boards::start());
        while undone.redo() {}
        prop_assert_eq!(undone.boards(), game.boards());
        prop_assert_eq!(undone.steps(), &steps[..]);
        prop_assert_eq!(undone.ending(), game.ending());
    }

    #[test]
    fn a_saved_game_is_the_same_game(choices in games(250)) {
        let game = play(&choices);
        for text in [save::to_json(&game), save::to_line(&game), save::to_link(&game)] {
            let again = save::load(&text).expect("what was saved can be loaded");
            prop_assert_eq!(again.boards(), game.boards());
            prop_assert_eq!(again.steps(), game.steps());
            prop_assert_eq!(again.ending(), game.ending());
        }
    }

    #[test]
    fn half_rounds_are_independent(choices in games(100)) {
        let boards = *play(&choices).boards();
        let is_first = matches!(boards.turn(), Seat::North | Seat::East);
        if is_first && boards.has_legal_moves() {
            let m = boards.legal_moves()[0];
            let second = boards.play_unchecked(m).count_legal_moves();
            let product = boards.count_legal_moves() * second;
            prop_assert_eq!(perft(&boards, 2), product as u64);
        }
    }

    #[test]
    fn no_text_makes_the_loader_panic(text in "\\PC*", moves in "([a-h][1-8]){0,12}( draw)?") {
        let _ = save::load(&text);
        let _ = save::from_link(&format!("1.{text}"));
        let _ = save::from_json(&format!("{{\"variant\":\"duplicate-chess\",\"version\":1,\"moves\":{text}}}"));
        let _ = save::from_line(&moves);
    }
}

/// Tracks each pair of twins: each twin is on a square or captured.
struct Twins {
    pairs: BySeat<Vec<ByBoard<Option<Square>>>>,
}

impl Twins {
    fn at_the_start() -> Twins {
        let start = Boards::start();
        let pair =
            |seat: Seat, square| ByBoard::from_fn(|board| seat.plays_on(board).then_some(square));
        Twins {
            pairs: BySeat::from_fn(|seat| {
                let own = start
                    .position(seat.boards()[0])
                    .board()
                    .by_color(seat.color());
                own.into_iter().map(|square| pair(seat, square)).collect()
            }),
        }
    }

    fn play(&mut self, boards: &Boards, m: SyncedMove) {
        let seat = boards.turn();
        let [first, second] = seat.boards();
        for effect in boards.effects(m) {
            let board = effect.board;
            if let Some(Captured {
                square,
                piece,
                was_ghost,
            }) = effect.captured
            {
                let owner = board.player(piece.color);
                let pair = self.pairs[owner]
                    .iter_mut()
                    .find(|pair| pair[board] == Some(square));
                let pair = pair.expect("a captured piece has an identity");
                let twin = owner.twin_board(board).expect("the owner plays here");
                assert_eq!(was_ghost, pair[twin].is_none());
                pair[board] = None;
            }
        }
        let mut moved = vec![(m.from(), m.to())];
        moved.extend(boards.effects(m)[0].rook);
        for (from, to) in moved {
            let both = |pair: &&mut ByBoard<Option<Square>>| {
                pair[first] == Some(from) && pair[second] == Some(from)
            };
            let pair = self.pairs[seat].iter_mut().find(both);
            let pair = pair.expect("only a pair whose twins both live can move");
            (pair[first], pair[second]) = (Some(to), Some(to));
        }
    }

    fn check(&self, boards: &Boards) -> Result<(), TestCaseError> {
        for seat in Seat::ALL {
            let [first, second] = seat.boards();
            for board in [first, second] {
                let twin = seat.twin_board(board).expect("both boards are the seat's");
                let pairs = || self.pairs[seat].iter();
                let alive: Vec<Square> = pairs().filter_map(|pair| pair[board]).collect();
                let squares = alive
                    .iter()
                    .fold(Bitboard::EMPTY, |set, at| set | at.bitboard());
                let own = boards.position(board).board().by_color(seat.color());
                prop_assert_eq!((squares, alive.len()), (own, own.len() as usize));
                let ghosts = pairs()
                    .filter(|pair| pair[twin].is_none())
                    .filter_map(|pair| pair[board])
                    .fold(Bitboard::EMPTY, |set, at| set | at.bitboard());
                prop_assert_eq!(ghosts, boards.ghosts_of(seat, board));
            }
            for pair in &self.pairs[seat] {
                if let (Some(one), Some(other)) = (pair[first], pair[second]) {
                    prop_assert_eq!(one, other);
                    let role = |board: BoardName| boards.position(board).board().role_at(one);
                    prop_assert_eq!(role(first), role(second));
                }
            }
            let everywhere = |board| self.pairs[seat].iter().filter_map(move |pair| pair[board]);
            let ghosts_of = |board| boards.ghosts_of(seat, board);
            prop_assert!(everywhere(first).all(|at| !ghosts_of(second).contains(at)));
        }
        Ok(())
    }
}
