//! The column beside the boards: the controls, which do not move, and the parts of variable height.

mod controls;
mod facts;
mod legend;
mod log;

use leptos::prelude::*;

pub use controls::{BACK, Controls, FORWARD, Scrub, Typed};
pub use facts::Ended;
use facts::Facts;
pub use legend::Legend;
pub use log::Log;

#[component]
pub fn Panel() -> impl IntoView {
    view! {
        <aside class="panel" aria-label="The game">
            <Facts/>
            <Log/>
            <Legend/>
        </aside>
    }
}
