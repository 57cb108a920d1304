//! The present actions of the person at this screen, as buttons.

use tables::{ABSENCE_MS, Occupant, Phase, Table};
use wire::{Act, Offered, Seat, Wish};

use super::{Dialog, Online};

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name for tests.
    pub action: &'static str,
    /// Its label.
    pub words: &'static str,
    pub does: Does,
    /// Whether someone waits for it, or it is timely.
    pub is_urgent: bool,
    pub is_possible: bool,
}

/// The action of a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Sends a command to the table.
    Act(Act),
    Open(Dialog),
    /// The next move on the board is the named move of a claim.
    ClaimWithMove,
    /// Claims a draw in the present position.
    Claim,
    Analyze,
    /// Shows the export of the game.
    Share,
    /// Takes the seat of the invitation.
    Sit(Seat),
}

impl Choice {
    fn new(action: &'static str, words: &'static str, does: Does) -> Choice {
        Choice {
            action,
            words,
            does,
            is_urgent: false,
            is_possible: true,
        }
    }

    fn act(action: &'static str, words: &'static str, act: Act) -> Choice {
        Choice::new(action, words, Does::Act(act))
    }

    fn only_if(self, is_possible: bool) -> Choice {
        Choice {
            is_possible,
            ..self
        }
    }

    fn urgent(self) -> Choice {
        Choice {
            is_urgent: true,
            ..self
        }
    }
}

/// The offers, with the labels of the buttons that accept and decline them.
const OFFERS: [(Offered, &str, &str, &str, &str); 4] = [
    (
        Offered::Draw,
        "accept-draw",
        "Accept draw",
        "decline-draw",
        "Decline",
    ),
    (
        Offered::Takeback,
        "accept-takeback",
        "Allow takeback",
        "decline-takeback",
        "Refuse",
    ),
    (
        Offered::Pause,
        "accept-pause",
        "Agree to pause",
        "decline-pause",
        "Play on",
    ),
    (
        Offered::Rematch,
        "accept-rematch",
        "Accept rematch",
        "decline-rematch",
        "No, thanks",
    ),
];

impl Online {
    /// Buttons that someone waits for, or that are timely.
    #[must_use]
    pub fn answers(&self) -> Vec<Choice> {
        let Some(table) = self.follower.table() else {
            return Vec::new();
        };
        let Some(mine) = self.mine() else {
            let sit = |seat| Choice::new("take-seat", "Play here", Does::Sit(seat)).urgent();
            let mut choices: Vec<Choice> = self.invitation().map(sit).into_iter().collect();
            choices.extend(self.host_choices(table));
            return choices;
        };
        let mut choices = answers(table, mine);
        choices.extend(self.absence_choices(table, mine));
        choices.extend(self.host_choices(table));
        if table.is_paused() {
            choices.push(Choice::act("resume", "Resume the game", Act::Resume).urgent());
        }
        choices
    }

