//! End-to-end tests of the app: the real program, served to a real browser.
//!
//! `cargo xtask test --only browser` builds the app and the program, installs Chromium if it can,
//! and runs the scenarios in `tests/scenarios/`. A scenario is a plain test:
//!
//! ```no_run
//! use browser::{Key, scenario};
//!
//! #[test]
//! # fn hidden() {}
//! fn a_pawn_moves_by_two_clicks() {
//!     scenario("pawn", |page| {
//!         page.click("[data-board=nw] [data-square=e2]")?;
//!         page.wait("[data-board=ne] [data-square=e4] .playable")?;
//!         page.click("[data-board=nw] [data-square=e4]")?;
//!         page.wait_text("[data-testid=log]", "e2e4")?;
//!         page.press(&[Key::ESCAPE])?;
//!         page.screenshot("pawn")
//!     });
//! }
//! ```
//!
//! [`scenario`] starts `fourfold serve` on a free port, a driver, and a browser with an empty
//! profile. It opens the page at desktop size and waits until the app has loaded. When the closure
//! returns, the scenario fails if there were errors in the console or violations of the page's
//! content security policy. Browser, driver and program are always stopped. After a failure there
//! is a screenshot in `artefacts/failed-NAME.png`, and the message contains the console.
//!
//! [`Page`] has the actions of a scenario:
//!
//! - **Selectors** are CSS. Every action waits for its element, and until a click would reach it,
//!   so a scenario never sleeps. Clicks are real ones at the middle of the element, even if it is
//!   rotated.
//! - **State** is read by [`Page::text`], [`Page::value`], [`Page::attribute`], [`Page::count`], or any
//!   script with [`Page::script`]; [`Page::wait_until`] waits for anything. What was not waited for may
//!   not be there yet.
//! - **Time** is not waited for either: [`Page::stop_time`] and [`Page::pass`] replace the clock.
//! - **Sizes and preferences**: [`Page::resize`], [`Page::prefer`] (dark, reduced motion, forced
//!   colors).
//! - **Files**: [`Page::upload`], [`Page::download`].
//! - **Everything else** is a command of the developer tools: [`Page::devtools`].
//!
//! The protocol is W3C WebDriver, over HTTP on loopback to Debian's chromedriver. A client library
//! would add a hundred crates for a dozen commands.

mod actions;
mod driver;
mod element;
mod http;
mod page;
mod program;
mod scenario;
mod session;
mod size;
mod watch;

pub use actions::{Key, Pointer};
pub use element::Element;
pub use page::Page;
pub use program::Program;
pub use scenario::{SecondBrowser, artefacts, play, program, scenario, serve, skipped};
pub use size::Size;
pub use watch::Complaint;
