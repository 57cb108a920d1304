//! The board editor: pieces to place, and settings that a board does not show.

use chess::{Color, File, Piece, Role};
use leptos::prelude::*;

use super::store::Store;
use crate::analyse::{Command, EditCommand, Editor, Tool};
use crate::app::page::Page;
use crate::app::single::figure;

const HAND: &str = "M8 13V5.5a1.5 1.5 0 0 1 3 0V11M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6.5a1.5 1.5 0 0 1 3 0V14c0 4-2 7-6 7-3 0-4-1-6-4l-2-3a1.5 1.5 0 0 1 2.5-1.7L8 14";
const ERASE: &str = "M6 7h12M9 7V4h6v3M8 7l1 13h6l1-13";

const CASTLING: [&str; 4] = ["White O-O", "White O-O-O", "Black O-O", "Black O-O-O"];

#[component]
pub fn EditorPanel(
    /// The label of the button that accepts the position.
    done: &'static str,
) -> impl IntoView {
    let store = Store::of_context();
    let edit = move |command| store.send(Command::Edit(command));
    let memo = move |read: fn(&Editor) -> String| {
        store.memo(move |study| study.editor().map(read).unwrap_or_default())
    };
    let turn = store.memo(|study| study.editor().map(|editor| editor.turn));
    let castling = store.memo(|study| study.editor().map(|editor| editor.castling));
    let rights = CASTLING.into_iter().enumerate().map(|(index, words)| {
        view! {
            <label class="choice-line">
                <input type="checkbox" data-right=index.to_string()
                    prop:checked=move || castling.get().is_some_and(|rights| rights[index])
                    on:change=move |_| edit(EditCommand::Castling(index))/>
                <span>{words}</span>
            </label>
        }
    });
    let files =
        File::ALL.map(|file| view! { <option value=file.to_string()>{file.to_string()}</option> });
    let sides = Color::ALL.map(|side| {
        view! {
            <label class="choice-line">
                <input type="radio" name="turn" data-turn=side.to_string()
                    prop:checked=move || turn.get() == Some(side)
                    on:change=move |_| edit(EditCommand::Turn(side))/>
                <span>{format!("{side} to move")}</span>
            </label>
        }
    });
    let halfmoves = memo(|editor| editor.halfmoves.to_string());
    let fen = memo(Editor::fen);
    let en_passant = memo(|editor| {
        editor
            .en_passant
            .map_or("-".to_owned(), |file| file.to_string())
    });
    view! {
        <section class="card editor" aria-label="Set up a position" data-testid="editor">
            <Palette/>
            <div class="row">
                <button class="grow" data-action="clear" on:click=move |_| edit(EditCommand::Clear)>"Empty board"</button>
                <button class="grow" data-action="reset" on:click=move |_| edit(EditCommand::Reset)>"Start of a game"</button>
            </div>
            <div class="two-columns">{sides.collect_view()}</div>
            <div class="two-columns">{rights.collect_view()}</div>
            <div class="two-columns">
                <label class="field">"En passant on file"
                    <select data-field="en-passant" prop:value=move || en_passant.get()
                        on:change:target=move |event| {
                            let file = event.target().value().chars().next().and_then(File::from_letter);
                            edit(EditCommand::EnPassant(file));
                        }>
                        <option value="-">"none"</option>
                        {files.collect_view()}
                    </select>
                </label>
                <label class="field">"Half-move clock"
                    <input type="number" min="0" max="150" data-field="halfmoves"
                        prop:value=move || halfmoves.get()
                        on:change:target=move |event| {
                            edit(EditCommand::Halfmoves(event.target().value().parse().unwrap_or(0)));
                        }/>
                </label>
            </div>
            <label class="field">"FEN"
                <input type="text" readonly data-testid="editor-fen" prop:value=move || fen.get()/>
            </label>
            <div class="row">
                <button class="primary grow" data-action="edit-done"
                    on:click=move |_| edit(EditCommand::Done)>{done}</button>
                <button data-action="edit-cancel" on:click=move |_| edit(EditCommand::Cancel)>"Cancel"</button>
            </div>
        </section>
    }
}

/// The pieces, the hand and the bin.
#[component]
fn Palette() -> impl IntoView {
    let store = Store::of_context();
    let tool = store.memo(|study| study.editor().map(|editor| editor.tool));
    let button = move |of: Tool, name: String, picture: AnyView| {
        view! {
            <button aria-label=name.clone() title=name data-tool=tool_name(of)
                aria-pressed=move || (tool.get() == Some(of)).to_string()
                on:click=move |_| store.send(Command::Edit(EditCommand::Take(of)))>{picture}</button>
        }
    };
    let icon = |path: &'static str| {
        view! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=path/></svg> }
            .into_any()
    };
    let row = move |color: Color, last: AnyView| {
        let pieces = Role::ALL.map(|role| {
            let piece = Piece::new(color, role);
            let picture = figure(color.into(), role).into_any();
            button(Tool::Put(piece), format!("{color} {role}"), picture)
        });
        view! { <div class="palette">{pieces.collect_view()} {last}</div> }
    };
    let hand = button(Tool::Hand, "Move pieces".to_owned(), icon(HAND)).into_any();
    let bin = button(Tool::Erase, "Remove pieces".to_owned(), icon(ERASE)).into_any();
    view! { {row(Color::White, hand)} {row(Color::Black, bin)} }
}

/// The name of a tool for tests: the letter of its piece, `hand` or `erase`.
fn tool_name(tool: Tool) -> String {
    match tool {
        Tool::Hand => "hand".to_owned(),
        Tool::Erase => "erase".to_owned(),
        Tool::Put(piece) => piece.letter().to_string(),
    }
}
