//! The panel beside the board: the status, the actions, and the moves.

use leptos::prelude::*;

use super::arbiter::Arbiter;
use super::store::Store;
use crate::app::keeper::KeptPage;
use crate::app::message::Message;
use crate::app::page::Page;
use crate::app::single::TypedMove;
use crate::app::watch::Watch;
use crate::hand::HandCommand;
use crate::play::{Command, Dialog, GameCommand, LookCommand, Status, rows};

/// Whose turn it is, what may be claimed, how the game ended; always visible and of fixed height.
#[component]
pub fn Dock() -> impl IntoView {
    let store = Store::of_context();
    let status = store.memo(Status::of);
    let line = Watch::new(move || status.with(|status| (status.line.clone(), status.tone)));
    let gauge = store.memo(|play| play.gauge());
    view! {
        <section class="dock" aria-label="Status" data-testid="dock">
            <div class="headline" data-testid="turn">
                <strong class="headline-words">{move || status.get().headline}</strong>
                {move || gauge.get().map(|gauge| view! {
                    <span class="round" data-testid="gauge"
                        title="half-moves without a capture or pawn move; times this position has occurred">
                        {format!("{}/100", gauge.halfmoves)}
                        {(gauge.occurrences > 1).then(|| format!(" \u{b7} {}\u{d7}", gauge.occurrences))}
                    </span>
                })}
            </div>
            <Message label="What just happened" line=line help=store.remedies()
                notice=store.notice() dismiss=Callback::new(move |()| store.send(Command::Dismiss))/>
        </section>
    }
}

/// The actions and the moves.
#[component]
pub fn Panel() -> impl IntoView {
    view! {
        <aside class="panel" aria-label="The game">
            <Acts/>
            <Arbiter/>
            <Moves/>
        </aside>
    }
}

/// The actions of the players. Every button has a fixed place, whatever its label and whether it is
/// enabled.
#[component]
fn Acts() -> impl IntoView {
    let store = Store::of_context();
    let is_over = store.memo(|play| play.game().ending().is_some());
    let is_turn = store.memo(|play| play.is_persons_turn());
    let can_claim = store.memo(|play| !play.open_claims().is_empty());
    let claims_with = store.memo(|play| !play.claiming_moves().is_empty());
    let claim_mode = store.memo(|play| play.claims_with_move());
    let is_offered = store.memo(|play| {
        let turn = play.game().position().turn();
        play.game().offers().stands(!turn) && play.is_persons_turn()
    });
    let can_undo = store.memo(|play| play.steps_back().is_some());
    let can_redo = store.memo(|play| play.game().redoable() > 0);
    let act = move |command: GameCommand| store.send(command);
    view! {
        <section class="card controls" aria-label="Controls">
            <div class="row places">
                <button data-action="claim" class:primary=move || can_claim.get() disabled=move || !is_turn.get()
                    on:click=move |_| act(GameCommand::Claim)>"Claim draw"</button>
                <button data-action="claim-with" class:primary=move || claims_with.get()
                    aria-pressed=move || claim_mode.get().to_string() disabled=move || !is_turn.get()
                    on:click=move |_| act(GameCommand::ClaimWithMove)>"Claim with move"</button>
            </div>
            <div class="row places">
                <button data-action="draw" class:primary=move || is_offered.get() disabled=move || is_over.get()
                    on:click=move |_| act(GameCommand::OfferDraw)>
                    {move || if is_offered.get() { "Accept draw" } else { "Offer draw" }}
                </button>
                <button data-action="decline" disabled=move || !is_offered.get()
                    on:click=move |_| act(GameCommand::DeclineDraw)>"Decline draw"</button>
            </div>
            <div class="row places">
                <button data-action="resign" disabled=move || is_over.get()
                    on:click=move |_| store.send(Command::Open(Some(Dialog::Resign)))>"Resign"</button>
                <button data-action="rematch" disabled=move || !is_over.get()
                    on:click=move |_| act(GameCommand::Rematch)>"Rematch"</button>
                <button data-action="share"
                    on:click=move |_| store.send(Command::Open(Some(Dialog::Share)))>"Share"</button>
            </div>
            <div class="row places">
                <button data-action="undo" disabled=move || !can_undo.get()
                    on:click=move |_| act(GameCommand::TakeBack)>"Take back"</button>
                <button data-action="redo" disabled=move || !can_redo.get()
                    on:click=move |_| act(GameCommand::PlayAgain)>"Play again"</button>
            </div>
            <Typed/>
        </section>
    }
}

