//! A new game: its rulings and its boards.

use duplicate::{HalfRoundRule, RepetitionRule, Rulings, StalemateRule, WinnersRule};
use leptos::html;
use leptos::prelude::*;

use crate::app::dialog::{CloseButton, purpose};
use crate::app::four::store::Store;
use crate::app::page::Page;
use crate::four::GameCommand;
use crate::share::ShareGame;

/// A ruling: its name in saves, the question, and its readings with a sentence each.
pub type Question = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// The selectable rulings, the default reading first.
pub const QUESTIONS: [Question; 4] = [
    (
        "stalemate",
        "A player has no move and is not in check",
        &[
            (
                StalemateRule::Draw.name(),
                "The game ends and all four draw.",
            ),
            (
                StalemateRule::Pass.name(),
                "The turn passes to the next player; all draw only if nobody can move.",
            ),
            (
                StalemateRule::Loss.name(),
                "The stalemated player loses, both opponents win, the fourth draws.",
            ),
        ],
    ),
    (
        "winners",
        "A player is mated while both opponents give check",
        &[
            (WinnersRule::All.name(), "Both checking opponents win."),
            (
                WinnersRule::Last.name(),
                "Only the one whose check came last wins; the other draws.",
            ),
        ],
    ),
    (
        "halfRound",
        "Both players of a color are mated at once",
        &[
            (
                HalfRoundRule::First.name(),
                "The first in turn order loses, the second draws.",
            ),
            (
                HalfRoundRule::Together.name(),
                "Both are judged at that moment, and both lose.",
            ),
        ],
    ),
    (
        "repetition",
        "When two tables count as the same for threefold repetition",
        &[
            (
                RepetitionRule::Board.name(),
                "Castling and en passant rights of each board alone.",
            ),
            (
                RepetitionRule::Reachable.name(),
                "Only rights that synchronized play can still use.",
            ),
            (
                RepetitionRule::Raw.name(),
                "Every double step counts, usable or not.",
            ),
        ],
    ),
];

#[component]
pub fn NewGame() -> impl IntoView {
    let store = Store::of_context();
    let rulings = RwSignal::new(Rulings::default());
    let chosen = Callback::new(
        move |(name, reading, _): (&'static str, &'static str, bool)| {
            rulings.update(|rulings| drop(rulings.set(name, reading)));
        },
    );
    let has_game = store.peek(|state| !state.game().steps().is_empty());
    let boards = NodeRef::<html::Textarea>::new();
    let shown = store.peek(|state| state.boards().setup_text());
    let set_up = move |_| {
        if let Some(area) = boards.get_untracked() {
            let (text, rulings) = (area.value(), rulings.get_untracked());
            store.send(GameCommand::SetUp { text, rulings });
        }
    };
    let notice = store.complaint();
    view! {
        <h2 id="dialog-title">"A new game"</h2>
        {has_game.then(|| view! {
            <p>"The game on the table is kept among the recent games."</p>
        })}
        <div class="row">
            {purpose("confirm-new", "Start", Callback::new(move |()| {
                store.send(GameCommand::New(rulings.get_untracked()));
            }))}
            <button data-action="save-first" on:click=move |_| store.send(ShareGame::Save)>
                "Save this game first"
            </button>
            <CloseButton/>
        </div>
        <details data-testid="choose-rulings">
            <summary>"Rulings that the inventor has not settled"</summary>
            {QUESTIONS.map(|question| choices(chosen, question)).collect_view()}
            <label class="field">
                "All draw after this many turns without a capture or a pawn move"
                <input type="number" min="1" max=Rulings::QUIET_TURNS_MAX.to_string()
                    data-ruling="quietTurns" prop:value=Rulings::QUIET_TURNS.to_string()
                    on:input:target=move |event| {
                        let value = event.target().value();
                        // A number out of range keeps the previous one.
                        rulings.update(|rulings| drop(rulings.set("quietTurns", &value)));
                    }/>
            </label>
        </details>
        <details data-testid="set-up">
            <summary>"Set up the four boards"</summary>
            <p>
                "The seat to move, then the boards NW, NE, SW and SE, each as a FEN has it: pieces, \
                 castling rights, en passant square. Here is what is on the table now."
            </p>
            <textarea node_ref=boards data-action="setup-text" spellcheck="false" prop:value=shown
                aria-label="The four boards"></textarea>
            {move || notice.get().map(|notice| view! {
                <p class="notice bad" role="alert" data-testid="setup-error">{notice.text}</p>
            })}
            <div class="row">
                <button data-action="confirm-setup" on:click=set_up>"Start from these boards"</button>
            </div>
        </details>
    }
}

/// The readings of a ruling; the callback gets its name, the reading, and whether it is the
/// default.
pub fn choices(
    chosen: Callback<(&'static str, &'static str, bool)>,
    (name, question, readings): Question,
) -> impl IntoView {
    let options = readings
        .iter()
        .enumerate()
        .map(|(index, (reading, sentence))| {
            view! {
                <label class="choice-line">
                    <input type="radio" name=name value=*reading checked=index == 0
                        on:change=move |_| chosen.run((name, reading, index == 0))/>
                    <span>{*sentence}</span>
                </label>
            }
        });
    view! {
        <fieldset data-ruling=name>
            <legend>{question}</legend>
            {options.collect_view()}
        </fieldset>
    }
}
