//! All tunable parameters of the search, each declared once with default and range.
//!
//! Margins are in centipawns, histories in their own units, reductions in 1024ths of a ply.
//! Parameters are values, not constants, so one program can test two sets against each other.

/// The unit of parameters that are fractions: they are in 128ths.
pub(crate) const FRACTION: i32 = 128;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    pub name: &'static str,
    pub default: i32,
    pub min: i32,
    pub max: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    #[error("expected the name of a search parameter, found {0:?}")]
    Unknown(String),
    #[error("expected {} to {} for {}, found {found}", .0.min, .0.max, .0.name, found = .1)]
    OutOfRange(Tunable, i32),
}

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal;)*) => {
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub(crate) $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)* }
            }
        }

        impl Params {
            /// All parameters, in the order of their declaration.
            pub const TABLE: &[Tunable] = &[
                $(Tunable { name: stringify!($name), default: $default, min: $min, max: $max },)*
            ];

            /// Sets a parameter by name.
            ///
            /// # Errors
            ///
            /// Returns an error if the name is unknown or the value is out of range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
                let tunable = Params::TABLE
                    .iter()
                    .find(|tunable| tunable.name == name)
                    .ok_or_else(|| ParamError::Unknown(name.to_owned()))?;
                if !(tunable.min..=tunable.max).contains(&value) {
                    return Err(ParamError::OutOfRange(*tunable, value));
                }
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => {}
                }
                Ok(())
            }
        }
    };
}

