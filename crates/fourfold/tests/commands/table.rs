//! `fourfold table` as used by people, bots and operators.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::support::serving::{Player, Serving};
use serde_json::{Value, json};
use wire::{Created, Seat};

use crate::support::program;

fn table(args: &[&str], input: &str) -> Output {
    program::run(Path::new("."), &[&["table"], args].concat(), input)
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A table, and the link of one of its seats.
fn new_table(serving: &Serving, args: &[&str]) -> Created {
    let url = format!("http://{}", serving.address());
    let args = [&["new", "--server", &url, "--json"], args].concat();
    serde_json::from_str(&text(&table(&args, ""))).unwrap()
}

fn link(serving: &Serving, created: &Created, end: &str) -> String {
    format!("http://{}/#t/{}{end}", serving.address(), created.table)
}

fn white_link(serving: &Serving, created: &Created) -> String {
    let key = &created.invitations[&Seat::White];
    link(serving, created, &format!("/white/{key}"))
}

/// A bot at this link that exchanges messages on pipes.
fn start_bot(link: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .args(["table", link, "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The next message of this type or kind.
fn next_of_kind(lines: &mut impl Iterator<Item = io::Result<String>>, kind: &str) -> Value {
    loop {
        let line: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        if line["type"] == kind || line["kind"] == kind {
            return line;
        }
    }
}

#[test]
fn a_table_is_created_filled_played_at_and_watched() {
    let serving = Serving::start(&[]);
    let url = format!("http://{}", serving.address());
    let links = text(&table(
        &["new", "duplicate", "--server", &url, "--clock", "300+3"],
        "",
    ));
    for seat in ["north", "south", "east", "west", "host"] {
        assert!(links.contains(&format!("/{seat}/")), "{links}");
    }
    let created = new_table(&serving, &["--clock", "300+3"]);
    let host = link(&serving, &created, &format!("/host/{}", created.host));
    let filled = text(&table(&[&host], "fill black 1\n"));
    assert!(
        filled.contains("A program of level 1 plays Black."),
        "{filled}"
    );
    let white = white_link(&serving, &created);
    let played = text(&table(
        &[&white, "--name", "Ann"],
        "e4\nflip the board\nresign\nclocks\n",
    ));
    for line in [
        "You are White.",
        "White plays e2e4.",
        "is not understood",
        "White resigns.",
        "White 5:0",
    ] {
        assert!(played.contains(line), "{line} in {played}");
    }
    let watched = text(&table(
        &[&link(&serving, &created, "")],
        "who\nboard\nquit\n",
    ));
    assert!(
        watched.contains("White: Ann\nBlack: a program of level 1"),
        "{watched}"
    );
    assert!(watched.contains("r n b q k b n r"), "{watched}");
}

#[test]
fn one_link_seats_everybody_who_picks_a_free_seat() {
    let serving = Serving::start(&[]);
    let created = new_table(&serving, &["duplicate", "--open", "--match", "4"]);
    let open = link(
        &serving,
        &created,
        &format!("/open/{}", created.open.as_ref().unwrap()),
    );
    let looked = text(&table(&[&open], "quit\n"));
    let free =
        "Free seats: north, south, east, west. To sit down, open the link with --seat north.";
    assert!(looked.starts_with(free), "{looked}");
    let sat = text(&table(
        &[&open, "--seat", "east", "--name", "Ann"],
        "who\nquit\n",
    ));
    assert!(sat.starts_with("You are East."), "{sat}");
    assert!(
        sat.contains("East: Ann\n") && sat.contains("North: nobody\n"),
        "{sat}"
    );
    let taken = table(&[&open, "--seat", "east"], "quit\n");
    assert_eq!(taken.status.code(), Some(1));
    let error = String::from_utf8(taken.stderr).unwrap();
    let expected = "East is taken; free: north, south, west";
    assert!(error.contains(expected), "{error}");
    // A seat is picked only with a link that is for everybody.
    let own = link(
        &serving,
        &created,
        &format!("/north/{}", created.invitations[&Seat::North]),
    );
    let wrong = table(&[&own, "--seat", "east"], "");
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn wrong_links_are_refused_with_what_is_expected() {
    let serving = Serving::start(&[]);
    let nowhere = format!("http://{}/#t/0123456789", serving.address());
    let output = table(&[&nowhere], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no_such_table"));
    assert_eq!(
        table(&["http://127.0.0.1:4004/"], "").status.code(),
        Some(2)
    );
    let closed = table(&["new", "--server", "http://127.0.0.1:1"], "");
    assert!(String::from_utf8_lossy(&closed.stderr).contains("fourfold serve"));
    let url = format!("http://{}", serving.address());
    let bad = table(&["new", "--server", &url, "--fen", "x"], "");
    assert!(String::from_utf8_lossy(&bad.stderr).contains("bad_table"));
}

#[test]
fn a_bot_exchanges_messages_on_stdin_and_stdout() {
    let serving = Serving::start(&[]);
    let created = new_table(&serving, &[]);
    let mut black = Player::new(&created.table, &created.invitations[&Seat::Black]);
    black.come(serving.address()).unwrap();
    let white = white_link(&serving, &created);
    let mut bot = start_bot(&white);
    let mut input = bot.stdin.take().unwrap();
    let mut lines = BufReader::new(bot.stdout.take().unwrap()).lines();
    let mut receive = |kind: &str| next_of_kind(&mut lines, kind);
    assert_eq!(receive("welcome")["you"]["seat"], "white");
    receive("started");
    let command = json!({"type":"do","id":"1","ply":0,"act":{"do":"move","move":"e2e4"}});
    writeln!(input, "{command}").unwrap();
    assert_eq!(receive("moved")["move"], "e2e4");
    assert_eq!(receive("done")["id"], "1");
    drop(input);
    assert!(bot.wait().unwrap().success());
}

#[test]
fn a_bot_on_stdin_and_stdout_reconnects() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("club.db");
    let data = ["--data", data.to_str().unwrap()];
    let mut serving = Serving::start(&data);
    let created = new_table(&serving, &["--law", "engine"]);
    let white = white_link(&serving, &created);
    let mut bot = start_bot(&white);
    let mut lines = BufReader::new(bot.stdout.take().unwrap()).lines();
    let mut receive = |kind: &str| next_of_kind(&mut lines, kind);
    let welcome = receive("welcome");
    assert_eq!(welcome["events"][0]["table"]["law"], "engine");
    let port = serving.address().rsplit(':').next().unwrap().to_owned();
    serving.stop();
    let serving = Serving::start_at(&port, &data);
    let again = receive("welcome");
    assert_eq!(again["you"]["seat"], "white", "with the key of the seat");
    assert_eq!(again["events"], json!([]), "it has everything");
    drop(bot.stdin.take());
    assert!(bot.wait().unwrap().success());
    drop(serving);
}

#[test]
fn a_table_is_created_with_rulings_and_started_by_the_host() {
    let serving = Serving::start(&[]);
    let created = new_table(
        &serving,
        &["duplicate", "--ruling", "stalemate=pass", "--host-starts"],
    );
    let mut watcher = Player::new(&created.table, &created.host);
    watcher.come(serving.address()).unwrap();
    let asked = watcher.table().asked();
    assert_eq!(asked.rulings["stalemate"], "pass");
    assert_eq!(asked.start, wire::StartMode::Host);
}

#[test]
fn a_server_without_programs_promises_none() {
    let serving = Serving::start(&["--programs", "0"]);
    let url = format!("http://{}", serving.address());
    for policy in ["--flag", "--absence"] {
        let asked = ["new", "duplicate", "--server", &url, policy, "program"];
        let refused = table(&asked, "");
        let message = String::from_utf8_lossy(&refused.stderr);
        assert!(message.contains("choose another policy"), "{message}");
        new_table(&serving, &["duplicate", policy, "draw"]);
    }
}

#[test]
fn a_local_engine_takes_a_seat() {
    let serving = Serving::start(&[]);
    let created = new_table(&serving, &[]);
    let black = link(
        &serving,
        &created,
        &format!("/black/{}", created.invitations[&Seat::Black]),
    );
    let engine = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .args(["table", &black, "--movetime", "50", "--engine"])
        .arg(env!("CARGO_BIN_EXE_fourfold-uci"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut white = Player::new(&created.table, &created.invitations[&Seat::White]);
    white.come(serving.address()).unwrap();
    white.listen_to(0).unwrap();
    for (ply, text) in [(0, "e2e4"), (2, "a2a3")] {
        let act = json!({"do":"move","move":text});
        let id = format!("m{ply}");
        let command = json!({"type":"do","id":id,"ply":ply,"act":act});
        let seq = white.ask(&id, &command).unwrap();
        white.listen_to(seq + 1).unwrap();
        assert_eq!(white.table().ply(), ply + 2, "the engine answers");
    }
    let resign = json!({"type":"do","id":"r","act":{"do":"resign"}});
    white.ask("r", &resign).unwrap();
    let output = engine.wait_with_output().unwrap();
    assert!(text(&output).contains("Black plays "), "{output:?}");
}

#[test]
fn a_backup_of_a_live_file_is_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, copy, new) = (path("club.db"), path("backup.db"), path("new.db"));
    let mut serving = Serving::start(&["--data", &data]);
    let created = serving.create(&json!({"game":"chess","watch":"anyone"}));
    let mut players: Vec<Player> = created
        .invitations
        .values()
        .map(|key| Player::new(&created.table, key))
        .collect();
    for player in &mut players {
        player.come(serving.address()).unwrap();
    }
    let said = text(&table(&["backup", &data, &copy], ""));
    assert!(said.contains("1 tables"), "{said}");
    let again = table(&["backup", &data, &copy], "");
    assert!(String::from_utf8_lossy(&again.stderr).contains("choose another name"));
    serving.stop();
    text(&table(&["restore", &copy, &new], ""));
    let serving = Serving::start(&["--data", &new]);
    for player in &mut players {
        player.come(serving.address()).unwrap();
    }
    players[0].listen_to(4).unwrap();
    let command = json!({"type":"do","id":"m","ply":0,"act":{"do":"move","move":"e2e4"}});
    let white = players
        .iter_mut()
        .find(|player| player.seat() == Some(Seat::White));
    assert!(white.unwrap().ask("m", &command).is_some());
}
