//! The guided tour: small games, shown step by step with words.

mod chapters;

use duplicate::Table;

use super::Place;
pub use chapters::CHAPTERS;

/// A small game with a point to make.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// What it is about.
    pub title: &'static str,
    /// The moves, from the start of a game.
    pub moves: &'static str,
    /// The steps, in order.
    pub stops: &'static [Stop],
}

/// A place where the tour stops and explains.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// How many moves have been made.
    pub ply: usize,
    /// The words.
    pub text: &'static str,
    /// The piece that is taken up.
    pub grab: Option<Place>,
    /// The square that is asked about.
    pub ask: Option<Place>,
    /// The squares that are pointed at.
    pub point: &'static [Place],
}

/// Where a visitor is.
#[derive(Clone, Debug)]
pub struct Tour {
    chapter: usize,
    stop: usize,
    table: Table,
}

impl Tour {
    /// The first stop of a chapter; the last chapter if there is none with this number.
    #[must_use]
    pub fn at(chapter: usize) -> Tour {
        let chapter = chapter.min(CHAPTERS.len() - 1);
        let mut table = Table::new();
        for token in CHAPTERS[chapter].moves.split_whitespace() {
            // The chapters are played through by a test, so that every move is there.
            if let Ok(m) = token.parse() {
                let _ = table.play(m);
            }
        }
        let mut tour = Tour {
            chapter,
            stop: 0,
            table,
        };
        tour.arrive();
        tour
    }

    /// The number of the chapter, from 0.
    #[must_use]
    pub fn chapter_index(&self) -> usize {
        self.chapter
    }

    /// The chapter.
    #[must_use]
    pub fn chapter(&self) -> &'static Chapter {
        &CHAPTERS[self.chapter]
    }

    /// The number of the stop, from 0.
    #[must_use]
    pub fn stop_index(&self) -> usize {
        self.stop
    }

    /// The stop.
    #[must_use]
    pub fn stop(&self) -> &'static Stop {
        &self.chapter().stops[self.stop]
    }

    /// The small game, as this stop shows it.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
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

    /// Goes on to the next stop.
    pub fn forward(&mut self) {
        if self.stop + 1 < self.chapter().stops.len() {
            self.stop += 1;
            self.arrive();
        } else if !self.is_last() {
            *self = Tour::at(self.chapter + 1);
        }
    }

    /// Goes back to the stop before.
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
        self.table.show(self.stop().ply);
    }
}
