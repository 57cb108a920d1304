//! The articles that depend on whether a side can mate, in games with the referee as judge. Every
//! test is named after its article.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use chess::{Color, Position};
use game::{Command, Game, GameResult, Profile};

fn game(fen: &str) -> Game {
    Game::new(
        Position::from_fen(fen).unwrap(),
        fourfold_referee::rules(Profile::Fide),
    )
}

fn play(game: &mut Game, moves: &str) {
    for san in moves.split_whitespace() {
        let m = game.position().parse_san(san).unwrap();
        game.execute(Command::Play(m)).unwrap();
    }
}

/// The result, and the reasons with the official one first.
fn end(game: &Game) -> (GameResult, Vec<&'static str>) {
    let ending = game.ending();
    let reasons = ending.map_or(Vec::new(), |ending| ending.reasons.clone());
    let codes = reasons.iter().map(|reason| reason.code()).collect();
    (game.result(), codes)
}

fn given_up(fen: &str, command: Command) -> (GameResult, Vec<&'static str>) {
    let mut game = game(fen);
    assert_eq!(game.ending(), None, "{fen} goes on");
    game.execute(command).unwrap();
    end(&game)
}

/// Positions where White cannot mate despite sufficient material, and Black can.
const WHITE_CANNOT: [&str; 4] = [
    // The only move takes the rook, and Black's pawn can promote.
    "6Rk/8/7K/8/8/p7/8/8 b - - 0 1",
    // Every pawn of White is blocked for good, and its bishop is of the wrong color.
    "8/4k3/5p1p/2p1pP1P/1pPbP3/pP1K4/P1B5/8 b - - 0 1",
    // White's only mobile unit is a bishop that sees no square of the king's.
    "K1k1b3/P1Pp4/3P2p1/3p2P1/p2P2p1/P2p2P1/3P1B2/8 w - - 0 1",
    // A bishop against rooks, which cannot block their own king for a mate.
    "3kr3/8/8/8/8/8/4B3/3K4 w - - 0 1",
];

#[test]
fn article_5_1_2_resignation_against_a_side_that_cannot_mate_is_a_draw() {
    for fen in WHITE_CANNOT {
        let expected = (GameResult::Draw, vec!["resignation", "cannot_mate"]);
        assert_eq!(
            given_up(fen, Command::Resign(Color::Black)),
            expected,
            "{fen}"
        );
        let lost = (GameResult::BlackWins, vec!["resignation"]);
        assert_eq!(given_up(fen, Command::Resign(Color::White)), lost, "{fen}");
    }
}

#[test]
fn article_6_9_a_flag_against_a_side_that_cannot_mate_is_a_draw() {
    for fen in WHITE_CANNOT {
        let expected = (GameResult::Draw, vec!["flag_fall", "cannot_mate"]);
        assert_eq!(
            given_up(fen, Command::Flag(Color::Black)),
            expected,
            "{fen}"
        );
        let lost = (GameResult::BlackWins, vec!["flag_fall"]);
        assert_eq!(given_up(fen, Command::Flag(Color::White)), lost, "{fen}");
    }
}

#[test]
fn article_6_9_a_flag_costs_the_game_wherever_a_helpmate_exists() {
    for fen in [
        // Few pieces, but the loser's own piece can block its king.
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/p7/8/8/8/8/8/4K1N1 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
        // A wall with one hole.
        "3k4/8/8/p1p1p3/P1P1P1P1/8/8/3K4 w - - 0 1",
    ] {
        let lost = (GameResult::WhiteWins, vec!["flag_fall"]);
        assert_eq!(given_up(fen, Command::Flag(Color::Black)), lost, "{fen}");
    }
}

#[test]
fn article_5_2_2_a_move_that_locks_the_position_ends_the_game() {
    let mut game = game("4k3/8/6p1/p2p4/P2P2P1/8/8/4K3 b - - 0 1");
    assert_eq!(game.ending(), None);
    play(&mut game, "g5");
    assert_eq!(end(&game), (GameResult::Draw, vec!["dead_position"]));
    let refusal = game.execute(Command::Resign(Color::White)).unwrap_err();
    assert_eq!(refusal.code(), "game_over");
}

#[test]
fn article_5_2_2_a_forced_capture_that_leaves_bare_kings_ends_the_game_before_it_is_made() {
    let mut game = game("7k/8/7K/8/8/8/6R1/8 w - - 0 1");
    play(&mut game, "Rg8+");
    assert_eq!(end(&game), (GameResult::Draw, vec!["dead_position"]));
}

#[test]
fn article_5_2_2_walls_with_bishops_and_chains_are_dead_too() {
    for fen in [
        "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
        "8/2k5/8/p1p1p1p1/P1P1P1P1/8/2K3B1/8 w - - 0 1",
        "kb6/2N5/1K6/8/8/8/8/8 b - - 0 50",
    ] {
        assert_eq!(
            end(&game(fen)),
            (GameResult::Draw, vec!["dead_position"]),
            "{fen}"
        );
    }
}

#[test]
fn article_5_2_2_a_live_position_goes_on() {
    for fen in [
        "4k3/8/8/p2p2p1/P2P2P1/8/6N1/4K3 w - - 0 1",
        "4k3/8/8/p2p4/P2P2P1/8/8/4K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
    ] {
        assert_eq!(game(fen).ending(), None, "{fen}");
    }
    assert_eq!(
        game("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1").result(),
        GameResult::Draw
    );
}

#[test]
fn article_5_2_2_a_stalemate_is_called_a_stalemate() {
    let stalemate = game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(end(&stalemate), (GameResult::Draw, vec!["stalemate"]));
}

#[test]
fn engine_matches_go_by_material_alone() {
    let wall = Position::from_fen("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1").unwrap();
    assert_eq!(
        Game::new(wall, fourfold_referee::rules(Profile::Engine)).ending(),
        None
    );
}
