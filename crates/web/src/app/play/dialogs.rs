//! The dialogs of the page for one board.

use leptos::prelude::*;

use super::store::Store;
use crate::app::dialog::{self, CloseButton};
use crate::app::page::Page;
use crate::app::share;
use crate::app::single::BoardPage;
use crate::play::{Against, Dialog, GameCommand, LEVELS, Play, Setting, Side};
use crate::single::import::LoadGame;

/// The dialogs; at most one is open.
#[component]
pub fn Dialogs() -> impl IntoView {
    let store = Store::of_context();
    dialog::dialogs(store.dialog(), store.close(), dialog)
}

/// The content of a dialog.
fn dialog(dialog: Dialog) -> AnyView {
    match dialog {
        Dialog::New => view! { <NewGame/> }.into_any(),
        Dialog::Resign => view! { <Resign/> }.into_any(),
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
                {plays("By lot", "random", None)}
            </fieldset>
            {text("Time: minutes and seconds for each move, such as 5+3 (empty: no clock)", "control", "no clock", control)}
            <div class="row presets" role="group" aria-label="Usual times">
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
                <span>"An arbiter runs the game: open claims are not pointed out, and time can be given"</span>
            </label>
            <div class="row">
                <button type="submit" data-action="begin">"Start"</button>
                <CloseButton word="Keep this game"/>
            </div>
        </form>
    }
}

#[component]
fn Resign() -> impl IntoView {
    let store = Store::of_context();
    view! {
        <h2 id="dialog-title">"Resign?"</h2>
        <p>"The opponent wins, unless no series of legal moves could mate you: then it is a draw."</p>
        <div class="row">
            <button data-action="confirm-resign"
                on:click=move |_| store.send(GameCommand::Resign)>"Resign"</button>
            <CloseButton word="Play on"/>
        </div>
    }
}

#[component]
fn Load() -> impl IntoView {
    let store = Store::of_context();
    let has_aside = store.memo(|play| play.aside().is_some());
    let load = Callback::new(move |text: String| store.send(LoadGame::text(text)));
    let load_file = Callback::new(move |file: web_sys::File| store.load_file(&file));
    view! {
        <h2 id="dialog-title">"Load a game"</h2>
        <p>"Two people continue it at this screen; the game on the board can be restored. A text can also be pasted, and a file dropped, anywhere on the page."</p>
        {move || has_aside.get().then(|| view! {
            <div class="row">
                <button data-action="bring-back"
                    on:click=move |_| store.send(GameCommand::BringBack)>
                    "Restore the previous game"
                </button>
            </div>
        })}
        <dialog::TextOrFile texts=&dialog::ONE_BOARD open=load open_file=load_file notice=store.notice()/>
    }
}

const KEYS: [(&str, &str); 6] = [
    (
        "\u{2190} \u{2192}",
        "one ply back or forward; the wheel does the same",
    ),
    ("Home, End", "the start of the game, or the present"),
    (
        "Tab, arrows, Enter",
        "to the board, over its squares, take up and put down",
    ),
    ("F", "flip the board"),
    ("Ctrl+Z, Ctrl+Y", "take back, play again"),
    ("Escape", "put the piece back, leave claim mode"),
];

#[component]
fn Help() -> impl IntoView {
    view! {
        <h2 id="dialog-title">"A game under the Laws"</h2>
        <p>
            "Click a piece and then a square, drag it, or type the move. Against the engine a move made \
             while it thinks is a premove. The right button draws arrows."
        </p>
        <p>
            "A draw can be claimed when the position has occurred three times or fifty moves have passed \
             without a capture or pawn move (articles 9.2 and 9.3): on the position as it stands, or with \
             the move you are about to make. Five occurrences, seventy-five moves and dead positions end \
             the game by themselves. A wrong claim counts as an offer of a draw and gives the opponent \
             time (article 9.5.3)."
        </p>
        {dialog::keys(&KEYS)}
        <div class="row"><CloseButton/></div>
    }
}
