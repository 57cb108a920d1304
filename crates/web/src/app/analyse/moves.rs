//! The moves with their variations, and the tools to edit them.

use leptos::prelude::*;

use super::store::Store;
use crate::analyse::{
    Block, Command, Dialog, FileCommand, GLYPHS, Item, LookCommand, Study, TreeCommand,
};
use crate::app::drawing::Icon;
use crate::app::page::Page;
use crate::app::single::TypedMove;
use crate::app::watch::Watch;
use crate::hand::HandCommand;

const UNDO: &str = "M9 14L4 9l5-5M4 9h9a6 6 0 0 1 0 12h-3";
const PROMOTE: &str = "M12 20V5M6 11l6-6 6 6";
const REMOVE: &str = "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13";

#[component]
pub fn Moves(
    /// Whether the moves can be changed.
    #[prop(default = true)]
    has_tools: bool,
) -> impl IntoView {
    let store = Store::of_context();
    let blocks = store.memo(|study| study.blocks());
    let at = store.memo(|study| study.at());
    Effect::new(move |_| {
        at.get();
        request_animation_frame(crate::app::browser::show_current_move);
    });
    let title = store.memo(|study| study.title());
    let look = move |command| store.send(Command::Look(command));
    let item = move |item: Item| {
        match item {
        Item::Move { id, order, text } => view! {
            <button data-order=order.to_string() aria-current=move || (at.get() == id).then_some("true")
                on:click=move |_| look(LookCommand::Go(id))>{text}</button>
        }
        .into_any(),
        Item::Comment(text) => view! { <span class="comment">{text}</span> }.into_any(),
        Item::Open => view! { <span>"("</span> }.into_any(),
        Item::Close => view! { <span>")"</span> }.into_any(),
    }
    };
    let block = move |block: Block| {
        let class = if block.is_main {
            "main-line"
        } else {
            "variation"
        };
        view! { <p class=class>{block.items.into_iter().map(item).collect_view()}</p> }
    };
    view! {
        <section class="card log-box" aria-label="Moves">
            <div class="scrub">
                <button aria-label="Start of the game" data-action="first"
                    on:click=move |_| look(LookCommand::First)>"|\u{25c0}"</button>
                <button aria-label="Previous" data-action="back"
                    on:click=move |_| look(LookCommand::Back)>"\u{25c0}"</button>
                <button aria-label="Next" data-action="forward"
                    on:click=move |_| look(LookCommand::Forward)>"\u{25b6}"</button>
                <button aria-label="End of the line" data-action="last"
                    on:click=move |_| look(LookCommand::Last)>"\u{25b6}|"</button>
                <span></span>
                {has_tools.then(|| view! { <Changes/> })}
            </div>
            <WhichGame/>
            <Facts/>
            {move || title.get().map(|title| view! { <p class="title" data-testid="title">{title}</p> })}
            <div class="log-scroll" tabindex="0" role="region" aria-label="Move list">
                <div class="log lines-of-play" data-testid="log">
                    {move || blocks.get().into_iter().map(block).collect_view()}
                    {move || blocks.with(Vec::is_empty).then(|| view! {
                        <p class="quiet">"Play a move on the board, type one, or paste a FEN or PGN anywhere on the page."</p>
                    })}
                </div>
            </div>
            {has_tools.then(|| view! { <Tools/> })}
        </section>
    }
}

/// The place of the game in its file, with its neighbors.
#[component]
fn WhichGame() -> impl IntoView {
    let store = Store::of_context();
    let chosen = store.memo(Study::chosen);
    let step = move |is_forward| store.send(FileCommand::Step { is_forward });
    view! {
        {move || chosen.get().map(|(index, count)| view! {
            <div class="which-game">
                <button data-action="previous-game" disabled={index == 0} on:click=move |_| step(false)>"Previous"</button>
                <button data-action="games" on:click=move |_| store.send(Command::Open(Some(Dialog::Games)))>
                    {format!("Game {} of {count}", index + 1)}
                </button>
                <button data-action="next-game" disabled={index + 1 == count} on:click=move |_| step(true)>"Next"</button>
            </div>
        })}
    }
}

/// The opening, and the clocks at the shown move.
#[component]
fn Facts() -> impl IntoView {
    let store = Store::of_context();
    let opening = store.memo(|study| study.opening());
    let clocks = store.memo(|study| study.clocks());
    let is_empty = move || opening.with(Option::is_none) && clocks.with(Option::is_none);
    view! {
        <p class="play-facts" class:gone=is_empty>
            <span data-testid="opening">{move || opening.get()}</span>
            {move || clocks.get().map(|[white, black]| view! {
                <span data-testid="clocks">{format!("White {white} \u{b7} Black {black}")}</span>
            })}
        </p>
    }
}

/// Takes a change back, and changes the order of lines.
#[component]
fn Changes() -> impl IntoView {
    let store = Store::of_context();
    let is_variation = store.memo(|study| study.is_variation());
    let is_start = store.memo(|study| study.at() == study.tree().root());
    let can_undo = store.memo(|study| study.can_undo());
    let button = move |action: &'static str,
                       words: &'static str,
                       icon: &'static str,
                       is_off: Watch<bool>,
                       command: TreeCommand| {
        view! {
            <button aria-label=words title=words data-action=action disabled=move || is_off.get()
                on:click=move |_| store.send(Command::Tree(command.clone()))><Icon path=icon/></button>
        }
    };
    view! {
        {button("undo", "Undo", UNDO, Watch::new(move || !can_undo.get()), TreeCommand::Undo)}
        {button("promote", "Promote the variation", PROMOTE, Watch::new(move || !is_variation.get()), TreeCommand::Promote)}
        {button("remove", "Delete from here", REMOVE, is_start, TreeCommand::Remove)}
    }
}

/// The bar below the moves: a typed move, a comment and a glyph.
#[component]
fn Tools() -> impl IntoView {
    let store = Store::of_context();
    let glyphs = store.memo(|study| study.glyphs_here());
    let comment = store.memo(|study| study.comment_here());
    let is_start = store.memo(|study| study.at() == study.tree().root());
    let tree = move |command| store.send(Command::Tree(command));
    let play = Callback::new(move |text| {
        store.send(HandCommand::Type(text));
        !store.has_complaint()
    });
    let is_here = move |nag: u8| glyphs.with(|glyphs| glyphs.contains(&nag));
    let choices = GLYPHS.map(|(nag, sign, name)| {
        view! {
            <option value=nag.to_string() selected=move || is_here(nag)>{format!("{sign} {name}")}</option>
        }
    });
    let has_none = move || !GLYPHS.iter().any(|(nag, _, _)| is_here(*nag));
    view! {
        <div class="study-tools">
            <TypedMove play=play/>
            <input type="text" aria-label="Comment on this move" data-field="comment"
                placeholder="Comment" prop:value=move || comment.get()
                on:change:target=move |event| tree(TreeCommand::Comment(event.target().value()))/>
            <select aria-label="Glyph" title="Glyph" data-field="glyph" disabled=move || is_start.get()
                on:change:target=move |event| {
                    let nag = event.target().value().parse().unwrap_or(0);
                    tree(TreeCommand::Glyph(nag));
                }>
                <option value="0" selected=has_none>"!?"</option>
                {choices.collect_view()}
            </select>
        </div>
    }
}
