//! Commands of input on the boards.

use chess::{Role, Square};
use duplicate::{BoardName, Boards, Change, Played, Refusal, SyncedMove};

use crate::effects::{Common, Sound};
use crate::four::input::Response;
use crate::four::{Drawing, Effect, HandCommand, Input, Motion, Notice, Place, Remedy};
use crate::four::{State, TourCommand, typed, words};
use crate::geometry::{self, Arrow, Point};
use crate::promotion::{ChooserKey, Pick};
use crate::shell::{KeyHolder, PageState};
use crate::view::Gesture;
use crate::words::sentence;

impl State {
    /// Executes input on a board.
    pub(super) fn update_hand(&mut self, command: HandCommand) -> Vec<Effect> {
        match command {
            HandCommand::Pointer(board, gesture) => self.point(board, gesture),
            // Keys belong to the chooser while it is open.
            HandCommand::Focus(_)
            | HandCommand::Activate(_)
            | HandCommand::Step(..)
            | HandCommand::Leap(..)
                if self.key_holder() == KeyHolder::Chooser =>
            {
                Vec::new()
            }
            HandCommand::Focus(place) => self.focus(place),
            HandCommand::Activate(place) => self.by_key(|state| state.choose(place)),
            HandCommand::Step(place, arrow) => self.step(place, arrow),
            HandCommand::Leap(place, arrow) => self.leap(place, arrow),
            HandCommand::LetGo => {
                let outcome = self.input.cancel();
                self.follow(outcome)
            }
            HandCommand::Promote(role) => self.promote(role),
            HandCommand::Choose(key) => self.choose_piece(key),
            HandCommand::Type(text) => self.type_move(&text),
        }
    }

    /// Handles a pointer event on a board.
    fn point(&mut self, board: BoardName, gesture: Gesture) -> Vec<Effect> {
        let place = |square| Place::new(board, square);
        match gesture {
            Gesture::Press { square, at } => self.press(place(square), at),
            Gesture::Drag { at, pixels } => self.drag(at, pixels),
            Gesture::Release(over) => {
                let boards = *self.boards();
                let outcome = self.input.release(&boards, over);
                self.follow(outcome)
            }
            Gesture::Point(over) => {
                self.pointed = over.map(place);
                Vec::new()
            }
            Gesture::Draw { from, to } => self.draw(Drawing {
                from: place(from),
                to,
            }),
        }
    }

    fn draw(&mut self, drawing: Drawing) -> Vec<Effect> {
        match self.drawings.iter().position(|drawn| *drawn == drawing) {
            Some(index) => drop(self.drawings.remove(index)),
            None => self.drawings.push(drawing),
        }
        Vec::new()
    }

