//! Win, draw and loss probabilities for a score.
//!
//! The model is logistic: at the score `even` a win has probability one half, and `spread` is the
//! width of the transition. Both depend on the number of pieces, because with few of them a small
//! lead is rarely enough. The numbers were fitted to 4 million positions of stored games (see
//! `nets/NETS.md`) by
//!
//! `datagen calibrate --by-pieces g29.games g30.games`
//!
//! Those games had 400 nodes a move. In longer games leads are converted, and balanced positions
//! drawn, more often than the model says.

use engine::Score;
use uci::Wdl;

/// `even` and `spread` in centipawns, for 1 to 4 pieces, 5 to 8 pieces, and so on.
const FITTED: [(f64, f64); 8] = [
    (566.8, 183.7),
    (306.3, 124.3),
    (234.7, 159.7),
    (176.0, 197.2),
    (130.1, 224.0),
    (97.0, 228.4),
    (72.6, 214.1),
    (54.5, 184.3),
];

/// A certain draw.
pub(super) const DRAW: Wdl = Wdl {
    win: 0,
    draw: 1000,
    loss: 0,
};

/// The middle of the first group, and the distance to the next.
const FIRST_MIDDLE: f64 = 2.5;
const GROUP: f64 = 4.0;

/// `even` and `spread` for a number of pieces, interpolated between the middles of groups.
fn model(pieces: u32) -> (f64, f64) {
    let last = FITTED.len() - 1;
    let place = ((f64::from(pieces) - FIRST_MIDDLE) / GROUP).clamp(0.0, last as f64);
    let (lower, upper) = (
        FITTED[place as usize],
        FITTED[(place as usize + 1).min(last)],
    );
    let share = place.fract();
    let between = |from: f64, to: f64| from + share * (to - from);
    (between(lower.0, upper.0), between(lower.1, upper.1))
}

/// The probabilities for the side to move, in permille, with this many pieces on the board.
pub(super) fn for_score(score: Score, pieces: u32) -> Wdl {
    let (even, spread) = model(pieces);
    let chance = |centipawns: f64| 1000.0 / (1.0 + ((even - centipawns) / spread).exp());
    let centipawns = f64::from(score.centipawns());
    let win = chance(centipawns).round() as u64;
    let loss = chance(-centipawns).round() as u64;
    Wdl {
        win,
        draw: 1000u64.saturating_sub(win + loss),
        loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: [u32; 5] = [2, 6, 17, 30, 32];

    #[test]
    fn probabilities_add_up_and_are_symmetric() {
        for pieces in PIECES {
            for centipawns in [-40_000, -900, -100, 0, 50, 300, 40_000] {
                let score = Score::from_centipawns(centipawns);
                let (own, other) = (for_score(score, pieces), for_score(-score, pieces));
                assert_eq!(own.win + own.draw + own.loss, 1000, "{centipawns}");
                assert_eq!((own.win, own.loss), (other.loss, other.win), "{centipawns}");
            }
            assert_eq!(for_score(Score::mate_in(3), pieces).win, 1000);
            assert_eq!(for_score(-Score::tablebase_win(9), pieces).loss, 1000);
        }
    }

    #[test]
    fn a_higher_score_never_means_worse_chances() {
        for pieces in PIECES {
            let all = (-1500..1500).map(|centipawns| {
                let wdl = for_score(Score::from_centipawns(centipawns), pieces);
                (wdl.win, 1000 - wdl.loss)
            });
            let (wins, not_losses): (Vec<u64>, Vec<u64>) = all.unzip();
            assert!(
                wins.is_sorted() && not_losses.is_sorted(),
                "{pieces} pieces"
            );
        }
    }

    #[test]
    fn the_fitted_score_wins_half_of_the_games() {
        for (group, (even, _)) in FITTED.into_iter().enumerate() {
            // No number of pieces is in the middle of a group, so take those on both sides.
            let pieces = 4 * group as u32 + 2;
            let wins = [pieces, pieces + 1].map(|pieces| {
                let score = Score::from_centipawns(even.round() as i32);
                for_score(score, pieces).win as i64
            });
            let mean = (wins[0] + wins[1]) / 2;
            assert!((mean - 500).abs() <= 25, "{pieces} pieces: {wins:?}");
        }
        // In between, the model is in between.
        let (even, spread) = model(19);
        assert!(even < FITTED[4].0 && even > FITTED[5].0);
        assert!(spread > FITTED[4].1 && spread < FITTED[5].1);
    }

    #[test]
    fn a_small_lead_is_worth_less_with_few_pieces() {
        let wins = PIECES.map(|pieces| for_score(Score::from_centipawns(100), pieces).win);
        assert!(wins.is_sorted(), "{wins:?}");
    }
}
