//! `fourfold serve` in production: killed repeatedly, with damaged or foreign files, and on public
//! addresses.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::support::serving::{Player, Serving};
use serde_json::{Value, json};
use tables::Table;
use wire::{Event, Offered, Seat};

use crate::support::{program, serving};

const KILLS: u64 = 60;

fn refused(code: i32, args: &[&str]) -> String {
    let output = program::run(Path::new("."), &[&["serve"], args].concat(), "");
    assert_eq!(output.status.code(), Some(code));
    String::from_utf8(output.stderr).unwrap()
}

/// What the players of both seats know: the event of each acknowledged command.
#[derive(Default)]
struct Certain {
    acked: BTreeMap<(Seat, String), u64>,
    /// The command that was sent and not acknowledged.
    open: Option<(Seat, String, Value)>,
    commands: u64,
}

impl Certain {
    /// Checks that every acknowledged command is in the log once, at the acknowledged place.
    fn check(&self, log: &[Event]) {
        for ((_, id), seq) in &self.acked {
            let event = &log[usize::try_from(*seq).unwrap() - 1];
            assert_eq!(
                event.cmd.as_ref(),
                Some(id),
                "an acknowledged command is lost"
            );
        }
        let ids: Vec<&String> = log.iter().filter_map(|event| event.cmd.as_ref()).collect();
        let mut once = ids.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), ids.len(), "a command was executed twice");
    }

    /// Plays until the server is gone.
    fn play(&mut self, players: &mut BTreeMap<Seat, Player>) {
        loop {
            let (invited, id, command) = match self.open.take() {
                Some(open) => open,
                None => {
                    for player in players.values_mut() {
                        let head = self.acked.values().max().copied().unwrap_or_default();
                        if player.listen_to(head).is_none() {
                            return;
                        }
                    }
                    self.commands += 1;
                    let id = format!("c{}", self.commands);
                    let (invited, act) = next(players[&Seat::White].table());
                    let ply = players[&Seat::White].table().ply();
                    let command = json!({"type":"do","id":id,"ply":ply,"act":act});
                    (invited, id, command)
                }
            };
            self.open = Some((invited, id.clone(), command.clone()));
            let player = players.get_mut(&invited).unwrap();
            let Some(seq) = player.ask(&id, &command) else {
                return;
            };
            self.acked.insert((invited, id), seq);
            self.open = None;
        }
    }
}

/// The next action: a move of the player to move, through their seat, or a new game.
fn next(table: &Table) -> (Seat, Value) {
    let who = |seat: Seat| {
        let mut invited = Seat::OF_CHESS.into_iter();
        invited
            .find(|&invited| table.seat_now(invited) == seat)
            .unwrap()
    };
    match table.legal_moves() {
        moves if moves.is_empty() => match table.undecided_on(Offered::Rematch).first() {
            Some(&seat) => (who(seat), json!({"do":"accept","what":"rematch"})),
            None => (Seat::White, json!({"do":"offer","what":"rematch"})),
        },
        moves => {
            let pick = usize::try_from(table.seq() * 7_919).unwrap() % moves.len();
            (who(table.turn()), json!({"do":"move","move":moves[pick]}))
        }
    }
}

#[test]
fn kill_9_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("club.db");
    let data = data.to_str().unwrap();
    let mut serving = Serving::start(&["--data", data]);
    let created = serving.create(&json!({"game":"chess","clock":null,"watch":"anyone"}));
    let mut players = BTreeMap::new();
    for (&seat, key) in &created.invitations {
        players.insert(seat, Player::new(&created.table, key));
    }
    let mut certain = Certain::default();
    for kill in 0..KILLS {
        if kill > 0 {
            serving = Serving::start(&["--data", data]);
        }
        let pid = serving.pid();
        let killer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(20 + kill * 37 % 120));
            serving::kill_9(pid);
        });
        let has_come = players
            .values_mut()
            .all(|player| player.come(serving.address()).is_some());
        if has_come {
            certain.check(players[&Seat::White].log());
            certain.play(&mut players);
        }
        killer.join().unwrap();
        serving.wait();
    }
    let serving = Serving::start(&["--data", data]);
    for player in players.values_mut() {
        player.come(serving.address()).unwrap();
        certain.check(player.log());
    }
    assert!(
        certain.acked.len() > 100,
        "only {} moves",
        certain.acked.len()
    );
    let digests: Vec<String> = players
        .values()
        .map(|player| player.table().digest())
        .collect();
    assert_eq!(digests[0], digests[1]);
}

