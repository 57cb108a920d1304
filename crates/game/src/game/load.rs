//! Loading a record. Every move and remark is replayed and checked, so only a possible game can be
//! loaded.

use crate::refusal::BadRecord;
use crate::{Command, Ending, Event, Game, Outcome, Reason, Record, Refusal, Remark, Rules};

impl Game {
    /// The game of a record, with the judge of these rules.
    ///
    /// ```
    /// use fourfold_game::chess::{Move, Square};
    /// use fourfold_game::{Game, Rules};
    /// use fourfold_game::BadRecord;
    /// let mut record = Game::default().record();
    /// record.moves.push(Move::normal(Square::E2, Square::E5));
    /// let error = Game::from_record(&record, &Rules::default()).unwrap_err();
    /// assert!(matches!(error, BadRecord::IllegalMove { ply: 0, .. }));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first part of the record that is not possible.
    pub fn from_record(record: &Record, rules: &Rules) -> Result<Game, BadRecord> {
        let rules = Rules {
            profile: record.profile,
            judge: rules.judge.clone(),
        };
        let mut game = Game::new(record.start, rules);
        let mut remarks = record.remarks.iter().copied().peekable();
        for ply in 0..=record.moves.len() {
            if let Some(m) = ply.checked_sub(1).map(|at| record.moves[at]) {
                // A move named in a wrong claim was already played by the claim.
                let claim = remarks.next_if(|(at, remark)| {
                    *at == ply
                        && matches!(remark, Remark::ClaimRefused(claim) if claim.with == Some(m))
                });
                match claim {
                    Some((_, remark)) => game.repeat_remark(ply, remark)?,
                    None => game.repeat_move(Command::Play(m))?,
                }
            }
            while let Some((_, remark)) = remarks.next_if(|(at, _)| *at == ply) {
                game.repeat_remark(ply, remark)?;
            }
        }
        if let Some((ply, _)) = remarks.next() {
            return Err(BadRecord::StrayRemark { ply });
        }
        if let Some(stated) = &record.ending {
            game.repeat_ending(stated)?;
        }
        Ok(game)
    }

    pub(super) fn load(&mut self, record: &Record) -> Result<Vec<Event>, Refusal> {
        let game = Game::from_record(record, &self.rules).map_err(Refusal::BadRecord)?;
        *self = game;
        let mut events = vec![Event::Loaded {
            start: record.start,
            plies: self.ply(),
        }];
        self.announce(&mut events);
        Ok(events)
    }

    fn repeat_move(&mut self, command: Command) -> Result<(), BadRecord> {
        let ply = self.ply();
        match self.execute(command) {
            Ok(_) => Ok(()),
            Err(Refusal::IllegalMove(error)) => Err(BadRecord::IllegalMove { ply, error }),
            Err(Refusal::GameOver(ending)) => Err(BadRecord::MoveAfterEnd { ply, ending }),
            Err(refusal) => Err(BadRecord::Remark {
                ply,
                refusal: Box::new(refusal),
            }),
        }
    }

    fn repeat_remark(&mut self, ply: usize, remark: Remark) -> Result<(), BadRecord> {
        let command = match remark {
            Remark::Offered(by) => Command::Offer(by),
            Remark::Declined(by) => Command::Decline(by),
            Remark::ClaimRefused(claim) => Command::Claim {
                by: claim.by,
                ground: claim.ground,
                with: claim.with,
            },
        };
        match self.execute(command) {
            Ok(events) if matches!(events[..], [Event::DrawClaimed { .. }, ..]) => {
                Err(BadRecord::RightClaimRefused { ply })
            }
            Ok(_) if self.ply() != ply => Err(BadRecord::StrayRemark { ply }),
            Ok(_) => Ok(()),
            Err(refusal) => Err(BadRecord::Remark {
                ply,
                refusal: Box::new(refusal),
            }),
        }
    }

    /// Ends the game as the record states, if the moves allow it.
    fn repeat_ending(&mut self, stated: &Ending) -> Result<(), BadRecord> {
        let reason = stated.reason();
        if let Some(found) = self.ending() {
            if stated.outcome != found.outcome {
                return Err(BadRecord::WrongResult {
                    stated: stated.outcome,
                    found: found.clone(),
                });
            }
            return if reason == Reason::Unstated || reason.is_automatic() {
                Ok(())
            } else {
                Err(BadRecord::WrongEnding(stated.clone()))
            };
        }
        let is_draw = stated.outcome == Outcome::Draw;
        let is_possible = match reason {
            Reason::Resignation(by) | Reason::FlagFall(by) => {
                is_draw || stated.outcome == Outcome::Win(!by)
            }
            Reason::Agreement => is_draw,
            Reason::Claimed(claim) => {
                let rights = match claim.with {
                    None => self.claims(),
                    Some(_) => self.claims_with(),
                };
                is_draw && rights.contains(&claim)
            }
            Reason::Unstated => true,
            // These end the game automatically, and it has not ended.
            Reason::Checkmate
            | Reason::Stalemate
            | Reason::InsufficientMaterial
            | Reason::DeadPosition
            | Reason::FivefoldRepetition
            | Reason::SeventyFiveMoves
            | Reason::ThreefoldRepetition
            | Reason::FiftyMoves
            | Reason::CannotMate(_) => false,
        };
        if !is_possible {
            return Err(BadRecord::WrongEnding(stated.clone()));
        }
        self.end_by(stated.clone());
        Ok(())
    }
}
