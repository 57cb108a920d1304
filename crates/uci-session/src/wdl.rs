//! Win, draw and loss probabilities for a score.

use engine::Score;
use uci::Wdl;

/// The logistic model: the score at which a win has probability one half, and its slope, in
/// centipawns.
const EVEN: f64 = 190.0;
const SPREAD: f64 = 75.0;

/// The probabilities for the side to move, in permille.
pub(super) fn for_score(score: Score) -> Wdl {
    let chance = |centipawns: f64| 1000.0 / (1.0 + ((EVEN - centipawns) / SPREAD).exp());
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

    #[test]
    fn probabilities_add_up_and_follow_the_score() {
        for centipawns in [-40_000, -900, -100, 0, 50, 300, 40_000] {
            let wdl = for_score(Score::from_centipawns(centipawns));
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{centipawns}");
        }
        let even = for_score(Score::DRAW);
        assert_eq!(even.win, even.loss);
        assert!(for_score(Score::from_centipawns(200)).win > even.win);
        assert_eq!(for_score(Score::mate_in(3)).win, 1000);
    }
}
