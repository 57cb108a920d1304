//! The panel beside the boards. Parts of variable height are below the buttons, so that these do
//! not move. Its code is fetched when the boards are shown and can be played on.

mod controls;
mod facts;
mod legend;
mod log;

use leptos::prelude::*;

use controls::Controls;
pub use controls::{BACK, FORWARD, Scrub, Typed};
use facts::Facts;
use legend::Legend;
pub use log::Log;

use crate::app::parts::FOUR_PANEL;

#[component]
pub fn Panel() -> impl IntoView {
    let content = FOUR_PANEL.views();
    // The boards come first; the panel is fetched after they have been painted.
    let is_due = RwSignal::new(false);
    request_animation_frame(move || {
        // The page may have been left in the meantime.
        let _ = is_due.try_set(true);
    });
    view! {
        <aside class="panel" aria-label="The game">
            {move || is_due.get().then(|| content(()))}
        </aside>
    }
}

/// The buttons, the seats, the moves and the legend.
#[component]
pub fn PanelContent() -> impl IntoView {
    view! {
        <Controls/>
        <Facts/>
        <Log/>
        <Legend/>
    }
}
