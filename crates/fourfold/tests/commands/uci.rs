//! The real program as used, and misused, by graphical interfaces and their users.
//!
//! No test depends on how fast the machine is: what comes before what is asserted, not how long it
//! takes. A wait has a deadline only so that a program that hangs fails its test.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use nnue::Network;

const PATIENCE: Duration = Duration::from_secs(300);
const MIDDLE_GAME: &str =
    "position fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

/// A running program whose output is read with a deadline.
struct Program {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    fn start() -> Program {
        Program::start_with(&[])
    }

    fn start_with(arguments: &[&str]) -> Program {
        let mut process = Command::new(env!("CARGO_BIN_EXE_fourfold-uci"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = process.stdout.take().expect("stdout is piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = process.stdin.take();
        Program {
            process,
            input,
            lines,
        }
    }

    fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("stdin is open");
        input.write_all(bytes).expect("the program reads");
        input.flush().expect("the program reads");
    }

    fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line, up to this timeout.
    fn line_within(&self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// All lines up to the first that begins with this text.
    fn until(&self, beginning: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        while let Some(line) = self.line_within(deadline.saturating_duration_since(Instant::now()))
        {
            let found = line.starts_with(beginning);
            lines.push(line);
            if found {
                return lines;
            }
        }
        panic!("expected a line that begins with {beginning:?}, found {lines:?}");
    }

    fn best_move(&self) -> String {
        let lines = self.until("bestmove");
        let last = lines.last().expect("a line was found");
        last.split(' ')
            .nth(1)
            .expect("bestmove has a move")
            .to_owned()
    }

    /// Sends `isready`; returns the output before the answer.
    fn sync(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The FEN that the program reports.
    fn fen(&mut self) -> String {
        self.say("d");
        let lines = self.until("Fen: ");
        self.until("Occurrences: ");
        lines.last().expect("a line was found")["Fen: ".len()..].to_owned()
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self
                .process
                .try_wait()
                .expect("the process can be waited for")
            {
                return status;
            }
            assert!(Instant::now() < deadline, "the program does not end");
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn quit(mut self) {
        self.say("quit");
        assert!(self.wait().success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn has_best_move(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("bestmove"))
}

#[test]
fn it_introduces_itself_with_every_option() {
    let mut program = Program::start();
    program.say("uci");
    let lines = program.until("uciok");
    assert!(lines[0].starts_with("id name Fourfold"));
    for name in [
        "Hash",
        "Threads",
        "MultiPV",
        "Clear Hash",
        "Ponder",
        "Move Overhead",
        "SyzygyPath",
        "SyzygyProbeDepth",
        "Syzygy50MoveRule",
        "SyzygyProbeLimit",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
    ] {
        let beginning = format!("option name {name} type");
        assert!(
            lines.iter().any(|line| line.starts_with(&beginning)),
            "{name}"
        );
    }
    program.quit();
}

#[test]
fn a_bad_position_is_refused_and_the_old_one_is_kept() {
    let mut program = Program::start();
    program.say("position startpos moves e2e4");
    let before = program.fen();
    for bad in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 w KQkq x 0 1",
        "position fen r3k2r/8/8/8/8/8/8/RNBQKBNR/PPPPPPPP w KQkq - 0 1",
        "position fen 4k2R/8/8/8/8/8/8/4K3 w - - 0 1",
        "position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "position fen",
        "position",
        "position startpos moves e2e4 e7e5 e1e3",
        "position startpos moves e2e2",
        "position startpos moves e2e4 e7e8x",
        "position startpos moves e2e4 \u{e9}7e5",
        "position startpos moves 0000",
        "position nowhere moves e2e4",
    ] {
        program.say(bad);
        let said = program.sync();
        assert!(
            said.iter().any(|line| line.starts_with("info string")),
            "{bad}: {said:?}"
        );
        assert_eq!(program.fen(), before, "{bad}");
    }
    program.say("go depth 4");
    program.best_move();
    program.quit();
}

#[test]
fn the_refused_move_is_named() {
    let mut program = Program::start();
    program.say("position startpos moves e2e4 e7e5 e1e3 d7d5");
    let said = program.sync().join("\n");
    assert!(said.contains("move 3 of 4"), "{said}");
    assert!(said.contains("e1e3"), "{said}");
    program.quit();
}

#[test]
fn garbage_is_survived() {
    let mut program = Program::start();
    for line in [
        "",
        "   ",
        "xyzzy",
        "go on",
        "position startpos moves",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value many",
        "setoption name Threads value -1",
        "setoption name MultiPV value 0",
        "setoption name UCI_Chess960 value maybe",
        "setoption name Nothing value 1",
        "setoption name null_base value 1000",
        "debug",
        "debug on",
        "ponderhit",
        "stop",
        "joho isready",
        "setoption name MultiPV value 1",
        "setoption name Threads value 1",
    ] {
        program.say(line);
    }
    program.say_bytes(b"\xFF\xFE\x00go\x00 \x80\n");
    program.say_bytes(&[b"go ".as_slice(), &[0xC3; 300], b"\n"].concat());
    program.say("stop");
    program.until("bestmove");
    program.say("isready");
    program.until("readyok");
    program.quit();
}

#[test]
fn an_overlong_line_is_ignored_and_a_long_one_is_not() {
    let mut program = Program::start();
    let mut bytes = vec![b'x'; 3 << 20];
    bytes.push(b'\n');
    program.say_bytes(&bytes);
    let said = program.sync();
    assert!(said.iter().any(|line| line.contains("1048576")), "{said:?}");
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(5000);
    program.say(&format!("position startpos moves {moves}"));
    assert!(program.fen().ends_with("20000 10001"));
    program.say("go depth 5");
    let lines = program.until("bestmove");
    let text = lines.join("\n");
    assert!(
        text.contains("info string Draw by fivefold repetition"),
        "{text}"
    );
    assert!(!text.contains("bestmove (none)"), "{text}");
    program.quit();
}

#[test]
fn absurd_limits_give_a_legal_move() {
    let mut program = Program::start();
    for go in [
        "go wtime -1 btime -1",
        "go wtime 0 btime 0",
        "go wtime 1 btime 1",
        "go wtime 1 winc 0 movestogo 0",
        "go wtime 9223372036854775808 winc 9223372036854775808 movetime 5",
        "go depth 0",
        "go nodes 0",
        "go movetime 0",
        "go movetime -5",
        "go mate 0 nodes 100",
        "go depth 3 depth 4 nodes 50",
        "go searchmoves e2e5 depth 3",
        "go wtime 100 movestogo 99999999999 nodes 500",
    ] {
        program.say("position startpos");
        program.say(go);
        let best = program.best_move();
        let start = chess::Position::start();
        assert!(start.parse_uci(&best).is_ok(), "{go}: {best}");
    }
    program.quit();
}

#[test]
fn a_finished_game_is_answered() {
    let mut program = Program::start();
    let mate = (
        "position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
        vec!["info depth 0 score mate 0"],
    );
    let stalemate = (
        "position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
        vec!["info string Draw by stalemate", "info depth 0 score cp 0"],
    );
    for (position, said) in [mate, stalemate] {
        program.say(position);
        program.say("go depth 5");
        let lines = program.until("bestmove");
        assert_eq!(
            lines,
            [&said[..], &["bestmove (none)"]].concat(),
            "{position}"
        );
        // An infinite search waits for `stop`, pondering also for `ponderhit`.
        for (go, end) in [
            ("go infinite", "stop"),
            ("go ponder wtime 10", "stop"),
            ("go ponder wtime 10", "ponderhit"),
        ] {
            program.say(go);
            let mut lines = program.until(said[said.len() - 1]);
            for _ in 0..100 {
                lines.extend(program.sync());
            }
            assert_eq!(lines, said, "{position}, {go}");
            program.say(end);
            assert_eq!(program.best_move(), "(none)", "{position}, {go}, {end}");
        }
    }
    program.quit();
}

/// The scores in these lines, such as `cp 13`.
fn scores(lines: &[String]) -> Vec<String> {
    let score = |line: &String| {
        let (_, rest) = line.split_once(" score ")?;
        Some(rest.split(' ').take(2).collect::<Vec<_>>().join(" "))
    };
    lines.iter().filter_map(score).collect()
}

#[test]
fn a_root_drawn_by_the_rules_is_explained_scores_zero_and_gives_a_move() {
    let mut program = Program::start();
    program.say("setoption name UCI_ShowWDL value true");
    let cycle = "g1f3 g8f6 f3g1 f6g8 ";
    let fivefold = format!("position startpos moves {}", cycle.repeat(4));
    for (position, rule) in [
        (fivefold.as_str(), "fivefold repetition"),
        (
            "position fen 8/8/3k4/8/3K4/8/7R/7R w - - 150 180",
            "seventy-five-move rule",
        ),
        (
            "position fen 8/8/3k4/8/3K4/8/8/6N1 w - - 0 1",
            "insufficient material",
        ),
        (
            "position fen 8/8/3k4/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1",
            "dead position",
        ),
    ] {
        program.say(position);
        program.say("go depth 6");
        let lines = program.until("bestmove");
        assert_eq!(lines[0], format!("info string Draw by {rule}"));
        let scores = scores(&lines);
        assert!(scores.len() >= 6, "{lines:?}");
        assert!(scores.iter().all(|score| score == "cp 0"), "{lines:?}");
        let certain = |line: &&String| line.contains(" wdl 0 1000 0 ");
        assert_eq!(lines.iter().filter(certain).count(), scores.len());
        assert_ne!(lines[lines.len() - 1], "bestmove (none)", "{lines:?}");
    }
    program.quit();
}

#[test]
fn a_draw_that_can_be_claimed_is_explained_and_searched_as_usual() {
    let mut program = Program::start();
    let cycle = "g1f3 g8f6 f3g1 f6g8 ";
    let threefold = format!("position startpos moves {}", cycle.repeat(2));
    let both = format!(
        "position fen 8/8/3k4/8/3K4/8/7R/7R w - - 92 130 moves {}",
        "h2h3 d6e6 h3h2 e6d6 ".repeat(2)
    );
    let (three, fifty) = (
        "info string Draw by threefold repetition (claimable)",
        "info string Draw by fifty-move rule (claimable)",
    );
    for (position, notes) in [
        (threefold.as_str(), vec![three]),
        (
            "position fen 8/8/3k4/8/3K4/8/7R/7R w - - 100 130",
            vec![fifty],
        ),
        (&both, vec![three, fifty]),
        ("position startpos", vec![]),
    ] {
        program.say(position);
        program.say("go depth 4");
        let lines = program.until("bestmove");
        let said = lines.iter().filter(|line| line.contains("info string"));
        assert_eq!(said.collect::<Vec<_>>(), notes, "{position}");
        assert_ne!(lines[lines.len() - 1], "bestmove (none)", "{lines:?}");
    }
    program.quit();
}

#[test]
fn an_odd_fen_is_not_called_repaired() {
    let mut program = Program::start();
    program.say("position fen 4k3/8/8/8/8/8/8/4K2R w - - 40 3");
    assert_eq!(
        program.sync(),
        ["info string the FEN: the half-move clock is larger than the number of moves made so far"]
    );
    program.say("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1");
    let said = program.sync();
    assert!(said[0].starts_with("info string the FEN: "), "{said:?}");
    program.quit();
}

#[test]
fn a_new_game_clears_history_position_and_table() {
    let mut program = Program::start();
    let search = |program: &mut Program| {
        program.say("go depth 8");
        let mut lines = program.until("bestmove");
        // The time and what depends on it differ from run to run.
        for line in &mut lines {
            let words: Vec<&str> = line.split(' ').collect();
            let counts = words.iter().position(|word| *word == "nodes");
            let nodes = counts.map_or(words.len(), |at| at + 2);
            *line = words[..nodes].join(" ");
        }
        lines
    };
    let fresh = search(&mut program);
    assert_ne!(search(&mut program), fresh, "the table is used");
    program.say("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    let drawn = search(&mut program);
    assert!(drawn[0].contains("threefold"), "{drawn:?}");
    program.say("ucinewgame");
    assert_eq!(search(&mut program), fresh);
    program.say("d");
    let lines = program.until("Occurrences: ");
    assert_eq!(lines[lines.len() - 1], "Occurrences: 1");
    program.quit();
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    for before in [
        "",
        "uci\n",
        "position startpos\ngo infinite\n",
        "position startpos\ngo ponder wtime 1000 btime 1000\n",
        "go depth 200\nisre",
    ] {
        let mut program = Program::start();
        program.sync();
        program.say_bytes(before.as_bytes());
        if before.contains("go ") {
            program.until("info depth");
        }
        program.close_input();
        assert!(program.wait().success(), "{before:?}");
    }
}

#[test]
fn a_script_can_wait_for_its_search() {
    let mut program = Program::start_with(&["--wait"]);
    program.say("go depth 9");
    program.close_input();
    let lines = program.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 9 ")));
    assert!(program.wait().success());
}

#[test]
fn arguments_are_commands() {
    let mut program =
        Program::start_with(&["position fen 7k/5R2/6K1/8/8/8/8/8 w - - 2 2", "go depth 5"]);
    assert_eq!(program.best_move(), "f7f8");
    assert!(program.wait().success());
    let mut program = Program::start_with(&["go", "nodes", "500"]);
    program.best_move();
    assert!(program.wait().success());
}

#[test]
fn help_and_version_are_plain_text() {
    let version = concat!("fourfold-uci ", env!("CARGO_PKG_VERSION"));
    for (flag, first) in [
        ("--version", version),
        ("-V", version),
        ("--help", "The chess engine of Fourfold"),
        ("-h", "The chess engine of Fourfold"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_fourfold-uci"))
            .arg(flag)
            .output()
            .expect("the program starts");
        let said = String::from_utf8(output.stdout).expect("is text");
        assert!(output.status.success(), "{flag}");
        assert!(said.starts_with(first), "{flag}: {said}");
        assert!(!said.contains("info string"), "{flag}: {said}");
    }
}

#[test]
fn an_infinite_search_gives_no_move_before_stop() {
    let mut program = Program::start();
    for (position, go) in [
        ("position fen 7k/5R2/6K1/8/8/8/8/8 w - - 2 2", "go infinite"),
        ("position startpos", "go infinite depth 2"),
        ("position startpos", "go ponder wtime 10 btime 10"),
        ("position startpos", "go ponder depth 2"),
    ] {
        program.say(position);
        program.say(go);
        let mut said = program.until("info depth");
        for _ in 0..100 {
            said.extend(program.sync());
        }
        assert!(!has_best_move(&said), "{position}, {go}: {said:?}");
        program.say("stop");
        program.best_move();
    }
    program.say("go ponder movetime 20");
    program.until("info depth");
    program.say("ponderhit");
    program.best_move();
    program.quit();
}

#[test]
fn every_go_gets_exactly_one_move() {
    let mut program = Program::start();
    const ROUNDS: usize = 300;
    for round in 0..ROUNDS {
        program.say("stop");
        program.say(if round % 3 == 0 {
            "go infinite"
        } else {
            "go nodes 200"
        });
    }
    program.say("stop");
    program.say("quit");
    assert!(program.wait().success());
    let said: Vec<String> = program.lines.iter().collect();
    let moves = said.iter().filter(|line| line.starts_with("bestmove"));
    assert_eq!(moves.count(), ROUNDS);
}

#[test]
fn commands_are_answered_during_a_search() {
    let mut program = Program::start();
    program.say(MIDDLE_GAME);
    program.say("setoption name Threads value 2");
    program.say("go infinite");
    program.until("info depth 8");
    let said = program.sync();
    assert!(!has_best_move(&said), "the search goes on: {said:?}");
    program.say("setoption name Hash value 4");
    program.say("setoption name MultiPV value 3");
    program.say("position startpos");
    program.sync();
    program.say("stop");
    program.best_move();
    program.say("go depth 3");
    let lines = program.until("bestmove");
    assert!(
        lines.iter().any(|line| line.contains("multipv 3")),
        "{lines:?}"
    );
    program.say("go infinite");
    program.say("ucinewgame");
    program.best_move();
    program.quit();
}

#[test]
fn stop_is_obeyed() {
    let mut program = Program::start();
    program.say(MIDDLE_GAME);
    for _ in 0..20 {
        program.say("go infinite");
        program.until("info depth 6");
        program.say("stop");
        program.best_move();
    }
    program.quit();
}

#[test]
fn a_hash_table_that_does_not_fit_is_refused_and_the_old_one_is_kept() {
    let mut program = Program::start();
    program.say("setoption name Hash value 33554432");
    let said = program.sync().join("\n");
    assert!(said.contains("stays at 16 MiB"), "{said}");
    program.say("setoption name Hash value 99999999999");
    let said = program.sync().join("\n");
    assert!(said.contains("expected 1 to 33554432 for Hash"), "{said}");
    program.say("setoption name Hash value 1");
    program.say("go depth 5");
    program.best_move();
    program.quit();
}

#[test]
fn a_network_is_read_from_a_file_and_a_wrong_one_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("networks");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let (good, cut) = (folder.join("good one.nnue"), folder.join("cut.nnue"));
    let mut network = Network::zeroed();
    for output in &mut network.outputs {
        output.bias = nnue::arch::QA * nnue::arch::QB / 4;
    }
    let mut file = Vec::new();
    network.write_to(&mut file).expect("memory can be written");
    fs::write(&good, &file).expect("the file can be written");
    fs::write(&cut, &file[..5000]).expect("the file can be written");

    let mut program = Program::start();
    let mut evaluation = |path: &str| {
        program.say(&format!("setoption name EvalFile value {path}"));
        program.say("eval");
        program.until("evaluation")
    };
    let built_in = evaluation("<builtin>");
    let too_short = format!("wrong length: expected {} bytes, found 5000", file.len());
    let text = |path: &Path| path.to_str().expect("a path in Unicode").to_owned();
    assert_eq!(
        evaluation(&text(&good)),
        ["evaluation +1.00 from White's side"]
    );
    for (wrong, complaint) in [
        (text(&cut), too_short.as_str()),
        (text(&folder.join("none.nnue")), "No such file"),
        ("/dev/zero".to_owned(), "not a Fourfold network"),
    ] {
        let lines = evaluation(&wrong);
        assert!(lines[0].starts_with("info string"), "{lines:?}");
        assert!(lines[0].contains(complaint), "{lines:?}");
        assert_eq!(lines[1], "evaluation +1.00 from White's side");
    }
    assert_eq!(
        evaluation("<small>"),
        ["evaluation +0.12 from White's side"]
    );
    assert_eq!(evaluation(""), built_in);
}

/// A table of outcomes in which the queen always wins: the head, the pieces, and one value for each
/// side to move.
const QUEEN: [u8; 14] = [
    0x71, 0xE8, 0x23, 0x5D, 1, 0, 0x66, 0x55, 0xEE, 0, 0x80, 4, 0x80, 0,
];

#[test]
fn tables_are_used_and_a_wrong_path_is_explained() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path().join("some tables");
    fs::create_dir(&folder).expect("the folder can be made");
    fs::write(folder.join("KQvK.rtbw"), QUEEN).expect("the file can be written");
    fs::write(folder.join("KRvK.rtbw"), b"nonsense").expect("the file can be written");
    let path = folder.to_str().expect("a path in Unicode");

    let mut program = Program::start();
    let mut ask = |path: &str, position: &str| {
        program.say(&format!("setoption name SyzygyPath value {path}"));
        program.say(&format!("position fen {position} w - - 0 1"));
        program.say("go depth 2");
        program.until("bestmove")
    };
    let says = |lines: &[String], text: &str| lines.iter().any(|line| line.contains(text));
    let queen = "8/8/8/4k3/8/8/8/KQ6";

    let lines = ask("/no/such folder", queen);
    assert!(says(
        &lines,
        "info string SyzygyPath: cannot use /no/such folder"
    ));
    assert!(says(
        &lines,
        "expected folders with files such as KQvK.rtbw"
    ));
    assert!(says(&lines, "bestmove"));

    let lines = ask(path, queen);
    assert!(
        says(&lines, "SyzygyPath: 2 WDL and 0 DTZ tables, up to 3 pieces"),
        "{lines:?}"
    );
    assert!(
        says(&lines, "score cp 30000") && !says(&lines, "tbhits 0 "),
        "{lines:?}"
    );

    let lines = ask(path, "8/8/8/4k3/8/8/8/KR6");
    assert!(
        says(&lines, "KRvK.rtbw: it is not a Syzygy table"),
        "{lines:?}"
    );
    assert!(says(&lines, "tbhits 0 "), "{lines:?}");

    let lines = ask("<empty>", queen);
    assert!(
        !says(&lines, "SyzygyPath") && says(&lines, "tbhits 0 "),
        "{lines:?}"
    );
    program.quit();
}

#[test]
fn a_closed_output_ends_the_program_silently() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_fourfold-uci"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(process.stdout.take());
    let mut input = process.stdin.take().expect("stdin is piped");
    for _ in 0..100 {
        if input.write_all(b"uci\n").is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(2));
    }
    drop(input);
    let output = process.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{:?}", output.stderr);
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let mut program = Program::start();
    program.say("setoption name UCI_Chess960 value true");
    program.say("position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
    assert!(program.sync().is_empty());
    program.say("go perft 1");
    let lines = program.until("Nodes searched");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 21"));
    program.say("setoption name UCI_Chess960 value false");
    program.say("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    program.say("go perft 1");
    let lines = program.until("Nodes searched");
    assert!(lines.contains(&"e1g1: 1".to_owned()), "{lines:?}");
    program.quit();
}

#[test]
fn perft_refuses_a_depth_that_would_exhaust_the_stack() {
    let mut program = Program::start();
    program.say("go perft 100000");
    let notes = program.sync();
    assert!(
        notes
            .iter()
            .any(|line| line.contains("a depth from 0 to 64")),
        "{notes:?}"
    );
    program.quit();
}

#[test]
fn the_bench_ends_with_the_line_that_test_runners_read() {
    let mut program = Program::start_with(&["bench"]);
    let mut last = String::new();
    while let Some(line) = program.line_within(PATIENCE) {
        last = line;
    }
    let words: Vec<&str> = last.split(' ').collect();
    assert!(
        matches!(words[..], [nodes, "nodes", rate, "nps"] if nodes.parse::<u64>().is_ok() && rate.parse::<u64>().is_ok()),
        "{last}"
    );
    assert!(program.wait().success());
}

#[test]
fn limited_strength_is_weaker_and_chances_are_shown() {
    let mut program = Program::start();
    program.say("setoption name UCI_ShowWDL value true");
    program.say("setoption name UCI_LimitStrength value true");
    program.say("setoption name UCI_Elo value 1000");
    program.say(MIDDLE_GAME);
    // Without a limit of its own the weak level would search for ever.
    program.say("go");
    let lines = program.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" wdl ")), "{lines:?}");
    program.quit();
}

/// The tests themselves must not wait forever.
#[test]
fn a_program_that_never_answers_is_detected() {
    let mut program = Program::start();
    program.sync();
    assert_eq!(program.line_within(Duration::from_millis(50)), None);
}
