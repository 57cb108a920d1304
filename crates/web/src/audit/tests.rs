//! The referee page with the real worker, compared with the program's own audit of the same text.

use std::collections::BTreeMap;
use std::time::Duration;

use game::pgn::Tree;
use referee::audit::{self, Kind, Options, row};
use thinker::message::{Reply, Request};
use thinker::worker::Worker;

use super::annotate::{Notes, annotated, node_at};
use super::report::Report;
use super::*;

const GAMES: &str = r#"[Event "Open"]
[Round "3"]
[Date "2024.05.01"]
[White "Anna, A."]
[Black "Ben"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[Event "Open"]
[White "Núñez"]
[Black "O\"Hara"]
[Result "1-0"]
[SetUp "1"]
[FEN "6Rk/8/7K/8/8/8/p7/8 b - - 0 1"]
[Termination "Time forfeit"]

1-0

[Event "Open"]
[White "Carl"]
[Black "Dora"]
[Result "0-1"]

1. e4 e5 {a comment} 2. Ke3 *

[Event "Open"]
[White "Eve"]
[Black "Fay"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 1-0

"#;

/// What the program prints.
fn of_program(name: &str, text: &str) -> (String, String, BTreeMap<Kind, u64>, u64) {
    let (mut json, mut csv) = (String::new(), row::CSV_HEAD.to_owned());
    let summary = audit::audit(text.as_bytes(), &Options::default(), &mut |block| {
        for finding in &block.findings {
            json += &(row::json(name, finding) + "\n");
            csv += &row::csv(name, finding);
        }
        Ok(())
    });
    let summary = summary.expect("a slice can be read");
    (json, csv, summary.findings, summary.games)
}

/// A page with its worker, which is fed pieces of this size.
struct Room {
    audit: Audit,
    files: Vec<Vec<u8>>,
    worker: Worker,
    piece: usize,
    shown: Vec<(Tree, usize)>,
    downloads: Vec<(String, String)>,
    /// The file that is being written.
    file: String,
}

impl Room {
    fn new(piece: usize) -> Room {
        Room {
            audit: Audit::new(),
            files: Vec::new(),
            worker: Worker::new(),
            piece,
            shown: Vec::new(),
            downloads: Vec::new(),
            file: String::new(),
        }
    }

    fn export(&mut self, export: Export) -> String {
        self.send(Command::Export(export));
        self.downloads.pop().expect("a file is offered").1
    }

    fn take(&mut self, files: &[(&str, &str)]) {
        self.files = files
            .iter()
            .map(|(_, text)| text.as_bytes().to_vec())
            .collect();
        let named = files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.len() as u64));
        self.send(Command::Take(named.collect()));
    }

    fn send(&mut self, command: Command) {
        for effect in self.audit.update(command) {
            match effect {
                Effect::Ask { question, file } => self.read(question, file),
                Effect::Stop => drop(self.worker.tell("stop")),
                Effect::Read {
                    id,
                    file,
                    start,
                    length,
                } => {
                    let rest = &self.files[file][start as usize..];
                    let length = rest.len().min(length as usize);
                    let is_all = length == rest.len();
                    let bytes = Ok(rest[..length].to_vec());
                    self.send(Command::GameRead { id, bytes, is_all });
                }
                Effect::Show { tree, plies } => self.shown.push((*tree, plies)),
                Effect::Download(file) => self.downloads.push((file.name, file.text)),
                Effect::BeginFile(head) => self.file = head.to_owned(),
                Effect::WriteFile(text) => self.file.push_str(&text),
                Effect::SaveFile { name, .. } => {
                    let text = core::mem::take(&mut self.file);
                    self.downloads.push((name.to_owned(), text));
                }
                Effect::Annotate(notes) => {
                    let texts = notes.iter().map(|notes| {
                        let rest = &self.files[notes.file][notes.start as usize..];
                        annotated(rest, true, notes).expect("all of it is there")
                    });
                    self.downloads.push(("pgn".to_owned(), texts.collect()));
                }
            }
        }
    }

    /// Reads a file like the worker's script.
    fn read(&mut self, question: thinker::message::Audit, file: usize) {
        let id = question.id;
        assert_eq!(
            self.worker.tell(&Request::Audit(question).to_string()),
            None
        );
        let bytes = self.files[file].clone();
        let pieces = bytes.chunks(self.piece).chain([&[][..]]);
        for (at, piece) in pieces.enumerate() {
            assert!(self.worker.is_reading(id));
            let reply = self.worker.feed(piece, Duration::from_millis(at as u64));
            self.hear(reply);
        }
        while self.worker.is_busy() {
            let reply = self.worker.work(Duration::ZERO);
            self.hear(reply);
        }
    }

    fn hear(&mut self, reply: Option<Reply>) {
        let line = reply.map(|reply| reply.to_string());
        match line.map(|line| line.parse().expect("a message reads back")) {
            Some(Reply::Audit(part)) => self.send(Command::Found(part)),
            Some(other) => panic!("{other}"),
            None => {}
        }
    }
}

