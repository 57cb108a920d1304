//! The arithmetic of pruning, as pure functions.

use crate::depth::Depth;
use crate::score::Score;

use super::params::{FRACTION, Params};

/// Razoring: the evaluation below which only captures are searched.
pub(super) fn razor_limit(params: &Params, depth: Depth, alpha: Score) -> Score {
    let plies = depth.plies();
    alpha - params.razor_base - params.razor_depth * plies * plies
}

/// Reverse futility pruning: the margin above beta, or `None` if the depth is too high.
pub(super) fn reverse_futility_margin(
    params: &Params,
    depth: Depth,
    improving: bool,
    correction: i32,
) -> Option<i32> {
    let plies = depth.plies();
    let discount = if improving {
        params.reverse_futility_improving
    } else {
        0
    };
    (plies <= params.reverse_futility_depth).then(|| {
        let doubt = correction * params.reverse_futility_correction / FRACTION;
        (params.reverse_futility_margin * plies - discount).max(0) + doubt
    })
}

/// The lowest evaluation at which a null move is tried. It falls below beta as depth grows.
pub(super) fn null_move_floor(params: &Params, depth: Depth, beta: Score) -> Score {
    beta + params.null_eval_base - params.null_eval_depth * depth.plies()
}

/// The depth of the search after a null move.
pub(super) fn null_move_depth(params: &Params, depth: Depth, above_beta: i32) -> Depth {
    let reduction = params.null_base
        + depth.plies() / params.null_depth
        + (above_beta / params.null_margin).clamp(0, params.null_margin_max);
    depth - reduction
}

/// The score that a capture must reach in the ProbCut search.
pub(super) fn probcut_beta(params: &Params, beta: Score, improving: bool) -> Score {
    let discount = if improving {
        params.probcut_improving
    } else {
        0
    };
    beta + params.probcut_margin - discount
}

/// Late move pruning: the number of moves after which quiet moves are skipped.
pub(super) fn move_count_limit(params: &Params, depth: Depth, improving: bool) -> usize {
    let plies = depth.plies();
    let limit = params.move_count_base + plies * plies;
    (if improving {
        limit
    } else {
        limit / params.move_count_divisor
    }) as usize
}

/// Futility pruning: the most that a quiet move is expected to gain at this reduced depth.
pub(super) fn futility_margin(params: &Params, reduced: Depth, history: i32) -> Option<i32> {
    (reduced.plies() <= params.futility_depth_max).then(|| {
        params.futility_base
            + params.futility_depth * reduced.plies()
            + history / params.futility_history
    })
}

/// Futility pruning: the most that a capture is expected to gain at this reduced depth, besides the
/// captured piece.
pub(super) fn capture_futility_margin(
    params: &Params,
    reduced: Depth,
    history: i32,
) -> Option<i32> {
    (reduced.plies() <= params.capture_futility_depth_max).then(|| {
        params.capture_futility_base
            + params.capture_futility_depth * reduced.plies()
            + history / params.capture_futility_history
    })
}

/// History pruning: the score below which a quiet move is skipped.
pub(super) fn history_limit(params: &Params, reduced: Depth) -> Option<i32> {
    (reduced.plies() <= params.history_pruning_depth)
        .then(|| -params.history_pruning * reduced.plies().max(1))
}

/// The exchange loss allowed to a quiet move.
pub(super) fn quiet_exchange_limit(params: &Params, reduced: Depth) -> i32 {
    let plies = reduced.plies().max(0);
    -params.see_quiet * plies * plies
}

/// The exchange loss allowed to a capture, larger with a good history.
pub(super) fn capture_exchange_limit(params: &Params, depth: Depth, history: i32) -> i32 {
    -params.see_capture * depth.plies() - history / params.see_capture_history
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_grow_with_depth_up_to_a_maximum_depth() {
        let params = Params::default();
        let margin = |depth| reverse_futility_margin(&params, Depth::new(depth), false, 0);
        assert!(margin(1) < margin(2));
        assert_eq!(margin(params.reverse_futility_depth + 1), None);
        assert!(
            reverse_futility_margin(&params, Depth::new(4), true, 0) < margin(4),
            "an improving position needs a smaller margin"
        );
        assert!(futility_margin(&params, Depth::new(20), 0).is_none());
    }

    #[test]
    fn more_moves_are_searched_when_improving() {
        let params = Params::default();
        let depth = Depth::new(5);
        assert!(move_count_limit(&params, depth, true) > move_count_limit(&params, depth, false));
    }

    #[test]
    fn null_move_reduction_grows_with_the_evaluation() {
        let params = Params::default();
        let depth = Depth::new(12);
        assert!(null_move_depth(&params, depth, 600) < null_move_depth(&params, depth, 0));
        assert_eq!(
            null_move_depth(&params, depth, 5_000),
            null_move_depth(&params, depth, 10_000)
        );
    }
}
