//! The page that creates a table, and lists earlier ones.

use leptos::prelude::*;
use wire::{Created, Failure, GameKind, LapsePolicy};

use super::LobbyBar;
use super::dialogs::help;
use super::parts::plain_http;
use super::store::KEYS;
use crate::app::controls::{button, check, text_field};
use crate::app::dialog::DialogFrame;
use crate::app::four::{QUESTIONS, Question, choices};
use crate::app::watch::Watch;
use crate::app::{browser, slots};
use crate::online::address::Address;
use crate::online::{Form, Ring};

#[component]
pub fn NewTable() -> impl IntoView {
    let form = RwSignal::new(Form::default());
    let problem = RwSignal::new(None::<(&'static str, String)>);
    let has_server = RwSignal::new(None::<bool>);
    browser::fetch("api/server", None, move |answer| {
        let about = answer.and_then(|(_, text)| serde_json::from_str::<wire::About>(&text).ok());
        has_server.try_set(Some(about.is_some()));
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        match form.get_untracked().table() {
            Err(field) => problem.set(Some((field.name, field.problem))),
            Ok(asked) => {
                problem.set(None);
                let body = serde_json::to_string(&asked).unwrap_or_default();
                browser::fetch("api/tables", Some(&body), move |answer| {
                    if let Err(why) = enter(answer) {
                        problem.try_set(Some(("table", why)));
                    }
                });
            }
        }
    };
    let complain = move |name: &'static str| {
        move || {
            let found = problem.get().filter(|(field, _)| *field == name);
            found.map(|(_, text)| {
                view! { <p class="notice bad" role="alert" data-testid="field-error">{text}</p> }
            })
        }
    };
    let is_help = RwSignal::new(false);
    let kind = Watch::new(move || form.with(|form| form.game));
    view! {
        <div class="app lobby" data-testid="new-table">
            <LobbyBar help=Callback::new(move |()| is_help.set(true))/>
            <main class="lobby-main" aria-label="A new table">
                <h2>"Play with friends"</h2>
                {move || (has_server.get() == Some(false)).then(no_server)}
                <form on:submit=submit>
                    <Kinds form=form/>
                    {text_field(
                        "Time: minutes and seconds for each move, such as 10+5 (empty: no clock)",
                        "control", "no clock", Form::default().control,
                        move |text| form.update(|form| form.control = text),
                    )}
                    {complain("control")}
                    {move || match kind.get() {
                        GameKind::Chess => view! {
                            {text_field(
                                "Start: a FEN, or a number from 0 to 959 for Chess960 (empty: the standard start)",
                                "start", "the standard start", String::new(),
                                move |text| form.update(|form| form.start = text),
                            )}
                            {complain("start")}
                        }.into_any(),
                        GameKind::Duplicate => rulings(form).into_any(),
                    }}
                    {audience(form)}
                    {complain("delay")}
                    {complain("table")}
                    <div class="row">
                        <button type="submit" class="primary" data-action="open-table"
                            disabled=move || has_server.get() == Some(false)>"Open the table"</button>
                    </div>
                </form>
                <Known/>
                {plain_http()}
            </main>
            <DialogFrame is_open=is_help.into() close=Callback::new(move |()| is_help.set(false))
                content=move || help().into_any()/>
        </div>
    }
}

/// Stores the keys of a new table, and goes there.
fn enter(answer: Option<(u16, String)>) -> Result<(), String> {
    let (status, text) = answer.ok_or("the server does not answer: try again in a moment")?;
    if status != 201 {
        let failure = serde_json::from_str::<Failure>(&text).ok();
        return Err(failure.map_or_else(
            || format!("the server refused the table (status {status})"),
            |failure| failure.words,
        ));
    }
    let created: Created = serde_json::from_str(&text)
        .map_err(|_| "the server answered with something that is not a table".to_owned())?;
    let id = created.table.clone();
    slots::store(&format!("{KEYS}{id}"), &Ring::of(created).write());
    browser::go_to(&Address::of(&id).write());
    Ok(())
}

#[component]
fn Kinds(form: RwSignal<Form>) -> impl IntoView {
    let kind = move |value: &'static str, words: &'static str, kind: GameKind, is_first: bool| {
        view! {
            <label class="choice-line">
                <input type="radio" name="game" value=value checked=is_first
                    on:change=move |_| form.update(|form| form.game = kind)/>
                <span>{words}</span>
            </label>
        }
    };
    view! {
        <fieldset>
            <legend>"Game"</legend>
            {kind("duplicate", "Four boards: duplicate chess for four players", GameKind::Duplicate, true)}
            {kind("chess", "One board: chess for two, under the FIDE draw law", GameKind::Chess, false)}
        </fieldset>
    }
}

/// Who may watch, and who starts the game.
fn audience(form: RwSignal<Form>) -> impl IntoView {
    view! {
        {check("Private: only players see the table", "private", move |is_ticked| {
            form.update(|form| form.is_private = is_ticked);
        })}
        {text_field("Delay of spectators in seconds", "delay", "0", String::new(), move |text| {
            form.update(|form| form.delay = text);
        })}
        {check("I start the game myself when everyone is here", "host-starts", move |is_ticked| {
            form.update(|form| form.host_starts = is_ticked);
        })}
    }
}

/// The policies of a table with four boards, the default first.
const POLICIES: [Question; 2] = [
    (
        "flag",
        "The time of a player is up",
        &[
            (
                LapsePolicy::Resignation.name(),
                "The player has resigned, but an opponent who cannot mate only draws.",
            ),
            (LapsePolicy::Draw.name(), "The game ends and all four draw."),
            (
                LapsePolicy::Program.name(),
                "A program takes over the seat, with the time of a new game.",
            ),
        ],
    ),
    (
        "absence",
        "The player to move has been away for a minute",
        &[
            ("choice", "The waiting players choose one of the following."),
            (
                LapsePolicy::Resignation.name(),
                "The player can be made to resign, but an opponent who cannot mate only draws.",
            ),
            (
                LapsePolicy::Draw.name(),
                "The game can be ended, and all four draw.",
            ),
            (
                LapsePolicy::Program.name(),
                "A program can be put on the seat until the player is back.",
            ),
        ],
    ),
];

fn rulings(form: RwSignal<Form>) -> impl IntoView {
    let chosen = Callback::new(
        move |(name, reading, is_first): (&'static str, &'static str, bool)| {
            form.update(|form| form.rule(name, reading, is_first));
        },
    );
    view! {
        <details data-testid="choose-rulings">
            <summary>"Rulings that the inventor has not settled"</summary>
            {QUESTIONS.map(|question| choices(chosen, question)).collect_view()}
            {POLICIES.map(|question| choices(chosen, question)).collect_view()}
        </details>
    }
}

fn no_server() -> impl IntoView {
    view! {
        <div class="message" data-tone="error" data-testid="no-server" role="alert">
            <p>
                "There is no game server here: this page is hosted as plain files, or you are offline. \
                 Start one with "<code>"fourfold serve"</code>" and open the address that it prints, or play \
                 here at one screen: "<a href="#play">"one board"</a>", "<a href="#four">"four boards"</a>"."
            </p>
        </div>
    }
}

/// The tables for which this browser has keys.
#[component]
fn Known() -> impl IntoView {
    let names = RwSignal::new(slots::names(KEYS));
    let row = move |name: String| {
        let id = name.trim_start_matches(KEYS).to_owned();
        let ring = slots::stored(&name).map_or_else(Ring::default, |text| Ring::read(&text));
        let seats: Vec<String> = ring.seats.keys().map(ToString::to_string).collect();
        let words = match (seats.is_empty(), ring.host.is_some()) {
            (false, _) => format!("you play {}", seats.join(" and ")),
            (true, true) => "you opened it".to_owned(),
            (true, false) => "you were there".to_owned(),
        };
        let forget = move || {
            slots::forget(&name);
            names.set(slots::names(KEYS));
        };
        view! {
            <li>
                <a href=format!("#{}", Address::of(&id).write())>{format!("Table {id}")}</a>
                " " <span class="quiet">{words}</span> " "
                {button("forget-table", "Forget", forget)}
            </li>
        }
    };
    move || {
        let names = names.get();
        (!names.is_empty()).then(|| {
            view! {
                <section class="known" aria-label="Your tables">
                    <h2>"Your tables"</h2>
                    <ul data-testid="known">{names.into_iter().map(row).collect_view()}</ul>
                </section>
            }
        })
    }
}