/// Many games, most of them long enough to be split anywhere.
fn database() -> String {
    (0..300)
        .map(|number| GAMES.replace("Open", &format!("Open {number}")))
        .collect()
}

#[test]
fn the_page_finds_the_same_as_the_program() {
    let text = database();
    let (json, csv, findings, games) = of_program("games.pgn", &text);
    for piece in [1 << 20, 10_007] {
        let mut room = Room::new(piece);
        room.take(&[("games.pgn", &text)]);
        assert!(!room.audit.is_running());
        assert_eq!(room.audit.games(), games);
        assert_eq!(
            room.audit.counts(),
            findings.clone().into_iter().collect::<Vec<_>>()
        );
        assert!(room.export(Export::Json) == json, "pieces of {piece}");
        assert!(room.export(Export::Csv) == csv, "pieces of {piece}");
    }
    // Small files arrive complete, in one piece or byte by byte.
    for piece in [1, 64] {
        let mut room = Room::new(piece);
        room.take(&[("games.pgn", GAMES)]);
        assert_eq!(room.export(Export::Json), of_program("games.pgn", GAMES).0);
    }
}

#[test]
fn several_files_are_read_one_after_another() {
    let mut room = Room::new(1000);
    room.take(&[("a.pgn", GAMES), ("b.pgn", "no game"), ("c.pgn", GAMES)]);
    let names = ["a.pgn", "b.pgn", "c.pgn"];
    let texts = [GAMES, "no game", GAMES];
    let printed = names
        .into_iter()
        .zip(texts)
        .map(|(name, text)| of_program(name, text).0);
    assert_eq!(room.export(Export::Json), printed.collect::<String>());
    assert!(
        room.audit
            .files()
            .iter()
            .all(|file| file.state == FileState::Done)
    );
    let (read, size) = room.audit.progress();
    assert_eq!(read, size);
    assert!(room.audit.list()[0].occasion.ends_with("a.pgn"));
}

#[test]
fn the_rows_of_a_kind_are_limited_and_the_counts_are_complete() {
    let text = "[Event \"x\"]\n\n1. e5 *\n\n".repeat(6_000);
    let mut room = Room::new(1 << 16);
    room.take(&[("many.pgn", &text)]);
    assert_eq!(room.audit.counts(), [(Kind::IllegalMove, 6_000)]);
    assert_eq!(room.audit.rows().len(), 5_000);
    let status = Status::of(&room.audit);
    assert!(status.trouble[0].contains("5,000 of 6,000"), "{status:?}");
    assert_eq!(status.headline, "6,000 findings in 6,000 games");
}