    fn press(&mut self, place: Place, at: Point) -> Vec<Effect> {
        self.drawings.clear();
        self.pointed = Some(place);
        self.cursors[place.board] = place.square;
        let outcome = match self.refused_at_once(place) {
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

    /// The response to a square while nobody at this screen can move.
    fn refused_at_once(&mut self, place: Place) -> Option<Response> {
        if !self.may_move() {
            self.show(usize::MAX);
            return Some(Response::Nothing);
        }
        let ending = self.table().ending()?;
        let board = self.boards().position(place.board).board();
        Some(match board.piece_at(place.square) {
            Some(_) => Response::Refused(Refusal::GameOver(ending)),
            None => Response::Nothing,
        })
    }

    /// Does what a key says. After a move, the focus goes to a board of the next player.
    fn by_key(&mut self, act: impl FnOnce(&mut State) -> Vec<Effect>) -> Vec<Effect> {
        let steps = self.table().shown();
        let mut effects = act(self);
        if self.table().shown() > steps && self.tour.is_none() {
            let [first, _] = self.boards().turn().boards();
            let board = self.magnified.unwrap_or(first);
            effects.push(Effect::Focus(Place::new(board, self.cursors[board])));
        }
        effects
    }

    fn choose(&mut self, place: Place) -> Vec<Effect> {
        self.pointed = Some(place);
        let outcome = match self.refused_at_once(place) {
            Some(outcome) => outcome,
            None => {
                let boards = *self.boards();
                self.input.activate(&boards, place)
            }
        };
        self.follow(outcome)
    }

    /// Executes the result of a gesture.
    pub(super) fn follow(&mut self, outcome: Response) -> Vec<Effect> {
        match outcome {
            Response::Nothing => Vec::new(),
            Response::Canceled => {
                self.shell.speak("Put back.");
                Vec::new()
            }
            Response::Grabbed => {
                self.shell.notice = None;
                self.speak_grab();
                Vec::new()
            }
            Response::Promoting => {
                self.shell.speak("Choose a promotion piece.");
                Vec::new()
            }
            Response::Play(m) => self.play(m),
            Response::Refused(refusal) => {
                let text = sentence(&refusal.to_string());
                // A tooltip next to the square explains it better than a notice.
                match self.options.teaching && !refusal.objections().is_empty() {
                    true => self.shell.spoken = text,
                    false => return self.shell.tell_bad(text),
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
        self.shell.spoken = match (&grab.stuck, self.options.teaching) {
            (Some(stuck), _) => format!("{piece} cannot move: {stuck}."),
            (None, true) => format!("{piece} can go to {}.", targets.join(", ")),
            (None, false) => format!("{piece} grabbed."),
        };
    }

    fn speak_reason(&mut self) {
        if let Some(why) = self.explanation() {
            self.shell.spoken = format!("{}. {}", why.title, why.lines.join(" "));
        }
    }

    /// Plays a move of a person or a program.
    pub(in crate::four) fn play(&mut self, m: SyncedMove) -> Vec<Effect> {
        self.input.cancel();
        if let Some(tour) = &mut self.tour {
            if tour.table().moves().nth(tour.table().shown()) == Some(m) {
                return self.update_tour(TourCommand::Forward);
            }
            let text = "The tour plays its own moves: leave it to play yours.";
            return self.shell.tell_bad(text);
        }
        if self.remote.is_some() {
            return vec![Effect::Ask(m)];
        }
        let replaced = self
            .past()
            .map(|(shown, steps)| (steps - shown, self.table.clone()));
        match self.table.play(m) {
            Err(refusal) => self.shell.tell_bad(sentence(&refusal.to_string())),
            Ok(played) => {
                self.shell.notice = None;
                if let Some((count, line)) = replaced {
                    let moves = if count == 1 { "move" } else { "moves" };
                    let text = format!("This move replaces {count} later {moves}.");
                    self.shell.notice = Some(Notice::good(text).with(Remedy::BringBack));
                    self.replaced = Some(line);
                }
                let sound = sound(&played, self.boards());
                self.shell.spoken = words::story(&played);
                self.motion = Some(Motion {
                    step: self.table.shown() - 1,
                    is_forward: true,
                    played,
                });
                self.pointed = None;
                self.drawings.clear();
                self.revision += 1;
                self.speak_turn();
                let mut effects = vec![Effect::Keep];
                if self.options.sound {
                    effects.push(Common::Sound(sound).into());
                }
                effects
            }
        }
    }

    fn promote(&mut self, role: Role) -> Vec<Effect> {
        let Input::Promoting { grab, to, .. } = self.input else {
            return Vec::new();
        };
        match SyncedMove::promotion_to(grab.from, to.square, role) {
            Some(m) => self.play(m),
            None => Vec::new(),
        }
    }

    fn choose_piece(&mut self, key: ChooserKey) -> Vec<Effect> {
        match self.input.choose(key) {
            Pick::Open => Vec::new(),
            Pick::Taken(role) => self.by_key(|state| state.promote(role)),
            Pick::Closed => self.follow(Response::Canceled),
        }
    }

    fn type_move(&mut self, text: &str) -> Vec<Effect> {
        match typed::read(self.table(), text) {
            Ok(m) => self.play(m),
            Err(why) => self.shell.tell_bad(why),
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
}

/// The sound of a move.
fn sound(played: &Played, after: &Boards) -> Sound {
    let captures = |effect: &Change| effect.captured.is_some();
    if played.ending.is_some() {
        Sound::End
    } else if !after.checks().is_empty() {
        Sound::Check
    } else if played.effects.iter().any(captures) {
        Sound::Capture
    } else {
        Sound::Move
    }
}
