//! Connects the worker to the browser's message port. On other platforms it only says where it
//! belongs.

#[cfg(target_arch = "wasm32")]
mod port {
    use std::time::Duration;

    use thinker::worker::Worker;
    use wasm_bindgen::prelude::wasm_bindgen;

    /// The worker as `worker.js` sees it.
    #[wasm_bindgen]
    #[derive(Default)]
    pub struct Thinker(Worker);

    #[wasm_bindgen]
    impl Thinker {
        #[wasm_bindgen(constructor)]
        pub fn new() -> Thinker {
            Thinker::default()
        }

        /// Handles a message; returns the replies to post.
        pub fn tell(&mut self, line: &str) -> Option<String> {
            self.0.tell(line).map(|reply| reply.to_string())
        }

        /// Runs a slice that begins at this time of the worker, in milliseconds; returns the
        /// replies to post.
        pub fn work(&mut self, now: f64) -> Option<String> {
            let now = Duration::from_secs_f64(now.max(0.0) / 1000.0);
            self.0.work(now).map(|reply| reply.to_string())
        }

        /// Audits the next piece of the file, an empty one at its end, at this time of the worker
        /// in milliseconds; returns the replies to post.
        pub fn feed(&mut self, piece: &[u8], now: f64) -> Option<String> {
            let now = Duration::from_secs_f64(now.max(0.0) / 1000.0);
            self.0.feed(piece, now).map(|reply| reply.to_string())
        }

        /// Whether the audit with this id needs more of its file.
        pub fn reading(&self, id: f64) -> bool {
            self.0.is_reading(id as u64)
        }

        pub fn busy(&self) -> bool {
            self.0.is_busy()
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this program runs in a browser: start it with `cargo xtask run`");
}
