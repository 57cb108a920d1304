//! The one place where commands change the state.

mod game;
mod walk;

use chess::Square;
use duplicate::{Refusal, SyncedMove};

use super::input::Outcome;
use super::words;
use super::{Command, Effect, Motion, Notice, Place, State};
use crate::geometry::{self, Arrow, Point, Shape};

impl State {
    /// Carries out a command; what is left to the page comes back.
    pub fn update(&mut self, command: Command) -> Vec<Effect> {
        use Command as C;
        match command {
            C::Press { place, at } => self.press(place, at),
            C::Drag { at, pixels } => self.drag(at, pixels),
            C::Release(over) => {
                let boards = *self.boards();
                let outcome = self.input.release(&boards, over);
                self.follow(outcome)
            }
            C::Point(place) => {
                self.pointed = place;
                Vec::new()
            }
            C::Focus(place) => self.focus(place),
            C::Activate(place) => self.activate(place),
            C::Step(place, arrow) => self.step(place, arrow),
            C::Leap(place, arrow) => self.leap(place, arrow),
            C::Escape => self.escape(),
            C::Promote(role) => self.promote(role),
            C::Type(text) => self.type_move(&text),
            C::Open(_) | C::Close | C::Dismiss => self.set_window(&command),
            C::Reshape(shape) => self.reshape(shape),
            C::ToggleTeaching
            | C::ToggleLetters
            | C::ToggleUpright
            | C::Magnify(_)
            | C::SetTheme(_) => self.set_option(&command),
            C::StartTour | C::TourForward | C::TourBack | C::TourChapter(_) | C::LeaveTour => {
                self.walk(&command)
            }
            game => self.update_game(game),
        }
    }

    fn press(&mut self, place: Place, at: Point) -> Vec<Effect> {
        self.pointed = Some(place);
        self.cursors[place.board] = place.square;
        let outcome = match self.refused_because_over(place) {
            Some(outcome) => outcome,
            None => {
                let boards = *self.boards();
                self.input.press(&boards, place, at)
            }
        };
        self.follow(outcome)
    }

    fn drag(&mut self, at: Point, pixels: f64) -> Vec<Effect> {
        self.input.drag(at, pixels);
        if let (Some(grab), Some(at)) = (self.input.grab(), self.input.dragged_to()) {
            let board = grab.board;
            self.pointed = geometry::square_at(at).map(|square| Place::new(board, square));
        }
        Vec::new()
    }

    fn focus(&mut self, place: Place) -> Vec<Effect> {
        self.cursors[place.board] = place.square;
        self.pointed = Some(place);
        self.speak_reason();
        Vec::new()
    }

    fn set_window(&mut self, command: &Command) -> Vec<Effect> {
        match command {
            Command::Open(dialog) => {
                self.dialog = Some(*dialog);
                self.input.cancel();
            }
            Command::Close => self.dialog = None,
            _ => self.notice = None,
        }
        Vec::new()
    }

    fn refused_because_over(&self, place: Place) -> Option<Outcome> {
        let ending = self.table().ending()?;
        let board = self.boards().position(place.board).board();
        Some(match board.piece_at(place.square) {
            Some(_) => Outcome::Refused(Refusal::GameOver(ending)),
            None => Outcome::Nothing,
        })
    }

    fn activate(&mut self, place: Place) -> Vec<Effect> {
        self.pointed = Some(place);
        let outcome = match self.refused_because_over(place) {
            Some(outcome) => outcome,
            None => {
                let boards = *self.boards();
                self.input.activate(&boards, place)
            }
        };
        self.follow(outcome)
    }

    /// Acts on what a gesture has come to.
    fn follow(&mut self, outcome: Outcome) -> Vec<Effect> {
        match outcome {
            Outcome::Nothing => Vec::new(),
            Outcome::Canceled => {
                "Put back.".clone_into(&mut self.spoken);
                Vec::new()
            }
            Outcome::Grabbed => {
                self.notice = None;
                self.speak_grab();
                Vec::new()
            }
            Outcome::Promoting => {
                "Choose what the pawn becomes.".clone_into(&mut self.spoken);
                vec![Effect::FocusChooser]
            }
            Outcome::Play(m) => self.play(m),
            Outcome::Refused(refusal) => {
                let text = words::sentence(&refusal.to_string());
                // Next to the square the bubble says it better than a notice does.
                match self.options.teaching && !refusal.objections().is_empty() {
                    true => self.spoken = text,
                    false => return self.tell(Notice::bad(text)),
                }
                Vec::new()
            }
        }
    }

    fn speak_grab(&mut self) {
        let Some(grab) = self.input.grab() else {
            return;
        };
        let targets: Vec<String> = grab.playable.into_iter().map(|to| to.to_string()).collect();
        let piece = format!(
            "{}'s {} on {}",
            self.boards().turn(),
            grab.piece.role,
            grab.from
        );
        self.spoken = match (&grab.stuck, self.options.teaching) {
            (Some(stuck), _) => format!("{piece} cannot move: {stuck}."),
            (None, true) => format!("{piece} can go to {}.", targets.join(", ")),
            (None, false) => format!("{piece} grabbed."),
        };
    }

