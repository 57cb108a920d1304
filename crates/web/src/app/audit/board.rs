//! The view with the board: the game of a finding at its ply, or a separate position.

use leptos::prelude::*;

use super::store::Store;
use crate::analyse::{
    Command as StudyCommand, Dialog as StudyDialog, EditCommand, LookCommand, RefereeCommand, Study,
};
use crate::app::analyse::{Dialogs, Dock, EDIT, EditorPanel, Moves, Referee};
use crate::app::bar::{self, Button, FLIP};
use crate::app::effects;
use crate::app::keeper::KeptPage;
use crate::app::page::Page;
use crate::app::single::board_of;
use crate::audit::{Command, Dialog, Row, words};

const LIST: &str = "M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5";
const PASTE: &str = "M12 4v10M8 10l4 4 4-4M4 16v3h16v-3";

/// The board with what the Laws say about it.
#[component]
pub fn BoardSide() -> impl IntoView {
    let store = Store::of_context();
    let study = store.study();
    // A position that is set up or pasted is separate from the opened finding.
    let alone = move |command: StudyCommand| {
        Callback::new(move |()| {
            store.send(Command::OpenPosition);
            study.send(command.clone());
        })
    };
    ask_about_each_position(store);
    store.settle();
    let is_editing = study.memo(|study| study.editor().is_some());
    let help = store.open(Dialog::Help);
    let spoken = study.spoken();
    view! {
        <div class="app single study judged">
            <bar::Bar words="referee" theme=study.theme()
                next_theme=study.press(LookCommand::NextTheme) help=help>
                <Button action="list" word="All findings" icon=LIST is_primary=true
                    press=Callback::new(move |()| store.show_list())/>
                <Button action="open" word="Paste FEN" icon=PASTE press=alone(StudyCommand::Open(Some(StudyDialog::Import)))/>
                <Button action="edit" word="Set up" icon=EDIT press=alone(StudyCommand::Edit(EditCommand::Begin))/>
                <Button action="flip" word="Flip board" icon=FLIP press=study.press(LookCommand::Flip)/>
            </bar::Bar>
            <main class="stage" aria-label="The board">
                <div class="table">{board_of(study)}</div>
            </main>
            <div class="side">
                <Dock/>
                <aside class="panel" aria-label="What the Laws say">
                    {move || match is_editing.get() {
                        true => view! { <EditorPanel done="Judge this position"/> }.into_any(),
                        false => view! { <Finding/> <Referee/> <Moves has_tools=false/> }.into_any(),
                    }}
                </aside>
            </div>
            <Dialogs/>
            <div class="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
                {move || spoken.get()}
            </div>
        </div>
    }
}

/// Asks the referee who can still mate in every shown position.
fn ask_about_each_position(store: Store) {
    let study = store.study();
    let unasked = study.memo(|study| {
        let is_open = study.editor().is_none() && !study.ruling().is_asked();
        is_open.then(|| study.position().to_string())
    });
    Effect::new(move |_| {
        if unasked.get().is_some() {
            study.send(RefereeCommand::Ask);
        }
    });
}

/// The finding, with its article and its game.
#[component]
fn Finding() -> impl IntoView {
    let store = Store::of_context();
    let row = store.memo(|audit| audit.open().cloned());
    let notice = store.notice();
    view! {
        {move || row.get().map(|row| finding(store, row))}
        {move || notice.get().map(|notice| view! {
            <p class="notice bad" role="alert" data-testid="notice">{notice.text}</p>
        })}
    }
}

fn finding(store: Store, row: Row) -> impl IntoView {
    let study = store.study();
    let step = move |is_forward| move |_| store.send(Command::Step { is_forward });
    let occasion = row.occasion();
    let claimed_by = claimant(&row).map(|words| view! { <p data-testid="claimant">{words}</p> });
    let article = words::article(&row.article);
    let article = article.map(|words| {
        view! { <p class="quiet" data-testid="article">"Article " {row.article.clone()} ": " {words}</p> }
    });
    view! {
        <section class="card finding" aria-label="Finding" tabindex="-1" data-testid="finding">
            <h2>{words::kind(row.kind)}</h2>
            <p><strong>{row.title()}</strong> " " <span class="quiet">{occasion}</span></p>
            <p data-testid="reason">{row.sentence()}</p>
            {claimed_by}
            {article}
            <p class="quiet">{row.when()} ", line " {row.line} " of the file"</p>
            <div class="row">
                <button class="grow" data-action="previous-finding" on:click=step(false)>"Previous finding"</button>
                <button class="grow" data-action="next-finding" on:click=step(true)>"Next finding"</button>
                <button class="grow" data-action="analyze"
                    on:click=move |_| effects::analyze(study.peek(Study::linked))>"Analyze"</button>
            </div>
        </section>
    }
}

/// The player who had the right to claim.
fn claimant(row: &Row) -> Option<String> {
    let side = row.side.filter(|_| row.kind.group() == "claims")?;
    let name = row.players[side as usize].as_str();
    let known = !matches!(name, "" | "?");
    known.then(|| format!("The claim was open to {name}, who had {side}."))
}
