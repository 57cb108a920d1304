//! Finding a move and checking its text later agrees with reading it, however the move is written.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use fourfold_chess::san::{Deviation, SanBody};
use fourfold_chess::{Move, Position, Tolerance};
use repeatable::Random;
use testkit::mixed_walks;

/// The ways in which people write a move, right and wrong.
fn spellings(position: &Position, m: Move, random: &mut Random) -> Vec<String> {
    let canonical = position.san(m);
    let text = canonical.to_string();
    let bare = text.trim_end_matches(['+', '#']).to_owned();
    let mut spellings = vec![
        text.clone(),
        bare.clone(),
        format!("{bare}+"),
        format!("{bare}#"),
        format!("{bare}++"),
        text.replace('x', ""),
        text.replace('x', ":"),
        text.replace('=', ""),
        text.replace('O', "0"),
        format!("{text}!?"),
        format!("{bare}e.p."),
        m.to_uci(fourfold_chess::fen::CastlingMode::Standard)
            .to_string(),
    ];
    if let SanBody::Piece { role, to, .. } = canonical.body {
        let from = m.from();
        let letter = match role {
            fourfold_chess::Role::Pawn => String::new(),
            role => role.letter().to_string(),
        };
        spellings.push(format!("{letter}{from}{to}"));
        spellings.push(format!("{letter}{}{to}", from.file()));
        spellings.push(format!("{letter}{}{to}", from.rank()));
        spellings.push(format!("{letter}x{to}"));
        spellings.push(format!("{letter}{to}"));
    }
    // A misspelled move.
    let mut broken = text.into_bytes();
    let at = random.below(broken.len());
    broken[at] = *random.pick(b"abcdefgh12345678NBRQKxO-+#=").unwrap();
    spellings.push(String::from_utf8(broken).unwrap());
    spellings
}

#[test]
fn finding_agrees_with_reading() {
    let mut random = Random::new(11);
    let mut compared = 0;
    for ply in mixed_walks(7).take(60).flat_map(|walk| walk.take(60)) {
        let position = ply.before;
        let moves = position.legal_moves();
        for &m in [ply.m].iter().chain(random.pick(&moves)) {
            for text in spellings(&position, m, &mut random) {
                compared += 1;
                let read = position.read_san(&text, Tolerance::Lenient);
                let found = position.find_san(text.as_bytes());
                match (read, found) {
                    (Ok((m, deviations)), Ok(found)) => {
                        assert_eq!(found.m, m, "{text} in {position}");
                        let after = position.play(m).unwrap();
                        let named = found.deviations(&position, &after);
                        let mut named: Vec<Deviation> = named.iter().collect();
                        named.sort_by_key(|deviation| deviation.code());
                        let mut expected = deviations;
                        expected.sort_by_key(|deviation| deviation.code());
                        assert_eq!(named, expected, "{text} in {position}");
                    }
                    (Err(read), Err(found)) => assert_eq!(read, found, "{text} in {position}"),
                    (read, found) => panic!("{text} in {position}: {read:?} and {found:?}"),
                }
            }
        }
    }
    assert!(compared > 50_000, "{compared}");
}

#[test]
fn canonical_text_has_no_deviations() {
    for ply in mixed_walks(3).take(40).flat_map(|walk| walk.take(80)) {
        for &m in &ply.before.legal_moves() {
            let text = ply.before.san(m).to_string();
            let found = ply.before.find_san(text.as_bytes()).unwrap();
            assert_eq!(found.m, m);
            let after = ply.before.play_unchecked(m);
            let deviations = found.deviations(&ply.before, &after);
            assert!(deviations.is_empty(), "{text}: {deviations:?}");
        }
    }
}

#[test]
fn invalid_bytes_are_refused_with_a_column() {
    let start = Position::start();
    for text in [&b"\xff"[..], b"e4\xe9", b"N\0f3", b"", "é4".as_bytes()] {
        assert!(start.find_san(text).is_err(), "{text:?}");
    }
}
