//! Commands that lead through the tour.

use crate::state::tour::Tour;
use crate::state::{Command, Effect, Motion, State};

impl State {
    /// Carries out a command of the tour.
    pub(super) fn walk(&mut self, command: &Command) -> Vec<Effect> {
        self.input.cancel();
        self.pointed = None;
        self.dialog = None;
        self.notice = None;
        let before = self
            .tour
            .as_ref()
            .map(|tour| (tour.chapter_index(), tour.table().shown()));
        match (command, &mut self.tour) {
            (Command::StartTour, _) => self.tour = Some(Tour::at(0)),
            (Command::TourChapter(chapter), _) => self.tour = Some(Tour::at(*chapter)),
            (Command::TourForward, Some(tour)) if !tour.is_last() => tour.forward(),
            (Command::TourBack, Some(tour)) => tour.back(),
            _ => self.tour = None,
        }
        self.revision += 1;
        self.motion = None;
        let Some(tour) = &self.tour else {
            "Back at the game.".clone_into(&mut self.spoken);
            self.speak_turn();
            return Vec::new();
        };
        let stop = tour.stop();
        let text = stop.text;
        if before == Some((tour.chapter_index(), stop.ply.wrapping_sub(1))) {
            let step = stop.ply - 1;
            self.motion = tour.table().played(step).map(|played| Motion {
                step,
                is_forward: true,
                played,
            });
        }
        if let Some(place) = stop.grab {
            let boards = *self.boards();
            self.input.activate(&boards, place);
        }
        self.pointed = stop.ask;
        text.clone_into(&mut self.spoken);
        Vec::new()
    }
}
