//! Guarantees of the programs: legal moves, repeatable choices, and short mates found.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use duplicate::{BySeat, DuplicateGame, HalfRoundRule, Rulings, Seat, StalemateRule, WinnersRule};
use proptest::prelude::*;
use repeatable::Random;
use rival::features::Features;
use rival::{Level, Limits, Model, Player, Rival, Search, Slice, WeightSet, play_out};

/// A table after this many random moves, or fewer if the game ends earlier.
fn random_table(seed: u64, turns: usize, rulings: Rulings) -> DuplicateGame {
    let mut game = DuplicateGame::with_rulings(rulings);
    let mut random = Random::new(seed);
    game.play_randomly(turns, |count| random.below(count));
    game
}

fn after(moves: &[&str]) -> DuplicateGame {
    let mut game = DuplicateGame::new();
    for m in moves {
        game.play(m.parse().unwrap()).unwrap();
    }
    game
}

/// The moves before West mates North with fool's mate.
const BEFORE_MATE: [&str; 7] = ["f2f3", "a2a3", "a7a6", "e7e5", "g2g4", "b2b3", "b7b6"];

#[test]
fn from_level_two_on_a_mate_in_one_is_found() {
    let game = after(&BEFORE_MATE);
    for level in Level::all().skip(1) {
        let chosen = Rival::new(level, 1).think(&game).unwrap();
        assert_eq!(chosen.m.to_string(), "d8h4", "{level}");
        assert_eq!(chosen.scores[Seat::West], 1.0);
        assert_eq!(chosen.scores[Seat::North], -1.0);
        assert_eq!(chosen.value.forced(), Some(1));
    }
}

#[test]
fn a_threatened_mate_is_parried() {
    // North to move; g2g4 would allow West's mate on h4.
    let game = after(&BEFORE_MATE[..4]);
    for level in 4..=Level::COUNT {
        let chosen = Rival::new(Level::new(level).unwrap(), 1)
            .think(&game)
            .unwrap();
        assert_ne!(chosen.m.to_string(), "g2g4", "level {level}");
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mut game = after(&BEFORE_MATE);
    game.play("d8h4".parse().unwrap()).unwrap();
    assert!(Rival::new(Level::DEFAULT, 1).think(&game).is_none());
    assert!(Player::Greedy.choose(&game, 1).is_none());
    assert!(Player::Random.choose(&game, 1).is_none());
    assert!(Player::Neighbors(2).choose(&game, 1).is_none());
}

#[test]
fn all_seats_get_the_same_evaluation_of_the_start() {
    let features = Features::of(DuplicateGame::new().boards());
    for seat in Seat::ALL {
        assert_eq!(features.of[seat], features.of[Seat::North], "{seat}");
    }
}

#[test]
fn limits_are_respected() {
    let game = random_table(3, 12, Rulings::default());
    let shallow = Rival::within(Limits::depth(2), 1).think(&game).unwrap();
    assert_eq!(shallow.depth, 2);
    let narrow = Rival::within(Limits::nodes(3_000), 1).think(&game).unwrap();
    // A capture sequence that has started is searched to its end.
    assert!(
        narrow.nodes >= 3_000 && narrow.nodes < 3_200,
        "{}",
        narrow.nodes
    );
}

#[test]
fn whole_games_are_the_same_for_the_same_seed() {
    let players = BySeat::from_fn(|seat| match seat {
        Seat::North => Player::Level(Level::new(1).unwrap()),
        Seat::South => Player::Greedy,
        Seat::East => Player::Search(Limits::nodes(300), Model::BestReply, WeightSet::default()),
        Seat::West => Player::Search(Limits::nodes(300), Model::Paranoid, WeightSet::ByHand),
    });
    let play = |seed| play_out(DuplicateGame::new(), &players, seed, 200);
    let moves = |game: &DuplicateGame| game.moves().collect::<Vec<_>>();
    let game = play(1);
    assert!(game.ending().is_some());
    assert_eq!(moves(&game), moves(&play(1)));
    assert_ne!(moves(&game), moves(&play(2)));
}

fn any_rulings() -> impl Strategy<Value = Rulings> {
    let stalemate = prop::sample::select(StalemateRule::ALL);
    let winners = prop::sample::select(WinnersRule::ALL);
    let half_round = prop::sample::select(HalfRoundRule::ALL);
    (stalemate, winners, half_round).prop_map(|(stalemate, winners, half_round)| Rulings {
        stalemate,
        winners,
        half_round,
        ..Rulings::default()
    })
}

fn any_model() -> impl Strategy<Value = Model> {
    prop::sample::select(vec![Model::Neighbors, Model::Paranoid, Model::BestReply])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_and_lines_are_legal_under_all_rulings(
        seed: u64, turns in 0usize..160, rulings in any_rulings(), model in any_model(),
    ) {
        let mut game = random_table(seed, turns, rulings);
        let rival = Rival::within(Limits::nodes(500), seed).with_model(model);
        let Some(chosen) = rival.think(&game) else {
            prop_assert!(game.ending().is_some());
            return Ok(());
        };
        prop_assert_eq!(chosen.line.first(), Some(&chosen.m));
        for m in chosen.line {
            prop_assert!(game.play(m).is_ok());
        }
    }

    #[test]
    fn slicing_does_not_change_the_choice(
        seed: u64, turns in 0usize..120, slice in 1u64..400, model in any_model(),
    ) {
        let game = random_table(seed, turns, Rulings::default());
        let search = || Search::new(&game, Limits::nodes(1_500), model, seed);
        let (Some(mut whole), Some(mut sliced)) = (search(), search()) else {
            return Ok(());
        };
        while whole.work(u64::MAX) == Slice::More {}
        while sliced.work(slice) == Slice::More {}
        prop_assert_eq!(whole.best(), sliced.best());
    }
}
