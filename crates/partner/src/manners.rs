//! Draws and resignation: the engine claims a draw or accepts an offer when it expects nothing
//! better, and resigns when the game is clearly lost.

use chess::{Color, Move};
use engine::SearchResult;
use game::{Command, Game};

use crate::Question;

/// Scores up to this count as even, in centipawns. The search varies draw scores slightly.
const EVEN_SCORE: i32 = 10;

/// From this ply on, an even position is good enough for a draw.
const EARLY_PLIES: usize = 60;

/// How much worse the engine must stand, in centipawns, to accept an early draw.
const WORSE_SCORE: i32 = 20;

/// Scores up to this are lost, in centipawns.
const LOST_SCORE: i32 = -900;

/// The number of consecutive lost moves before the engine resigns.
const LOST_MOVES: usize = 4;

/// The command that follows from a search; `None` if it was only advice.
#[must_use]
pub fn resulting_command(
    game: &Game,
    question: Question,
    outcome: &SearchResult,
) -> Option<Command> {
    match question {
        Question::Move => command(game, outcome),
        Question::Offer => {
            let partner = !game.position().turn();
            Some(if accepts(game, -outcome.score.centipawns()) {
                Command::Accept(partner)
            } else {
                Command::Decline(partner)
            })
        }
        Question::Hint | Question::Eval => None,
    }
}

/// Whether the engine resigns, given the scores of its own moves in centipawns, newest last.
#[must_use]
pub fn resigns(scores: &[i32]) -> bool {
    let recent = scores.iter().rev().take(LOST_MOVES);
    scores.len() >= LOST_MOVES && recent.into_iter().all(|&score| score <= LOST_SCORE)
}

/// Whether a side with this score, in centipawns, accepts a draw.
#[must_use]
pub fn accepts(game: &Game, score: i32) -> bool {
    game.can_agree()
        && (score <= -WORSE_SCORE || (score <= EVEN_SCORE && game.ply() >= EARLY_PLIES))
}

/// The engine's command on its move; `None` if there is no legal move.
#[must_use]
pub fn command(game: &Game, outcome: &SearchResult) -> Option<Command> {
    let best = outcome.best()?;
    Some(reply(game, best, outcome.score.centipawns()))
}

/// The command of a player with this best move and this score in centipawns.
pub fn reply(game: &Game, best: Move, score: i32) -> Command {
    let by: Color = game.position().turn();
    if game.offers().stands(!by) && accepts(game, score) {
        return Command::Accept(by);
    }
    let claim = |with| Command::Claim {
        by,
        ground: None,
        with,
    };
    let wants_a_draw = score <= EVEN_SCORE;
    if wants_a_draw && !game.claims().is_empty() {
        return claim(None);
    }
    let claims_with = game.claims_with();
    if wants_a_draw && claims_with.iter().any(|claim| claim.with == Some(best)) {
        return claim(Some(best));
    }
    Command::Play(best)
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use engine::{Effort, Score};
    use game::Rules;

    use super::*;

    fn outcome(game: &Game, best: &str, centipawns: i32) -> SearchResult {
        let m = game.position().parse_san(best).expect("a legal move");
        SearchResult {
            line: vec![m],
            score: Score::from_centipawns(centipawns),
            depth: 1,
            effort: Effort::default(),
        }
    }

    fn play(game: &mut Game, line: &str) {
        for san in line.split_whitespace() {
            let m: Move = game.position().parse_san(san).expect("a legal move");
            game.execute(Command::Play(m)).expect("is played");
        }
    }

    #[test]
    fn only_a_side_that_is_not_better_claims_a_draw() {
        let mut game = Game::default();
        play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
        let with_move = command(&game, &outcome(&game, "Ng8", -30));
        assert!(matches!(
            with_move,
            Some(Command::Claim { with: Some(_), .. })
        ));
        let another = command(&game, &outcome(&game, "e5", -30));
        assert!(matches!(another, Some(Command::Play(_))));
        play(&mut game, "Ng8");
        let worse = command(&game, &outcome(&game, "e4", 0));
        assert!(matches!(worse, Some(Command::Claim { with: None, .. })));
        let ahead = command(&game, &outcome(&game, "e4", 50));
        assert!(matches!(ahead, Some(Command::Play(_))));
    }

    #[test]
    fn an_offer_is_accepted_when_nothing_better_is_expected() {
        let mut game = Game::default();
        play(&mut game, "e4 e5 Nf3");
        game.execute(Command::Offer(Color::White)).expect("stands");
        let worse = command(&game, &outcome(&game, "Nc6", -90));
        assert_eq!(worse, Some(Command::Accept(Color::Black)));
        let even = command(&game, &outcome(&game, "Nc6", 0));
        assert!(matches!(even, Some(Command::Play(_))));
    }

    #[test]
    fn the_engine_resigns_only_after_several_lost_moves() {
        assert!(resigns(&[0, -950, -1000, -1100, -2000]));
        assert!(!resigns(&[-950, -1000, -1100]));
        assert!(!resigns(&[-950, -1000, -100, -1100, -2000]));
        assert!(!resigns(&[]));
    }

    #[test]
    fn the_side_not_to_move_answers_an_offer() {
        let mut game = Game::default();
        play(&mut game, "e4 e5");
        let better = outcome(&game, "Nf3", 90);
        assert_eq!(
            resulting_command(&game, Question::Offer, &better),
            Some(Command::Accept(Color::Black))
        );
        let worse = outcome(&game, "Nf3", -90);
        assert_eq!(
            resulting_command(&game, Question::Offer, &worse),
            Some(Command::Decline(Color::Black))
        );
        assert_eq!(resulting_command(&game, Question::Hint, &worse), None);
    }

    #[test]
    fn no_draw_is_agreed_before_both_sides_have_moved() {
        let start = Position::start();
        let game = Game::new(start, Rules::default());
        assert!(!accepts(&game, -500));
    }
}
