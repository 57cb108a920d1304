//! Mates are found with the right distance, and their lines end in mate.

use std::sync::Mutex;
use std::time::Duration;

use chess::Position;
use engine::{Control, Engine, Host, Limits, NullHost, Report, Root, SearchResult};

fn search(fen: &str, limits: &Limits) -> (Position, SearchResult) {
    let position = Position::from_fen(fen).expect("a legal position");
    let mut engine = Engine::new(16).expect("there is memory for a table");
    let outcome = engine
        .search(&Root::new(position), limits, &Control::new(), &NullHost)
        .expect("there is a legal move");
    (position, outcome)
}

#[test]
fn mates_are_found_and_played_out() {
    for (fen, moves, depth) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, 12),
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            1,
            12,
        ),
        // Morphy's rook sacrifice with zugzwang. Reductions hide it at low depth, because only the
        // mate justifies the move.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 20),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2, 12),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 12),
        ("4k3/8/4K3/8/8/8/8/7Q w - - 0 1", 1, 12),
        ("8/8/8/8/8/6k1/4r3/7K b - - 0 1", 1, 12),
    ] {
        let (position, outcome) = search(fen, &Limits::depth(depth));
        assert_eq!(outcome.score.mate_moves(), Some(moves), "{fen}");
        let mut end = position;
        for &m in &outcome.line {
            end = end.play(m).expect("the line is legal");
        }
        assert!(end.is_checkmate(), "{fen}: {:?}", outcome.line);
        assert_eq!(outcome.line.len() as i32, 2 * moves - 1, "{fen}");
    }
}

#[test]
fn the_mated_side_counts_moves_too() {
    let (_, outcome) = search("k7/8/1K6/8/8/8/8/7R b - - 0 1", &Limits::depth(6));
    assert_eq!(outcome.score.mate_moves(), Some(-1));
}

#[test]
fn a_mate_search_ends_when_it_finds_the_mate() {
    let limits = Limits {
        mate: Some(2),
        ..Limits::default()
    };
    let (_, outcome) = search("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", &limits);
    assert_eq!(outcome.score.mate_moves(), Some(2));
}

/// Collects proofs that there is no mate.
#[derive(Default)]
struct Refutations(Mutex<Vec<u32>>);

impl Host for Refutations {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn report(&self, report: &Report) {
        if let Report::NoMate { moves } = report {
            self.0.lock().expect("no thread panics").push(*moves);
        }
    }
}

#[test]
fn a_mate_search_ends_when_the_mate_is_refuted() {
    for (fen, moves) in [
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            2,
        ),
        // The rook mates in two.
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 1),
        // So few moves that the search reaches its greatest depth.
        ("7k/p7/P7/8/8/8/8/7K w - - 0 1", 4),
    ] {
        let limits = Limits {
            mate: Some(moves),
            ..Limits::default()
        };
        let root = Root::new(Position::from_fen(fen).expect("a legal position"));
        let mut engine = Engine::new(16).expect("there is memory for a table");
        let host = Refutations::default();
        let outcome = engine.search(&root, &limits, &Control::new(), &host);
        let outcome = outcome.expect("there is a legal move");
        assert!(outcome.best().is_some());
        let refuted = host.0.into_inner().expect("no thread panics");
        assert_eq!(refuted, [moves], "{fen}");
    }
}
