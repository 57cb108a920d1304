//! [Singular extensions](https://www.chessprogramming.org/Singular_Extensions): the table move is
//! searched deeper if no other move is nearly as good, and less deep if others are.

use crate::depth::Depth;
use crate::score::Score;
use crate::table::Finding;

use super::params::Params;

/// The parameters of the singular search, which excludes the table move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SingularSearch {
    /// The table move is singular if all other moves stay below this score.
    pub(super) limit: Score,
    pub(super) depth: Depth,
}

/// The singular search for a table entry, if the entry is deep enough to justify one.
pub(super) fn singular_search(
    params: &Params,
    depth: Depth,
    hit: &Finding,
) -> Option<SingularSearch> {
    let known = depth.plies() >= params.singular_depth
        && hit.depth >= depth - params.singular_table_depth
        && hit.bound.is_lower()
        && !hit.score.is_decisive();
    known.then(|| SingularSearch {
        limit: hit.score - params.singular_margin * depth.plies() / 16,
        depth: Depth::new((depth.plies() - 1) / params.singular_divisor),
    })
}

/// The outcome of a singular search, and its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct SingularResult {
    /// The best score of the other moves.
    pub(super) others: Score,
    /// The limit of the singular search.
    pub(super) limit: Score,
    pub(super) beta: Score,
    /// The table's score of the move.
    pub(super) table: Score,
    pub(super) pv: bool,
    /// Whether it is an expected cut node.
    pub(super) cut: bool,
}

/// What follows from a singular search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extension {
    /// Extend the move by this many plies; negative values reduce it.
    Extend(i32),
    /// More than one move reaches beta ([multi-cut](https://www.chessprogramming.org/Multi-Cut)):
    /// return this score.
    Cut(Score),
}

pub(super) fn judge(params: &Params, result: &SingularResult) -> Extension {
    let short = result.limit - result.others;
    if short > 0 {
        let when_pv = |margin: i32| if result.pv { margin } else { 0 };
        let double = params.double_margin + when_pv(params.double_margin_pv);
        let triple = params.triple_margin + when_pv(params.triple_margin_pv);
        return Extension::Extend(1 + i32::from(short > double) + i32::from(short > triple));
    }
    if result.others >= result.beta && !result.others.is_decisive() {
        return Extension::Cut(result.others);
    }
    Extension::Extend(if result.table >= result.beta {
        -params.negative_extension_beta
    } else if result.cut {
        -params.negative_extension_cut
    } else {
        0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(others: i32) -> SingularResult {
        let score = Score::from_centipawns;
        SingularResult {
            others: score(others),
            limit: score(50),
            beta: score(80),
            table: score(60),
            pv: false,
            cut: false,
        }
    }

    #[test]
    fn a_singular_move_is_extended() {
        let params = Params::default();
        assert_eq!(judge(&params, &result(45)), Extension::Extend(1));
        assert_eq!(judge(&params, &result(20)), Extension::Extend(2));
        assert_eq!(judge(&params, &result(-300)), Extension::Extend(3));
        assert_eq!(judge(&params, &result(60)), Extension::Extend(0));
    }

    #[test]
    fn multi_cut_needs_two_good_moves() {
        let params = Params::default();
        let score = Score::from_centipawns(90);
        assert_eq!(judge(&params, &result(90)), Extension::Cut(score));
        let mating = SingularResult {
            others: Score::mate_in(5),
            ..result(0)
        };
        assert_eq!(
            judge(&params, &mating),
            Extension::Extend(0),
            "a mate score of the other moves does not cut off"
        );
    }
}
