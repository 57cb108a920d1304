//! The view with the files and the list of findings.

use leptos::prelude::*;
use referee::audit::Kind;

use super::store::Store;
use crate::analyse::LookCommand;
use crate::app::analyse::EDIT;
use crate::app::bar::{self, Button};
use crate::app::browser;
use crate::app::keeper::KeptPage;
use crate::app::page::Page;
use crate::audit::{Command, Dialog, Export, GameView, Status, words};

/// The files, their progress, and the findings.
#[component]
pub fn ListSide() -> impl IntoView {
    let store = Store::of_context();
    let study = store.study();
    store.settle();
    let help = store.open(Dialog::Help);
    let position = Callback::new(move |()| store.open_position());
    let has_files = store.memo(|audit| !audit.files().is_empty());
    let has_rows = store.memo(|audit| !audit.rows().is_empty());
    view! {
        <div class="app desk">
            <bar::Bar words="referee" theme=study.theme()
                next_theme=study.press(LookCommand::NextTheme) help=help>
                <Button action="position" word="One position" icon=EDIT press=position/>
            </bar::Bar>
            <main class="desk-main">
                <Chooser/>
                {move || has_files.get().then(|| view! { <Progress/> })}
                {move || has_rows.get().then(|| view! { <Kinds/> <Tools/> <Games/> })}
            </main>
        </div>
    }
}

/// The file input.
#[component]
fn Chooser() -> impl IntoView {
    let store = Store::of_context();
    let has_files = store.memo(|audit| !audit.files().is_empty());
    let choose =
        move |event: leptos::ev::Targeted<leptos::ev::Event, web_sys::HtmlInputElement>| {
            let input = event.target();
            store.take(browser::files(input.files()));
            // Choosing the same file again, perhaps after a correction, must count as a change.
            input.set_value("");
        };
    view! {
        <section class="card drop" class:small=move || has_files.get() aria-label="Files">
            <h2>"What do the Laws say about these games?"</h2>
            <p>
                "Drop PGN files anywhere on this page, of any size. The referee tells where a draw could \
                 have been claimed, where play went on after the end, which results the Laws contradict, \
                 and what cannot be read."
            </p>
            <div class="row">
                <label class="button primary">"Choose PGN files"
                    <input type="file" multiple class="visually-hidden" data-action="files"
                        accept=".pgn,.txt,text/plain,application/x-chess-pgn" on:change:target=choose/>
                </label>
                <button data-action="one-position" on:click=move |_| store.open_position()>
                    "Or judge one position"
                </button>
            </div>
            <p class="quiet" data-testid="private">
                "Nothing leaves this device: the files are read in this browser, nothing is sent, and what \
                 is open here is kept only until this tab is closed."
            </p>
        </section>
    }
}

#[component]
fn Progress() -> impl IntoView {
    let store = Store::of_context();
    let status = store.memo(Status::of);
    let notice = store.notice();
    let names = store.memo(|audit| {
        let names = audit.files().iter().map(|file| file.name.clone());
        names.collect::<Vec<_>>().join(", ")
    });
    view! {
        <section class="card" aria-label="Audit" data-testid="audit">
            <p class="file-names">{move || names.get()}</p>
            <p class="audit-headline"><strong data-testid="headline">{move || status.get().headline}</strong></p>
            {move || status.get().percent.map(|percent| view! {
                <div class="row audit-progress">
                    <progress max="100" prop:value=percent.to_string() aria-label="Read so far"></progress>
                    <button data-action="cancel" on:click=move |_| store.send(Command::Cancel)>"Cancel"</button>
                </div>
            })}
            {move || status.get().trouble.into_iter().map(|words| view! {
                <p class="quiet" data-testid="trouble">{words}</p>
            }).collect_view()}
            {move || notice.get().map(|notice| view! {
                <p class="notice" class:good=notice.is_good class:bad=!notice.is_good role="alert"
                    data-testid="notice">{notice.text}</p>
            })}
        </section>
    }
}

/// The number of findings of each kind; a click filters by kind.
#[component]
fn Kinds() -> impl IntoView {
    let store = Store::of_context();
    let counts = store.memo(|audit| audit.counts());
    let only = store.memo(|audit| audit.filter().kind);
    let button = move |(kind, count): (Kind, u64)| {
        let articles = match words::articles(kind) {
            "" => String::new(),
            articles => format!("article {articles}"),
        };
        let toggle = move |_| {
            let kind = (only.get_untracked() != Some(kind)).then_some(kind);
            store.send(Command::Only(kind));
        };
        view! {
            <li><button data-kind=kind.code() aria-pressed=move || (only.get() == Some(kind)).to_string()
                on:click=toggle>
                <span class="kind-words">{words::kind(kind)} " " <span class="quiet">{articles}</span></span>
                <strong>{crate::audit::grouped(count)}</strong>
            </button></li>
        }
    };
    view! {
        <section class="card" aria-label="Findings by kind">
            <h2>"By kind"</h2>
            <ul class="kinds">{move || counts.get().into_iter().map(button).collect_view()}</ul>
        </section>
    }
}

/// Search, export and print.
#[component]
fn Tools() -> impl IntoView {
    let store = Store::of_context();
    let export = move |form: Export| move |_| store.send(Command::Export(form));
    // After a reload, the list is filtered as before.
    let words = store.peek(|audit| audit.filter().words.clone());
    view! {
        <div class="row desk-tools">
            <input type="search" class="grow" placeholder="Search players, events, rounds, articles"
                aria-label="Search the findings" data-action="search" prop:value=words
                on:input:target=move |event| store.send(Command::Search(event.target().value()))/>
            <button data-action="csv" on:click=export(Export::Csv)>"Save table (CSV)"</button>
            <button data-action="json" on:click=export(Export::Json)>"Save JSON"</button>
            <button data-action="pgn" on:click=export(Export::Pgn)>"Save games with comments"</button>
            <button data-action="print" on:click=move |_| { let _ = window().print(); }>"Print report"</button>
        </div>
    }
}

#[component]
fn Games() -> impl IntoView {
    let store = Store::of_context();
    let list = store.memo(|audit| audit.list());
    let has_more = store.memo(|audit| audit.has_more());
    let shown = store.memo(|audit| audit.shown_len() as u64);
    view! {
        <section class="card" aria-label="Games">
            <h2 data-testid="shown">{move || crate::audit::counted(shown.get(), "finding")} " listed"</h2>
            <ol class="found" data-testid="found">{move || list.get().into_iter().map(|game| found(store, game)).collect_view()}</ol>
            {move || has_more.get().then(|| view! {
                <button data-action="more" on:click=move |_| store.send(Command::More)>"Show more"</button>
            })}
        </section>
    }
}

fn found(store: Store, game: GameView) -> impl IntoView {
    let findings = game.findings.into_iter().map(move |finding| {
        let index = finding.index;
        view! {
            <li><button data-finding=index.to_string() data-of=finding.kind.code()
                on:click=move |_| store.open_finding(index)>
                <span>{finding.sentence}</span>
                <span class="quiet">{finding.when}</span>
            </button></li>
        }
    });
    view! {
        <li>
            <p><span class="quiet">{game.number} ". "</span> <strong>{game.title}</strong> " "
                <span class="quiet">{game.occasion}</span></p>
            <ul>{findings.collect_view()}</ul>
        </li>
    }
}
