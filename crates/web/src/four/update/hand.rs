//! Commands of input on the boards.

use chess::Square;
use duplicate::notation::{MoveError, read_move};
use duplicate::{BoardName, Boards, Change, DuplicateGame, MoveRefusal, Played, SyncedMove};

use crate::effects::{Common, Sound};
use crate::four::input::{Input, Response};
use crate::four::{Effect, HandCommand, Motion, Notice, Place, Remedy};
use crate::four::{State, TourCommand, words};
use crate::geometry::{self, Point};
use crate::shell::{KeyHolder, PageState};
use crate::view::{Drawn, Gesture};
use crate::words::sentence;

impl State {
    pub(super) fn update_hand(&mut self, command: HandCommand) -> Vec<Effect> {
        let boards = *self.boards();
        match command {
            HandCommand::Pointer(board, gesture) => self.point(board, gesture),
            // Keys belong to the chooser while it is open.
            HandCommand::Focus(_) | HandCommand::Activate(_)
                if self.key_holder() == KeyHolder::Chooser =>
            {
                Vec::new()
            }
            HandCommand::Focus(place) => self.focus(place),
            HandCommand::Activate(place) => {
                self.pointed = Some(place);
                let outcome = self.at_once(place);
                let outcome = outcome.unwrap_or_else(|| self.input.activate(&boards, place));
                self.follow_key(outcome)
            }
            HandCommand::LetGo => {
                self.pointed = None;
                let outcome = self.input.let_go();
                self.follow(outcome)
            }
            HandCommand::Promote(role) => {
                let outcome = self.input.promote(&boards, role);
                self.follow(outcome)
            }
            HandCommand::Choose(key) => {
                let outcome = self.input.choose(&boards, key);
                self.follow_key(outcome)
            }
            HandCommand::Type(text) => self.type_move(&text),
        }
    }

    fn point(&mut self, board: BoardName, gesture: Gesture) -> Vec<Effect> {
        let place = |square: Square| Place::new(board, square);
        match gesture {
            Gesture::Press { square, at } => self.press(place(square), at),
            Gesture::Drag { at, pixels } => self.drag(at, pixels),
            Gesture::Release(over) => {
                let boards = *self.boards();
                let outcome = self.input.release(&boards, over.map(place));
                self.follow(outcome)
            }
            Gesture::Point(over) => {
                self.pointed = over.map(place);
                Vec::new()
            }
            Gesture::Draw { from, to, ink } => self.draw(board, Drawn { from, to, ink }),
        }
    }

    fn draw(&mut self, board: BoardName, drawn: Drawn) -> Vec<Effect> {
        let mut here: Vec<Drawn> = self.drawings(board).collect();
        drawn.toggle(&mut here);
        self.drawings.retain(|(on, _)| *on != board);
        self.drawings
            .extend(here.into_iter().map(|drawn| (board, drawn)));
        Vec::new()
    }

    fn press(&mut self, place: Place, at: Point) -> Vec<Effect> {
        self.drawings.clear();
        self.pointed = Some(place);
        self.cursors[place.board] = place.square;
        let boards = *self.boards();
        let outcome = self.at_once(place);
        let outcome = outcome.unwrap_or_else(|| self.input.press(&boards, place, at));
        self.follow(outcome)
    }

    fn drag(&mut self, at: Point, pixels: f64) -> Vec<Effect> {
        self.input.drag(at, pixels);
        if let Some((piece, at)) = self.input.dragged() {
            let board = piece.board;
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
    fn at_once(&mut self, place: Place) -> Option<Response> {
        if !self.may_move() {
            self.show(usize::MAX);
            return Some(Response::Nothing);
        }
        let ending = self.shown_game().ending()?;
        let board = self.boards().position(place.board).board();
        Some(match board.piece_at(place.square) {
            Some(_) => Response::Refused(MoveRefusal::GameOver(ending)),
            None => Response::Nothing,
        })
    }

    /// Executes the result of a key. After a move, the focus goes to a board of the next player.
    fn follow_key(&mut self, outcome: Response) -> Vec<Effect> {
        let steps = self.shown_game().shown();
        let mut effects = self.follow(outcome);
        if self.shown_game().shown() > steps && self.tour.is_none() {
            let [first, _] = self.boards().turn().boards();
            let board = self.magnified.unwrap_or(first);
            effects.push(Effect::Focus(Place::new(board, self.cursors[board])));
        }
        effects
    }

    /// Executes the result of a gesture.
    pub(super) fn follow(&mut self, outcome: Response) -> Vec<Effect> {
        match outcome {
            Response::Nothing => Vec::new(),
            Response::PutBack => {
                self.shell.speak("Put back.");
                Vec::new()
            }
            Response::Taken => {
                self.shell.clear();
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
        let Some(grab) = self.input.piece() else {
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
        self.input = Input::Idle;
        if let Some(tour) = &mut self.tour {
            if tour.game().moves().nth(tour.game().shown()) == Some(m) {
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
            .map(|(shown, steps)| (steps - shown, DuplicateGame::clone(&self.game)));
        match self.game.play(m) {
            Err(refusal) => self.shell.tell_bad(sentence(&refusal.to_string())),
            Ok(played) => {
                self.shell.clear();
                if let Some((count, line)) = replaced {
                    let moves = if count == 1 { "move" } else { "moves" };
                    let text = format!("This move replaces {count} later {moves}.");
                    let notice = Notice::good(text).with(Remedy::BringBack);
                    self.shell.show_silently(notice);
                    self.replaced = Some(line);
                }
                let sound = sound(&played, self.boards());
                self.shell.spoken = words::played(&played);
                self.motion = Some(Motion {
                    step: self.game.shown() - 1,
                    is_forward: true,
                    played,
                });
                self.pointed = None;
                self.drawings.clear();
                self.revision += 1;
                self.speak_turn();
                let mut effects = Vec::new();
                if self.options.sound {
                    effects.push(Common::Sound(sound).into());
                }
                effects
            }
        }
    }

    fn type_move(&mut self, text: &str) -> Vec<Effect> {
        match read_move(self.shown_game(), text) {
            Ok(m) => self.play(m),
            Err(error) => self.shell.tell_bad(why_not(&error)),
        }
    }
}

/// Why a typed move was refused, as a sentence. A move at its beginning stays in lower case.
fn why_not(error: &MoveError) -> String {
    let text = error.to_string();
    match error {
        MoveError::Refused { m, .. } if !text.starts_with(&m.to_string()) => sentence(&text),
        _ => format!("{text}."),
    }
}

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
