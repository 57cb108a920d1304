//! Requests and replies, slice by slice.

use super::*;
use crate::message::{Progress, Score};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn go(level: u8, fen: &str, moves: &str) -> String {
    format!("go|5|{level}|0|{fen}|{moves}")
}

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn answer(worker: &mut Worker) -> Reply {
    while worker.is_busy() {
        if let Some(reply) = worker.work(Duration::ZERO) {
            return reply;
        }
    }
    panic!("no answer");
}

/// Runs slices of an analysis until it reaches this depth.
fn analysis(worker: &mut Worker, depth: u32) -> Progress {
    for slice in 0..10_000 {
        match worker.work(ms(slice)) {
            Some(Reply::Progress(progress)) if progress.depth >= depth => return progress,
            Some(Reply::Progress(_)) | None => {}
            Some(other) => panic!("{other}"),
        }
    }
    panic!("the analysis makes no progress");
}

#[test]
fn every_level_finds_a_legal_move() {
    let mut worker = Worker::new();
    for level in 1..=10 {
        assert_eq!(worker.tell(&go(level, START, "e2e4")), None);
        let Reply::Best { id: 5, best, .. } = answer(&mut worker) else {
            panic!("level {level}");
        };
        assert_eq!(best.len(), 4, "{best}");
    }
}

#[test]
fn a_mate_in_one_is_found_and_a_mated_side_has_no_move() {
    let mut worker = Worker::new();
    worker.tell(&go(10, START, "f2f3 e7e5 g2g4"));
    assert!(matches!(answer(&mut worker), Reply::Best { best, .. } if best == "d8h4"));
    worker.tell(&go(10, START, "f2f3 e7e5 g2g4 d8h4"));
    assert!(matches!(answer(&mut worker), Reply::Best { best, .. } if best.is_empty()));
}

#[test]
fn unreadable_messages_are_answered_and_stop_is_confirmed_once() {
    let mut worker = Worker::new();
    for line in ["", "hello", &go(1, "nonsense", ""), &go(1, START, "e2e5")] {
        assert!(
            matches!(worker.tell(line), Some(Reply::Failed { .. })),
            "{line}"
        );
        assert!(!worker.is_busy());
    }
    worker.tell(&go(10, START, ""));
    assert!(worker.is_busy());
    assert_eq!(worker.tell("stop"), Some(Reply::Stopped { id: 5 }));
    assert!(!worker.is_busy());
    assert_eq!(worker.tell("stop"), None);
}

#[test]
fn an_analysis_shows_the_requested_number_of_lines() {
    let mut worker = Worker::new();
    for lines in 1..=5 {
        worker.tell(&format!("analyze|9|{lines}|0|{START}|e2e4"));
        let progress = analysis(&mut worker, 6);
        assert_eq!((progress.id, progress.lines.len()), (9, lines));
        let firsts: std::collections::BTreeSet<_> =
            progress.lines.iter().map(|line| &line.moves[0]).collect();
        assert_eq!(firsts.len(), lines, "the lines differ in their first move");
        assert!(progress.nodes > 0);
    }
    // With fewer legal moves than lines, there are as many lines as moves.
    worker.tell("analyze|9|5|0|7k/8/5KR1/8/8/8/8/8 b - - 0 1|");
    assert_eq!(analysis(&mut worker, 4).lines.len(), 1);
}

#[test]
fn the_speed_is_reported_from_the_second_slice_on() {
    let mut worker = Worker::new();
    worker.tell(&format!("analyze|9|1|0|{START}|"));
    let speeds = (0..20).filter_map(|slice| match worker.work(ms(10 * slice))? {
        Reply::Progress(progress) => Some(progress.nodes_per_second),
        other => panic!("{other}"),
    });
    let speeds: Vec<u64> = speeds.collect();
    assert_eq!(speeds[0], 0);
    assert!(speeds.len() > 1 && speeds[1..].iter().all(|&speed| speed > 0));
}

