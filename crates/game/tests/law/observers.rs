//! Observers receive every event and every refusal, in order.

use std::cell::RefCell;

use chess::Square;
use fourfold_game::{Command, Event, Game, ObservedGame};

#[test]
fn observers_receive_everything_in_order_and_see_the_state_after_it() {
    let heard = RefCell::new(Vec::new());
    let mut game = ObservedGame::new(Game::default());
    game.subscribe(|event: &Event, game: &Game| {
        heard.borrow_mut().push((event.code(), game.ply()));
    });
    let e4 = chess::Move::normal(Square::E2, Square::E4);
    game.execute(Command::Play(e4)).unwrap();
    game.execute(Command::Play(e4)).unwrap_err();
    game.execute(Command::Undo(1.try_into().unwrap())).unwrap();
    assert_eq!(
        heard.take(),
        [("move_played", 1), ("command_refused", 1), ("undone", 0)]
    );
}

#[test]
fn an_observer_of_a_granted_claim_sees_the_finished_game() {
    let record = RefCell::new(None);
    let mut game = ObservedGame::new(Game::default());
    game.subscribe(|event: &Event, game: &Game| {
        if let Event::DrawClaimed { .. } = event {
            assert!(game.ending().is_some());
            *record.borrow_mut() = Some(game.record());
        }
    });
    for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
        let m = game.game().position().parse_san(san).unwrap();
        game.execute(Command::Play(m)).unwrap();
    }
    let by = game.game().position().turn();
    let (ground, with) = (None, None);
    game.execute(Command::Claim { by, ground, with }).unwrap();
    assert_eq!(record.take().unwrap().moves.len(), 8);
}

#[test]
fn a_subscription_can_be_ended() {
    let heard = RefCell::new(0);
    let mut game = ObservedGame::new(Game::default());
    let count = |_: &Event, _: &Game| *heard.borrow_mut() += 1;
    let first = game.subscribe(count);
    let second = game.subscribe(count);
    assert_ne!(first, second);
    assert!(game.unsubscribe(first));
    assert!(!game.unsubscribe(first));
    game.execute(Command::Offer(chess::Color::White)).unwrap();
    assert_eq!(heard.take(), 1);
}