#[test]
fn an_export_has_every_finding_also_those_that_are_not_stored() {
    let one = "[Event \"x\"]\n\n1. e5 *\n\n";
    let text = format!("{}{GAMES}", one.repeat(6_000));
    let files = [("many.pgn", text.as_str()), ("few.pgn", GAMES)];
    let mut room = Room::new(1 << 16);
    room.take(&files);
    let printed = files.map(|(name, text)| of_program(name, text));
    let json = format!("{}{}", printed[0].0, printed[1].0);
    let stored = room.audit.rows().len();
    assert!(room.export(Export::Json) == json, "all in JSON");
    let csv = room.export(Export::Csv);
    let few = printed[1].1.strip_prefix(row::CSV_HEAD).unwrap();
    assert!(csv == format!("{}{few}", printed[0].1), "all in CSV");
    assert!(csv.lines().nth(1).unwrap().starts_with("many.pgn,1,"));
    assert_eq!(
        room.audit.shell().notice().unwrap().text,
        format!(
            "{} were saved.",
            counted(json.lines().count() as u64, "finding")
        )
    );
    assert_eq!(room.audit.rows().len(), stored, "the list is as before");
    // A filter counts too, and a kind that is stored completely is not read again.
    room.send(Command::Only(Some(Kind::WrongResult)));
    assert_eq!(room.export(Export::Csv).lines().count(), 3);
    room.send(Command::Only(Some(Kind::IllegalMove)));
    assert_eq!(room.export(Export::Csv).lines().count(), 1 + 6_002);
    // Comments on games are made from what is stored, and that is said.
    room.send(Command::Only(None));
    room.send(Command::Annotated(Ok(5_004)));
    let notice = room.audit.shell().notice().unwrap();
    assert!(notice.text.contains("1,001 more findings"), "{notice:?}");
}

#[test]
fn an_export_of_a_file_that_was_not_read_to_its_end_says_what_it_lacks() {
    let text = "[Event \"x\"]\n\n1. e5 *\n\n".repeat(6_000);
    let mut room = Room::new(1 << 16);
    room.take(&[("many.pgn", &text)]);
    room.audit.files[0].state = FileState::Canceled;
    assert_eq!(room.export(Export::Csv).lines().count(), 1 + 5_000);
    let notice = room.audit.shell().notice().unwrap();
    assert_eq!(
        notice.text,
        "5,000 findings were saved; 1,000 more were found but are not stored. This command has all \
         of them: fourfold referee --csv many.pgn"
    );
}

#[test]
fn an_export_can_be_canceled_and_can_fail() {
    let text = "[Event \"x\"]\n\n1. e5 *\n\n".repeat(6_000);
    let mut room = Room::new(1 << 16);
    room.take(&[("many.pgn", &text)]);
    let effects = room.audit.update(Command::Export(Export::Csv));
    let Effect::Ask { question, .. } = &effects[1] else {
        panic!("{effects:?}");
    };
    assert!(question.is_full);
    let status = Status::of(&room.audit);
    assert_eq!(status.percent, Some(0), "{status:?}");
    assert!(room.audit.update(Command::Export(Export::Json)).is_empty());
    assert_eq!(room.audit.update(Command::Cancel), [Effect::Stop]);
    assert_eq!(Status::of(&room.audit).percent, None);
    assert!(room.audit.shell().complaint().is_some());
    // A late report of it changes nothing.
    let part = AuditPart {
        id: question.id,
        is_over: true,
        rows: vec![room.audit.rows()[0].json.clone()],
        ..AuditPart::default()
    };
    assert!(room.audit.update(Command::Found(part)).is_empty());
    let effects = room.audit.update(Command::Export(Export::Csv));
    let Effect::Ask { question, .. } = &effects[1] else {
        panic!("{effects:?}");
    };
    let failed = Command::Failed(question.id, "it is gone".to_owned());
    assert!(room.audit.update(failed).is_empty());
    let notice = room.audit.shell().complaint().unwrap();
    assert_eq!(notice.text, "The findings were not saved: it is gone.");
    assert_eq!(room.audit.files()[0].state, FileState::Done);
}

