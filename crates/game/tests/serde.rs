//! The feature `serde`: what is written is read back, under the names that `code` gives.

#![cfg(feature = "serde")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Debug;

use chess::Color;
use fourfold_game::{Command, Event, Game, Outcome};
use serde::{Deserialize, Serialize};

fn read_back<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    text
}

#[test]
fn commands_events_and_records_are_read_back() {
    let mut game = Game::default();
    let mut events = Vec::new();
    let mut execute = |game: &mut Game, command: Command| {
        read_back(&command);
        match game.execute(command) {
            Ok(found) => events.extend(found),
            Err(refusal) => events.push(Event::CommandRefused(refusal)),
        }
    };
    for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
        let m = game.position().parse_san(san).unwrap();
        execute(&mut game, Command::Play(m));
    }
    execute(&mut game, Command::Offer(Color::White));
    execute(&mut game, Command::Offer(Color::White));
    execute(&mut game, Command::Decline(Color::Black));
    let claim = Command::Claim {
        by: Color::White,
        ground: None,
        with: None,
    };
    execute(&mut game, claim);
    let record = game.record();
    assert_eq!(record.ending.as_ref().unwrap().outcome, Outcome::Draw);
    assert!(read_back(&record).contains(r#""claimed":{"ground":"threefold_repetition""#));
    execute(&mut game, Command::Load(Box::new(record)));
    let mut kinds = 0;
    for event in &events {
        let text = read_back(event);
        assert!(text.contains(&format!("\"{}\"", event.code())), "{text}");
        kinds += usize::from(!matches!(event, Event::MovePlayed { .. }));
    }
    assert!(kinds >= 6, "{events:?}");
}
