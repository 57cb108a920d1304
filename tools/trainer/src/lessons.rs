//! Reads training samples from files of games.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use chess::Position;
use datagen::quiet::{self, Lesson};
use datagen::store::{Reader, Tail};
use repeatable::Random;

use crate::sample::Sample;

/// One in this many games is used for validation. Whole games are, because positions of one game
/// are correlated.
const VALIDATION_SHARE: u64 = 50;

/// The number of positions kept for comparing networks.
const WITNESSES: usize = 10_000;

/// Training and validation samples.
#[derive(Debug, Default)]
pub struct Lessons {
    pub training: Vec<Sample>,
    /// Validation samples, from other games.
    pub validation: Vec<Sample>,
    /// Positions for comparing networks, up to ten thousand; validation positions first.
    pub witnesses: Vec<Position>,
    pub games: u64,
}

impl Lessons {
    /// Reads files of games. A position that occurs twice is used once. Scores are averaged with
    /// later ones by `foresight`. Damaged data is skipped and reported to `complain`.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be used or there are too few positions.
    pub fn read(
        files: &[PathBuf],
        seed: u64,
        foresight: f32,
        complain: &mut dyn FnMut(String),
    ) -> Result<Lessons> {
        let mut lessons = Lessons::default();
        let mut seen = HashSet::new();
        let mut others = Vec::new();
        for (file, path) in files.iter().enumerate() {
            let mut reader = Reader::open(path).context("cannot learn")?;
            let first = Random::at(seed, file as u64).below(VALIDATION_SHARE as usize) as u64;
            for (game, number) in reader.by_ref().zip(0..) {
                let is_aside = number % VALIDATION_SHARE == first;
                let new = quiet::lessons(&game, foresight)
                    .filter(|lesson| seen.insert(lesson.position.key().0));
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

    /// Adds the positions of one game to the training or validation samples.
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

/// The damage at the end of a file that has been read.
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
