//! Commands of the tour.

use duplicate::{DuplicateGame, Seat};
use rival::Level;

use crate::four::tour::Tour;
use crate::four::{Effect, Input, Motion, State, TourCommand};

impl State {
    pub(super) fn update_tour(&mut self, command: TourCommand) -> Vec<Effect> {
        self.input = Input::Idle;
        self.pointed = None;
        self.shell.dialog = None;
        self.shell.clear();
        if command == TourCommand::Play {
            return self.play_north();
        }
        let before = self
            .tour
            .as_ref()
            .map(|tour| (tour.chapter_index(), tour.game().shown()));
        match (command, &mut self.tour) {
            (TourCommand::Start, _) => self.tour = Some(Tour::at(0)),
            (TourCommand::Chapter(chapter), _) => self.tour = Some(Tour::at(chapter)),
            (TourCommand::Forward, Some(tour)) if !tour.is_last() => tour.forward(),
            (TourCommand::Back, Some(tour)) => tour.back(),
            (
                TourCommand::Forward | TourCommand::Back | TourCommand::Leave | TourCommand::Play,
                _,
            ) => self.tour = None,
        }
        self.revision += 1;
        self.motion = None;
        let Some(tour) = &self.tour else {
            self.shell.speak("Back at the game.");
            self.speak_turn();
            return Vec::new();
        };
        let stop = tour.stop();
        let text = stop.text;
        if before == Some((tour.chapter_index(), stop.ply.wrapping_sub(1))) {
            let step = stop.ply - 1;
            self.motion = tour.game().played(step).map(|played| Motion {
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
        self.shell.speak(text);
        Vec::new()
    }

    /// Leaves the tour for a new game against three programs.
    fn play_north(&mut self) -> Vec<Effect> {
        for seat in Seat::ALL {
            let level = match seat {
                Seat::North => 0,
                Seat::South | Seat::East | Seat::West => Level::DEFAULT.number(),
            };
            self.options.programs[seat as usize] = level;
        }
        let said = "You are North, against three programs";
        self.replace_game(DuplicateGame::new(), said)
    }
}
