//! The export dialog: link, text, file or picture.

use leptos::prelude::*;

use super::browser;
use super::dialog::{CloseButton, purpose, said};
use super::page::Page;
use super::watch::Watch;
use crate::effects::Picture;
use crate::notice::Notice;
use crate::share::{self, ShareGame, SharedGame};

/// The labels of a page's export dialog.
pub struct Forms {
    pub title: &'static str,
    pub link: &'static str,
    /// The labels of the shown position and of its copy button.
    pub position: (&'static str, &'static str),
    /// The labels of the game's text and of its copy and save buttons.
    pub text: (&'static str, &'static str, &'static str),
}

/// The labels for a game on one board.
pub static ONE_BOARD: Forms = Forms {
    title: "Share the game",
    link: "A link to this line, at the move that is shown",
    position: ("FEN of the position shown", "Copy FEN"),
    text: ("PGN", "Copy PGN", "Save PGN"),
};

/// The dialog of a page, with the game at the time it opens.
pub fn dialog<P>(
    forms: &'static Forms,
    game: fn(&P::State) -> SharedGame,
    picture: Option<fn(Picture) -> P::Command>,
) -> AnyView
where
    P: Page<Command: From<ShareGame>>,
{
    let page = P::of_context();
    let share = Callback::new(move |how: ShareGame| page.send(how));
    let picture = picture.map(|picture| Callback::new(move |kind| page.update(picture(kind))));
    let game = page.peek(game);
    view! { <Share forms=forms game=game share=share picture=picture notice=page.notice()/> }
        .into_any()
}

/// The dialog. It does not depend on the page, so that the code exists once.
#[component]
fn Share(
    forms: &'static Forms,
    game: SharedGame,
    share: Callback<ShareGame>,
    /// Exports a picture of the boards, if the page can.
    picture: Option<Callback<Picture>>,
    notice: Watch<Option<Notice>>,
) -> impl IntoView {
    let address = browser::address();
    let link = game.link(&address);
    let warning = only_here(&link);
    let shared = |how: ShareGame| Callback::new(move |()| share.run(how.clone()));
    let pictures = picture.map(|picture| {
        let pictured = |kind| Callback::new(move |()| picture.run(kind));
        [
            button("picture-png", "Picture (PNG)", pictured(Picture::Png)),
            button("picture-svg", "Picture (SVG)", pictured(Picture::Svg)),
        ]
    });
    view! {
        <h2 id="dialog-title">{forms.title}</h2>
        <p><label class="field">{forms.link}
            <input type="text" readonly data-testid="link" prop:value=link/></label></p>
        {warning}
        {area(forms.position.0, "position", game.position)}
        {area(forms.text.0, "text", game.file.text)}
        {said(notice)}
        <div class="row">
            {purpose("copy-link", "Copy link", shared(ShareGame::CopyLink(address)))}
            {button("copy-position", forms.position.1, shared(ShareGame::CopyPosition))}
            {button("copy-text", forms.text.1, shared(ShareGame::CopyText))}
            {button("save-text", forms.text.2, shared(ShareGame::Save))}
            {pictures}
            <CloseButton word="Close"/>
        </div>
    }
}

/// A warning about a link that only this computer can open.
pub fn only_here(link: &str) -> Option<impl IntoView + use<>> {
    share::is_only_here(link)
        .then(|| view! { <p class="quiet" data-testid="only-here">{share::ONLY_HERE}</p> })
}

/// A button. `controls::button` can be disabled, which costs code that this dialog does not need.
fn button(action: &'static str, words: &'static str, press: Callback<()>) -> AnyView {
    view! { <button data-action=action on:click=move |_| press.run(())>{words}</button> }.into_any()
}

/// A text to read and copy.
fn area(label: &'static str, name: &'static str, text: String) -> AnyView {
    view! {
        <p><label class="field">{label}
            <textarea readonly data-testid=name spellcheck="false" prop:value=text></textarea></label></p>
    }
    .into_any()
}