#[test]
fn a_mate_is_counted_and_an_ended_analysis_says_so() {
    let mut worker = Worker::new();
    worker.tell(&format!("analyze|1|1|0|{START}|f2f3 e7e5 g2g4"));
    let progress = analysis(&mut worker, 3);
    assert_eq!(progress.lines[0].score, Score::Mate(1));
    assert_eq!(progress.lines[0].moves, ["d8h4"]);
    worker.tell(&format!("analyze|2|3|0|{START}|f2f3 e7e5 g2g4 d8h4"));
    assert!(matches!(answer(&mut worker), Reply::Progress(progress) if progress.lines.is_empty()));
    assert_eq!(answer(&mut worker), Reply::Stopped { id: 2 });
    assert!(!worker.is_busy());
}

#[test]
fn the_referee_answers_while_the_engine_thinks() {
    let mut worker = Worker::new();
    worker.tell(&format!("analyze|1|1|0|{START}|"));
    let ask = |worker: &mut Worker, side: char, fen: &str| {
        let reply = worker.tell(&format!("judge|8|{side}|0|{fen}|"));
        let Some(Reply::Ruling { id: 8, verdict }) = reply else {
            panic!("{reply:?}");
        };
        verdict
    };
    let rook = "8/8/3k4/8/3K4/8/7R/8 w - - 0 1";
    let MateVerdict::Yes(line) = ask(&mut worker, 'w', rook) else {
        panic!("a rook mates");
    };
    let mut position = Position::from_fen(rook).unwrap();
    for m in line {
        position = position.play(position.parse_uci(&m).unwrap()).unwrap();
    }
    assert!(position.is_checkmate());
    let MateVerdict::No(why) = ask(&mut worker, 'b', rook) else {
        panic!("a bare king cannot mate");
    };
    assert!(why.contains("material"), "{why}");
    assert!(worker.is_busy(), "the analysis goes on");
}

#[test]
fn the_bench_equals_the_native_one() {
    let mut engine = Engine::new(HASH).unwrap();
    let nodes = engine::bench(&mut engine, 4, &NullHost);
    let reply = Worker::new().tell("bench|3|4");
    assert_eq!(reply, Some(Reply::Counted { id: 3, nodes }));
}

#[test]
fn a_duplicate_seat_finds_the_same_move_as_elsewhere() {
    let save = "f2f3 a2a3 a7a6 e7e5 g2g4 b2b3 b7b6";
    let mut game = duplicate::DuplicateGame::new();
    for m in save.split(' ') {
        game.play(m.parse().expect("a move")).expect("it is legal");
    }
    let line = duplicate::save::to_line(&game);
    let mut worker = Worker::new();
    assert_eq!(worker.tell(&format!("rival|9|5|{line}")), None);
    let Reply::Rival { id: 9, line } = answer(&mut worker) else {
        panic!("no move");
    };
    let level = rival::Level::new(5).expect("a level");
    let chosen = rival::Rival::new(level, 9).think(&game).expect("a move");
    let expected: Vec<String> = chosen.line.iter().map(ToString::to_string).collect();
    assert_eq!(line, expected);
    assert_eq!(line[0], "d8h4");
    for nonsense in ["rival|9|9|", "rival|9|3|x y", "rival|9|0|"] {
        assert!(
            matches!(worker.tell(nonsense), Some(Reply::Failed { id: 9, .. })),
            "{nonsense}"
        );
        assert!(!worker.is_busy());
    }
}

#[test]
fn a_file_is_audited_in_pieces_and_reported_in_batches() {
    let game = "[Event \"x\"]\n\n1. e5 *\n\n";
    let text = game.repeat(1_000);
    let mut worker = Worker::new();
    assert_eq!(worker.tell("audit|4|0|a.pgn"), None);
    assert!(!worker.is_busy() && worker.is_reading(4) && !worker.is_reading(3));
    let (mut rows, mut parts) = (0, 0);
    let mut receive = |reply: Option<Reply>| match reply {
        Some(Reply::Audit(part)) => {
            assert!(part.rows.len() <= 100);
            rows += part.rows.len();
            parts += 1;
            part.is_over
        }
        None => false,
        Some(other) => panic!("{other}"),
    };
    for (at, piece) in text.as_bytes().chunks(1_000).enumerate() {
        assert!(!receive(worker.feed(piece, ms(at as u64))));
    }
    assert_eq!(worker.feed(&[], ms(1_000)), None);
    assert!(worker.is_busy() && !worker.is_reading(4));
    while !receive(worker.work(ms(1_000))) {}
    assert!(!worker.is_busy());
    assert_eq!(rows, 1_000);
    assert!(
        parts < 15,
        "{parts} parts in 25 pieces of a millisecond each"
    );
    // A canceled file is not read further.
    worker.tell("audit|5|0|b.pgn");
    assert_eq!(worker.tell("stop"), Some(Reply::Stopped { id: 5 }));
    assert!(!worker.is_reading(5));
    assert_eq!(worker.feed(b"1. e5 *", ms(0)), None);
}

