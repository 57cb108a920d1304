//! The guided tour: short games, shown step by step with explanations.

mod chapters;

use duplicate::DuplicateGame;

use super::Place;
pub use chapters::CHAPTERS;

/// A short game that illustrates a rule.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    pub title: &'static str,
    /// The moves, from the start of a game.
    pub moves: &'static str,
    pub stops: &'static [Stop],
}

/// A stop of the tour with its explanation.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// The number of moves played.
    pub ply: usize,
    pub text: &'static str,
    /// The piece that is selected.
    pub grab: Option<Place>,
    /// The square that is hovered.
    pub ask: Option<Place>,
    /// The squares that are highlighted.
    pub point: &'static [Place],
}

/// The position of a visitor in the tour.
#[derive(Clone, Debug)]
pub struct Tour {
    chapter: usize,
    stop: usize,
    game: DuplicateGame,
}

impl Tour {
    /// The first stop of a chapter, or of the last chapter if the number is too large.
    #[must_use]
    pub fn at(chapter: usize) -> Tour {
        let chapter = chapter.min(CHAPTERS.len() - 1);
        let mut game = DuplicateGame::new();
        for token in CHAPTERS[chapter].moves.split_whitespace() {
            // A test plays through the chapters, so every move is legal.
            if let Ok(m) = token.parse() {
                let _ = game.play(m);
            }
        }
        let mut tour = Tour {
            chapter,
            stop: 0,
            game,
        };
        tour.arrive();
        tour
    }

    /// The number of the chapter, from 0.
    #[must_use]
    pub fn chapter_index(&self) -> usize {
        self.chapter
    }

    #[must_use]
    pub fn chapter(&self) -> &'static Chapter {
        &CHAPTERS[self.chapter]
    }

    /// The number of the stop, from 0.
    #[must_use]
    pub fn stop_index(&self) -> usize {
        self.stop
    }

    #[must_use]
    pub fn stop(&self) -> &'static Stop {
        &self.chapter().stops[self.stop]
    }

    /// The short game at this stop.
    #[must_use]
    pub fn game(&self) -> &DuplicateGame {
        &self.game
    }

    /// Whether this is the last stop of all.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.chapter + 1 == CHAPTERS.len() && self.stop + 1 == self.chapter().stops.len()
    }

    /// Whether this is the first stop of all.
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.chapter == 0 && self.stop == 0
    }

    pub fn forward(&mut self) {
        if self.stop + 1 < self.chapter().stops.len() {
            self.stop += 1;
            self.arrive();
        } else if !self.is_last() {
            *self = Tour::at(self.chapter + 1);
        }
    }

    pub fn back(&mut self) {
        if self.stop > 0 {
            self.stop -= 1;
            self.arrive();
        } else if self.chapter > 0 {
            *self = Tour::at(self.chapter - 1);
            self.stop = self.chapter().stops.len() - 1;
            self.arrive();
        }
    }

    fn arrive(&mut self) {
        self.game.show(self.stop().ply);
    }
}
