//! Whatever changes a game or the preferences changes the revision, on each page.

use std::time::Duration;

use chess::{Color, Square};
use duplicate::{Rulings, Seat};
use game::Start;

use super::KeptState;
use crate::analyse::{self, EngineCommand, FileCommand, Study, TreeCommand};
use crate::four::{self, RivalsCommand, State};
use crate::hand::HandCommand;
use crate::options::{Options, Pace};
use crate::play::{self, Play, Player, Setting};
use crate::single::import::LoadGame;

/// Executes commands, and counts those that change what is stored. Each of them must change the
/// revision.
fn changes<S: KeptState, C: core::fmt::Debug + Clone>(
    state: &mut S,
    commands: Vec<C>,
    mut execute: impl FnMut(&mut S, C),
) -> usize {
    let mut count = 0;
    for command in commands {
        let stored = |state: &S| (state.kept_text(), state.options().write());
        let (revision, before) = (state.revision(), stored(state));
        execute(state, command.clone());
        let is_changed = stored(state) != before;
        count += usize::from(is_changed);
        assert!(!is_changed || state.revision() != revision, "{command:?}");
    }
    count
}

fn moves<C: From<HandCommand<Square>>>(text: &str) -> Vec<C> {
    let entered = text.split(' ').map(|san| HandCommand::Type(san.to_owned()));
    entered.map(C::from).collect()
}

#[test]
fn a_game_on_one_board_is_stored_after_each_change() {
    use play::{Command, GameCommand, LookCommand};
    let people = Setting {
        white: Player::Person,
        black: Player::Person,
        ..Setting::default()
    };
    let mut play = Play::new(people, Options::default());
    let mut commands: Vec<Command> = moves("e4 e5 Nf3");
    commands.extend([
        GameCommand::OfferDraw.into(),
        GameCommand::DeclineDraw.into(),
        GameCommand::Claim.into(),
        GameCommand::ClaimAnyway.into(),
        GameCommand::TakeBack.into(),
        GameCommand::PlayAgain.into(),
        LookCommand::ToggleSound.into(),
        LookCommand::ToggleQueens.into(),
        LookCommand::NextTheme.into(),
        GameCommand::New(Box::default()).into(),
        GameCommand::BringBack.into(),
        LoadGame::text("1. d4 d5 2. c4".to_owned()).into(),
        GameCommand::AdjustTime {
            side: Color::White,
            seconds: 60,
        }
        .into(),
        GameCommand::Pause.into(),
        GameCommand::Rematch.into(),
    ]);
    let count = changes(&mut play, commands, |play, command| {
        play.update(command, Duration::from_secs(1));
    });
    assert_eq!(count, 15);
}

#[test]
fn a_study_is_stored_after_each_change() {
    use analyse::{Command, LookCommand};
    let mut study = Study::new(Start::standard(), Options::default());
    let mut commands: Vec<Command> = moves("e4 e5 Nf3");
    commands.extend([
        LookCommand::Back.into(),
        TreeCommand::Comment("why".to_owned()).into(),
        TreeCommand::Glyph(1).into(),
        LookCommand::First.into(),
        LookCommand::Flip.into(),
        EngineCommand::Lines(3).into(),
        LookCommand::ToggleSound.into(),
        LookCommand::NextTheme.into(),
        TreeCommand::Undo.into(),
        FileCommand::New.into(),
        LoadGame::text("1. d4 d5 2. c4".to_owned()).into(),
    ]);
    let count = changes(&mut study, commands, |study, command| {
        study.update(command);
    });
    assert_eq!(count, 14);
}

#[test]
fn a_game_on_four_boards_is_stored_after_each_change() {
    use four::{Command, GameCommand, HandCommand, OptionsCommand};
    let mut state = State::new(Options::default());
    let mut commands: Vec<Command> = ["e2e4", "e2e4", "e7e5"]
        .map(|m| HandCommand::Type(m.to_owned()).into())
        .into();
    commands.extend([
        GameCommand::Back.into(),
        GameCommand::Forward.into(),
        GameCommand::Undo.into(),
        GameCommand::Redo.into(),
        GameCommand::Show(1).into(),
        HandCommand::Type("d2d4".to_owned()).into(),
        GameCommand::RestoreLine.into(),
        OptionsCommand::ToggleTeaching.into(),
        OptionsCommand::ToggleLetters.into(),
        OptionsCommand::ToggleUpright.into(),
        OptionsCommand::ToggleSound.into(),
        OptionsCommand::NextTheme.into(),
        RivalsCommand::Seat(Seat::South, 2).into(),
        RivalsCommand::SetPace(Pace::Calm).into(),
        RivalsCommand::Seat(Seat::South, 0).into(),
        GameCommand::Resign(Seat::North).into(),
        GameCommand::New(Rulings::default()).into(),
    ]);
    let count = changes(&mut state, commands, |state, command| {
        state.update(command);
    });
    assert_eq!(count, 20);
}
