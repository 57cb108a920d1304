//! Every number of the search that was found by trying, once, with its range.
//!
//! Margins are hundredths of a pawn, histories are in their own units, reductions are 1024ths of a
//! ply. Two searches in one program can have different numbers, which is how one is tested against
//! another.

/// A number that can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// What it is unless told otherwise.
    pub default: i32,
    /// The least that makes sense.
    pub min: i32,
    /// The most that makes sense.
    pub max: i32,
}

/// The value is outside the range of the number, or there is no number of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TuneError {
    /// There is no such number.
    #[error("expected the name of a number of the search, found {0:?}")]
    Unknown(String),
    /// The value is outside the number's range.
    #[error("expected {} to {} for {}, found {found}", .0.min, .0.max, .0.name, found = .1)]
    OutOfRange(Tunable, i32),
}

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal;)*) => {
        /// The numbers of a search.
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
            /// All numbers, in the order of their declaration.
            pub const TABLE: &[Tunable] = &[
                $(Tunable { name: stringify!($name), default: $default, min: $min, max: $max },)*
            ];

            /// Sets a number.
            ///
            /// # Errors
            ///
            /// Returns an error if there is no such number or the value is out of its range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), TuneError> {
                let tunable = Params::TABLE
                    .iter()
                    .find(|tunable| tunable.name == name)
                    .ok_or_else(|| TuneError::Unknown(name.to_owned()))?;
                if !(tunable.min..=tunable.max).contains(&value) {
                    return Err(TuneError::OutOfRange(*tunable, value));
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
    /// Whether draws inside the tree are seen (1) or not (0), to measure what that is worth.
    see_draws = 1 in 0..=1;
    /// Half-moves on the fifty-move clock from which a table score no longer ends a node: it may
    /// have been found with another clock.
    table_halfmoves = 96 in 50..=100;
    /// Half-moves of the clock over which an evaluation would fade to nothing.
    eval_fading = 200 in 100..=1000;

    /// Half the first window around the score of the last iteration.
    aspiration_delta = 14 in 5..=60;
    /// Percent by which a window grows that was too narrow.
    aspiration_growth = 40 in 10..=200;
    /// Iterations up to this depth have the full window: their score is a poor guess for the next.
    aspiration_depth = 4 in 1..=10;
    /// Half a window wider than this is opened to all scores.
    aspiration_delta_max = 1200 in 200..=4000;
    /// Plies by which a root that keeps failing high is searched less deep, at most.
    aspiration_reduction_max = 4 in 0..=8;

    /// Internal iterative reductions: depth from which a node without a table move is searched one
    /// ply less deep.
    iir_depth = 4 in 2..=10;

    /// Below alpha by this and more per ply squared, only captures can help.
    razor_base = 260 in 100..=600;
    /// See `razor_base`.
    razor_depth = 230 in 80..=600;

    /// Deepest search that reverse futility saves.
    reverse_futility_depth = 10 in 3..=16;
    /// Margin above beta per ply that is enough without a search.
    reverse_futility_margin = 76 in 30..=160;
    /// Less margin is enough when the position gets better.
    reverse_futility_improving = 62 in 0..=160;
    /// The score returned is this many thirds of beta, the rest the estimate.
    reverse_futility_beta = 2 in 0..=3;

    /// Plies a null move saves at least.
    null_base = 4 in 2..=6;
    /// One ply more for so many plies of depth.
    null_depth = 4 in 2..=8;
    /// One ply more for each such margin above beta.
    null_margin = 180 in 60..=400;
    /// Plies that the margin above beta saves at most.
    null_margin_max = 3 in 0..=6;
    /// How far the evaluation may be below beta, less per ply.
    null_eval_base = 150 in 0..=400;
    /// See `null_eval_base`.
    null_eval_depth = 18 in 0..=40;
    /// Pawns that are enough for a null move beside a single bishop or knight.
    null_pawns = 4 in 0..=8;
    /// Depth from which a null move that failed high is verified by a search without null moves.
    null_verification_depth = 15 in 8..=30;
    /// For this many quarters of that search's depth no other null move is tried.
    null_verification_quarters = 3 in 1..=4;

    /// How far above beta a capture must promise to be.
    probcut_margin = 190 in 80..=400;
    /// Less far when the position gets better.
    probcut_improving = 50 in 0..=150;
    /// Least depth at which captures are tried.
    probcut_depth = 5 in 3..=10;
    /// Plies by which the search of the captures is less deep.
    probcut_reduction = 4 in 2..=6;
    /// A table entry this many plies less deep than the node can still speak against trying.
    probcut_table_depth = 3 in 0..=6;

    /// Quiet moves looked at before the depth is counted.
    move_count_base = 4 in 1..=10;
    /// Divides the number of moves when the position does not get better.
    move_count_divisor = 2 in 1..=4;

    /// Futility of quiet moves: margin at once, and per ply.
    futility_base = 85 in 20..=250;
    /// See `futility_base`.
    futility_depth = 95 in 30..=220;
    /// Reduced depth up to which quiet moves can be futile.
    futility_depth_max = 9 in 4..=14;
    /// History below which a quiet move is left out, per ply.
    history_pruning = 4200 in 1000..=9000;
    /// Reduced depth up to which history alone leaves a quiet move out.
    history_pruning_depth = 5 in 2..=10;
    /// Loss by exchange for which a quiet move is left out, per reduced ply squared.
    see_quiet = 24 in 8..=60;
    /// Loss by exchange for which a capture is left out, per ply.
    see_capture = 98 in 40..=220;
    /// History of a capture that allows it one hundredth of a pawn more loss.
    see_capture_history = 32 in 8..=128;

    /// Depth from which the table's move is tested for being singular.
    singular_depth = 7 in 4..=10;
    /// How many plies less deep than the node the table's entry may be.
    singular_table_depth = 3 in 1..=6;
    /// The other moves are searched to the depth divided by this.
    singular_divisor = 2 in 2..=4;
    /// How much worse all others must be, in sixteenths of the depth.
    singular_margin = 20 in 4..=60;
    /// How much worse again for two plies.
    double_margin = 18 in 2..=60;
    /// How much worse again for three.
    triple_margin = 90 in 30..=250;
    /// More than `double_margin` on the principal line.
    double_margin_pv = 150 in 0..=400;
    /// More than `triple_margin` on the principal line.
    triple_margin_pv = 250 in 0..=600;
    /// Negative extension of a table move that reaches beta though others do too.
    negative_extension_beta = 2 in 0..=4;
    /// Negative extension where a cutoff is expected.
    negative_extension_cut = 1 in 0..=4;
    /// Nothing is extended at plies beyond this many times the iteration's depth.
    extension_plies = 2 in 1..=4;

    /// Reduction of every late move.
    lmr_base = 820 in 0..=2048;
    /// Reduction per product of logarithms.
    lmr_slope = 460 in 200..=900;
    /// Least depth at which late moves are reduced.
    lmr_depth = 2 in 1..=6;
    /// More where a cutoff is expected.
    lmr_cut = 1700 in 0..=3072;
    /// Less on lines that were principal.
    lmr_was_pv = 1300 in 0..=3072;
    /// More when the position gets worse.
    lmr_worsening = 900 in 0..=2048;
    /// More when the table's move is a capture.
    lmr_table_capture = 900 in 0..=2048;
    /// More when the node below has been cut off often.
    lmr_cutoffs = 900 in 0..=2048;
    /// More cutoffs than this are many.
    lmr_cutoffs_many = 3 in 0..=10;
    /// Less for a capture.
    lmr_capture = 1024 in 0..=3072;
    /// Less for a move that gives check.
    lmr_check = 900 in 0..=2048;
    /// History worth one ply.
    lmr_history = 8192 in 2000..=30000;
    /// How far above alpha a reduced search must end to be repeated deeper.
    lmr_deeper = 44 in 5..=150;
    /// How little above alpha to be repeated one ply less deep.
    lmr_shallower = 9 in 0..=40;

    /// History bonus per ply of depth.
    bonus_depth = 170 in 50..=400;
    /// Taken off every bonus.
    bonus_offset = 80 in 0..=400;
    /// The largest bonus.
    bonus_max = 1700 in 500..=4000;
    /// History malus per ply of depth.
    malus_depth = 190 in 50..=600;
    /// Taken off every malus.
    malus_offset = 80 in 0..=400;
    /// The largest malus.
    malus_max = 1500 in 500..=4000;

    /// Weight of the pawn structure's correction.
    correction_pawns = 1100 in 0..=3000;
    /// Weight of the correction of either side's pieces.
    correction_pieces = 800 in 0..=3000;
    /// Weight of the correction of the last two moves.
    correction_moves = 700 in 0..=3000;

    /// How far below alpha a capture may leave the search of quiet positions.
    quiescence_futility = 160 in 40..=400;
    /// Captures looked at before only recaptures and promotions are.
    quiescence_captures = 3 in 1..=10;
    /// Loss by exchange for which a capture is left out.
    quiescence_see = 60 in 0..=200;

    /// Added to each thread's lead in the vote for a move, in hundredths of a pawn.
    vote_offset = 14 in 1..=60;

    /// Moves that a game is expected to last, for sharing out the clock.
    time_moves_left = 28 in 10..=60;
    /// Percent of a move's share after which no iteration begins (the soft bound).
    time_soft = 80 in 30..=150;
    /// Percent of the clock that the soft bound takes at most.
    time_soft_max = 70 in 30..=90;
    /// Shares after which the search stops (the hard bound).
    time_hard = 4 in 1..=10;
    /// Percent of the clock that the hard bound takes at most.
    time_hard_max = 70 in 30..=90;
    /// The same for the last move before the clock is set again.
    time_hard_max_last = 90 in 50..=95;
    /// Permille of the soft bound when the best move has just changed.
    time_stability = 1300 in 1000..=2000;
    /// Less for each iteration without a change.
    time_stability_step = 80 in 0..=150;
    /// Iterations that count as such at most.
    time_stability_max = 7 in 1..=12;
    /// Permille of the soft bound if no node went into the best move.
    time_effort = 2200 in 1000..=3000;
    /// Less if all nodes did.
    time_effort_slope = 1700 in 0..=2500;
    /// Permille more for each hundredth of a pawn that the score fell.
    time_fall = 8 in 0..=30;
    /// Least permille by the trend of the score.
    time_trend_min = 850 in 500..=1000;
    /// Most permille by the trend of the score.
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
    fn a_number_is_set_by_its_name_and_within_its_range() {
        let mut params = Params::default();
        params.set("null_base", 3).expect("it is in range");
        assert_eq!(params.null_base, 3);
        assert!(matches!(
            params.set("null_base", 99),
            Err(TuneError::OutOfRange(..))
        ));
        assert!(matches!(
            params.set("nul_base", 3),
            Err(TuneError::Unknown(_))
        ));
    }
}
