//! Parsing and writing are inverse, and parsing accepts any bytes.

use fourfold_uci_protocol::{
    Bound, Command, Declaration, Go, Kind, Origin, ParseCommandError, Reply, SearchScore,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn command(line: &str) -> Command {
    let read = Command::read(line.as_bytes()).expect("the line is a command");
    assert!(
        read.skipped.is_empty(),
        "{line}: skipped {:?}",
        read.skipped
    );
    read.command
}

fn go(line: &str) -> (Go, Vec<String>) {
    let read = Command::read(line.as_bytes()).expect("the line is a command");
    match read.command {
        Command::Go(go) => (go, read.skipped),
        other => panic!("{line} was read as {other}"),
    }
}

#[test]
fn every_command_is_written_as_it_was_read() {
    for line in [
        "uci",
        "debug on",
        "debug off",
        "isready",
        "setoption name Clear Hash",
        "setoption name Move Overhead value 30",
        "setoption name EvalFile value nets/my  net.bin",
        "ucinewgame",
        "position startpos",
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen 8/8/3k4/8/3K4/8/7R/7R w - - 99 130 moves h2h3",
        "go",
        "go ponder wtime 1000 btime -5 winc 10 binc 20 movestogo 3",
        "go depth 8 nodes 100 mate 3 movetime 50",
        "go infinite searchmoves e2e4 a7a8q",
        "go perft 5",
        "stop",
        "ponderhit",
        "quit",
        "d",
        "eval",
        "bench",
        "bench 9",
        "help",
    ] {
        assert_eq!(command(line).to_string(), line);
        let padded = format!(" \t{line}  \r\n");
        assert_eq!(command(&padded), command(line));
    }
}

#[test]
fn every_reply_is_written_as_it_was_read() {
    for line in [
        "id name Fourfold 0.1",
        "id author its contributors",
        "option name Hash type spin default 16 min 1 max 33554432",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
        "option name Style type combo default Solid var Solid var Very Risky",
        "option name SyzygyPath type string default <empty>",
        "option name EvalFile type string default a b",
        "uciok",
        "readyok",
        "copyprotection checking",
        "copyprotection ok",
        "registration checking",
        "registration error",
        "bestmove (none)",
        "bestmove e7e8q ponder a7a8n",
        "info depth 12 seldepth 20 multipv 1 score cp -31 wdl 100 700 200 nodes 5 nps 9 hashfull 1 tbhits 0 time 12 pv e2e4 e7e5",
        "info depth 3 score mate -2 upperbound nodes 7",
        "info depth 3 score cp 5 lowerbound",
        "info currmove e2e4 currmovenumber 3",
        "info string why  it stopped",
    ] {
        assert_eq!(Reply::read(line.as_bytes()).unwrap().to_string(), line);
    }
}

#[test]
fn a_spin_without_a_default_gets_one_within_its_range() {
    for (range, expected) in [
        ("min 5 max 9", 5),
        ("min -9 max -5", -5),
        ("min -3 max 3", 0),
        ("min 7", 7),
        ("default x min 2 max 4", 2),
        ("min 9 max 5", 5),
    ] {
        let line = format!("option name Contempt type spin {range}");
        let reply = Reply::read(line.as_bytes()).unwrap();
        let Reply::Option(Declaration {
            kind: Kind::Spin { default, .. },
            ..
        }) = reply
        else {
            panic!("{reply:?}");
        };
        assert_eq!(default, expected, "{range}");
    }
}

#[test]
fn unknown_words_are_skipped_one_by_one() {
    let read = Command::read(b"joho debug on").unwrap();
    assert_eq!(read.command, Command::Debug { on: true });
    assert_eq!(read.skipped, ["joho"]);

    let (asked, skipped) = go("go ponder wtime btime 900 quickly depth x nodes 70");
    assert!(asked.ponder);
    assert_eq!(asked.white.time, None);
    assert_eq!(asked.black.time, Some(900));
    assert_eq!(asked.depth, None);
    assert_eq!(asked.nodes, Some(70));
    assert_eq!(skipped, ["wtime", "quickly", "depth", "x"]);
}

#[test]
fn large_numbers_are_clamped_and_the_last_value_wins() {
    let (asked, _) = go("go wtime 99999999999999999999 depth -4 depth 7 nodes -1");
    assert_eq!(asked.white.time, Some(i64::MAX));
    assert_eq!(asked.depth, Some(7));
    assert_eq!(asked.nodes, Some(0));
}

#[test]
fn searchmoves_end_at_the_next_keyword() {
    let (asked, skipped) = go("go searchmoves e2e4 bad d2d4 depth 3");
    assert_eq!(asked.searchmoves.len(), 2);
    assert_eq!(asked.depth, Some(3));
    assert_eq!(skipped, ["bad"]);
}

#[test]
fn a_position_is_accepted_whole_or_refused() {
    assert_eq!(
        command("position startpos moves"),
        Command::Position {
            origin: Origin::Start,
            moves: Vec::new()
        }
    );
    for (line, message) in [
        (
            "position",
            "expected startpos or fen after position, found the end of the line",
        ),
        (
            "position fen",
            "expected a FEN after fen, found the end of the line",
        ),
        (
            "position startpos e2e4",
            "expected moves after the position, found \"e2e4\"",
        ),
        (
            "position startpos moves e2e4 é2e4",
            "expected a move such as e2e4 or e7e8q as move 2, found \"é2e4\"",
        ),
        (
            "position startpos moves e7e8x",
            "expected a move such as e2e4 or e7e8q as move 1, found \"e7e8x\"",
        ),
        (
            "setoption",
            "expected name after setoption, found the end of the line",
        ),
        (
            "setoption name value 3",
            "expected the name of an option, found \"value\"",
        ),
        (
            "debug",
            "expected on or off after debug, found the end of the line",
        ),
        (
            "xyzzy",
            "expected a command, found \"xyzzy\"; help lists them",
        ),
    ] {
        let error = Command::read(line.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), message, "{line}");
    }
    assert_eq!(Command::read(b" \r\n"), Err(ParseCommandError::Empty));
}

