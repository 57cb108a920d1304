//! One function for each command. Checks come first; after the first change nothing can fail, so a
//! command is executed completely or not at all.

use core::num::NonZeroUsize;

use chess::notation::MoveError;
use chess::{Color, Move};

use crate::event::{Decline, Step};
use crate::{
    Command, Ending, Event, Ground, Offers, Outcome, PlayError, Profile, Reason, Refusal,
    RefusedClaim, Remark, Start,
};

use super::{Game, Moment};

/// The answer to a command.
type Answer = Result<Vec<Event>, Refusal>;

impl Game {
    /// Executes a command and returns its events in order.
    ///
    /// A wrong claim is not a refusal: the Laws say what follows from it, and the events report it.
    ///
    /// ```
    /// use fourfold_game::chess::Color;
    /// use fourfold_game::{Command, Event, Game};
    /// let mut game = Game::default();
    /// let claim = Command::Claim { by: Color::White, ground: None, with: None };
    /// let events = game.execute(claim)?;
    /// // Article 9.5.3: the opponent gets time. Article 9.1.2.3: the claim counts as an offer.
    /// assert!(events.contains(&Event::TimeBonusDue(Color::Black)));
    /// assert!(game.offers().stands(Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns why the command is refused. The game is then unchanged.
    pub fn execute(&mut self, command: Command) -> Answer {
        match command {
            Command::Play(m) => self.play(m),
            Command::Claim { by, ground, with } => self.claim(by, ground, with),
            Command::Offer(by) => self.offer(by),
            Command::Accept(by) => self.accept(by),
            Command::Decline(by) => self.decline(by),
            Command::Resign(by) => self.give_up(by, Reason::Resignation(by)),
            Command::Flag(by) => self.give_up(by, Reason::FlagFall(by)),
            Command::Undo(steps) => self.undo(steps),
            Command::Redo(steps) => self.redo(steps),
            Command::New(start) => Ok(self.start_new_game(start)),
            Command::Load(record) => self.load(&record),
        }
    }

    /// Plays a move in SAN.
    ///
    /// ```
    /// use fourfold_game::chess::Color;
    /// use fourfold_game::{Command, Game};
    /// let mut game = Game::default();
    /// game.play_san("e4")?;
    /// game.play_uci("e7e5")?;
    /// assert_eq!(game.ply(), 2);
    /// game.execute(Command::Resign(Color::White))?;
    /// let refused = game.play_san("Nf3").unwrap_err();
    /// assert!(refused.to_string().starts_with("the game is over"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Says that the game is over, or else what is wrong with the move. The game is then unchanged.
    pub fn play_san(&mut self, text: &str) -> Result<Vec<Event>, PlayError> {
        self.must_go_on()?;
        let m = self.position().parse_san(text).map_err(MoveError::San)?;
        Ok(self.play(m)?)
    }

    /// Plays a move in UCI notation.
    ///
    /// # Errors
    ///
    /// Says that the game is over, or else what is wrong with the move. The game is then unchanged.
    pub fn play_uci(&mut self, text: &str) -> Result<Vec<Event>, PlayError> {
        self.must_go_on()?;
        let m = self.position().parse_uci(text).map_err(MoveError::Uci)?;
        Ok(self.play(m)?)
    }

    fn play(&mut self, m: Move) -> Answer {
        self.must_go_on()?;
        self.must_be_legal(m)?;
        let mut events = Vec::new();
        self.play_legal(m, None, &mut events);
        self.announce(&mut events);
        Ok(events)
    }

    fn claim(&mut self, by: Color, ground: Option<Ground>, with: Option<Move>) -> Answer {
        self.must_go_on()?;
        if self.rules.profile == Profile::Engine {
            return Err(Refusal::NothingToClaim);
        }
        let turn = self.position().turn();
        if by != turn {
            return Err(Refusal::NotYourTurn { turn });
        }
        if let Some(m) = with {
            self.must_be_legal(m)?;
        }
        let grounds = ground.map_or(Ground::ALL.to_vec(), |ground| vec![ground]);
        match self.history.claims_among(&grounds, with) {
            Ok(claims) => {
                let ending = Ending {
                    outcome: Outcome::Draw,
                    reasons: claims.iter().copied().map(Reason::Claimed).collect(),
                };
                let mut events = vec![Event::DrawClaimed { by, claims }];
                events.extend(self.end_by(ending));
                Ok(events)
            }
            Err(shortfalls) => {
                let claim = RefusedClaim { by, ground, with };
                let mut events = vec![Event::ClaimRefused { claim, shortfalls }];
                self.penalize_wrong_claim(claim, &mut events);
                Ok(events)
            }
        }
    }

