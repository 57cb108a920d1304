//! The frame of every dialog: it opens and closes, also by Escape and by a click on the backdrop.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::browser;
use super::watch::Watch;
use crate::notice::Notice;

/// How to close a dialog, for the buttons in it.
#[derive(Clone, Copy)]
struct Close(Callback<()>);

/// The frame; at most one dialog of a page is open.
#[component]
pub fn DialogFrame<F>(is_open: Signal<bool>, close: Callback<()>, content: F) -> impl IntoView
where
    F: Fn() -> AnyView + Send + 'static,
{
    // Provided where the content is created, so that each of two frames on a page has its own.
    let content: Box<dyn Fn() -> AnyView + Send> = Box::new(move || {
        provide_context(Close(close));
        content()
    });
    let node = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = node.get() else {
            return;
        };
        match (is_open.get(), dialog.open()) {
            (true, false) => {
                // Only a dialog that is already open refuses, and this one is not.
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            (true, true) | (false, false) => {}
        }
    });
    // Escape is reported as `cancel` at once. The browser reports that a dialog was closed only later,
    // when another one may be open.
    let closed = move || {
        let is_shown = node.get_untracked().is_some_and(|dialog| dialog.open());
        if is_open.get_untracked() && !is_shown {
            close.run(());
        }
    };
    // The backdrop belongs to the dialog element; its content belongs to the children. A file input in
    // it can be canceled too.
    let close_at = move |target: Option<web_sys::EventTarget>| {
        let target = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|element| element.tag_name() == "DIALOG") {
            close.run(());
        }
    };
    view! {
        <dialog node_ref=node on:close=move |_| closed()
            on:cancel=move |event: leptos::ev::Event| close_at(event.target())
            on:mousedown=move |event| close_at(event.target()) aria-labelledby="dialog-title" data-testid="dialog">
            <div class="dialog-content">{content}</div>
        </dialog>
    }
}

/// The dialogs of a page, at most one of which is open.
pub fn dialogs<D>(
    open: Watch<Option<D>>,
    close: Callback<()>,
    content: impl Fn(D) -> AnyView + Copy + Send + Sync + 'static,
) -> impl IntoView
where
    D: Copy + PartialEq + Send + Sync + 'static,
{
    let is_open = Signal::derive(move || open.with(Option::is_some));
    let content = move || open.get().map_or_else(|| ().into_any(), content);
    view! { <DialogFrame is_open=is_open close=close content=content/> }
}

/// The button that closes a dialog and changes nothing, as Escape does.
#[component]
pub fn CloseButton(
    /// Its label.
    #[prop(default = "Cancel")]
    word: &'static str,
) -> impl IntoView {
    let Close(close) = expect_context::<Close>();
    view! { <button data-action="close" type="button" on:click=move |_| close.run(())>{word}</button> }
}

/// The only button of a dialog that has nothing to decide.
pub fn done() -> AnyView {
    way_out("Close")
}

/// The button that closes a dialog and changes nothing, with the focus.
pub fn way_out(word: &'static str) -> AnyView {
    let Close(close) = expect_context::<Close>();
    purpose("close", word, close)
}

/// What a dialog is for: its primary button, which has the focus.
pub fn purpose(action: &'static str, word: &'static str, press: Callback<()>) -> AnyView {
    view! { <Purpose action=action word=word kind="button" press=press/> }.into_any()
}

/// What a form in a dialog is for.
pub fn submit(action: &'static str, word: &'static str) -> AnyView {
    view! { <Purpose action=action word=word kind="submit" press=Callback::new(|()| {})/> }
        .into_any()
}

#[component]
fn Purpose(
    action: &'static str,
    word: &'static str,
    kind: &'static str,
    press: Callback<()>,
) -> impl IntoView {
    let node = NodeRef::<html::Button>::new();
    // A dialog focuses the button when it opens, unless its content arrives later.
    Effect::new(move |_| {
        if let Some(button) = node.get()
            && browser::is_inside(Some(button.clone().into()), "dialog[open]")
        {
            let _ = button.focus();
        }
    });
    view! {
        <button node_ref=node class="primary" autofocus data-action=action type=kind
            on:click=move |_| press.run(())>{word}</button>
    }
}

/// The labels of a page's import dialog.
pub struct Texts {
    /// The label for texts.
    pub text: &'static str,
    pub file: &'static str,
    /// The kinds of files.
    pub accept: &'static str,
    pub open: &'static str,
}

/// Games and positions on one board.
pub static ONE_BOARD: Texts = Texts {
    text: "FEN, PGN or a link:",
    file: "Or a PGN file:",
    accept: ".pgn,.txt,text/plain,application/x-chess-pgn",
    open: "Open",
};

/// A text field, a file button, and the error of the last import.
#[component]
pub fn TextOrFile(
    texts: &'static Texts,
    open: Callback<String>,
    open_file: Callback<web_sys::File>,
    notice: Watch<Option<Notice>>,
) -> impl IntoView {
    let text = NodeRef::<html::Textarea>::new();
    let open_text = move |()| {
        if let Some(area) = text.get_untracked() {
            open.run(area.value());
        }
    };
    let choose =
        move |event: leptos::ev::Targeted<leptos::ev::Event, web_sys::HtmlInputElement>| {
            let input = event.target();
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                open_file.run(file);
            }
            // Choosing the same file again, perhaps after a correction, must count as a change.
            input.set_value("");
        };
    view! {
        <p><label class="field">{texts.text}
            <textarea node_ref=text data-action="paste" spellcheck="false"></textarea></label></p>
        <p><label class="field">{texts.file}
            <input type="file" accept=texts.accept data-action="file"
                on:change:target=choose/></label></p>
        {said(notice)}
        <div class="row">
            {purpose("open-text", texts.open, Callback::new(open_text))}
            <CloseButton/>
        </div>
    }
}

/// A notice within a dialog.
pub fn said(notice: Watch<Option<Notice>>) -> impl IntoView {
    move || {
        notice.get().map(|notice| {
            let class = if notice.is_good {
                "notice good"
            } else {
                "notice bad"
            };
            view! { <p class=class role="alert" data-testid="dialog-notice">{notice.text}</p> }
        })
    }
}

/// The keys of a page, for its help.
pub fn keys(keys: &'static [(&'static str, &'static str)]) -> impl IntoView {
    let keys = keys
        .iter()
        .map(|&(key, words)| view! { <dt><kbd>{key}</kbd></dt> <dd>{words}</dd> });
    view! { <dl class="keys">{keys.collect_view()}</dl> }
}

/// An item of a menu.
pub fn item(
    action: &'static str,
    words: &'static str,
    is_possible: bool,
    press: Callback<()>,
) -> AnyView {
    view! {
        <button type="button" data-action=action disabled=!is_possible
            on:click=move |_| press.run(())>{words}</button>
    }
    .into_any()
}

/// A menu item that is on or off.
pub fn switch(
    action: &'static str,
    words: &'static str,
    is_on: Watch<bool>,
    press: Callback<()>,
) -> AnyView {
    view! {
        <button type="button" data-action=action aria-pressed=move || is_on.get().to_string()
            on:click=move |_| press.run(())>{words}</button>
    }
    .into_any()
}