    fn speak_reason(&mut self) {
        if let Some(why) = self.explanation() {
            self.spoken = format!("{}. {}", why.title, why.lines.join(" "));
        }
    }

    fn play(&mut self, m: SyncedMove) -> Vec<Effect> {
        self.input.cancel();
        if let Some(tour) = &mut self.tour {
            if tour.table().moves().nth(tour.table().shown()) == Some(m) {
                return self.walk(&Command::TourForward);
            }
            let text = "The tour goes its own way: leave it to play your own moves.";
            return self.tell(Notice::bad(text));
        }
        let replaced = self.table.steps().len() - self.table.shown();
        match self.table.play(m) {
            Err(refusal) => self.tell(Notice::bad(words::sentence(&refusal.to_string()))),
            Ok(played) => {
                self.notice = (replaced > 0).then(|| {
                    let moves = if replaced == 1 { "move" } else { "moves" };
                    Notice::good(format!("This move replaces {replaced} later {moves}."))
                });
                self.spoken = words::story(&played);
                self.motion = Some(Motion {
                    step: self.table.shown() - 1,
                    is_forward: true,
                    played,
                });
                self.pointed = None;
                self.revision += 1;
                self.speak_turn();
                vec![Effect::Keep]
            }
        }
    }

    /// Adds to what is spoken who is to move, and every check.
    fn speak_turn(&mut self) {
        let turn = match self.table().ending() {
            Some(ending) => words::ending(&ending),
            None => {
                let mut parts = vec![format!("{} to move.", self.boards().turn())];
                let checks = words::checks(self.boards());
                parts.extend(checks.iter().map(|check| words::sentence(check)));
                parts.join(" ")
            }
        };
        if !self.spoken.is_empty() {
            self.spoken.push(' ');
        }
        self.spoken.push_str(&turn);
    }

    fn promote(&mut self, role: chess::Role) -> Vec<Effect> {
        let super::Input::Promoting { grab, to } = self.input else {
            return Vec::new();
        };
        match SyncedMove::promotion_to(grab.from, to.square, role) {
            Some(m) => {
                let mut effects = self.play(m);
                effects.push(Effect::Focus(to));
                effects
            }
            None => Vec::new(),
        }
    }

    fn type_move(&mut self, text: &str) -> Vec<Effect> {
        let token = text.trim().to_ascii_lowercase();
        match token.parse::<SyncedMove>() {
            Ok(m) => match self.table().why_not(m) {
                Some(refusal) => self.tell(Notice::bad(words::sentence(&refusal.to_string()))),
                None => self.play(m),
            },
            Err(_) => {
                let shown: String = token.chars().take(24).collect();
                let text = format!("\u{201c}{shown}\u{201d} is not a move such as e2e4 or e7e8q.");
                self.tell(Notice::bad(text))
            }
        }
    }

    fn step(&mut self, place: Place, arrow: Arrow) -> Vec<Effect> {
        let degrees = self.scene().boards[place.board].degrees;
        let next = geometry::step(place.square, arrow, degrees);
        self.move_cursor(place, next.unwrap_or(place.square))
    }

    fn leap(&mut self, place: Place, arrow: Arrow) -> Vec<Effect> {
        let degrees = self.scene().boards[place.board].degrees;
        let mut square = place.square;
        while let Some(next) = geometry::step(square, arrow, degrees) {
            square = next;
        }
        self.move_cursor(place, square)
    }

    fn move_cursor(&mut self, place: Place, square: Square) -> Vec<Effect> {
        self.cursors[place.board] = square;
        vec![Effect::Focus(Place::new(place.board, square))]
    }

    fn escape(&mut self) -> Vec<Effect> {
        if self.dialog.take().is_some() {
            return Vec::new();
        }
        if let Some(&grab) = self.input.grab() {
            let outcome = self.input.cancel();
            self.follow(outcome);
            return vec![Effect::Focus(Place::new(grab.board, grab.from))];
        }
        if self.magnified.take().is_none() {
            self.notice = None;
        }
        Vec::new()
    }

    fn reshape(&mut self, shape: Shape) -> Vec<Effect> {
        self.shape = shape;
        self.motion = None;
        Vec::new()
    }

    fn set_option(&mut self, command: &Command) -> Vec<Effect> {
        self.motion = None;
        match command {
            Command::ToggleTeaching => self.options.teaching ^= true,
            Command::ToggleLetters => self.options.letters ^= true,
            Command::SetTheme(theme) => self.options.theme = *theme,
            Command::ToggleUpright => {
                self.magnified = None;
                self.options.upright = Some(!self.is_upright());
            }
            Command::Magnify(board) => {
                self.magnified = match self.magnified {
                    Some(magnified) if magnified == *board => None,
                    _ => Some(*board),
                };
            }
            _ => {}
        }
        vec![Effect::Keep]
    }

    fn tell(&mut self, notice: Notice) -> Vec<Effect> {
        self.spoken.clone_from(&notice.text);
        self.notice = Some(notice);
        Vec::new()
    }
}