    /// Applies article 9.5.3 after a wrong claim: the named move is played and the opponent gets
    /// time. By article 9.1.2.3 the claim stands as an offer.
    fn penalize_wrong_claim(&mut self, claim: RefusedClaim, events: &mut Vec<Event>) {
        let stood = self.offers().stands(claim.by);
        match claim.with {
            Some(m) => {
                self.play_legal(m, Some(claim), events);
                self.announce(events);
            }
            None => self.remark(Remark::ClaimRefused(claim)),
        }
        if self.ending().is_none() {
            events.push(Event::TimeBonusDue(!claim.by));
            if !stood {
                events.push(Event::DrawOffered(claim.by));
            }
        }
    }

    fn offer(&mut self, by: Color) -> Answer {
        self.must_go_on()?;
        if self.offers().stands(by) {
            return Err(Refusal::OfferStands(by));
        }
        if self.offers().stands(!by) {
            return Err(Refusal::OfferToAnswer(!by));
        }
        self.remark(Remark::Offered(by));
        Ok(vec![Event::DrawOffered(by)])
    }

    fn accept(&mut self, by: Color) -> Answer {
        self.must_go_on()?;
        self.must_be_offered(!by)?;
        if !self.can_agree() {
            return Err(Refusal::TooEarlyToAgree);
        }
        let ending = Ending::new(Outcome::Draw, Reason::Agreement);
        Ok(self.end_by(ending))
    }

    fn decline(&mut self, by: Color) -> Answer {
        self.must_go_on()?;
        self.must_be_offered(!by)?;
        self.remark(Remark::Declined(by));
        let how = Decline::Spoken;
        Ok(vec![Event::DrawDeclined { by, how }])
    }

    fn give_up(&mut self, by: Color, why: Reason) -> Answer {
        self.must_go_on()?;
        let ending = Ending::by_resignation_or_flag(&self.history, &self.rules, by, why);
        Ok(self.end_by(ending))
    }

    fn undo(&mut self, steps: NonZeroUsize) -> Answer {
        let (asked, there) = (steps.get(), self.undoable());
        if asked > there {
            return Err(Refusal::NotEnoughToUndo { asked, there });
        }
        let gone = self.now - asked + 1..=self.now;
        let undone: Vec<Step> = self.steps(gone).rev().collect();
        self.history.go_back(plies(&undone));
        self.now -= asked;
        let mut events = vec![Event::Undone(undone)];
        self.announce(&mut events);
        Ok(events)
    }

    fn redo(&mut self, steps: NonZeroUsize) -> Answer {
        let (asked, there) = (steps.get(), self.redoable());
        if asked > there {
            return Err(Refusal::NotEnoughToRedo { asked, there });
        }
        let come = self.now + 1..=self.now + asked;
        let redone: Vec<Step> = self.steps(come).collect();
        self.history.go_forward(plies(&redone));
        self.now += asked;
        let mut events = vec![Event::Redone(redone)];
        self.announce(&mut events);
        Ok(events)
    }

    fn start_new_game(&mut self, start: Start) -> Vec<Event> {
        *self = Game::new(start, self.rules.clone());
        let mut events = vec![Event::Reset(start)];
        self.announce(&mut events);
        events
    }

    fn must_go_on(&self) -> Result<(), Refusal> {
        match self.ending() {
            None => Ok(()),
            Some(ending) => Err(Refusal::GameOver(ending.clone())),
        }
    }

    fn must_be_legal(&self, m: Move) -> Result<(), Refusal> {
        let checked = self.position().check_legal(m);
        checked.map_err(Refusal::IllegalMove)
    }

    fn must_be_offered(&self, by: Color) -> Result<(), Refusal> {
        if self.offers().stands(by) {
            Ok(())
        } else {
            Err(Refusal::NoOffer(by))
        }
    }

