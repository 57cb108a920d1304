//! The moves with their variations, and the tools to edit them.

use leptos::prelude::*;

use super::store::Store;
use crate::analyse::{Block, Command, GLYPHS, Item, LookCommand, TreeCommand};
use crate::app::page::Page;
use crate::app::single::TypedMove;
use crate::hand::HandCommand;

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
                <span></span>
                <button aria-label="Next" data-action="forward"
                    on:click=move |_| look(LookCommand::Forward)>"\u{25b6}"</button>
                <button aria-label="End of the line" data-action="last"
                    on:click=move |_| look(LookCommand::Last)>"\u{25b6}|"</button>
            </div>
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

/// Comments, glyphs and the order of lines.
#[component]
fn Tools() -> impl IntoView {
    let store = Store::of_context();
    let glyphs = store.memo(|study| study.glyphs_here());
    let comment = store.memo(|study| study.comment_here());
    let is_variation = store.memo(|study| study.is_variation());
    let is_start = store.memo(|study| study.at() == study.tree().root());
    let can_undo = store.memo(|study| study.can_undo());
    let tree = move |command| store.send(Command::Tree(command));
    let play = Callback::new(move |text| {
        store.send(HandCommand::Type(text));
        !store.has_complaint()
    });
    let buttons = GLYPHS.map(|(nag, sign, name)| {
        view! {
            <button aria-label=name title=name data-glyph=nag.to_string() disabled=move || is_start.get()
                aria-pressed=move || glyphs.get().contains(&nag).to_string()
                on:click=move |_| tree(TreeCommand::Glyph(nag))>{sign}</button>
        }
    });
    view! {
        <TypedMove play=play/>
        <input type="text" class="comment-field" aria-label="Comment on this move" data-field="comment"
            placeholder="Comment on this move" prop:value=move || comment.get()
            on:change:target=move |event| tree(TreeCommand::Comment(event.target().value()))/>
        <div class="row glyphs" role="group" aria-label="Glyphs">{buttons.collect_view()}</div>
        <div class="row">
            <button class="grow" data-action="undo" disabled=move || !can_undo.get()
                on:click=move |_| tree(TreeCommand::Undo)>"Undo"</button>
            <button class="grow" data-action="promote" disabled=move || !is_variation.get()
                on:click=move |_| tree(TreeCommand::Promote)>"Promote"</button>
            <button class="grow" data-action="remove" disabled=move || is_start.get()
                on:click=move |_| tree(TreeCommand::Remove)>"Delete"</button>
        </div>
    }
}
