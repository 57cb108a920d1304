//! What a Termination tag says about the board, and whether the board shows it.

use chess::Color;
use game::{FIVEFOLD, Ground, History, SEVENTY_FIVE_MOVES};

use crate::Prover;

use super::result::SEARCH_BUDGET;
use super::{Case, Detail, Found};

/// What a Termination tag says about the last position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claimed {
    Checkmate,
    Stalemate,
    Threefold,
    Fivefold,
    FiftyMoves,
    SeventyFiveMoves,
    DeadPosition,
}

impl Claimed {
    /// Everything that a tag says, in lower case. Programs spell it in many ways: `50-move rule`,
    /// `draw by 3-fold repetition`, `insufficient mating material`.
    fn all_in(word: &str) -> impl Iterator<Item = Claimed> {
        let letters: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
        let any = |words: &[&str]| words.iter().any(|word| letters.contains(word));
        let is_fivefold = any(&["fivefold", "5fold"]);
        let is_threefold = any(&["threefold", "3fold", "repetition"]) && !is_fivefold;
        let is_on_time = any(&["time", "flag"]);
        [
            (any(&["checkmate"]), Claimed::Checkmate),
            (any(&["stalemate"]), Claimed::Stalemate),
            (is_threefold, Claimed::Threefold),
            (is_fivefold, Claimed::Fivefold),
            (any(&["fiftymove", "50move"]), Claimed::FiftyMoves),
            (
                any(&["seventyfivemove", "75move"]),
                Claimed::SeventyFiveMoves,
            ),
            // After a flag fall, insufficient material is that of one side.
            (
                any(&["deadposition"]) || any(&["insufficient"]) && !is_on_time,
                Claimed::DeadPosition,
            ),
        ]
        .into_iter()
        .filter_map(|(is_said, claimed)| is_said.then_some(claimed))
    }

    /// Whether the game certainly does not end like this.
    fn is_refuted(self, case: &Case<'_>, prover: &mut Prover) -> bool {
        let last = &case.report.last;
        match self {
            Claimed::Checkmate => !last.is_checkmate(),
            Claimed::Stalemate => !last.is_stalemate(),
            Claimed::Threefold => {
                knows_repetitions(case) && !is_claimable(&history(case), Ground::Threefold)
            }
            Claimed::Fivefold => knows_repetitions(case) && history(case).occurrences() < FIVEFOLD,
            Claimed::FiftyMoves => !is_claimable(&history(case), Ground::FiftyMoves),
            Claimed::SeventyFiveMoves => last.halfmoves() < SEVENTY_FIVE_MOVES,
            Claimed::DeadPosition => {
                let mut can = |side| prover.can_mate(last, side, SEARCH_BUDGET).is_yes();
                Color::ALL.into_iter().any(&mut can)
            }
        }
    }
}

/// The finding about a Termination tag that says something that the game contradicts.
pub(super) fn contradiction(case: &Case<'_>, prover: &mut Prover) -> Option<Found> {
    let detail = Detail::WrongTermination(case.termination?.to_owned());
    let is_false =
        Claimed::all_in(&case.termination_word()).any(|claimed| claimed.is_refuted(case, prover));
    is_false.then(|| case.found_at(case.line.moves.len(), detail))
}

/// The whole game.
fn history(case: &Case<'_>) -> History {
    let mut history = History::new(case.start.position);
    for &m in &case.line.moves {
        history.play(m).expect("the checker found the move legal");
    }
    history
}

/// Whether a draw could be claimed at the end, now or with a move that was not played any more.
fn is_claimable(history: &History, ground: Ground) -> bool {
    let mut claims = history.claims().into_iter().chain(history.claims_with());
    claims.any(|claim| claim.ground == ground)
}

/// Whether all earlier positions are known that could be the same as the last one. They are not if
/// the start has a clock that has run and nothing has set it back.
fn knows_repetitions(case: &Case<'_>) -> bool {
    let plies = case.line.moves.len();
    let clock = usize::from(case.report.last.halfmoves());
    case.start.position.halfmoves() == 0 || clock < plies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_many_words_for_a_draw_are_understood() {
        for (word, due) in [
            ("normal", &[][..]),
            ("time forfeit", &[]),
            ("anna won by checkmate", &[Claimed::Checkmate]),
            ("draw by stalemate", &[Claimed::Stalemate]),
            ("threefold repetition", &[Claimed::Threefold]),
            ("draw by 3-fold repetition", &[Claimed::Threefold]),
            ("game drawn by repetition", &[Claimed::Threefold]),
            ("fivefold repetition", &[Claimed::Fivefold]),
            ("fifty move rule", &[Claimed::FiftyMoves]),
            ("game drawn by 50-move rule", &[Claimed::FiftyMoves]),
            ("draw by fifty moves rule", &[Claimed::FiftyMoves]),
            ("75 move rule", &[Claimed::SeventyFiveMoves]),
            ("seventy-five-move rule", &[Claimed::SeventyFiveMoves]),
            ("insufficient material", &[Claimed::DeadPosition]),
            ("dead position", &[Claimed::DeadPosition]),
            ("game drawn by timeout vs insufficient material", &[]),
        ] {
            assert_eq!(Claimed::all_in(word).collect::<Vec<_>>(), due, "{word}");
        }
    }
}
