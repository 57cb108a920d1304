//! What the engine does as a player.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use chess::{Color, Position};
use engine::{Effort, Score, SearchResult};
use game::{Command, Game, Judge, Judgment, MaterialJudge, Rules};
use partner::{Intention, Level, Opponent, Pace, Question};

fn opponent() -> Opponent {
    Opponent::new(Pace::Strength(Level::MAX.strength()))
}

fn found(game: &Game, best: &str, centipawns: i32) -> SearchResult {
    SearchResult {
        line: vec![game.position().parse_san(best).unwrap()],
        score: Score::from_centipawns(centipawns),
        depth: 1,
        effort: Effort::default(),
    }
}

/// What a new player does on its move.
fn command(game: &Game, best: &str, centipawns: i32) -> Command {
    let found = found(game, best, centipawns);
    match opponent().answer(Question::Move, game, &found) {
        Some(Intention::Act(command)) => command,
        other => panic!("expected a command, found {other:?}"),
    }
}

fn play(game: &mut Game, line: &str) {
    for san in line.split_whitespace() {
        let m = game.position().parse_san(san).unwrap();
        game.execute(Command::Play(m)).unwrap();
    }
}

/// A judge with one answer.
#[derive(Debug)]
struct Says(Judgment);

impl Judge for Says {
    fn can_mate(&self, _: &Position, _: Color) -> Judgment {
        self.0
    }

    fn is_dead(&self, _: &Position) -> Judgment {
        Judgment::Unknown
    }
}

#[test]
fn only_a_side_that_is_not_better_claims_a_draw() {
    let mut game = Game::default();
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let with_move = command(&game, "Ng8", -30);
    assert!(matches!(with_move, Command::Claim { with: Some(_), .. }));
    assert!(matches!(command(&game, "e5", -30), Command::Play(_)));
    play(&mut game, "Ng8");
    let worse = command(&game, "e4", 0);
    assert!(matches!(worse, Command::Claim { with: None, .. }));
    assert!(matches!(command(&game, "e4", 50), Command::Play(_)));
}

#[test]
fn an_offer_is_accepted_when_nothing_better_is_expected() {
    let mut game = Game::default();
    play(&mut game, "e4 e5 Nf3");
    game.execute(Command::Offer(Color::White)).unwrap();
    assert_eq!(command(&game, "Nc6", -90), Command::Accept(Color::Black));
    assert!(matches!(command(&game, "Nc6", 0), Command::Play(_)));
}

#[test]
fn the_side_not_to_move_answers_an_offer() {
    let mut game = Game::default();
    play(&mut game, "e4 e5");
    let answer =
        |centipawns, question| opponent().answer(question, &game, &found(&game, "Nf3", centipawns));
    let black = Color::Black;
    for (centipawns, command) in [(90, Command::Accept(black)), (-90, Command::Decline(black))] {
        let answered = answer(centipawns, Question::Offer);
        assert_eq!(answered, Some(Intention::Act(command)));
    }
    assert_eq!(answer(-90, Question::Hint), None);
}

#[test]
fn no_draw_is_agreed_before_both_sides_have_moved() {
    let early = Game::default();
    let answered = opponent().answer(Question::Offer, &early, &found(&early, "e4", 500));
    let declined = Intention::Act(Command::Decline(Color::Black));
    assert_eq!(answered, Some(declined));
    // In a set-up game, the move number says that they have.
    let position = Position::from_fen("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 40").unwrap();
    let late = Game::new(position, Rules::default());
    let answered = opponent().answer(Question::Offer, &late, &found(&late, "Qb5+", 900));
    let accepted = Intention::Act(Command::Accept(Color::Black));
    assert_eq!(answered, Some(accepted));
}

/// Shuffles with these scores of White's moves; what White does at the last one.
fn after(player: &mut Opponent, game: &mut Game, scores: &[i32]) -> Intention {
    let mut last = None;
    let line = ["Kd2 Kd7", "Kd3 Kd6", "Ke3 Ke6", "Ke2 Ke7"];
    for (moves, score) in line.iter().cycle().zip(scores) {
        let best = moves.split_whitespace().next().unwrap();
        let found = found(game, best, *score);
        last = player.answer(Question::Move, game, &found);
        play(game, moves);
    }
    last.unwrap()
}

fn ending() -> Game {
    let fen = "4k3/8/8/p7/P7/8/7q/4K3 w - - 0 60";
    Game::new(Position::from_fen(fen).unwrap(), Rules::default())
}

