//! What is learned from: samples of the games in files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use arena::random::Random;
use chess::Position;
use datagen::quiet;
use datagen::store::{Reader, Tail};

use crate::sample::Sample;

/// One game in so many is set aside whole: a position tells too much about its neighbors.
const VALIDATION_SHARE: u64 = 50;

/// How many positions of the games set aside are kept as they are.
const WITNESSES: usize = 10_000;

/// Samples to learn from, and samples to see what was learned.
#[derive(Debug, Default)]
pub struct Lessons {
    /// To learn from.
    pub training: Vec<Sample>,
    /// From games that nothing is learned from.
    pub validation: Vec<Sample>,
    /// Positions to compare networks by, up to ten thousand.
    pub witnesses: Vec<Position>,
    /// How many games there were.
    pub games: u64,
}

impl Lessons {
    /// Reads files of games. A position that comes up twice is taken once. What is damaged is left
    /// out from there on, and `complain` is told.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with a file, or that there is nothing to learn.
    pub fn read(files: &[PathBuf], seed: u64, complain: &mut dyn FnMut(String)) -> Result<Lessons> {
        let mut lessons = Lessons::default();
        let mut seen = HashSet::new();
        for (file, path) in files.iter().enumerate() {
            lessons.read_file(path, Random::at(seed, file as u64), &mut seen, complain)?;
        }
        ensure!(
            !lessons.training.is_empty() && !lessons.validation.is_empty(),
            "{} games are not enough to learn from: generate more",
            lessons.games
        );
        let missing = WITNESSES.saturating_sub(lessons.witnesses.len());
        if missing > 0 {
            complain(format!(
                "only {} positions to compare the integers with the floats by",
                lessons.witnesses.len()
            ));
        }
        Ok(lessons)
    }

    fn read_file(
        &mut self,
        path: &Path,
        mut random: Random,
        seen: &mut HashSet<u64>,
        complain: &mut dyn FnMut(String),
    ) -> Result<()> {
        let mut reader = Reader::open(path).context("cannot learn")?;
        for game in reader.by_ref() {
            let is_aside = random.below(VALIDATION_SHARE) == 0;
            self.games += 1;
            for lesson in quiet::lessons(&game) {
                if !seen.insert(lesson.position.key().0) {
                    continue;
                }
                let sample = Sample::new(&lesson.position, lesson.score, lesson.half_points);
                if !is_aside {
                    self.training.push(sample);
                    continue;
                }
                self.validation.push(sample);
                if self.witnesses.len() < WITNESSES {
                    self.witnesses.push(lesson.position);
                }
            }
        }
        if let Tail::Bad {
            game,
            at,
            bytes,
            error,
        } = reader.tail()
        {
            complain(format!(
                "{}: game {game} at byte {at} is not usable, {bytes} bytes are left out: {error}",
                path.display()
            ));
        }
        Ok(())
    }
}
