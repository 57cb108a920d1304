use chess::Color::{Black, White};

use crate::{Command, Event, Game, Outcome, Rules};

use super::*;

fn play(game: &mut Game, sans: &str) {
    for san in sans.split_whitespace() {
        let m = game.position().parse_san(san).expect("is legal");
        game.execute(Command::Play(m)).expect("is legal");
    }
}

fn claim(game: &mut Game, san: Option<&str>) -> Vec<Event> {
    let with = san.map(|san| game.position().parse_san(san).expect("is legal"));
    let by = game.position().turn();
    let ground = None;
    let claim = Command::Claim { by, ground, with };
    game.execute(claim).expect("can be claimed")
}

fn assert_kept(record: &Record) {
    let text = encode(record, Tree::from(record));
    let loaded = decode(text.as_bytes(), Profile::Engine).expect("can be read");
    assert_eq!(&loaded.record, record, "{text}");
    assert_eq!(loaded.notes, [""; 0], "{text}");
    Game::from_record(record, &Rules::default()).expect("can be played again");
}

#[test]
fn everything_that_happened_is_saved() {
    let mut game = Game::default();
    assert_kept(&game.record());
    game.execute(Command::Offer(White)).expect("can be offered");
    play(&mut game, "e4 e5");
    claim(&mut game, Some("Nf3"));
    game.execute(Command::Decline(Black)).expect("was offered");
    claim(&mut game, None);
    game.execute(Command::Decline(White)).expect("was offered");
    play(&mut game, "Nc6 Bc4 Bc5");
    claim(&mut game, Some("O-O"));
    game.execute(Command::Offer(Black))
        .expect_err("has to answer");
    assert_kept(&game.record());
    let going_on = game.clone();
    for command in [
        Command::Accept(Black),
        Command::Resign(White),
        Command::Flag(Black),
    ] {
        game = going_on.clone();
        game.execute(command).expect("ends the game");
        assert_kept(&game.record());
    }
}

#[test]
fn every_ending_is_saved_with_all_its_reasons() {
    let fens = [
        "7k/5R2/6K1/8/8/8/8/8 w - - 99 130",
        "4k2q/8/8/8/8/8/8/4K1N1 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K1N1 w - - 150 200",
    ];
    for (fen, profile) in fens
        .into_iter()
        .zip([Profile::Engine, Profile::Fide, Profile::Fide])
    {
        let start = Position::from_fen(fen).expect("is legal");
        let mut game = Game::new(start, Rules::new(profile));
        if game.ending().is_none() {
            let m = game.position().legal_moves()[0];
            game.execute(Command::Play(m)).expect("is legal");
            // The game may already be over.
            let _ = game.execute(Command::Flag(Black));
        }
        assert!(game.ending().is_some(), "{fen}");
        assert_kept(&game.record());
    }
}

#[test]
fn a_claimed_draw_is_saved_with_its_named_move() {
    for with in [None, Some("Nf3")] {
        let mut game = Game::default();
        play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
        claim(&mut game, with);
        let reason = game.ending().expect("the claim is right").reason();
        assert!(matches!(reason, Reason::Claimed(_)));
        assert_kept(&game.record());
    }
}