#[test]
fn a_reload_brings_back_the_list_and_the_opened_finding() {
    let mut room = Room::new(4096);
    room.take(&[("a b.pgn", GAMES)]);
    room.send(Command::Search("open".to_owned()));
    room.send(Command::OpenFinding(2));
    let (rows, visit) = (room.audit.rows().to_vec(), room.audit.visit());
    let read = Visit::read(&visit.write()).unwrap();
    assert_eq!(read, visit);
    // Small files are here again.
    let mut again = Room::new(4096);
    again.files = vec![GAMES.as_bytes().to_vec()];
    again.send(Command::Recall {
        visit: read.clone(),
        has_files: true,
    });
    assert_eq!(again.audit.rows(), rows);
    assert_eq!(again.audit.open(), Some(&rows[2]));
    assert_eq!(again.audit.filter(), room.audit.filter());
    assert!(again.shown.is_empty(), "the board has the game already");
    // Of others, the opened finding is left.
    let mut large = Room::new(4096);
    large.send(Command::Recall {
        visit: read,
        has_files: false,
    });
    assert_eq!(large.audit.open(), Some(&rows[2]));
    assert_eq!(large.audit.list().len(), 1);
    let status = Status::of(&large.audit);
    assert!(
        status.trouble[0].contains("a b.pgn has to be opened again"),
        "{status:?}"
    );
    large.take(&[("a b.pgn", GAMES)]);
    assert_eq!(large.audit.rows(), rows);
    for text in ["", "fourfold-referee-1", "x\n\n\n\n"] {
        assert_eq!(Visit::read(text), None, "{text:?}");
    }
}

#[test]
fn findings_are_filtered_by_kind_and_by_words() {
    let mut room = Room::new(4096);
    room.take(&[("games.pgn", GAMES)]);
    let titles = |room: &Room| {
        let games = room.audit.list().into_iter();
        games.map(|game| game.title).collect::<Vec<_>>()
    };
    let all = titles(&room);
    assert_eq!(all[0], "Anna, A. \u{2013} Ben, 1/2-1/2");
    assert_eq!(room.audit.list()[0].occasion, "Open, round 3, 2024.05.01");
    room.send(Command::Only(Some(Kind::TimeForfeit)));
    assert_eq!(titles(&room), ["Núñez \u{2013} O\"Hara, 1-0"]);
    room.send(Command::Only(None));
    room.send(Command::Search("CARL ke3".to_owned()));
    assert_eq!(titles(&room).len(), 1);
    assert!(
        room.export(Export::Csv).lines().count() == 2,
        "only what is shown leaves"
    );
    room.send(Command::Search("9.2.1".to_owned()));
    assert_eq!(titles(&room), all[..1]);
    room.send(Command::Search(String::new()));
    assert_eq!(titles(&room), all);
}

#[test]
fn a_finding_opens_its_game_at_its_ply() {
    let mut room = Room::new(4096);
    // A game that is longer than the first read.
    let long = format!(
        "[Event \"long\"]\n\n1. e4 {{{}}} e5 2. Ke3 *\n\n",
        "x".repeat(70_000)
    );
    let text = format!("{long}{GAMES}");
    room.take(&[("games.pgn", &text)]);
    let rows = room.audit.rows().len();
    for index in 0..rows {
        room.send(Command::OpenFinding(index));
        let row = room.audit.open().expect("it is open");
        let (tree, plies) = room.shown.last().expect("a game is shown");
        assert_eq!(
            tree.tags.get("White").unwrap_or_default(),
            row.players[0].trim_matches('?')
        );
        assert_eq!(*plies as u64, row.ply);
        if !row.fen.is_empty() {
            let at = node_at(tree, row.ply);
            assert_eq!(tree.position(at).to_string(), row.fen);
        }
    }
    assert_eq!(room.shown.len(), rows);
    room.send(Command::Step { is_forward: false });
    assert_eq!(room.shown.len(), rows + 1);
    room.send(Command::Step { is_forward: true });
    room.send(Command::Step { is_forward: true });
    assert_eq!(
        room.shown.len(),
        rows + 2,
        "behind the last there is nothing"
    );
    // A stale reply changes nothing.
    room.send(Command::GameRead {
        id: 1,
        bytes: Err("gone".to_owned()),
        is_all: true,
    });
    assert_eq!(room.audit.shell().notice(), None);
}

