//! The search uses endgame tables: scores, limits, the fifty-move rule and progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chess::{Position, Role};
use engine::{Control, Endgames, Engine, Limits, NullHost, Outcome, Root, SearchResult, Tablebase};

/// Made-up tables: with few pieces whoever has a queen wins, and everything else is drawn.
#[derive(Debug)]
struct QueensWin {
    pieces_max: u32,
    outcome: Outcome,
    /// The distance of every win, if there are distances.
    distance: Option<fn(&Position) -> i32>,
    asked: AtomicU64,
}

impl QueensWin {
    fn new(pieces_max: u32) -> QueensWin {
        QueensWin {
            pieces_max,
            outcome: Outcome::Win,
            distance: None,
            asked: AtomicU64::new(0),
        }
    }

    /// Who has a queen: 1 for the side to move only, -1 for the opponent only.
    fn sign(position: &Position) -> i32 {
        let queen = |color| i32::from(position.board().pieces(color, Role::Queen).any());
        queen(position.turn()) - queen(!position.turn())
    }
}

impl Tablebase for QueensWin {
    fn pieces_max(&self) -> u32 {
        self.pieces_max
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        assert!(position.board().occupied().len() <= self.pieces_max);
        assert!(position.castling().is_empty());
        Some(match (QueensWin::sign(position), self.outcome) {
            (0, _) => Outcome::Draw,
            (1, outcome) => outcome,
            (_, Outcome::Win) => Outcome::Loss,
            _ => Outcome::BlessedLoss,
        })
    }

    fn distance(&self, position: &Position) -> Option<i32> {
        Some(QueensWin::sign(position) * self.distance?(position))
    }
}

fn endgames(tables: QueensWin) -> Endgames {
    Endgames {
        pieces_max: tables.pieces_max,
        tables: Arc::new(tables),
        depth: 1,
        fifty_moves: true,
    }
}

fn root(fen: &str) -> Root {
    Root::new(Position::from_fen(fen).expect("a legal position"))
}

fn search(root: &Root, endgames: Endgames, depth: u32) -> SearchResult {
    let mut engine = Engine::new(4).expect("there is memory for a small table");
    engine.settings_mut().endgames = Some(endgames);
    let limits = Limits::depth(depth);
    engine
        .search(root, &limits, &Control::new(), &NullHost)
        .expect("there is a legal move")
}

/// White takes the last pawn and has a queen left.
const TAKES: &str = "8/8/8/3k4/8/8/p7/K4Q2 w - - 0 1";

#[test]
fn a_win_in_the_tree_is_below_a_mate_and_above_any_evaluation() {
    let found = search(&root(TAKES), endgames(QueensWin::new(3)), 3);
    assert!(
        found.score.is_win() && !found.score.is_mate(),
        "{:?}",
        found.score
    );
    assert_eq!(
        found.best().map(|m| m.to().to_string()),
        Some("a2".to_owned())
    );
    assert!(found.effort.tablebase_hits > 0);
}

#[test]
fn the_fifty_move_rule_turns_a_cursed_win_into_a_draw() {
    let cursed = |fifty_moves| {
        let tables = QueensWin {
            outcome: Outcome::CursedWin,
            ..QueensWin::new(4)
        };
        let endgames = Endgames {
            fifty_moves,
            ..endgames(tables)
        };
        search(&root(TAKES), endgames, 3).score
    };
    assert_eq!(cursed(true).centipawns(), 0);
    assert!(cursed(false).is_win());
}

#[test]
fn limits_on_men_and_depth_are_respected() {
    let few_pieces = Endgames {
        pieces_max: 2,
        ..endgames(QueensWin::new(3))
    };
    assert_eq!(search(&root(TAKES), few_pieces, 4).effort.tablebase_hits, 0);
    let depth = Endgames {
        depth: 100,
        ..endgames(QueensWin::new(3))
    };
    assert_eq!(search(&root(TAKES), depth, 4).effort.tablebase_hits, 0);
    let castling = root("4k3/8/8/8/8/8/p7/4K2R w K - 0 1");
    // The made-up tables refuse positions with castling rights.
    search(&castling, endgames(QueensWin::new(4)), 4);
}

#[test]
fn only_moves_that_keep_the_win_are_searched_at_the_root() {
    // Some moves lose the queen. Without distances the search goes on asking.
    let fen = "8/8/8/8/8/3k4/8/K1Q5 w - - 0 1";
    let found = search(&root(fen), endgames(QueensWin::new(3)), 2);
    assert!(found.score.is_win());
    let lost = root("8/8/8/8/3K4/8/8/k2q4 w - - 0 1");
    let found = search(&lost, endgames(QueensWin::new(3)), 2);
    assert!(found.score.is_loss(), "{:?}", found.score);
}

/// The distance by which these made-up tables say how far the kings are apart.
fn kings_apart(position: &Position) -> i32 {
    let place = |color| position.king(color) as i32;
    let (a, b) = (place(position.turn()), place(!position.turn()));
    2 + 4 * (a / 8 - b / 8).abs().max((a % 8 - b % 8).abs())
}

#[test]
fn near_the_fifty_move_limit_the_nearest_win_is_played() {
    let tables = || QueensWin {
        distance: Some(kings_apart),
        ..QueensWin::new(3)
    };
    // Only the king's moves toward the other king keep the win within the limit.
    let late = root("7k/8/8/8/8/8/8/K2Q4 w - - 73 90");
    let found = search(&late, endgames(tables()), 6);
    assert_eq!(
        found.best().map(|m| m.to().to_string()),
        Some("b2".to_owned())
    );
    assert!(found.score.is_win());
    // Too late: the tables say that the rule prevents the win.
    let too_late = root("7k/8/8/8/8/8/8/K2Q4 w - - 80 90");
    assert_eq!(
        search(&too_late, endgames(tables()), 6).score.centipawns(),
        0
    );
}

#[test]
fn without_tables_nothing_is_found_in_them() {
    let mut engine = Engine::new(4).expect("there is memory for a small table");
    let limits = Limits::depth(4);
    let found = engine
        .search(&root(TAKES), &limits, &Control::new(), &NullHost)
        .expect("there is a legal move");
    assert_eq!(found.effort.tablebase_hits, 0);
}