#[test]
fn a_button_has_no_value_and_a_value_may_be_empty() {
    let value = |line| match command(line) {
        Command::SetOption { value, .. } => value,
        other => panic!("{other}"),
    };
    assert_eq!(value("setoption name Clear Hash"), None);
    assert_eq!(
        value("setoption name SyzygyPath value"),
        Some(String::new())
    );
}

#[test]
fn damaged_replies_are_errors() {
    for (line, message) in [
        (
            "bestmove",
            "expected a move after bestmove, found the end of the line",
        ),
        (
            "bestmove e9e4",
            "expected a move after bestmove, found \"e9e4\"",
        ),
        (
            "info score",
            "expected cp or mate after score, found the end of the line",
        ),
        (
            "info score cp x",
            "expected a number after the kind of score, found \"x\"",
        ),
        (
            "option name A type wheel",
            "expected a type of option, found \"wheel\"",
        ),
        (
            "Stockfish 15.1",
            "expected a reply of the protocol, found \"Stockfish\"",
        ),
    ] {
        let error = Reply::read(line.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), message, "{line}");
    }
    let Ok(Reply::Info(line)) =
        Reply::read(b"info depth 5 score cp 7 upperbound nodes x pv e2e4 ? ")
    else {
        panic!("the line can be read");
    };
    assert_eq!(line.score, Some(SearchScore::Centipawns(7, Bound::Upper)));
    assert_eq!((line.depth, line.nodes, line.pv.len()), (Some(5), None, 1));
}

/// Lines of protocol words in any order, mixed with random text.
fn word_salad() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        prop::sample::select(
            &[
                "go",
                "position",
                "startpos",
                "fen",
                "moves",
                "e2e4",
                "a7a8q",
                "0000",
                "setoption",
                "name",
                "value",
                "depth",
                "wtime",
                "-1",
                "9999999999999999999999",
                "searchmoves",
                "infinite",
                "info",
                "score",
                "cp",
                "mate",
                "pv",
                "string",
                "bestmove",
                "ponder",
                "option",
                "type",
                "spin",
                "default",
                "min",
                "max",
                "var",
                "wdl",
                "id",
                "debug",
                "on",
            ][..]
        )
        .prop_map(|word| word.as_bytes().to_vec()),
        vec(any::<u8>(), 0..6),
    ];
    vec(word, 0..12).prop_map(|words| words.join(&b' '))
}

proptest! {
    #[test]
    fn any_line_is_parsed_or_refused_and_round_trips(line in word_salad()) {
        if let Ok(read) = Command::read(&line) {
            let again = Command::read(read.command.to_string().as_bytes()).unwrap();
            prop_assert_eq!(again.command, read.command);
            prop_assert!(again.skipped.is_empty());
        }
        if let Ok(reply) = Reply::read(&line) {
            let again = Reply::read(reply.to_string().as_bytes()).unwrap();
            prop_assert_eq!(again, reply);
        }
    }
}
