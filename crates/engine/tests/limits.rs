//! Searches respect their limits, are reproducible and return a legal move.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chess::Position;
use engine::{
    ClockLimits, Control, Engine, Evaluator, Host, Limits, NullHost, Report, Root,
    TranspositionTable,
};

const MIDDLE_GAME: &str =
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

fn root(fen: &str) -> Root {
    Root::new(Position::from_fen(fen).expect("a legal position"))
}

fn engine() -> Engine {
    Engine::new(4).expect("there is memory for a small table")
}

#[derive(Default)]
struct RecordingHost {
    reports: Mutex<Vec<Report>>,
}

impl Host for RecordingHost {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn report(&self, report: &Report) {
        self.reports
            .lock()
            .expect("no thread panics while holding the lock")
            .push(report.clone());
    }
}

#[test]
fn a_search_is_reproducible() {
    let root = root(MIDDLE_GAME);
    let run = || {
        let mut engine = engine();
        let first = engine.search(&root, &Limits::nodes(20_000), &Control::new(), &NullHost);
        let second = engine.search(&root, &Limits::depth(7), &Control::new(), &NullHost);
        [first, second].map(|outcome| {
            let outcome = outcome.expect("there is a legal move");
            (outcome.line, outcome.score, outcome.effort.nodes)
        })
    };
    assert_eq!(run(), run());
}

#[test]
fn forgetting_resets_the_engine() {
    let root = root(MIDDLE_GAME);
    let nodes = |engine: &mut Engine| {
        engine
            .search(&root, &Limits::depth(7), &Control::new(), &NullHost)
            .expect("there is a legal move")
            .effort
            .nodes
    };
    let mut engine = engine();
    let fresh = nodes(&mut engine);
    assert_ne!(nodes(&mut engine), fresh, "an engine remembers");
    engine.forget();
    assert_eq!(nodes(&mut engine), fresh);
}

#[test]
fn a_node_limit_is_exact() {
    for limit in [1000, 4321, 20_000] {
        let outcome = engine()
            .search(
                &root(MIDDLE_GAME),
                &Limits::nodes(limit),
                &Control::new(),
                &NullHost,
            )
            .expect("there is a legal move");
        assert_eq!(outcome.effort.nodes, limit);
    }
    let outcome = engine()
        .search(
            &root(MIDDLE_GAME),
            &Limits::nodes(0),
            &Control::new(),
            &NullHost,
        )
        .expect("there is a legal move");
    assert!(!outcome.line.is_empty(), "one iteration is always searched");
}

/// A clock that advances by a fixed step each time it is read, so tests do not depend on the
/// machine. It can report a ponder hit at a given time.
struct SlowClock<'a> {
    readings: AtomicU64,
    step: Duration,
    ponder_hit: Option<(Duration, &'a Control)>,
    progress_reports: AtomicU64,
}

impl<'a> SlowClock<'a> {
    fn new(step_ms: u64) -> SlowClock<'a> {
        SlowClock {
            readings: AtomicU64::new(0),
            step: Duration::from_millis(step_ms),
            ponder_hit: None,
            progress_reports: AtomicU64::new(0),
        }
    }

    fn with_ponder_hit(self, at: Duration, control: &'a Control) -> SlowClock<'a> {
        SlowClock {
            ponder_hit: Some((at, control)),
            ..self
        }
    }
}

