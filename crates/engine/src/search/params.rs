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

    /// Half the first window around the score of the last iteration.
    aspiration_delta = 14 in 5..=60;
    /// Percent by which a window grows that was too narrow.
    aspiration_growth = 40 in 10..=200;

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

    /// Plies a null move saves at least.
    null_base = 4 in 2..=6;
    /// One ply more for so many plies of depth.
    null_depth = 4 in 2..=8;
    /// One ply more for each such margin above beta.
    null_margin = 180 in 60..=400;
    /// How far the evaluation may be below beta, less per ply.
    null_eval_base = 150 in 0..=400;
    /// See `null_eval_base`.
    null_eval_depth = 18 in 0..=40;

    /// How far above beta a capture must promise to be.
    probcut_margin = 190 in 80..=400;
    /// Less far when the position gets better.
    probcut_improving = 50 in 0..=150;

    /// Quiet moves looked at before the depth is counted.
    move_count_base = 4 in 1..=10;

    /// Futility of quiet moves: margin at once, and per ply.
    futility_base = 85 in 20..=250;
    /// See `futility_base`.
    futility_depth = 95 in 30..=220;
    /// Reduced depth up to which quiet moves can be futile.
    futility_depth_max = 9 in 4..=14;
    /// History below which a quiet move is left out, per ply.
    history_pruning = 4200 in 1000..=9000;
    /// Loss by exchange for which a quiet move is left out, per reduced ply squared.
    see_quiet = 24 in 8..=60;
    /// Loss by exchange for which a capture is left out, per ply.
    see_capture = 98 in 40..=220;

    /// Depth from which the table's move is tested for being singular.
    singular_depth = 7 in 4..=10;
    /// How much worse all others must be, in sixteenths of the depth.
    singular_margin = 20 in 4..=60;
    /// How much worse again for two plies.
    double_margin = 18 in 2..=60;
    /// How much worse again for three.
    triple_margin = 90 in 30..=250;

    /// Reduction of every late move.
    lmr_base = 820 in 0..=2048;
    /// Reduction per product of logarithms.
    lmr_slope = 460 in 200..=900;
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