const ANNOTATED: &str = "\
[Event \"Club\"]
[Site \"?\"]
[Date \"2024.01.02\"]
[Round \"?\"]
[White \"Anna\"]
[Black \"Ben\"]
[Result \"1-0\"]
[Termination \"rules infraction\"]
[ECO \"C20\"]

{before all} 1. e4 $1 {[%clk 0:05:00] best by test} 1... e5 (1... c5 {Sicilian}
2. Nf3 (2. c3 d5) 2... d6 $6) ({or} 1... e6) 2. Ke2 $4 {(=)} {bold} 1-0
";

/// Loads a text, executes commands, and returns the game as it would be written.
fn annotated(text: &str, change: impl FnOnce(&mut Game)) -> Tree {
    let loaded = decode(text.as_bytes(), Profile::Fide).expect("can be read");
    let mut game = Game::from_record(&loaded.record, &Rules::default()).expect("can be played");
    change(&mut game);
    let mut tree = Tree::from(&game.record());
    tree.annotate(&loaded.tree);
    tree
}

fn undo(game: &mut Game, steps: usize) {
    let steps = core::num::NonZeroUsize::new(steps).expect("is not zero");
    game.execute(Command::Undo(steps)).expect("can be undone");
}

#[test]
fn loading_loses_nothing() {
    let tree = annotated(ANNOTATED, |_| {});
    assert_eq!(tree.to_string(), ANNOTATED);
    let loaded = decode(ANNOTATED.as_bytes(), Profile::Fide).expect("can be read");
    let saved = encode(&loaded.record, tree);
    let again = decode(saved.as_bytes(), Profile::Engine).expect("can be read");
    assert_eq!(again.record, loaded.record);
    assert_eq!(again.tree, loaded.tree);
    let written = annotated(&saved, |_| {}).to_string();
    assert_eq!(written, ANNOTATED, "by a detour through a saved game");
}

#[test]
fn an_undone_move_loses_its_annotations() {
    let ended = annotated(ANNOTATED, |game| {
        undo(game, 1);
        game.execute(Command::Resign(Black)).expect("can resign");
    });
    assert_eq!(ended.tags.get("Termination"), Some("rules infraction"));
    let other = annotated(ANNOTATED, |game| {
        undo(game, 3);
        play(game, "e6 d4");
    });
    let text = other.to_string();
    let moves = "{before all} 1. e4 $1 {[%clk 0:05:00] best by test} 1... e6 2. d4 *\n";
    assert!(text.ends_with(moves), "{text}");
    assert!(text.contains("[Termination \"unterminated\"]"), "{text}");
    assert!(text.contains("[White \"Anna\"]"), "{text}");
    let shorter = annotated(ANNOTATED, |game| undo(game, 2));
    assert!(
        shorter.to_string().contains("({or} 1... e6) *"),
        "{shorter}"
    );
}

#[test]
fn a_game_of_another_program_is_read_as_pgn() {
    let text = "[White \"Ada\"]\n\n1. e4 e5 2. Nf3 {(=)} 1-0\n\n1. d4 *\n";
    let loaded = decode(text.as_bytes(), Profile::Fide).expect("can be read");
    assert_eq!(loaded.record.moves.len(), 3);
    assert_eq!(loaded.record.remarks, [(3, Remark::Offered(White))]);
    let ending = loaded.record.ending.expect("has a result");
    assert_eq!(
        (ending.outcome, ending.reason()),
        (Outcome::Win(White), Reason::Unstated)
    );
    assert!(
        loaded.notes.iter().any(|note| note.contains("more games")),
        "{:?}",
        loaded.notes
    );
}

#[test]
fn errors_name_the_place_and_the_reason() {
    for (text, expected) in [
        ("", "there is no game in it"),
        ("1. e4 e5 2. Ke3 *", "1:13"),
        ("[FourfoldSave \"2\"]\n\n*", "version 2"),
        ("[FourfoldSave \"two\"]\n\n*", "a version number"),
        (
            "[FourfoldSave \"1\"]\n[FourfoldRules \"house\"]\n\n*",
            "the rules fide or engine",
        ),
        (
            "[FourfoldSave \"1\"]\n\n1. e4 {[%said maybe white]} *",
            "an offer, decline or claim",
        ),
        (
            "[FourfoldSave \"1\"]\n\n1. e4 {[%said offer white twice]} *",
            "an offer, decline or claim",
        ),
        (
            "[FourfoldSave \"1\"]\n[FourfoldEnding \"boredom\"]\n\n1. e4 1-0",
            "the reasons of the ending",
        ),
    ] {
        let error = decode(text.as_bytes(), Profile::Fide).expect_err("cannot be read");
        assert!(error.to_string().contains(expected), "{text:?}: {error}");
    }
}