#[test]
fn a_damaged_or_foreign_file_is_refused_and_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    let shown = path.to_str().unwrap();
    {
        let mut serving = Serving::start(&["--data", shown]);
        for _ in 0..20 {
            serving.create(&json!({"game":"duplicate","watch":"anyone"}));
        }
        serving.stop();
    }
    let whole = fs::read(&path).unwrap();
    let mut torn = whole.clone();
    torn.truncate(whole.len() / 2);
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle..middle + 2_000].fill(0xff);
    for (bytes, words) in [
        (
            b"some text, not a file of tables".to_vec(),
            "choose another name",
        ),
        (torn, "restore a backup"),
        (flipped, "restore a backup"),
    ] {
        fs::write(&path, &bytes).unwrap();
        let message = refused(1, &["--port", "0", "--data", shown]);
        assert!(
            message.contains(words) && message.contains(shown),
            "{message}"
        );
        assert_eq!(fs::read(&path).unwrap(), bytes, "the file is unchanged");
    }
    fs::write(&path, &whole).unwrap();
    Serving::start(&["--data", shown]).stop();
}

#[test]
fn a_public_server_needs_a_public_origin() {
    let message = refused(2, &["--bind", "0.0.0.0", "--port", "0"]);
    assert!(message.contains("--public-origin http://"), "{message}");
    let message = refused(2, &["--port", "0", "--public-origin", "chess.example.org"]);
    assert!(message.contains("https://chess.example.org"), "{message}");
    let mut serving = Serving::start(&["--public-origin", "https://chess.example.org"]);
    serving.stop();
}

/// Sends a raw HTTP request; returns the response with its header.
fn request(address: &str, text: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let host = format!("{text} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(host.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_admin_port_shows_counters_and_tables_and_no_key_is_logged() {
    let mut serving = Serving::start(&["--admin", "0", "--log", "debug"]);
    let created = serving.create(&json!({"game":"chess","watch":"anyone"}));
    let mut keys = vec![created.host.clone()];
    for key in created.invitations.values() {
        let mut player = Player::new(&created.table, key);
        player.come(serving.address()).unwrap();
        keys.extend([key.clone(), player.key().to_owned()]);
    }
    let public = serving.address().to_owned();
    assert!(request(&public, "GET /health").ends_with("ok\n"));
    assert!(request(&public, "GET /metrics").starts_with("HTTP/1.1 404"));
    serving.stop();
    let log = serving.log();
    let admin = log.lines().find_map(|line| {
        let value: Value = serde_json::from_str(line).ok()?;
        value["address"].as_str().map(str::to_owned)
    });
    assert!(
        admin.is_some_and(|address| address.starts_with("127.0.0.1:")),
        "{log}"
    );
    assert!(log.contains(&created.table), "tables are named: {log}");
    for key in keys {
        assert!(!log.contains(&key), "a key is in the log");
    }
}

#[test]
fn the_admin_port_lists_and_closes_tables() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let desk = port.local_addr().unwrap();
    drop(port);
    let mut serving = Serving::start(&["--admin", &desk.port().to_string()]);
    let created = serving.create(&json!({"game":"chess","watch":"anyone"}));
    let desk = desk.to_string();
    let metrics = request(&desk, "GET /metrics");
    assert!(metrics.contains("\nfourfold_tables_kept 1\n"), "{metrics}");
    assert!(request(&desk, "GET /tables").contains(&created.table));
    let closed = request(&desk, &format!("DELETE /tables/{}", created.table));
    assert!(closed.starts_with("HTTP/1.1 200"), "{closed}");
    let again = request(&desk, "DELETE /tables/0123");
    assert!(again.starts_with("HTTP/1.1 404"), "{again}");
    let page = request(
        &desk,
        "GET /tables HTTP/1.1\r\nOrigin: http://example.org\r\nX:",
    );
    assert!(page.starts_with("HTTP/1.1 403"), "{page}");
}

#[test]
fn the_admin_port_answers_only_to_its_own_host() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let desk = port.local_addr().unwrap();
    drop(port);
    let serving = Serving::start(&["--admin", &desk.port().to_string()]);
    for (host, expected) in [
        (format!("localhost:{}", desk.port()), "200"),
        (desk.to_string(), "200"),
        (format!("rebound.example.org:{}", desk.port()), "403"),
        ("localhost".to_owned(), "403"),
        (format!("{desk}\r\nHost: {desk}"), "4"),
    ] {
        let mut stream = TcpStream::connect(desk).unwrap();
        let text = format!("GET /tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap_or_default();
        assert!(status.starts_with(expected), "{host}: {answer}");
    }
    drop(serving);
}
