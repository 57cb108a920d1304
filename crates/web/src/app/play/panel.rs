//! The column beside the board: the status, the messages, the actions, and the moves.

use leptos::prelude::*;

use super::store::Store;
use crate::app::controls::button;
use crate::app::message::{self, Messages};
use crate::app::page::Page;
use crate::app::single::TypedMove;
use crate::app::watch::Watch;
use crate::hand::HandCommand;
use crate::play::{Command, Dialog, GameCommand, LookCommand, Play, Status, rows};

/// Whose turn it is, what may be claimed, how the game ended; always visible.
#[component]
pub fn Dock() -> impl IntoView {
    let store = Store::of_context();
    let status = store.memo(Status::of);
    let messages = Watch::new(move || status.with(|status| status.messages.clone()));
    let news = Watch::new(move || status.with(Status::line));
    let is_quiet = Watch::new(move || messages.with(|said| message::are_quiet(said)));
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
            <Messages label="What just happened" news=news is_quiet=is_quiet>
                {message::list(messages, message::presses(store))}
            </Messages>
        </section>
    }
}

#[component]
pub fn Panel() -> impl IntoView {
    view! {
        <aside class="panel" aria-label="The game">
            <Moves/>
        </aside>
    }
}

/// The controls, which have fixed places: steps through the game, the actions that are possible now,
/// and a field for typed moves.
#[component]
pub fn Controls() -> impl IntoView {
    view! {
        <section class="controls" aria-label="Controls">
            <Scrub/>
            <Acts/>
            <Typed/>
        </section>
    }
}

/// The actions of the players: those during the game, or those after it.
#[component]
fn Acts() -> impl IntoView {
    let store = Store::of_context();
    let is_over = store.memo(|play| play.game().ending().is_some());
    view! {
        <div class="row places">
            {move || match is_over.get() {
                false => acts_of_game(store).into_any(),
                true => acts_after_game(store).into_any(),
            }}
            {button("menu", "More", move || store.send(Command::Open(Some(Dialog::More))))}
        </div>
    }
}

fn acts_of_game(store: Store) -> impl IntoView {
    let can_undo = store.memo(|play| play.steps_back().is_some());
    let can_offer = store.memo(Play::can_offer);
    let is_judged = store.memo(|play| play.is_judged());
    view! {
        <button data-action="undo" disabled=move || !can_undo.get()
            on:click=move |_| store.send(GameCommand::TakeBack)>"Take back"</button>
        <button data-action="draw" disabled=move || !can_offer.get()
            on:click=move |_| store.send(GameCommand::OfferDraw)>"Offer draw"</button>
        <button data-action="resign" disabled=move || is_judged.get()
            on:click=move |_| store.send(Command::Open(Some(Dialog::Resign)))>"Resign"</button>
    }
}

fn acts_after_game(store: Store) -> impl IntoView {
    view! {
        {button("rematch", "Rematch", move || store.send(GameCommand::Rematch))}
        {button("analyze", "Analyze", move || store.send(GameCommand::Analyze))}
        {button("new-game", "New game", move || store.send(Command::Open(Some(Dialog::New))))}
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

/// Steps through the game.
#[component]
pub fn Scrub() -> impl IntoView {
    let store = Store::of_context();
    let shown = store.memo(|play| play.shown());
    let plies = store.memo(|play| play.game().ply());
    let end = store.memo(|play| play.game().ply() + play.mate().len());
    let show = move |ply| store.send(LookCommand::Show(ply));
    view! {
        <div class="scrub">
            <button aria-label="Start of the game" data-action="first" disabled=move || shown.get() == 0
                on:click=move |_| show(0)>"|\u{25c0}"</button>
            <button aria-label="Previous" data-action="back" disabled=move || shown.get() == 0
                on:click=move |_| store.send(LookCommand::Back)>"\u{25c0}"</button>
            <span class="quiet">{move || format!("{} of {}", shown.get(), plies.get())}</span>
            <button aria-label="Next" data-action="forward" disabled=move || shown.get() == end.get()
                on:click=move |_| store.send(LookCommand::Forward)>"\u{25b6}"</button>
            <button aria-label="End of the game" data-action="last"
                disabled=move || shown.get() == plies.get()
                on:click=move |_| show(usize::MAX)>"\u{25b6}|"</button>
        </div>
    }
}

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