#[test]
fn games_are_exported_with_comments_at_the_ply() {
    let mut room = Room::new(4096);
    room.take(&[("games.pgn", GAMES)]);
    room.send(Command::Export(Export::Pgn));
    let text = room.downloads.pop().expect("a file").1;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("4. Ng1 {Referee: Black could claim threefold repetition"),
        "{words}"
    );
    assert!(words.contains("{a comment} {Referee: \"Ke3\":"), "{words}");
    assert_eq!(
        audit::Auditor::default().audit_block(text.as_bytes()).games,
        4
    );
    // A brace in a comment does not end it.
    let notes = Notes {
        file: 0,
        start: 0,
        comments: vec![(1, "a } b { c".to_owned())],
    };
    let text = annotated(b"1. e4 e5 *", true, &notes).expect("all of it is there");
    assert!(
        text.contains("1. e4 {a b c} e5") || text.contains("{a   b   c}"),
        "{text}"
    );
}

#[test]
fn a_canceled_audit_keeps_its_findings_and_ignores_later_ones() {
    let mut audit = Audit::new();
    let effects = audit.update(Command::Take(vec![
        ("a".to_owned(), 9),
        ("b".to_owned(), 9),
    ]));
    assert!(matches!(&effects[..], [Effect::Ask { question, file: 0 }] if question.id == 1));
    assert_eq!(audit.update(Command::Cancel), [Effect::Stop]);
    assert!(
        audit
            .files()
            .iter()
            .all(|file| file.state == FileState::Canceled)
    );
    let part = AuditPart {
        id: 1,
        is_over: true,
        games: 7,
        ..AuditPart::default()
    };
    assert_eq!(audit.update(Command::Found(part)), []);
    assert_eq!(audit.games(), 0);
    assert_eq!(audit.update(Command::Cancel), []);
    // The next file is a new request.
    let effects = audit.update(Command::Take(vec![("c".to_owned(), 9)]));
    assert!(matches!(&effects[..], [Effect::Ask { question, .. }] if question.id == 2));
    let effects = audit.update(Command::Failed(2, "it is gone".to_owned()));
    assert_eq!(effects, []);
    assert_eq!(
        Status::of(&audit).trouble,
        ["c could not be read: it is gone."]
    );
}

#[test]
fn a_report_names_event_kinds_games_and_articles() {
    let mut room = Room::new(4096);
    room.take(&[("games.pgn", GAMES)]);
    let report = Report::of(&room.audit);
    assert_eq!(report.title, "Open");
    assert_eq!(report.games.len(), 4);
    let named: Vec<&str> = report
        .articles
        .iter()
        .map(|(number, _)| number.as_str())
        .collect();
    assert!(
        named.contains(&"9.2.1") && named.contains(&"6.9"),
        "{named:?}"
    );
    assert!(
        report
            .kinds
            .iter()
            .any(|(_, articles, count)| *articles == "6.9" && *count == 1)
    );
    assert_eq!(report.left_out, None);
}

#[test]
fn every_cited_article_has_a_text() {
    for number in [
        "5.1.1", "5.1.2", "5.2.1", "5.2.2", "6.9", "9.2.1", "9.2.2", "9.3.1", "9.3.2", "9.6.1",
        "9.6.2",
    ] {
        assert!(words::article(number).is_some(), "{number}");
    }
}
