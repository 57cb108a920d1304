//! The dialog by which a game leaves its page: as a link, a text, a file or a picture.

use leptos::prelude::*;

use super::browser;
use super::controls::button;
use super::dialog::{CloseButton, said};
use super::page::Page;
use crate::effects::Picture;
use crate::notice::Notice;
use crate::share::{ShareGame, SharedGame};

/// What a page calls the forms of its game.
pub struct Forms {
    /// The title of the dialog.
    pub title: &'static str,
    /// What the link leads to.
    pub link: &'static str,
    /// The position that is shown, and the button that copies it.
    pub position: (&'static str, &'static str),
    /// The text of the game, and the buttons that copy and save it.
    pub text: (&'static str, &'static str, &'static str),
}

/// The forms of a game on one board.
pub static ONE_BOARD: Forms = Forms {
    title: "Share the game",
    link: "A link to this line, at the move that is shown",
    position: ("FEN of the position shown", "Copy FEN"),
    text: ("PGN", "Copy PGN", "Save PGN"),
};

/// The dialog of a page, with the game as it is when the dialog opens.
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

/// The dialog. It does not depend on the page, so that the program holds it once.
#[component]
fn Share(
    /// What the page calls the forms.
    forms: &'static Forms,
    /// The game.
    game: SharedGame,
    /// Shares it.
    share: Callback<ShareGame>,
    /// Offers a picture of the boards, where the page can.
    picture: Option<Callback<Picture>>,
    /// What went well or wrong.
    notice: Memo<Option<Notice>>,
) -> impl IntoView {
    let address = browser::address();
    let link = game.link(&address);
    let press =
        move |action, words, how: ShareGame| button(action, words, move || share.run(how.clone()));
    let pictures = picture.map(|picture| {
        let press = move |action, words, kind| button(action, words, move || picture.run(kind));
        [
            press("picture-png", "Picture (PNG)", Picture::Png),
            press("picture-svg", "Picture (SVG)", Picture::Svg),
        ]
    });
    view! {
        <h2 id="dialog-title">{forms.title}</h2>
        <p><label class="field">{forms.link}
            <input type="text" readonly data-testid="link" prop:value=link/></label></p>
        {area(forms.position.0, "position", game.position)}
        {area(forms.text.0, "text", game.file.text)}
        {said(notice)}
        <div class="row">
            {press("copy-link", "Copy link", ShareGame::CopyLink(address))}
            {press("copy-position", forms.position.1, ShareGame::CopyPosition)}
            {press("copy-text", forms.text.1, ShareGame::CopyText)}
            {press("save-text", forms.text.2, ShareGame::Save)}
            {pictures}
            <CloseButton/>
        </div>
    }
}

/// A text to be read and copied.
fn area(label: &'static str, name: &'static str, text: String) -> AnyView {
    view! {
        <p><label class="field">{label}
            <textarea readonly data-testid=name spellcheck="false" prop:value=text></textarea></label></p>
    }
    .into_any()
}
