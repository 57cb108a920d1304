//! A search to call the parts of, for tests.

use core::sync::atomic::AtomicBool;

use chess::Position;

use crate::control::{Control, NullHost};
use crate::engine::Settings;
use crate::limits::Limits;
use crate::root::Root;
use crate::table::TranspositionTable;
use crate::time::TimePlan;

use super::{Counters, RootMove, Search, Shared, Worker};

/// The game that these UCI moves lead to.
pub(super) fn game(fen: &str, moves: &str) -> Root {
    let mut root = Root::new(Position::from_fen(fen).expect("a legal position"));
    for text in moves.split_whitespace() {
        let m = root.position().parse_uci(text).expect("a legal move");
        root.play(m).expect("a legal move");
    }
    root
}

/// Calls a function with a search that has not begun.
pub(super) fn with_search(root: &Root, test: impl FnOnce(Search<'_>)) {
    let (settings, limits) = (Settings::default(), Limits::default());
    let shared = Shared {
        table: &TranspositionTable::with_clusters(16).expect("little memory"),
        control: &Control::new(),
        host: &NullHost,
        limits: &limits,
        params: &settings.params,
        plan: TimePlan::new(&limits, &settings, 1),
        previous_score: None,
        evaluator: &settings.evaluator,
        endgames: None,
        ranked_moves: 0,
        counters: vec![Counters::default()],
        halted: AtomicBool::new(false),
    };
    let moves = root.position().legal_moves();
    let root_moves = moves.iter().map(|&m| RootMove::new(m)).collect();
    test(Search::new(
        &shared,
        &mut Worker::new(),
        root,
        root_moves,
        0,
    ));
}