#[test]
fn every_finding_is_reported_if_all_are_asked_for() {
    let text = "[Event \"x\"]\n\n1. e5 *\n\n".repeat(6_000);
    for (request, reported) in [("audit|4|0|a.pgn", 5_000), ("audit|4|1|a.pgn", 6_000)] {
        let mut worker = Worker::new();
        worker.tell(request);
        let mut rows = 0;
        let mut receive = |reply: Option<Reply>| match reply {
            Some(Reply::Audit(part)) => {
                rows += part.rows.len();
                part.is_over
            }
            None => false,
            Some(other) => panic!("{other}"),
        };
        for piece in text.as_bytes().chunks(10_000) {
            assert!(!receive(worker.feed(piece, ms(0))));
        }
        worker.feed(&[], ms(0));
        while !receive(worker.work(ms(0))) {}
        assert_eq!(rows, reported, "{request}");
    }
}

#[test]
fn a_sign_of_life_is_given_at_any_time() {
    let mut worker = Worker::new();
    assert_eq!(worker.tell("ping"), Some(Reply::Alive));
    worker.tell("audit|4|0|a.pgn");
    assert_eq!(worker.tell("ping"), Some(Reply::Alive));
    assert!(worker.is_reading(4));
}

#[test]
fn a_walk_looks_at_positions_as_the_command_line_does() {
    let mut worker = Worker::new();
    let moves = "f2f3 e7e5 g2g4";
    assert_eq!(
        worker.tell(&format!("walk|7|3000 3 2 1 0|0|{START}|{moves}")),
        None
    );
    let mut expected = Analyst::new().expect("there is memory for a small table");
    let mut root = Root::new(Position::start());
    let mut looks = vec![expected.look(&root, 3_000)];
    for text in moves.split(' ') {
        root.play(root.position().parse_uci(text).expect("a move"))
            .expect("it is legal");
        looks.push(expected.look(&root, 3_000));
    }
    for (due, look) in looks.iter().enumerate().rev() {
        let Some(Reply::Looked {
            id: 7,
            ply,
            evaluation,
            line,
        }) = worker.work(ms(0))
        else {
            panic!("one position in each slice");
        };
        let moves: Vec<String> = look.line.iter().map(ToString::to_string).collect();
        assert_eq!(
            (ply, evaluation, line),
            (due, look.evaluation.to_string(), moves)
        );
    }
    assert_eq!(worker.work(ms(0)), Some(Reply::Stopped { id: 7 }));
    assert!(!worker.is_busy());
}

#[test]
fn a_walk_can_be_stopped_and_gone_on_with() {
    let mut worker = Worker::new();
    worker.tell(&format!("analyze|1|1|0|{START}|"));
    worker.tell(&format!("walk|2|500 2 1 0|0|{START}|e2e4 e7e5"));
    let looked = |reply: Option<Reply>| match reply {
        Some(Reply::Looked {
            ply, evaluation, ..
        }) => (ply, evaluation),
        other => panic!("{other:?}"),
    };
    let whole: Vec<_> = (0..3).map(|_| looked(worker.work(ms(0)))).collect();
    worker.tell(&format!("walk|3|500 2 1 0|0|{START}|e2e4 e7e5"));
    assert_eq!(looked(worker.work(ms(0))), whole[0]);
    assert_eq!(worker.tell("stop"), Some(Reply::Stopped { id: 3 }));
    assert!(!worker.is_busy());
    worker.tell(&format!("walk|4|500 1 0|0|{START}|e2e4 e7e5"));
    assert_eq!(looked(worker.work(ms(0))), whole[1]);
    assert_eq!(looked(worker.work(ms(0))), whole[2]);
    let refused = worker.tell(&format!("walk|5|500 0|0|{START}|e2e5"));
    assert!(
        matches!(refused, Some(Reply::Failed { id: 5, .. })),
        "{refused:?}"
    );
}
