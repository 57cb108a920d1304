//! The dialogs of the page for one board.

use leptos::prelude::*;

use super::arbiter::Arbiter;
use super::store::Store;
use crate::app::dialog::{self, CloseButton, purpose, submit};
use crate::app::keeper::KeptPage;
use crate::app::page::Page;
use crate::app::share;
use crate::app::single::BoardPage;
use crate::play::{
    Against, Command, Dialog, GameCommand, LEVELS, LookCommand, Play, Setting, Side,
};
use crate::single::import::LoadGame;
use crate::words::sentence;

/// The dialogs; at most one is open.
#[component]
pub fn Dialogs() -> impl IntoView {
    let store = Store::of_context();
    dialog::dialogs(store.dialog(), store.close(), dialog)
}

fn dialog(dialog: Dialog) -> AnyView {
    match dialog {
        Dialog::New => view! { <NewGame/> }.into_any(),
        Dialog::Resign => view! { <Resign/> }.into_any(),
        Dialog::Claim => view! { <WrongClaim/> }.into_any(),
        Dialog::More => view! { <More/> }.into_any(),
        Dialog::Load => view! { <Load/> }.into_any(),
        Dialog::Share => share::dialog::<Store>(&share::ONE_BOARD, Play::shared, None),
        Dialog::Help => view! { <Help/> }.into_any(),
    }
}

/// The time controls with a button.
const PRESETS: [&str; 6] = ["1+0", "3+2", "5+3", "10+0", "15+10", "30+20"];

const CHESS960_STARTS: u32 = 960;

/// A random number below this one.
fn by_lot(below: u32) -> u32 {
    (js_sys::Math::random() * f64::from(below)) as u32
}

fn side_by_lot() -> Side {
    match by_lot(2) {
        0 => Side::White,
        _ => Side::Black,
    }
}

#[component]
fn NewGame() -> impl IntoView {
    let store = Store::of_context();
    // 0 means a person.
    let level = RwSignal::new(3_u8);
    // An empty value means a random side.
    let side = RwSignal::new(Some(Side::White));
    let control = RwSignal::new(String::new());
    let start = RwSignal::new(String::new());
    let is_arbiter = RwSignal::new(false);
    let resigns = RwSignal::new(true);
    let problem = RwSignal::new(None::<(&'static str, String)>);
    let begin = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let opponent = match level.get_untracked() {
            0 => Against::Person,
            level => Against::Engine(level),
        };
        let (control, start) = (control.get_untracked(), start.get_untracked());
        let setting = Setting::from_form(
            opponent,
            side.get_untracked().unwrap_or_else(side_by_lot),
            &control,
            &start,
            is_arbiter.get_untracked(),
        );
        match setting {
            Ok(setting) => {
                let resigns = resigns.get_untracked();
                store.send(GameCommand::New(Box::new(Setting { resigns, ..setting })));
            }
            Err(field) => problem.set(Some((field.name, field.problem))),
        }
    };
    let levels = LEVELS.iter().enumerate().map(|(index, words)| {
        let number = index + 1;
        view! { <option value=number.to_string() selected=number == 3>{format!("Engine, level {number}: {words}")}</option> }
    });
    let complain = move |name: &'static str| {
        move || {
            let found = problem.get().filter(|(field, _)| *field == name);
            found.map(|(_, text)| view! { <p class="notice bad" role="alert" data-testid="field-error">{text}</p> })
        }
    };
    let text =
        |label: &'static str, name: &'static str, hint: &'static str, value: RwSignal<String>| {
            view! {
                <p><label class="field">{label}
                    <input type="text" data-field=name placeholder=hint prop:value=value
                        on:input:target=move |event| value.set(event.target().value())/>
                </label></p>
            }
        };
    let plays = |words: &'static str, value: &'static str, chosen: Option<Side>| {
        view! {
            <label class="choice-line">
                <input type="radio" name="side" value=value checked=chosen == Some(Side::White)
                    on:change=move |_| side.set(chosen)/>
                <span>{words}</span>
            </label>
        }
    };
    view! {
        <h2 id="dialog-title">"A new game"</h2>
        <form on:submit=begin>
            <p>
                <label class="field">"Against"
                    <select data-field="opponent" on:change:target=move |event| {
                        level.set(event.target().value().parse().unwrap_or(3));
                    }>
                        {levels.collect_view()}
                        <option value="0">"A person at this screen"</option>
                    </select>
                </label>
            </p>
            <fieldset>
                <legend>"You play"</legend>
                {plays("White", "white", Some(Side::White))}
                {plays("Black", "black", Some(Side::Black))}
                {plays("Random color", "random", None)}
            </fieldset>
            {text("Time: minutes and seconds for each move, such as 5+3 (empty: no clock)", "control", "no clock", control)}
            <div class="row presets" role="group" aria-label="Presets">
                {PRESETS.map(|preset| view! {
                    <button type="button" data-preset=preset
                        on:click=move |_| control.set(preset.to_owned())>{preset}</button>
                })}
            </div>
            {complain("control")}
            {text("Start: a FEN, or a number from 0 to 959 for Chess960 (empty: the standard start)", "start", "the standard start", start)}
            <div class="row presets">
                <button type="button" data-action="random-start"
                    on:click=move |_| start.set(by_lot(CHESS960_STARTS).to_string())>
                    "A random Chess960 start"
                </button>
            </div>
            {complain("start")}
            <label class="choice-line">
                <input type="checkbox" data-field="resigns" checked=true
                    on:change:target=move |event| resigns.set(event.target().checked())/>
                <span>"The engine resigns lost games"</span>
            </label>
            <label class="choice-line">
                <input type="checkbox" data-field="arbiter"
                    on:change:target=move |event| is_arbiter.set(event.target().checked())/>
                <span>"Claims are not announced; the arbiter can adjust the clocks"</span>
            </label>
            <div class="row">
                {submit("begin", "Start")}
                <CloseButton/>
            </div>
        </form>
    }
}