    /// Plays a legal move, perhaps one named in a wrong claim.
    pub(super) fn play_legal(
        &mut self,
        m: Move,
        claim: Option<RefusedClaim>,
        events: &mut Vec<Event>,
    ) {
        let mover = self.position().turn();
        let san = self.position().san(m);
        let mut moment = Moment {
            played: Some(m),
            offers: self.offers(),
            ..Moment::default()
        };
        if moment.offers.end(!mover) {
            let how = Decline::ByMove;
            events.push(Event::DrawDeclined { by: mover, how });
        }
        if let Some(claim) = claim {
            moment.note(Remark::ClaimRefused(claim));
        }
        self.history.play(m).expect("the move is legal");
        self.end_moment(&mut moment, self.history.ending(&self.rules));
        self.push(moment);
        events.push(Event::MovePlayed {
            ply: self.ply(),
            m,
            san,
            position: *self.position(),
        });
    }

    /// Adds a remark to the current moment and discards undone steps.
    pub(super) fn remark(&mut self, remark: Remark) {
        self.forget_future();
        self.moments[self.now].note(remark);
    }

    /// Ends the game by an action other than a move.
    pub(super) fn end_by(&mut self, ending: Ending) -> Vec<Event> {
        let mut moment = Moment {
            offers: self.offers(),
            ..Moment::default()
        };
        self.end_moment(&mut moment, Some(ending));
        self.push(moment);
        let mut events = Vec::new();
        self.announce(&mut events);
        events
    }

    /// Sets the ending, which also ends every offer.
    fn end_moment(&self, moment: &mut Moment, ending: Option<Ending>) {
        if ending.is_some() {
            moment.offers = Offers::default();
        }
        moment.ending = ending;
    }

    fn push(&mut self, moment: Moment) {
        self.forget_future();
        self.moments.push(moment);
        self.now += 1;
    }

    fn forget_future(&mut self) {
        self.history.forget_future();
        self.moments.truncate(self.now + 1);
    }

    /// The steps that led to these moments.
    fn steps(
        &self,
        moments: core::ops::RangeInclusive<usize>,
    ) -> impl DoubleEndedIterator<Item = Step> + '_ {
        self.moments[moments].iter().map(|moment| {
            moment.played.map_or_else(
                || {
                    Step::Ended(
                        moment
                            .ending
                            .clone()
                            .expect("a moment without a move ended the game"),
                    )
                },
                Step::Played,
            )
        })
    }

    /// Appends the events that describe the new state.
    pub(super) fn announce(&self, events: &mut Vec<Event>) {
        events.extend(self.standing());
    }

    /// The events that describe the current state: the end of the game, or check and the rights to
    /// claim.
    ///
    /// ```
    /// use fourfold_game::chess::{Color, Position};
    /// use fourfold_game::{Event, Game, Rules};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?;
    /// let game = Game::new(position, Rules::default());
    /// assert_eq!(game.standing(), [Event::Check(Color::White)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn standing(&self) -> Vec<Event> {
        if let Some(ending) = self.ending() {
            return vec![Event::GameEnded(ending.clone())];
        }
        let mut events = Vec::new();
        let by = self.position().turn();
        if self.position().is_check() {
            events.push(Event::Check(by));
        }
        let claims = self.claims();
        if claims
            .iter()
            .any(|claim| claim.ground == Ground::FiftyMoves)
        {
            let halfmoves = self.position().halfmoves();
            events.push(Event::FiftyMoveRuleAvailable { by, halfmoves });
        }
        if claims.iter().any(|claim| claim.ground == Ground::Threefold) {
            let occurrences = self.history.occurrences();
            events.push(Event::ThreefoldAvailable { by, occurrences });
        }
        events
    }
}

impl Moment {
    /// Records a remark and its effect on the offers.
    fn note(&mut self, remark: Remark) {
        match remark {
            Remark::Offered(by) => {
                self.offers.add(by);
            }
            Remark::Declined(by) => {
                self.offers.end(!by);
            }
            Remark::ClaimRefused(claim) => {
                self.offers.add(claim.by);
            }
        }
        self.remarks.push(remark);
    }
}

/// The number of moves among these steps.
fn plies(steps: &[Step]) -> usize {
    steps
        .iter()
        .filter(|step| matches!(step, Step::Played(_)))
        .count()
}
