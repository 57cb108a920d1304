//! Draw offers, and games that were played and are written down (article 9.1.2.2).

use chess::Color;
use fourfold_game::pgn::Tree;
use fourfold_game::{Command, Game, GameResult, Remark};

use super::{game, sans, warnings};

fn play(game: &mut Game, moves: &str) {
    for san in moves.split_whitespace() {
        let m = game.position().parse_san(san).unwrap();
        game.execute(Command::Play(m)).unwrap();
    }
}

#[test]
fn article_9_1_2_2_offers_are_kept_in_the_record_exported_and_imported() {
    let mut played = Game::default();
    play(&mut played, "e4 e5 Nf3");
    played.execute(Command::Offer(Color::White)).unwrap();
    play(&mut played, "Nc6");
    let record = played.record();
    let text = Tree::from(&record).to_string();
    assert!(text.contains("2. Nf3 {(=)} 2... Nc6 *"), "{text}");
    let read = game(&text);
    assert_eq!(read.tree.to_record().remarks, record.remarks);
    assert_eq!(
        read.tree.to_record().remarks,
        [(3, Remark::Offered(Color::White))]
    );
}

#[test]
fn an_offer_as_score_sheets_have_it_is_understood() {
    let read = game("1. e4 e5 (=) 2. Nf3 Nc6 (=) 1/2-1/2");
    assert_eq!(sans(&read), "e4 e5 Nf3 Nc6");
    assert_eq!(warnings(&read), ["bare_draw_offer", "bare_draw_offer"]);
    let offers = [
        (2, Remark::Offered(Color::Black)),
        (4, Remark::Offered(Color::Black)),
    ];
    assert_eq!(read.tree.to_record().remarks, offers);
}

#[test]
fn a_claimed_draw_is_exported_as_a_draw() {
    let mut played = Game::default();
    play(&mut played, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let claim = Command::Claim {
        by: Color::White,
        ground: None,
        with: None,
    };
    played.execute(claim).unwrap();
    let text = Tree::from(&played.record()).to_string();
    assert!(text.contains("[Result \"1/2-1/2\"]"), "{text}");
    assert!(text.contains("[Termination \"normal\"]"), "{text}");
    assert!(text.ends_with("4. Ng1 Ng8 1/2-1/2\n"), "{text}");
}

#[test]
fn an_unfinished_game_says_so() {
    let text = Tree::from(&Game::default().record()).to_string();
    assert!(
        text.contains("[Result \"*\"]\n[Termination \"unterminated\"]"),
        "{text}"
    );
    assert!(text.ends_with("\n\n*\n"), "{text}");
}

#[test]
fn an_offer_of_the_player_to_move_keeps_its_owner() {
    for moves in ["", "e4", "e4 e5", "e4 e5 Nf3"] {
        for by in Color::ALL {
            let mut played = Game::default();
            play(&mut played, moves);
            played.execute(Command::Offer(by)).unwrap();
            let next = if played.position().turn().is_white() {
                "a3"
            } else {
                "a6"
            };
            play(&mut played, next);
            let record = played.record();
            let text = Tree::from(&record).to_string();
            let read = game(&text);
            assert!(warnings(&read).is_empty(), "{text}");
            assert_eq!(read.tree.to_record().remarks, record.remarks, "{text}");
        }
    }
    let mut played = Game::default();
    play(&mut played, "e4 e5");
    played.execute(Command::Offer(Color::White)).unwrap();
    let text = Tree::from(&played.record()).to_string();
    assert!(text.ends_with("1. e4 e5 {(=) by White} *\n"), "{text}");
}

#[test]
fn an_offer_with_a_wrong_claim_is_written_once() {
    let mut played = Game::default();
    play(&mut played, "e4 e5");
    played.execute(Command::Offer(Color::White)).unwrap();
    let claim = Command::Claim {
        by: Color::White,
        ground: None,
        with: None,
    };
    played.execute(claim).unwrap();
    assert_eq!(played.record().remarks.len(), 2, "both are on record");
    let text = Tree::from(&played.record()).to_string();
    assert_eq!(text.matches("(=)").count(), 1, "{text}");
}

#[test]
fn a_result_that_is_set_later_is_written_in_both_tags_and_at_the_end() {
    let mut played = Game::default();
    play(&mut played, "e4 e5");
    let mut tree = Tree::from(&played.record());
    tree.result = GameResult::WhiteWins;
    let text = tree.to_string();
    assert!(
        text.contains("[Result \"1-0\"]\n[Termination \"normal\"]"),
        "{text}"
    );
    assert!(text.ends_with("1. e4 e5 1-0\n"), "{text}");
    assert!(warnings(&game(&text)).is_empty(), "{text}");
    tree.result = GameResult::Unknown;
    assert!(tree.to_string().contains("[Termination \"unterminated\"]"));
}