#[component]
fn Resign() -> impl IntoView {
    let store = Store::of_context();
    view! {
        <h2 id="dialog-title">"Resign?"</h2>
        <p>"Your opponent wins, unless no series of legal moves could checkmate you: then it is a draw."</p>
        <div class="row">
            {purpose("confirm-resign", "Resign", store.press_once(GameCommand::Resign))}
            <CloseButton/>
        </div>
    }
}

/// Asks before a claim that costs something.
#[component]
fn WrongClaim() -> impl IntoView {
    let store = Store::of_context();
    let why = store.peek(Play::doubt).unwrap_or_default();
    let cost = store.peek(|play| play.cost_of_a_wrong_claim());
    view! {
        <h2 id="dialog-title">"This claim would be wrong"</h2>
        <p data-testid="doubt">{sentence(&why)} " " {cost}</p>
        <div class="row">
            // Enter must not cost the claimant anything, so the safe answer has the focus.
            {dialog::way_out("Cancel")}
            <button data-action="claim-anyway" on:click=move |_| store.send(GameCommand::ClaimAnyway)>"Claim anyway"</button>
        </div>
    }
}

/// Everything that is rarely needed.
#[component]
fn More() -> impl IntoView {
    let store = Store::of_context();
    let item = move |action, words, is_possible: bool, command: Command| {
        let command = StoredValue::new(command);
        let press = Callback::new(move |()| store.update(command.get_value()));
        dialog::item(action, words, is_possible, press)
    };
    let open = |dialog| Command::Open(Some(dialog));
    let (is_over, is_turn, can_undo, can_redo, has_aside) = store.peek(|play| {
        (
            play.game().ending().is_some(),
            play.is_persons_turn(),
            play.steps_back().is_some(),
            play.game().redoable() > 0,
            play.aside().is_some(),
        )
    });
    let turns = store.memo(|play| play.turns_with_mover());
    let queens = store.option(|options| options.queens);
    view! {
        <h2 id="dialog-title">"More"</h2>
        <div class="menu">
            {is_over.then(|| item("undo", "Take back", can_undo, GameCommand::TakeBack.into()))}
            {item("redo", "Redo", can_redo, GameCommand::PlayAgain.into())}
            {(!is_over).then(|| view! {
                {item("claim", "Claim a draw", is_turn, GameCommand::Claim.into())}
                {item("claim-with", "Claim a draw with a move", is_turn, GameCommand::ClaimWithMove.into())}
            })}
            {item("share", "Share and export", true, open(Dialog::Share))}
            {item("load", "Load a game", true, open(Dialog::Load))}
            {has_aside.then(|| item("bring-back", "Restore the previous game", true, GameCommand::BringBack.into()))}
            {dialog::switch("turning", "Rotate board after every move", turns,
                store.press(LookCommand::ToggleTurning))}
            {dialog::switch("queens", "Always promote to a queen", queens,
                store.press(LookCommand::ToggleQueens))}
        </div>
        <Arbiter/>
        <div class="row">{dialog::done()}</div>
    }
}

#[component]
fn Load() -> impl IntoView {
    let store = Store::of_context();
    let load = Callback::new(move |text: String| store.send(LoadGame::text(text)));
    let load_file = Callback::new(move |file: web_sys::File| store.load_file(&file));
    view! {
        <h2 id="dialog-title">"Load a game"</h2>
        <p>"The game goes on between two people at this screen, and the one on the board can be restored. You can also paste a text or drop a file anywhere on the page."</p>
        <dialog::TextOrFile texts=&dialog::ONE_BOARD open=load open_file=load_file notice=store.notice()/>
    }
}

const KEYS: [(&str, &str); 6] = [
    (
        "\u{2190} \u{2192}",
        "one move back or forward; the wheel does the same",
    ),
    ("Home, End", "the start or the end of the game"),
    (
        "Tab, arrows, Enter",
        "to the board, over its squares, pick up and put down",
    ),
    ("F", "flip the board"),
    ("Ctrl+Z, Ctrl+Y", "take back, redo"),
    ("Escape", "put the piece back, cancel a premove or a claim"),
];

#[component]
fn Help() -> impl IntoView {
    view! {
        <h2 id="dialog-title">"Playing on one board"</h2>
        <p>
            "Click a piece and then a square, drag it, or type the move. Against the engine a move made \
             while it thinks is a premove. The right button draws arrows."
        </p>
        <p>
            "You can claim a draw when a position has occurred three times, or after fifty moves without a \
             capture or pawn move (articles 9.2 and 9.3): the page tells you when. Five occurrences, \
             seventy-five moves and dead positions end the game at once. A wrong claim counts as an offer \
             of a draw and, with clocks, gives your opponent extra time (article 9.5.3)."
        </p>
        {dialog::keys(&KEYS)}
        <div class="row">{dialog::done()}</div>
    }
}
