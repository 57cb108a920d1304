//! What the results say.

/// The likelihood ratio at which a test ends, both errors at five percent.
pub const BOUND: f64 = 2.94;

/// Results so far, from the first player's side.
#[derive(Default)]
pub struct Tally {
    games: [usize; 3],
    pairs: [usize; 5],
}

impl Tally {
    /// Counts a game by its points in halves.
    pub fn add_game(&mut self, points: usize) {
        self.games[points.min(2)] += 1;
    }

    /// Counts a pair of games by its points in halves.
    pub fn add_pair(&mut self, points: usize) {
        self.pairs[points.min(4)] += 1;
    }

    /// Pairs played.
    pub fn pairs(&self) -> usize {
        self.pairs.iter().sum()
    }

    /// The mean score of a pair, 0 to 1, and its variance.
    fn moments(&self) -> (f64, f64) {
        let total = self.pairs().max(1) as f64;
        let score = |index: usize| index as f64 / 4.0;
        let mean = (0..5)
            .map(|index| self.pairs[index] as f64 * score(index))
            .sum::<f64>()
            / total;
        let variance = (0..5)
            .map(|index| self.pairs[index] as f64 * (score(index) - mean).powi(2))
            .sum::<f64>()
            / total;
        (mean, variance)
    }

    /// The difference in strength and its error at 95 percent.
    fn elo(&self) -> (f64, f64) {
        let (mean, variance) = self.moments();
        let error = 1.96 * (variance / self.pairs().max(1) as f64).sqrt();
        let elo = |score: f64| {
            let score = score.clamp(1e-6, 1.0 - 1e-6);
            400.0 * (score / (1.0 - score)).log10()
        };
        (elo(mean), (elo(mean + error) - elo(mean - error)) / 2.0)
    }

    /// The logarithm of the likelihood ratio of two differences in strength.
    pub fn llr(&self, (low, high): (f64, f64)) -> f64 {
        let (mean, variance) = self.moments();
        if variance <= 0.0 {
            return 0.0;
        }
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (low, high) = (expected(low), expected(high));
        self.pairs() as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// All in one line.
    pub fn line(&self, sprt: Option<(f64, f64)>) -> String {
        let [losses, draws, wins] = self.games;
        let games = (losses + draws + wins).max(1);
        let (elo, error) = self.elo();
        let llr = sprt.map_or(String::new(), |bounds| {
            format!(" LLR {:.2} [{}, {}]", self.llr(bounds), bounds.0, bounds.1)
        });
        format!(
            "{games} games +{wins} ={draws} -{losses} draws {:.1}% Elo {elo:+.1} ±{error:.1} pairs {:?}{llr}",
            100.0 * draws as f64 / games as f64,
            self.pairs
        )
    }
}
