//! The one place where commands change the state.

use chess::Square;
use duplicate::{Declaration, Refusal, SyncedMove, Table};

use super::input::Outcome;
use super::tour::Tour;
use super::words;
use super::{Command, Dialog, Effect, Motion, Notice, Place, State, link};
use crate::geometry::{self, Arrow, Shape};

impl State {
    /// Carries out a command; what is left to the page comes back.
    pub fn update(&mut self, command: Command) -> Vec<Effect> {
        use Command as C;
        match command {
            C::Press { place, at } => {
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
            C::Drag { at, pixels } => {
                self.input.drag(at, pixels);
                if let (Some(grab), Some(at)) = (self.input.grab(), self.input.dragged_to()) {
                    let board = grab.board;
                    self.pointed = geometry::square_at(at).map(|square| Place::new(board, square));
                }
                Vec::new()
            }
            C::Release(over) => {
                let boards = *self.boards();
                let outcome = self.input.release(&boards, over);
                self.follow(outcome)
            }
            C::Point(place) => {
                self.pointed = place;
                Vec::new()
            }
            C::Focus(place) => {
                self.cursors[place.board] = place.square;
                self.pointed = Some(place);
                self.speak_reason();
                Vec::new()
            }
            C::Activate(place) => self.activate(place),
            C::Step(place, arrow) => self.step(place, arrow),
            C::Leap(place, arrow) => self.leap(place, arrow),
            C::Escape => self.escape(),
            C::Promote(role) => self.promote(role),
            C::Type(text) => self.type_move(&text),
            C::Open(dialog) => {
                self.dialog = Some(dialog);
                self.input.cancel();
                Vec::new()
            }
            C::Close => {
                self.dialog = None;
                Vec::new()
            }
            C::Dismiss => {
                self.notice = None;
                Vec::new()
            }
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

    fn update_game(&mut self, command: Command) -> Vec<Effect> {
        use Command as C;
        match command {
            C::New => self.replace_game(Table::new(), "A new game: North to move"),
            C::Undo => self.rewind(Table::undo, "Took back one step"),
            C::Redo => self.rewind(Table::redo, "Made the step again"),
            C::Show(steps) => self.show(steps),
            C::Back => self.show(self.table.shown().saturating_sub(1)),
            C::Forward => self.show(self.table.shown() + 1),
            C::DeclareDraw => self.declare(Declaration::Draw),
            C::Resign(seat) => self.declare(Declaration::Resignation(seat)),
            C::Save => vec![Effect::Download {
                name: format!("duplicate-chess-{}-moves.json", self.table.moves().count()),
                text: self.save_text(),
            }],
            C::CopySave => vec![Effect::Copy(self.save_text())],
            C::CopyLink(address) => {
                vec![Effect::Copy(format!("{address}#{}", link::write(&self.table)))]
            }
            C::Copied(true) => self.tell(Notice::good("Copied to the clipboard.")),
            C::Copied(false) => self.tell(Notice::bad(
                "The browser did not let the page use the clipboard: select the text and copy it.",
            )),
            C::Load(text) => self.load(&text),
            C::LoadFailed(why) => {
                let text = format!("The file could not be read: {why}. The game is as it was.");
                self.tell(Notice::bad(text))
            }
            // Everything else was taken care of before the game was asked.
            _ => Vec::new(),
        }
    }

    /// The game as a save.
    #[must_use]
    pub fn save_text(&self) -> String {
        duplicate::save::to_json(&self.table)
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
        let piece = format!("{}'s {} on {}", self.boards().turn(), grab.piece.role, grab.from);
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
        let token = text.trim().to_lowercase();
        match token.parse::<SyncedMove>() {
            Ok(m) => match self.table().why_not(m) {
                Some(refusal) => {
                    self.tell(Notice::bad(words::sentence(&refusal.to_string())))
                }
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

    fn show(&mut self, steps: usize) -> Vec<Effect> {
        self.input.cancel();
        let before = self.table.shown();
        self.table.show(steps);
        let after = self.table.shown();
        if before == after {
            return Vec::new();
        }
        self.motion = match before.abs_diff(after) {
            1 => self.table.played(before.min(after)).map(|played| Motion {
                step: before.min(after),
                is_forward: after > before,
                played,
            }),
            _ => None,
        };
        self.spoken = match self.last_played() {
            Some(played) => words::story(&played),
            None => "The start of the game.".to_owned(),
        };
        self.speak_turn();
        vec![Effect::Keep]
    }

    fn rewind(&mut self, turn: fn(&mut Table) -> bool, said: &str) -> Vec<Effect> {
        self.input.cancel();
        self.notice = None;
        let before = self.table.steps().len();
        let undone = before.checked_sub(1).and_then(|step| self.table.played(step));
        if !turn(&mut self.table) {
            return Vec::new();
        }
        let after = self.table.steps().len();
        let is_forward = after > before;
        let played = if is_forward { self.last_played() } else { undone };
        self.motion = played.map(|played| Motion {
            step: before.min(after),
            is_forward,
            played,
        });
        self.revision += 1;
        self.spoken = format!("{said}.");
        self.speak_turn();
        vec![Effect::Keep]
    }

    fn declare(&mut self, declaration: Declaration) -> Vec<Effect> {
        self.dialog = None;
        self.input.cancel();
        match self.table.declare(declaration) {
            Err(refusal) => self.tell(Notice::bad(words::sentence(&refusal.to_string()))),
            Ok(ending) => {
                self.motion = None;
                self.revision += 1;
                self.spoken = words::ending(&ending);
                vec![Effect::Keep]
            }
        }
    }

    fn replace_game(&mut self, table: Table, said: &str) -> Vec<Effect> {
        self.table = table;
        self.tour = None;
        self.dialog = None;
        self.input.cancel();
        self.pointed = None;
        self.motion = None;
        self.revision += 1;
        self.tell(Notice::good(format!("{said}.")));
        vec![Effect::Keep, Effect::ClearFragment]
    }

    fn load(&mut self, text: &str) -> Vec<Effect> {
        let text = text.trim();
        let fragment = text.rsplit_once('#').map_or(text, |(_, fragment)| fragment);
        let loaded = match link::is_link(fragment) {
            true => link::read(fragment).map_err(|error| error.to_string()),
            false => duplicate::save::load(text).map_err(|error| error.to_string()),
        };
        match loaded {
            Ok(table) => {
                let moves = table.moves().count();
                self.replace_game(table, &format!("Loaded a game of {moves} moves"))
            }
            Err(why) => {
                let why: String = why.chars().take(400).collect();
                let text = format!("{} The game is as it was.", words::sentence(&why));
                self.tell(Notice::bad(text));
                vec![Effect::ClearFragment]
            }
        }
    }

    fn walk(&mut self, command: &Command) -> Vec<Effect> {
        self.input.cancel();
        self.pointed = None;
        self.dialog = None;
        self.notice = None;
        let before = self.tour.as_ref().map(|tour| (tour.chapter_index(), tour.table().shown()));
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

/// The dialog that asks before a game is given up, or none if there is nothing to lose.
impl State {
    /// What the button for a new game does.
    #[must_use]
    pub fn ask_for_new(&self) -> Command {
        match self.table.steps().is_empty() && self.tour.is_none() {
            true => Command::New,
            false => Command::Open(Dialog::New),
        }
    }
}
