//! What is learned from: samples of the games in files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use chess::{Position, Random};
use datagen::quiet::{self, Lesson};
use datagen::store::{Reader, Tail};

use crate::sample::Sample;

/// One game in so many is set aside whole: a position tells too much about its neighbors.
const VALIDATION_SHARE: u64 = 50;

/// How many positions are kept as they are.
const WITNESSES: usize = 10_000;

/// Samples to learn from, and samples to see what was learned.
#[derive(Debug, Default)]
pub struct Lessons {
    /// To learn from.
    pub training: Vec<Sample>,
    /// From games that nothing is learned from.
    pub validation: Vec<Sample>,
    /// Positions to compare networks by, up to ten thousand; those set aside come first.
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
        let mut others = Vec::new();
        for (file, path) in files.iter().enumerate() {
            let mut reader = Reader::open(path).context("cannot learn")?;
            let first = Random::at(seed, file as u64).below(VALIDATION_SHARE as usize) as u64;
            for (game, number) in reader.by_ref().zip(0..) {
                let is_aside = number % VALIDATION_SHARE == first;
                let new =
                    quiet::lessons(&game).filter(|lesson| seen.insert(lesson.position.key().0));
                lessons.add_game(new, is_aside, &mut others);
            }
            if let Some(complaint) = damage(&reader, path) {
                complain(complaint);
            }
        }
        let missing = WITNESSES.saturating_sub(lessons.witnesses.len());
        lessons.witnesses.extend(others.into_iter().take(missing));
        ensure!(
            !lessons.training.is_empty() && !lessons.validation.is_empty(),
            "{} games are not enough to learn from: generate more",
            lessons.games
        );
        Ok(lessons)
    }

    /// Adds the positions of one game, to learn from or to be set aside.
    fn add_game(
        &mut self,
        lessons: impl Iterator<Item = Lesson>,
        is_aside: bool,
        others: &mut Vec<Position>,
    ) {
        self.games += 1;
        let (samples, witnesses) = if is_aside {
            (&mut self.validation, &mut self.witnesses)
        } else {
            (&mut self.training, others)
        };
        for lesson in lessons {
            samples.push(Sample::new(
                &lesson.position,
                lesson.score,
                lesson.half_points,
            ));
            if witnesses.len() < WITNESSES {
                witnesses.push(lesson.position);
            }
        }
    }
}

/// What is wrong with the end of a file that has been read.
fn damage(reader: &Reader, path: &Path) -> Option<String> {
    match reader.tail() {
        Tail::Clean => None,
        Tail::Bad {
            game,
            at,
            bytes,
            error,
        } => Some(format!(
            "{}: game {game} at byte {at} is not usable, {bytes} bytes are left out: {error}",
            path.display()
        )),
    }
}
