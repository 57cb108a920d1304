//! What the person at this screen can do now, as buttons.

use tables::{ABSENCE_MS, Occupant, Phase, Table};
use wire::{Act, Offered, Seat, Wish};

use super::{Dialog, Online};

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name for tests.
    pub action: &'static str,
    /// The words on it.
    pub words: &'static str,
    /// What it does.
    pub does: Does,
    /// Whether it answers something that someone waits for.
    pub is_urgent: bool,
}

/// What a button does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Asks the table for something.
    Act(Act),
    /// Opens a dialog.
    Open(Dialog),
    /// The next move on the board is named together with a claim.
    ClaimWithMove,
    /// Shows the game as text, link and file.
    Share,
}

impl Choice {
    fn new(action: &'static str, words: &'static str, does: Does) -> Choice {
        Choice {
            action,
            words,
            does,
            is_urgent: false,
        }
    }

    fn act(action: &'static str, words: &'static str, act: Act) -> Choice {
        Choice::new(action, words, Does::Act(act))
    }

    fn urgent(self) -> Choice {
        Choice {
            is_urgent: true,
            ..self
        }
    }
}

/// What can be offered, with the names of the buttons that accept and decline it.
const OFFERS: [(Offered, &str, &str, &str, &str); 4] = [
    (
        Offered::Draw,
        "accept-draw",
        "Accept the draw",
        "decline-draw",
        "Decline the draw",
    ),
    (
        Offered::Takeback,
        "accept-takeback",
        "Allow the takeback",
        "decline-takeback",
        "Refuse the takeback",
    ),
    (
        Offered::Pause,
        "accept-pause",
        "Agree to the pause",
        "decline-pause",
        "Play on",
    ),
    (
        Offered::Rematch,
        "accept-rematch",
        "Play again",
        "decline-rematch",
        "No rematch",
    ),
];

impl Online {
    /// The buttons, those that someone waits for first.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let (Some(table), mine) = (&self.table, self.mine()) else {
            return Vec::new();
        };
        let mut choices = Vec::new();
        if let Some(mine) = mine {
            choices.extend(answers(table, mine));
            choices.extend(self.absence_choices(table, mine));
            match table.phase() {
                Phase::Gathering => {}
                Phase::Playing => choices.extend(playing(table, mine)),
                Phase::Over(_) if table.offer(Offered::Rematch).is_none() => {
                    let what = Offered::Rematch;
                    let rematch = Choice::act("rematch", "Rematch", Act::Offer { what });
                    choices.push(rematch.urgent());
                }
                Phase::Over(_) => {}
            }
        }
        if *table.phase() != Phase::Gathering {
            choices.push(Choice::new("share", "Share the game", Does::Share));
        }
        if mine.is_some() {
            let device = Does::Open(Dialog::Device);
            choices.push(Choice::new("device", "Another device", device));
        }
        choices
    }

    /// What others may decide when the player to move is away for long.
    fn absence_choices(&self, table: &Table, mine: Seat) -> Vec<Choice> {
        if !self.is_mover_away(table) || table.turn() == mine {
            return Vec::new();
        }
        [
            ("absent-win", "Claim the win", Wish::Win),
            ("absent-draw", "Call it a draw", Wish::Draw),
            ("absent-program", "Let a program play", Wish::Program),
        ]
        .map(|(action, words, wish)| Choice::act(action, words, Act::Absent { wish }).urgent())
        .into()
    }

    /// Whether the player to move has been away for as long as others have to wait.
    pub(super) fn is_mover_away(&self, table: &Table) -> bool {
        let turn = table.turn();
        let is_person = matches!(table.seats().get(&turn), Some(Occupant::Person { .. }));
        let away = self
            .away
            .get(&turn)
            .map(|since| self.now.saturating_sub(*since));
        *table.phase() == Phase::Playing
            && is_person
            && away.is_some_and(|away| away.as_millis() >= u128::from(ABSENCE_MS))
    }
}

/// Answers to what others have offered.
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

fn playing(table: &Table, mine: Seat) -> Vec<Choice> {
    if table.is_paused() {
        return vec![Choice::act("resume", "Resume the game", Act::Resume).urgent()];
    }
    let mut choices = Vec::new();
    let is_my_turn = table.turn() == mine;
    let is_open = |what| table.offer(what).is_none();
    if let Some(game) = table.chess().filter(|_| is_my_turn)
        && game.rules().profile == ::game::Profile::Fide
    {
        let mut claim = Choice::act("claim", "Claim draw", Act::Claim { text: None });
        claim.is_urgent = !game.claims().is_empty();
        let mut with = Choice::new("claim-with", "Claim with move", Does::ClaimWithMove);
        with.is_urgent = !game.claims_with().is_empty();
        choices.extend([claim, with]);
    }
    let mut offer = |is_possible: bool, action, words, what| {
        if is_possible && is_open(what) {
            choices.push(Choice::act(action, words, Act::Offer { what }));
        }
    };
    let seats = table.seats().len() as u64;
    offer(table.ply() >= seats, "draw", "Offer a draw", Offered::Draw);
    offer(
        table.has_moved(mine),
        "takeback",
        "Ask to take back",
        Offered::Takeback,
    );
    let has_clocks = table.asked().clock.is_some();
    offer(has_clocks, "pause", "Ask for a pause", Offered::Pause);
    choices.push(Choice::new("resign", "Resign", Does::Open(Dialog::Resign)));
    choices
}
