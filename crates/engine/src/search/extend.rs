//! When the table's move is searched deeper because no other will do, or less deep because
//! another will.

use crate::depth::Depth;
use crate::score::Score;
use crate::table::Finding;

use super::params::Params;

/// The question whether the table's move is singular: the score that no other move may reach, and
/// how deep to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// What all other moves must stay below.
    pub(super) limit: Score,
    /// How deep to look at them.
    pub(super) depth: Depth,
}

/// The question, if the table knows enough about the move to ask it.
pub(super) fn singular_question(params: &Params, depth: Depth, hit: &Finding) -> Option<Question> {
    let known = depth.plies() >= params.singular_depth
        && hit.depth >= depth - params.singular_table_depth
        && hit.bound.is_lower()
        && !hit.score.is_mate();
    known.then(|| Question {
        limit: hit.score - params.singular_margin * depth.plies() / 16,
        depth: Depth::new((depth.plies() - 1) / params.singular_divisor),
    })
}

/// What the other moves came to, and where the node stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// The best score of the other moves.
    pub(super) others: Score,
    /// What they had to stay below.
    pub(super) limit: Score,
    /// The node's beta.
    pub(super) beta: Score,
    /// The table's score of the move.
    pub(super) table: Score,
    /// Whether the node is on the principal line.
    pub(super) pv: bool,
    /// Whether a cutoff is expected.
    pub(super) cut: bool,
}

/// What follows from the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extension {
    /// Search the move so many plies deeper, or less deep if negative.
    Extend(i32),
    /// More than one move reaches beta: the node is cut off with this score.
    Cut(Score),
}

/// Judges the answer.
pub(super) fn judge(params: &Params, answer: &Answer) -> Extension {
    let short = answer.limit - answer.others;
    if short > 0 {
        let when_pv = |margin: i32| if answer.pv { margin } else { 0 };
        let double = params.double_margin + when_pv(params.double_margin_pv);
        let triple = params.triple_margin + when_pv(params.triple_margin_pv);
        return Extension::Extend(1 + i32::from(short > double) + i32::from(short > triple));
    }
    if answer.others >= answer.beta && !answer.others.is_mate() {
        return Extension::Cut(answer.others);
    }
    Extension::Extend(if answer.table >= answer.beta {
        -params.negative_extension_beta
    } else if answer.cut {
        -params.negative_extension_cut
    } else {
        0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(others: i32) -> Answer {
        let score = Score::from_centipawns;
        Answer {
            others: score(others),
            limit: score(50),
            beta: score(80),
            table: score(60),
            pv: false,
            cut: false,
        }
    }

    #[test]
    fn the_only_good_move_is_searched_deeper() {
        let params = Params::default();
        assert_eq!(judge(&params, &answer(45)), Extension::Extend(1));
        assert_eq!(judge(&params, &answer(20)), Extension::Extend(2));
        assert_eq!(judge(&params, &answer(-300)), Extension::Extend(3));
        assert_eq!(judge(&params, &answer(60)), Extension::Extend(0));
    }

    #[test]
    fn two_good_moves_are_enough() {
        let params = Params::default();
        let score = Score::from_centipawns(90);
        assert_eq!(judge(&params, &answer(90)), Extension::Cut(score));
        let mating = Answer {
            others: Score::mate_in(5),
            ..answer(0)
        };
        assert_eq!(
            judge(&params, &mating),
            Extension::Extend(0),
            "a mate without the best move proves nothing about it"
        );
    }
}
