//! The worker as the page sees it: started when it is first needed, and replaced when it does not
//! stop in time.
//!
//! A worker receives no messages while it searches a slice. A new search waits a moment for the
//! previous one to stop; if it does not, the worker is terminated and another one is started.

use std::time::Duration;

use leptos::prelude::*;
use thinker::message::{Audit, Judge, Reply, Request};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker};

use super::browser;

/// How long a search may take to stop.
const GRACE: Duration = Duration::from_millis(40);

/// A worker, which is `Copy`.
#[derive(Clone, Copy)]
pub struct Thinker {
    state: StoredValue<State, LocalStorage>,
    hear: StoredValue<Option<Hear>, LocalStorage>,
    /// The open request, and the earliest time for its answer.
    awaited: StoredValue<Option<(u64, Duration)>>,
}

/// Receives the replies of the worker.
type Hear = Box<dyn Fn(Reply)>;

#[derive(Default)]
struct State {
    worker: Option<Worker>,
    /// Whether the worker has sent anything yet. Until then it is being loaded.
    is_awake: bool,
    search: Search,
    /// The open requests to the referee.
    rulings: Vec<Judge>,
    /// The file that is being audited, or will be.
    file: Option<web_sys::File>,
    /// Counts the stopped searches.
    stops: u64,
}

#[derive(Default)]
enum Search {
    #[default]
    None,
    Running(u64),
    /// It was stopped, and this follows.
    Stopping(Option<Request>),
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

    /// Passes on a reply of the worker.
    pub fn listen(self, hear: impl Fn(Reply) + 'static) {
        self.hear.set_value(Some(Box::new(hear)));
    }

    /// Requests a search with a minimum time for its answer, so that people can follow.
    pub fn ask_slowly(self, id: u64, pause: Duration, request: Request) {
        self.expect(id, pause);
        self.ask(request);
    }

    /// Sets the minimum time for the answer to a request that follows.
    pub fn expect(self, id: u64, pause: Duration) {
        self.awaited.set_value(Some((id, browser::now() + pause)));
    }

    /// Whether an answer was ever expected.
    pub fn has_asked(self) -> bool {
        self.awaited.get_value().is_some()
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
        if self.hear.with_value(Option::is_none) {
            return;
        }
        let id = match &request {
            Request::Judge(judge) => {
                let judge = judge.clone();
                self.state.update_value(|state| state.rulings.push(judge));
                return self.post(&request);
            }
            Request::Stop | Request::Bench { .. } => None,
            Request::Go(go) => Some(go.id),
            Request::Analyze(question) => Some(question.id),
            Request::Rival(question) => Some(question.id),
            Request::Audit(question) => Some(question.id),
        };
        let next = id.is_some().then_some(request.clone());
        let mut is_free = false;
        self.state.update_value(|state| match &mut state.search {
            Search::None => is_free = true,
            Search::Stopping(following) => *following = next,
            Search::Running(_) => {
                state.search = Search::Stopping(next);
                state.stops += 1;
                let stops = state.stops;
                set_timeout(move || self.give_up(stops), GRACE);
                // The worker exists, because something runs in it.
                if let Some(worker) = &state.worker {
                    send(worker, &Request::Stop, None);
                }
            }
        });
        if let (true, Some(id)) = (is_free, id) {
            self.state
                .update_value(|state| state.search = Search::Running(id));
            self.post(&request);
        }
    }

    fn post(self, request: &Request) {
        if self.state.with_value(|state| state.worker.is_none()) {
            match self.start() {
                Ok(worker) => self.state.update_value(|state| {
                    state.worker = Some(worker);
                    state.is_awake = false;
                }),
                Err(error) => leptos::logging::error!("there is no worker: {error:?}"),
            }
        }
        self.state.with_value(|state| {
            if let Some(worker) = &state.worker {
                send(worker, request, state.file.as_ref());
            }
        });
    }

    /// The time to stop is over: terminates the worker unless it has stopped, and continues with
    /// another.
    fn give_up(self, stops: u64) {
        let mut is_loading = false;
        let mut next = None;
        let mut rulings = Vec::new();
        self.state.try_update_value(|state| {
            let Search::Stopping(following) = &mut state.search else {
                return;
            };
            if state.stops != stops {
                return;
            }
            if !state.is_awake {
                is_loading = true;
                return;
            }
            next = following.take();
            rulings = core::mem::take(&mut state.rulings);
            state.end_worker();
        });
        if is_loading {
            return set_timeout(move || self.give_up(stops), GRACE);
        }
        for judge in rulings {
            self.ask(Request::Judge(judge));
        }
        if let Some(next) = next {
            self.ask(next);
        }
    }

    fn hear(self, line: &str) {
        let Ok(reply) = line.parse::<Reply>() else {
            return;
        };
        let mut next = None;
        self.state.update_value(|state| {
            state.is_awake = true;
            match &reply {
                Reply::Audit(part) if !part.is_over => {}
                Reply::Progress(_) | Reply::Counted { .. } => {}
                Reply::Ruling { id, .. } => state.rulings.retain(|judge| judge.id != *id),
                Reply::Best { .. }
                | Reply::Audit(_)
                | Reply::Rival { .. }
                | Reply::Stopped { .. }
                | Reply::Failed { .. } => {
                    if let Search::Stopping(following) = core::mem::take(&mut state.search) {
                        next = following;
                    }
                }
            }
        });
        if let Some(next) = next {
            self.ask(next);
        }
        self.tell(reply);
    }

    fn tell(self, reply: Reply) {
        self.hear.with_value(|hear| {
            if let Some(hear) = hear {
                hear(reply);
            }
        });
    }

    /// The worker could not be loaded: all its requests have failed.
    fn fail(self) {
        let mut failed = Vec::new();
        self.state.try_update_value(|state| {
            if let Search::Running(id) = state.search {
                failed.push(id);
            }
            failed.extend(state.rulings.drain(..).map(|judge| judge.id));
            state.end_worker();
        });
        for id in failed {
            let why = "a file did not arrive".to_owned();
            self.tell(Reply::Failed { id, why });
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
        let failed = Closure::<dyn FnMut()>::new(move || self.fail());
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
            worker.terminate();
        }
        self.search = Search::None;
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