    /// The buttons of a player: what can be done during the game, or after it.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let Some(table) = self.follower.table() else {
            return Vec::new();
        };
        let is_over = table.ended().is_some();
        match (self.mine(), is_over) {
            (Some(mine), false) => playing(table, mine),
            (Some(_), true) => {
                let what = Offered::Rematch;
                let rematch = Choice::act("rematch", "Rematch", Act::Offer { what });
                let mut choices = vec![rematch.only_if(table.offer(what).is_none())];
                choices.extend(analysis(table));
                choices
            }
            (None, _) => analysis(table).into_iter().collect(),
        }
    }

    /// What is rarely needed.
    #[must_use]
    pub fn rare_choices(&self) -> Vec<Choice> {
        let Some(table) = self.follower.table() else {
            return Vec::new();
        };
        let mut choices = Vec::new();
        if let Some(mine) = self.mine() {
            choices.extend(claims(table, mine));
            if table.asked().clock.is_some() {
                choices.push(offer(table, "pause", "Pause", Offered::Pause, true));
            }
            let device = Does::Open(Dialog::Device);
            choices.push(Choice::new("device", "Play on another device", device));
        }
        choices.push(Choice::new("share", "Share and export", Does::Share));
        choices
    }

    /// The button or answer with this name.
    #[must_use]
    pub fn choice(&self, action: &str) -> Option<Choice> {
        let mut answers = self.answers().into_iter();
        answers.find(|choice| choice.action == action)
    }

    /// What a host may do about a player who has been away for long.
    fn host_choices(&self, table: &Table) -> Vec<Choice> {
        let seat = table.turn();
        if !self.is_host() || !self.is_mover_away(table) || self.mine() == Some(seat) {
            return Vec::new();
        }
        let invite = Does::Open(Dialog::Invite(seat));
        vec![Choice::new("invite-again", "Invite again", invite)]
    }

    /// What others may decide when the player to move has been away for long.
    fn absence_choices(&self, table: &Table, mine: Seat) -> Vec<Choice> {
        if !self.is_mover_away(table) || table.turn() == mine {
            return Vec::new();
        }
        [
            ("absent-win", "Claim the win", Wish::Win),
            ("absent-draw", "Call it a draw", Wish::Draw),
            ("absent-program", "Let a program play", Wish::Program),
        ]
        .into_iter()
        .filter(|(_, _, wish)| {
            let policy = table.asked().absence;
            policy.is_none_or(|policy| policy.wish() == *wish)
        })
        .map(|(action, words, wish)| Choice::act(action, words, Act::Absent { wish }).urgent())
        .collect()
    }

    /// Whether the player to move has been away for the required time.
    pub(super) fn is_mover_away(&self, table: &Table) -> bool {
        let turn = table.turn();
        let is_person = matches!(table.seats().get(&turn), Some(Occupant::Person { .. }));
        let away = self
            .away
            .get(&turn)
            .map(|since| self.now.saturating_sub(*since));
        *table.phase() == Phase::Playing
            && !table.is_paused()
            && !table.is_held()
            && is_person
            && away.is_some_and(|away| away.as_millis() >= u128::from(ABSENCE_MS))
    }
}

/// Replies to the offers of others.
fn answers(table: &Table, mine: Seat) -> Vec<Choice> {
    let mut answers = Vec::new();
    for (what, accept, accept_words, decline, decline_words) in OFFERS {
        let is_open = table
            .offer(what)
            .is_some_and(|(by, agreed)| by != mine && !agreed.contains(&mine));
        if is_open {
            answers.push(Choice::act(accept, accept_words, Act::Accept { what }).urgent());
            answers.push(Choice::act(decline, decline_words, Act::Decline { what }));
        }
    }
    answers
}

/// The names of the answers to an offer.
pub(super) fn answers_to(what: Offered) -> [&'static str; 2] {
    let named = OFFERS.iter().find(|(offered, ..)| *offered == what);
    named.map_or(["", ""], |(_, accept, _, decline, _)| [*accept, *decline])
}

fn is_played(table: &Table) -> bool {
    *table.phase() == Phase::Playing && !table.is_paused()
}

fn playing(table: &Table, mine: Seat) -> Vec<Choice> {
    let all_moved = table.ply() >= table.seats().len() as u64;
    let has_moved = table.has_moved(mine);
    let resign = Choice::new("resign", "Resign", Does::Open(Dialog::Resign));
    vec![
        offer(table, "takeback", "Take back", Offered::Takeback, has_moved),
        offer(table, "draw", "Offer draw", Offered::Draw, all_moved),
        resign,
    ]
}

fn offer(
    table: &Table,
    action: &'static str,
    words: &'static str,
    what: Offered,
    is_possible: bool,
) -> Choice {
    let is_open = is_played(table) && table.offer(what).is_none();
    Choice::act(action, words, Act::Offer { what }).only_if(is_open && is_possible)
}

/// Claims of a draw that are not open: an open one announces itself.
fn claims(table: &Table, mine: Seat) -> Vec<Choice> {
    let is_fide = |game: &::game::Game| game.rules().profile == ::game::Profile::Fide;
    if !table.chess().is_some_and(is_fide) {
        return Vec::new();
    }
    let is_my_turn = is_played(table) && table.turn() == mine;
    let claim = Choice::new("claim", "Claim a draw", Does::Claim);
    let with = Choice::new(
        "claim-with",
        "Claim a draw with a move",
        Does::ClaimWithMove,
    );
    [claim, with]
        .map(|choice| choice.only_if(is_my_turn))
        .into()
}

/// The analysis of a game on one board that is over.
fn analysis(table: &Table) -> Option<Choice> {
    let is_over = table.chess().is_some() && table.ended().is_some();
    is_over.then(|| Choice::new("analyze", "Analyze", Does::Analyze))
}