impl Host for SlowClock<'_> {
    fn elapsed(&self) -> Duration {
        let readings = self.readings.fetch_add(1, Ordering::Relaxed);
        let now = self.step * u32::try_from(readings).expect("the search ends before that");
        if let Some((at, control)) = self.ponder_hit
            && now >= at
        {
            control.ponder_hit(now);
        }
        now
    }

    fn report(&self, report: &Report) {
        if let Report::Progress(_) = report {
            self.progress_reports.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Stops the search as soon as it reports this depth.
struct StopAtDepth {
    depth: u32,
    control: Control,
    nodes: AtomicU64,
}

impl Host for StopAtDepth {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn report(&self, report: &Report) {
        if let Report::Line(line) = report
            && line.depth == self.depth
        {
            self.nodes.store(line.effort.nodes, Ordering::Relaxed);
            self.control.stop();
        }
    }
}

#[test]
fn a_search_stops_within_a_thousand_nodes() {
    let host = StopAtDepth {
        depth: 6,
        control: Control::new(),
        nodes: AtomicU64::new(0),
    };
    let outcome = engine()
        .search(&root(MIDDLE_GAME), &Limits::default(), &host.control, &host)
        .expect("there is a legal move");
    let at_stop = host.nodes.into_inner();
    assert!(at_stop > 0, "the depth was reached");
    assert!(!outcome.line.is_empty());
    let late = outcome.effort.nodes - at_stop;
    assert!(late <= 1024, "{late} nodes after the stop");
}

fn six_seconds() -> Limits {
    Limits {
        clock: Some(ClockLimits {
            time: Duration::from_secs(6),
            increment: Duration::ZERO,
            moves_to_go: None,
        }),
        ..Limits::default()
    }
}

#[test]
fn pondering_ignores_the_clock_until_the_ponder_hit() {
    let limits = Limits::movetime(Duration::from_millis(50));
    let hit = Duration::from_millis(200);
    let control = Control::pondering();
    let host = SlowClock::new(1).with_ponder_hit(hit, &control);
    let outcome = engine().search(&root(MIDDLE_GAME), &limits, &control, &host);
    let used = outcome.expect("there is a legal move").effort.time;
    // Ten milliseconds of the move time are overhead.
    let most = hit + Duration::from_millis(50);
    assert!(used >= hit + Duration::from_millis(40), "{used:?}");
    assert!(used <= most, "{used:?}");
}

#[test]
fn time_spent_pondering_is_saved_after_the_ponder_hit() {
    let search = |control: &Control, host: &SlowClock<'_>| {
        let outcome = engine().search(&root(MIDDLE_GAME), &six_seconds(), control, host);
        outcome.expect("there is a legal move").effort.time
    };
    let alone = search(&Control::new(), &SlowClock::new(10));
    assert!(alone >= Duration::from_millis(100), "{alone:?}");
    let (hit, control) = (Duration::from_millis(1500), Control::pondering());
    let pondering = search(&control, &SlowClock::new(10).with_ponder_hit(hit, &control));
    assert!(pondering >= hit, "{pondering:?}");
    let own = pondering - hit;
    assert!(own <= Duration::from_millis(50), "{own:?} of {alone:?}");
}

/// Plays a game of self-play and checks that no side loses on time.
fn play_by_the_clock(time_ms: u64, increment_ms: u64, cycle: Option<u32>) {
    let mut engine = engine();
    let mut root = root(MIDDLE_GAME);
    let mut clocks = [Duration::from_millis(time_ms); 2];
    for ply in 0..100u32 {
        let side = ply as usize % 2;
        let moves_to_go = cycle.map(|cycle| cycle - ply / 2 % cycle);
        let limits = Limits {
            clock: Some(ClockLimits {
                time: clocks[side],
                increment: Duration::from_millis(increment_ms),
                moves_to_go,
            }),
            ..Limits::default()
        };
        let clock = SlowClock::new(1);
        let Some(outcome) = engine.search(&root, &limits, &Control::new(), &clock) else {
            return;
        };
        let used = clock.elapsed();
        assert!(
            used <= clocks[side],
            "{used:?} of {:?} at ply {ply}",
            clocks[side]
        );
        clocks[side] += Duration::from_millis(increment_ms);
        clocks[side] -= used;
        if moves_to_go == Some(1) {
            clocks[side] += Duration::from_millis(time_ms);
        }
        root.play(outcome.line[0]).expect("the best move is legal");
    }
}

#[test]
fn no_side_loses_on_time() {
    play_by_the_clock(300, 0, Some(20));
    play_by_the_clock(400, 0, None);
    play_by_the_clock(200, 10, None);
    play_by_the_clock(60, 20, None);
}

#[test]
fn a_long_search_reports_progress() {
    let clock = SlowClock::new(1000);
    engine().search(
        &root(MIDDLE_GAME),
        &Limits::nodes(30_000),
        &Control::new(),
        &clock,
    );
    assert!(clock.progress_reports.into_inner() >= 5);
}

#[test]
fn multi_pv_lines_differ_and_are_sorted() {
    let mut engine = engine();
    engine.settings_mut().lines = 4;
    let host = RecordingHost::default();
    engine.search(
        &root(MIDDLE_GAME),
        &Limits::depth(8),
        &Control::new(),
        &host,
    );
    let reports = host
        .reports
        .into_inner()
        .expect("no thread panics while holding the lock");
    let last: Vec<_> = reports
        .iter()
        .filter_map(|report| match report {
            Report::Line(line) if line.depth == 8 => Some(line),
            _ => None,
        })
        .collect();
    assert_eq!(last.len(), 4);
    for pair in last.windows(2) {
        assert!(pair[0].score >= pair[1].score);
        assert_ne!(pair[0].line[0], pair[1].line[0]);
    }
}

#[test]
fn every_line_is_legal_and_begins_with_the_best_move() {
    for fen in engine::bench_positions() {
        let root = root(fen);
        let host = RecordingHost::default();
        let outcome = engine()
            .search(&root, &Limits::depth(6), &Control::new(), &host)
            .expect("the bench has no finished games");
        let mut last = Vec::new();
        for report in host
            .reports
            .into_inner()
            .expect("no thread panics while holding the lock")
        {
            if let Report::Line(line) = report {
                let mut position = *root.position();
                for &m in &line.line {
                    position = position.play(m).expect("the line is legal");
                }
                last = line.line;
            }
        }
        assert_eq!(outcome.line, last, "{fen}");
    }
}

#[test]
fn only_searchmoves_are_searched() {
    let root = root(MIDDLE_GAME);
    let m = root.position().parse_uci("a3a4").expect("a legal move");
    let limits = Limits {
        searchmoves: vec![m],
        ..Limits::depth(5)
    };
    let outcome = engine().search(&root, &limits, &Control::new(), &NullHost);
    assert_eq!(outcome.and_then(|outcome| outcome.best()), Some(m));
}

#[test]
fn a_finished_game_has_no_move() {
    for fen in [
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
        "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
    ] {
        let outcome = engine().search(&root(fen), &Limits::depth(3), &Control::new(), &NullHost);
        assert!(outcome.is_none(), "{fen}");
    }
}

/// With only three entries, positions constantly overwrite each other and collide.
#[test]
fn a_table_of_one_cluster_never_causes_an_illegal_move() {
    let table = TranspositionTable::with_clusters(1).expect("there is memory for one cluster");
    let mut engine = Engine::with_table(table);
    let mut root = root("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for _ in 0..60 {
        let limits = Limits::nodes(3000);
        let Some(outcome) = engine.search(&root, &limits, &Control::new(), &NullHost) else {
            break;
        };
        root.play(outcome.line[0]).expect("the best move is legal");
    }
}

#[test]
fn threads_agree_on_a_mate() {
    let mut engine = engine();
    engine.set_threads(3);
    let outcome = engine
        .search(
            &root("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"),
            &Limits::depth(9),
            &Control::new(),
            &NullHost,
        )
        .expect("there is a legal move");
    assert_eq!(outcome.score.mate_moves(), Some(3));
}

#[test]
fn extreme_material_is_not_a_mate_score() {
    let promoted = "6k1/5ppp/8/8/8/8/QQQQQQQQ/Q3K3";
    for turn in ["w", "b"] {
        let root = root(&format!("{promoted} {turn} - - 0 1"));
        for evaluator in [Evaluator::default(), Evaluator::small()] {
            let score = evaluator.raw_eval(root.position());
            assert!(score.centipawns().abs() > 1000, "{score:?}");
            assert!(!score.is_mate(), "{score:?}");
        }
    }
    // There is a real mate, too: a mate score comes with its moves.
    let root = root(&format!("{promoted} w - - 0 1"));
    let outcome = engine()
        .search(&root, &Limits::depth(5), &Control::new(), &NullHost)
        .expect("there is a legal move");
    let mut position = *root.position();
    for &m in &outcome.line {
        position = position.play(m).expect("the line is legal");
    }
    assert!(outcome.score.is_mate() && position.is_checkmate());
}