tunables! {
    /// Whether the search scores draws inside the tree (1) or not (0), to measure the effect.
    see_draws = 1 in 0..=1;
    /// Halfmove clock from which table scores no longer cut off: they may belong to another clock.
    table_halfmoves = 96 in 50..=100;
    /// Halfmove clock at which the evaluation would be scaled to zero.
    eval_fading = 200 in 100..=1000;

    /// Half the initial width of the aspiration window.
    aspiration_delta = 20 in 5..=60;
    /// Percent by which the window grows after each failure.
    aspiration_growth = 38 in 10..=200;
    /// Iterations up to this depth use the full window, because their scores vary too much.
    aspiration_depth = 4 in 1..=10;
    /// After a fail low, beta becomes a mean of alpha and beta: the weight of alpha in 128ths.
    aspiration_fail_low_alpha = 64 in 0..=128;
    /// Weight of the old average in the running average of a root move's scores, in 128ths.
    aspiration_average = 64 in 0..=128;
    /// A window wider than this on one side is opened fully.
    aspiration_delta_max = 1200 in 200..=4000;
    /// Maximum depth reduction after repeated fail highs.
    aspiration_reduction_max = 4 in 0..=8;

    /// Minimum depth of internal iterative reductions.
    iir_depth = 2 in 2..=10;

    /// Hindsight: a node whose move was reduced by this much, in plies, is searched one ply deeper
    /// unless the opponent's evaluation fell.
    hindsight_deeper = 3 in 1..=100;
    /// A node whose move was reduced by this much, in plies, can be searched one ply less.
    hindsight_shallower = 2 in 1..=100;
    /// It is if both sides' evaluations add up to more than this.
    hindsight_margin = 76 in 20..=300;

    /// Table cutoffs below this depth must agree with the expected type of the node.
    table_cut_depth = 5 in 0..=12;

    /// Razoring margin: constant and per squared ply of depth.
    razor_base = 245 in 100..=600;
    /// See `razor_base`.
    razor_depth = 251 in 80..=600;

    /// Maximum depth of reverse futility pruning.
    reverse_futility_depth = 11 in 3..=16;
    /// Reverse futility margin per ply.
    reverse_futility_margin = 67 in 30..=160;
    /// Smaller margin when improving.
    reverse_futility_improving = 59 in 0..=160;
    /// Larger margin for a large correction of the evaluation, in 128ths of it.
    reverse_futility_correction = 61 in 0..=256;
    /// The returned score is this many thirds of beta; the rest is the estimate.
    reverse_futility_beta = 2 in 0..=3;

    /// Base reduction of the null move search, in plies.
    null_base = 4 in 2..=6;
    /// One more ply of reduction for this much depth.
    null_depth = 4 in 2..=8;
    /// One more ply of reduction for this margin above beta.
    null_margin = 179 in 60..=400;
    /// Maximum reduction from the margin above beta.
    null_margin_max = 3 in 0..=6;
    /// How far the evaluation may be below beta: constant, minus the next parameter per ply.
    null_eval_base = 114 in 0..=400;
    /// See `null_eval_base`.
    null_eval_depth = 17 in 0..=40;
    /// Pawns required for a null move with a single minor piece.
    null_pawns = 4 in 0..=8;
    /// Minimum depth at which a null move cutoff is verified by a search without null moves.
    null_verification_depth = 15 in 8..=30;
    /// Null moves stay disabled for this many quarters of the verification depth.
    null_verification_quarters = 3 in 1..=4;

    /// ProbCut margin above beta.
    probcut_margin = 219 in 80..=400;
    /// Smaller margin when improving.
    probcut_improving = 45 in 0..=150;
    /// Minimum depth of ProbCut.
    probcut_depth = 5 in 3..=10;
    /// Depth reduction of the ProbCut search.
    probcut_reduction = 4 in 2..=6;
    /// A table entry at most this many plies shallower than the node can rule out ProbCut.
    probcut_table_depth = 3 in 0..=6;

    /// Late move pruning: quiet moves tried at depth zero.
    move_count_base = 7 in 1..=10;
    /// Divides the move count when not improving.
    move_count_divisor = 2 in 1..=4;

    /// Futility margin: constant and per ply.
    futility_base = 76 in 20..=250;
    /// See `futility_base`.
    futility_depth = 77 in 30..=220;
    /// History score that adds one centipawn to the futility margin.
    futility_history = 99 in 40..=100000;
    /// Maximum reduced depth of futility pruning.
    futility_depth_max = 9 in 4..=14;
    /// Futility margin of captures besides the captured piece: constant and per ply.
    capture_futility_base = 183 in 50..=600;
    /// See `capture_futility_base`.
    capture_futility_depth = 230 in 50..=500;
    /// Capture history that adds one centipawn to this margin.
    capture_futility_history = 60 in 20..=100000;
    /// Maximum reduced depth of futility pruning of captures; -1 disables it.
    capture_futility_depth_max = 6 in -1..=12;
    /// History pruning threshold per ply.
    history_pruning = 5789 in 1000..=9000;
    /// Maximum reduced depth of history pruning.
    history_pruning_depth = 5 in 2..=10;
    /// Exchange loss at which a quiet move is pruned, per squared reduced ply.
    see_quiet = 23 in 8..=60;
    /// Exchange loss at which a capture is pruned, per ply.
    see_capture = 91 in 40..=220;
    /// Capture history that allows one more centipawn of loss.
    see_capture_history = 32 in 8..=128;

    /// Minimum depth of singular extensions.
    singular_depth = 6 in 4..=10;
    /// How many plies shallower than the node the table entry may be.
    singular_table_depth = 3 in 1..=6;
    /// Divides the depth for the singular search.
    singular_divisor = 2 in 2..=4;
    /// Singular margin, in sixteenths of the depth.
    singular_margin = 19 in 4..=60;
    /// Further margin for a double extension.
    double_margin = 19 in 2..=60;
    /// Further margin for a triple extension.
    triple_margin = 90 in 30..=250;
    /// Added to `double_margin` in PV nodes.
    double_margin_pv = 144 in 0..=400;
    /// Added to `triple_margin` in PV nodes.
    triple_margin_pv = 250 in 0..=600;
    /// Negative extension when the table move reaches beta but is not singular.
    negative_extension_beta = 2 in 0..=4;
    /// Negative extension in expected cut nodes.
    negative_extension_cut = 1 in 0..=4;
    /// No extensions at plies beyond this multiple of the iteration depth.
    extension_plies = 2 in 1..=4;

    /// Late move reductions: base reduction.
    lmr_base = 709 in 0..=2048;
    /// Reduction per product of the logarithms of depth and move count.
    lmr_slope = 407 in 200..=900;
    /// Minimum depth of late move reductions.
    lmr_depth = 2 in 1..=6;
    /// More in expected cut nodes.
    lmr_cut = 1809 in 0..=3072;
    /// Less in nodes that were ever PV nodes.
    lmr_was_pv = 860 in 0..=3072;
    /// More when not improving.
    lmr_worsening = 979 in 0..=2048;
    /// More when the table move is a capture.
    lmr_table_capture = 452 in 0..=2048;
    /// More when the child node had many cutoffs.
    lmr_cutoffs = 830 in 0..=2048;
    /// The number of cutoffs above which there are many.
    lmr_cutoffs_many = 3 in 0..=10;
    /// Less for a capture.
    lmr_capture = 786 in 0..=3072;
    /// Less for a move that gives check.
    lmr_check = 942 in 0..=2048;
    /// Less for a large correction of the evaluation, per centipawn.
    lmr_correction = 9 in 0..=40;
    /// Less for a wide window: the reduction for a window as wide as the root's.
    lmr_window = 568 in 0..=2048;
    /// History score worth one ply.
    lmr_history = 10055 in 2000..=30000;
    /// Score above alpha from which the re-search is one ply deeper.
    lmr_deeper = 50 in 5..=150;
    /// Score above alpha below which the re-search is one ply shallower.
    lmr_shallower = 8 in 0..=40;

    /// History bonus per ply of depth.
    bonus_depth = 234 in 50..=400;
    /// Subtracted from every bonus.
    bonus_offset = 65 in 0..=400;
    /// Maximum bonus.
    bonus_max = 1461 in 500..=4000;
    /// History malus per ply of depth.
    malus_depth = 179 in 50..=600;
    /// Subtracted from every malus.
    malus_offset = 72 in 0..=400;
    /// Maximum malus.
    malus_max = 1384 in 500..=4000;

    /// Share of the bonus that a quiet move gets if all replies fail low, in 128ths.
    bonus_fail_low = 119 in 0..=256;
    /// Share of the bonus that a quiet move gets or loses if its reduced search was repeated, in
    /// 128ths.
    bonus_research = 147 in 0..=256;
    /// Bonus of a quiet move per centipawn that it raised the evaluation.
    bonus_eval = 6 in 0..=40;
    /// Maximum of this bonus.
    bonus_eval_max = 900 in 0..=3000;

    /// Maximum number of quiet moves, and of captures, that get a malus.
    malus_moves_max = 32 in 4..=32;
    /// Weight of the earlier moves four and six plies ago in the continuation history, in 128ths.
    continuation_far_score = 74 in 0..=128;
    /// Share of the bonus that their continuation history gets, in 128ths.
    continuation_far_bonus = 62 in 0..=128;

    /// Weight of the pawn history, in 128ths.
    pawn_history = 105 in 0..=256;
    /// Move ordering: bonus of a quiet move that gives check.
    quiet_check = 4000 in 0..=16384;
    /// Move ordering: weight of the captured piece's value.
    capture_victim = 7 in 1..=32;
    /// Weight of the capture history, in 128ths.
    capture_history = 28 in 0..=256;
    /// Exchange loss allowed to a good capture, in 128ths of its ordering score.
    capture_see = 3 in 0..=32;

    /// Part of the difference between score and evaluation that is learned per ply, in 128ths.
    correction_rate = 21 in 1..=64;
    /// Maximum change of a correction by one search.
    correction_step_max = 256 in 32..=1024;
    /// Weight of the pawn structure correction.
    correction_pawns = 897 in 0..=3000;
    /// Weight of the correction by each side's pieces.
    correction_pieces = 959 in 0..=3000;
    /// Weight of the correction by both sides' kings, knights and bishops.
    correction_minors = 668 in 0..=3000;
    /// Weight of the correction by the last two moves.
    correction_moves = 942 in 0..=3000;
    /// Weight of the correction by the last move and the one four plies ago.
    correction_moves_far = 433 in 0..=3000;

    /// Scores above beta are moved toward beta: weight of beta, in the unit of a ply of depth.
    fail_high_beta = 1 in 0..=4;
    /// The same in the quiescence search: weight of beta in 128ths.
    quiescence_fail_high_beta = 61 in 0..=128;
    /// Quiescence search: futility margin of a capture.
    quiescence_futility = 164 in 40..=400;
    /// Captures tried before only recaptures and promotions are.
    quiescence_captures = 3 in 1..=10;
    /// Exchange loss at which a capture is pruned.
    quiescence_see = 69 in 0..=200;

    /// Transposition table: plies of depth that an entry loses per search since it was written.
    table_age_penalty = 4 in 0..=16;
    /// An entry of the same position is replaced if it is deeper by less than this.
    table_replace_depth = 4 in 0..=12;
    /// More if the new entry is from a PV node.
    table_replace_pv = 2 in 0..=8;

    /// Added to each thread's score difference in the vote for the best move.
    vote_offset = 14 in 1..=60;

    /// Expected number of moves left in the game.
    time_moves_left = 28 in 10..=60;
    /// Soft limit for the first move in percent of its share of the clock.
    time_soft = 50 in 30..=150;
    /// More for each move played, in tenths of a percent: openings need less thought.
    time_soft_growth = 20 in 0..=60;
    /// Maximum percentage.
    time_soft_grown = 120 in 50..=200;
    /// Percentage if the number of moves to the time control is known.
    time_soft_known = 80 in 30..=150;
    /// Maximum soft limit in percent of the clock.
    time_soft_max = 70 in 30..=90;
    /// Hard limit in shares.
    time_hard = 6 in 1..=10;
    /// Maximum hard limit in percent of the clock.
    time_hard_max = 70 in 30..=90;
    /// The same for the last move before the time control.
    time_hard_max_last = 90 in 50..=95;
    /// Permille of the soft limit when the best move has just changed.
    time_stability = 1300 in 1000..=2000;
    /// Less per iteration without a change.
    time_stability_step = 80 in 0..=150;
    /// Maximum number of such iterations.
    time_stability_max = 7 in 1..=12;
    /// Permille of the soft limit if the best move took no nodes.
    time_effort = 2200 in 1000..=3000;
    /// Less if it took all nodes.
    time_effort_slope = 1700 in 0..=2500;
    /// Permille more per centipawn of score drop since the previous iteration.
    time_fall = 8 in 0..=30;
    /// Permille more per centipawn of score drop since the previous move.
    time_fall_move = 5 in 0..=30;
    /// Minimum permille for the score trend.
    time_trend_min = 850 in 500..=1000;
    /// Maximum permille for the score trend.
    time_trend_max = 1700 in 1000..=3000;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_in_its_range() {
        for tunable in Params::TABLE {
            let range = tunable.min..=tunable.max;
            assert!(range.contains(&tunable.default), "{}", tunable.name);
        }
    }

    #[test]
    fn a_parameter_is_set_by_name_within_its_range() {
        let mut params = Params::default();
        params.set("null_base", 3).expect("it is in range");
        assert_eq!(params.null_base, 3);
        assert!(matches!(
            params.set("null_base", 99),
            Err(ParamError::OutOfRange(..))
        ));
        assert!(matches!(
            params.set("nul_base", 3),
            Err(ParamError::Unknown(_))
        ));
    }
}
