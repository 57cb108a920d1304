//! The worker as the page sees it: started when it is first needed, and replaced when it does not
//! answer. What is asked and when to give up is decided by [`Errands`].

use std::time::Duration;

use leptos::prelude::*;
use thinker::message::{Audit, Reply, Request};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker};

use super::browser;
use crate::errands::{Errands, GRACE, Step, TICK};

/// A worker, which is `Copy`.
#[derive(Clone, Copy)]
pub struct Thinker {
    state: StoredValue<State, LocalStorage>,
    hear: StoredValue<Option<Hear>, LocalStorage>,
    /// The open request, and the earliest time for its answer.
    awaited: StoredValue<Option<(u64, Duration)>>,
}

/// A change of what is open at this time, and what follows from it.
type Change = Box<dyn FnOnce(&mut Errands, Duration) -> Vec<Step>>;

type Hear = Box<dyn Fn(Reply)>;

#[derive(Default)]
struct State {
    errands: Errands,
    worker: Option<Worker>,
    /// The file that is being audited, or will be.
    file: Option<web_sys::File>,
    /// Whether [`Thinker::tick`] will be called.
    is_ticking: bool,
}

impl Thinker {
    /// A worker that is not started yet. Without a receiver there are no requests.
    pub fn new() -> Thinker {
        let thinker = Thinker {
            state: StoredValue::new_local(State::default()),
            hear: StoredValue::new_local(None),
            awaited: StoredValue::new(None),
        };
        on_cleanup(move || {
            thinker.state.try_update_value(State::end_worker);
        });
        thinker
    }

    /// Starts the worker before it is needed, so that it is there when it is.
    pub fn warm(self) {
        let has_none = self.state.try_with_value(|state| state.worker.is_none());
        if has_none != Some(true) {
            return;
        }
        if let Ok(worker) = self.start() {
            self.state.update_value(|state| state.worker = Some(worker));
        }
    }

    pub fn listen(self, hear: impl Fn(Reply) + 'static) {
        self.hear.set_value(Some(Box::new(hear)));
    }

    /// Requests a search with a minimum time for its answer, so that people can follow.
    pub fn ask_slowly(self, id: u64, pause: Duration, request: Request) {
        self.awaited.set_value(Some((id, browser::now() + pause)));
        self.ask(request);
    }

    /// How long to hold back the answer to a request.
    pub fn pause_left(self, id: u64) -> Duration {
        match self.awaited.get_value() {
            Some((awaited, due)) if awaited == id => due.saturating_sub(browser::now()),
            Some(_) | None => Duration::ZERO,
        }
    }

    /// Audits a file, replacing the previous search. The worker reads the file itself.
    pub fn audit(self, question: Audit, file: web_sys::File) {
        self.state.update_value(|state| state.file = Some(file));
        self.ask(Request::Audit(question));
    }

    /// Sends a request. A search replaces the previous one.
    pub fn ask(self, request: Request) {
        if self.hear.with_value(Option::is_some) {
            self.follow(Box::new(|errands, now| errands.ask(request, now)));
        }
    }

    /// Changes what is open, and does what follows. A page that was left has no requests.
    fn follow(self, change: Change) {
        let now = browser::now();
        let steps = self
            .state
            .try_update_value(|state| change(&mut state.errands, now));
        for step in steps.unwrap_or_default() {
            match step {
                Step::Post(request) => self.post(&request),
                Step::End => self.state.update_value(State::end_worker),
                Step::LookAgain(stops) => set_timeout(
                    move || {
                        self.follow(Box::new(move |errands, now| errands.look_again(stops, now)))
                    },
                    GRACE,
                ),
                Step::Tell(reply) => self.hear.with_value(|hear| {
                    if let Some(hear) = hear {
                        hear(reply);
                    }
                }),
            }
        }
    }

    fn post(self, request: &Request) {
        if self.state.with_value(|state| state.worker.is_none()) {
            match self.start() {
                Ok(worker) => self.state.update_value(|state| state.worker = Some(worker)),
                Err(error) => leptos::logging::error!("there is no worker: {error:?}"),
            }
        }
        self.state.update_value(|state| {
            if let Some(worker) = &state.worker {
                send(worker, request, state.file.as_ref());
            }
            if !core::mem::replace(&mut state.is_ticking, true) {
                set_timeout(move || self.tick(), TICK);
            }
        });
    }

    /// Looks after the worker as long as it has something to do.
    fn tick(self) {
        self.follow(Box::new(Errands::tick));
        let is_waiting = self.state.try_update_value(|state| {
            state.is_ticking = state.errands.is_waiting();
            state.is_ticking
        });
        if is_waiting == Some(true) {
            set_timeout(move || self.tick(), TICK);
        }
    }

    fn hear(self, line: &str) {
        if let Ok(reply) = line.parse::<Reply>() {
            self.follow(Box::new(|errands, now| errands.hear(reply, now)));
        }
    }

    /// Starts the worker with a function from `boot.js`, which has the file names.
    fn start(self) -> Result<Worker, JsValue> {
        let start = js_sys::Reflect::get(&js_sys::global(), &"fourfoldWorker".into())?;
        let start: js_sys::Function = start.dyn_into()?;
        let worker: Worker = start.call0(&JsValue::NULL)?.dyn_into()?;
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(line) = event.data().as_string() {
                self.hear(&line);
            }
        });
        worker.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        let failed = Closure::<dyn FnMut()>::new(move || {
            self.follow(Box::new(|errands, _| errands.fail("a file did not arrive")));
        });
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        // Both live as long as the worker.
        listener.forget();
        failed.forget();
        Ok(worker)
    }
}

impl State {
    fn end_worker(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }
}

/// Sends a request, with its file if it is an audit.
fn send(worker: &Worker, request: &Request, file: Option<&web_sys::File>) {
    let line = JsValue::from_str(&request.to_string());
    let mut message = line.clone();
    if let (Request::Audit(question), Some(file)) = (request, file) {
        let parts = js_sys::Object::new();
        let id = JsValue::from_f64(question.id as f64);
        for (name, value) in [("line", &line), ("file", file.as_ref()), ("id", &id)] {
            let _ = js_sys::Reflect::set(&parts, &name.into(), value);
        }
        message = parts.into();
    }
    let _ = worker.post_message(&message);
}