/// The field for typed moves.
#[component]
pub fn Typed() -> impl IntoView {
    let store = Store::of_context();
    let play = Callback::new(move |text| {
        store.send(HandCommand::Type(text));
        !store.has_complaint()
    });
    view! { <TypedMove play=play/> }
}

/// The moves, with navigation.
#[component]
pub fn Moves() -> impl IntoView {
    let store = Store::of_context();
    let list = store.memo(|play| rows(play.game()));
    let shown = store.memo(|play| play.shown());
    let plies = store.memo(|play| play.game().ply());
    let mate = store.memo(|play| {
        let position = play.game().position();
        chess::notation::numbered_line(position, &play.mate())
    });
    let end = move || plies.get() + mate.with(Vec::len);
    let show = move |ply| store.send(LookCommand::Show(ply));
    let entry = move |entry: Option<(usize, String)>| match entry {
        None => view! { <td></td> }.into_any(),
        Some((ply, san)) => view! {
            <td>
                <button data-step=ply.to_string()
                    aria-current=move || (shown.get() == ply).then_some("true")
                    on:click=move |_| show(ply)>{san}</button>
            </td>
        }
        .into_any(),
    };
    Effect::new(move |_| {
        shown.get();
        plies.get();
        request_animation_frame(crate::app::browser::show_current_move);
    });
    view! {
        <section class="card log-box" aria-label="Moves">
            <div class="scrub">
                <button aria-label="Start of the game" data-action="first" disabled=move || shown.get() == 0
                    on:click=move |_| show(0)>"|\u{25c0}"</button>
                <button aria-label="Previous" data-action="back" disabled=move || shown.get() == 0
                    on:click=move |_| store.send(LookCommand::Back)>"\u{25c0}"</button>
                <span class="quiet">{move || format!("{} of {}", shown.get(), plies.get())}</span>
                <button aria-label="Next" data-action="forward" disabled=move || shown.get() == end()
                    on:click=move |_| store.send(LookCommand::Forward)>"\u{25b6}"</button>
                <button aria-label="End of the game" data-action="last"
                    disabled=move || shown.get() == plies.get()
                    on:click=move |_| show(usize::MAX)>"\u{25b6}|"</button>
            </div>
            <div class="log-scroll" tabindex="0" role="region" aria-label="Move list">
                <table class="log" data-testid="log">
                    <tbody>
                        <For each=move || list.get()
                            key=|row| {
                                let text = |entry: &Option<(usize, String)>| entry.as_ref().map_or(String::new(), |(_, san)| san.clone());
                                let [white, black] = &row.moves;
                                format!("{} {} {}", row.number, text(white), text(black))
                            }
                            children=move |row| {
                                let [white, black] = row.moves;
                                view! {
                                    <tr>
                                        <th scope="row">{row.number.to_string()}</th>
                                        {entry(white)} {entry(black)}
                                    </tr>
                                }
                            }
                        />
                    </tbody>
                </table>
                {move || mate.with(|moves| !moves.is_empty()).then(|| view! {
                    <p class="possible-mate" data-testid="mate">
                        "A mate that was still possible: "
                        {move || mate.get().into_iter().enumerate().map(|(index, words)| {
                            let ply = plies.get() + index + 1;
                            view! {
                                <button aria-current=move || (shown.get() == ply).then_some("true")
                                    on:click=move |_| show(ply)>{words}</button>
                            }
                        }).collect_view()}
                    </p>
                })}
            </div>
        </section>
    }
}