fn resigns(intention: &Intention) -> bool {
    matches!(
        intention,
        Intention::Resign {
            by: Color::White,
            ..
        }
    )
}

#[test]
fn a_game_that_was_lost_for_several_moves_in_a_row_is_resigned() {
    for (scores, is_resigned) in [
        (&[-950, -1_000, -1_100][..], false),
        (&[-950, -1_000, -1_100, -2_000][..], true),
        (&[0, -950, -1_000, -1_100, -2_000][..], true),
        (&[-950, -1_000, -100, -1_100, -2_000][..], false),
    ] {
        let mut game = Game::new(
            Position::from_fen("4k3/8/8/p7/P7/8/8/4K3 w - - 0 60").unwrap(),
            Rules::default(),
        );
        let intention = after(&mut opponent(), &mut game, scores);
        assert_eq!(resigns(&intention), is_resigned, "{scores:?}");
    }
}

#[test]
fn a_player_can_play_lost_games_to_the_end() {
    let mut game = Game::new(
        Position::from_fen("4k3/8/8/p7/P7/8/8/4K3 w - - 0 60").unwrap(),
        Rules::default(),
    );
    let mut player = opponent().never_resigning();
    let intention = after(&mut player, &mut game, &[-2_000; 8]);
    assert!(matches!(intention, Intention::Act(Command::Play(_))));
}

#[test]
fn scores_of_another_game_or_of_moves_taken_back_do_not_count() {
    let mut player = opponent();
    let start = Position::from_fen("4k3/8/8/p7/P7/8/8/4K3 w - - 0 60").unwrap();
    let mut game = Game::new(start, Rules::default());
    after(&mut player, &mut game, &[-2_000; 3]);
    let mut other = Game::new(
        Position::from_fen("4k3/8/8/1p6/1P6/8/8/4K3 w - - 0 60").unwrap(),
        Rules::default(),
    );
    play(&mut other, "Kd2 Kd7 Kd3 Kd6 Ke3 Ke6");
    assert!(!resigns(&player.play(
        &other,
        other.position().parse_san("Ke2").unwrap(),
        -2_000
    )));
    let mut game = Game::new(start, Rules::default());
    let mut player = opponent();
    after(&mut player, &mut game, &[-2_000; 3]);
    game.execute(Command::Undo(std::num::NonZeroUsize::new(4).unwrap()))
        .unwrap();
    play(&mut game, "Ke3 Kd6 Kd3 Kc6");
    assert!(!resigns(&player.play(
        &game,
        game.position().parse_san("Kd4").unwrap(),
        -2_000
    )));
}

#[test]
fn nobody_resigns_unless_the_opponent_can_mate() {
    let game = ending();
    let m = game.position().parse_san("Kd1").unwrap();
    let resignation = Intention::Resign {
        by: Color::White,
        otherwise: Command::Play(m),
    };
    for (judgment, command) in [
        (Judgment::Yes, Command::Resign(Color::White)),
        (Judgment::No, Command::Play(m)),
        (Judgment::Unknown, Command::Play(m)),
    ] {
        let commands = resignation
            .clone()
            .commands(game.position(), &Says(judgment));
        assert_eq!(commands, [command]);
    }
}

#[test]
fn a_game_that_has_long_been_even_is_offered_as_a_draw_once_in_a_while() {
    let mut game = Game::default();
    play(
        &mut game,
        "e4 e5 Ke2 Ke7 Ke3 Ke6 a3 a6 b3 b6 c3 c6 d3 d6 f3 f6 g3 g6 h3 h6",
    );
    let mut player = opponent();
    let mut offers = Vec::new();
    for _ in 0..60 {
        let position = *game.position();
        let best = position.legal_moves()[game.ply() / 2 % position.legal_moves().len()];
        if position.turn() == Color::White {
            let intention = player.play(&game, best, 0);
            if let Intention::OfferWith(_) = intention {
                offers.push(game.ply());
                let commands = intention.commands(&position, &MaterialJudge);
                assert_eq!(
                    commands,
                    [Command::Play(best), Command::Offer(Color::White)]
                );
            }
        }
        if game.execute(Command::Play(best)).is_err() {
            break;
        }
    }
    assert_eq!(offers.first(), Some(&60));
    assert!(
        offers.windows(2).all(|pair| pair[1] - pair[0] >= 40),
        "{offers:?}"
    );
}
