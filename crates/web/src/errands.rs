//! What the page has asked its worker for, and what is still open.
//!
//! A worker receives no messages while it searches a slice. A new search waits a moment for the
//! previous one to stop; if it does not, the worker is ended and another one goes on. A worker can
//! also die without a word, for instance when memory runs out. So when it is silent for long, it is
//! asked for a sign of life, and replaced if there is none.
//!
//! Time comes in with each call, and what only a page can do is returned as steps.

use std::time::Duration;

use thinker::message::{Judge, Reply, Request};

/// How long a search may take to stop.
pub const GRACE: Duration = Duration::from_millis(40);

/// How often to call [`Errands::tick`] while something is open.
pub const TICK: Duration = Duration::from_secs(1);

/// How long a worker may be silent before it is asked for a sign of life.
const SILENCE: Duration = Duration::from_secs(5);

/// How long it may take to give one: longer than any slice, even on a slow device.
const PATIENCE: Duration = Duration::from_secs(25);

/// The same while its files are still being loaded.
const LOADING: Duration = Duration::from_secs(180);

/// Why a request has no answer.
const DEAD: &str = "it stopped working, and so did the one that replaced it";
const AUDIT_DEAD: &str = "the worker that read it stopped working; open the file again";

/// What the page has to do, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this to the worker, which is started if there is none.
    Post(Request),
    /// End the worker.
    End,
    /// Call [`Errands::look_again`] with this number after [`GRACE`].
    LookAgain(u64),
    Tell(Reply),
}

/// The open requests to a worker.
#[derive(Clone, Debug, Default)]
pub struct Errands {
    search: Search,
    /// The open requests to the referee.
    rulings: Vec<Judge>,
    /// Whether the worker has sent anything yet. Until then it is being loaded.
    is_awake: bool,
    /// Whether it replaces one that died, and has not answered yet.
    is_second: bool,
    /// Counts the stopped searches.
    stops: u64,
    /// The last sign of life, or when something was first asked.
    heard: Duration,
    /// When a sign of life was asked for.
    pinged: Option<Duration>,
}

#[derive(Clone, Debug, Default)]
enum Search {
    #[default]
    None,
    Running(Request),
    /// It was stopped, and this follows.
    Stopping(Option<Request>),
}

impl Errands {
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        !matches!(self.search, Search::None) || !self.rulings.is_empty()
    }

    /// Sends a request. A search replaces the previous one.
    pub fn ask(&mut self, request: Request, now: Duration) -> Vec<Step> {
        if !self.is_waiting() {
            self.heard = now;
        }
        let is_search = match &request {
            Request::Judge(judge) => {
                self.rulings.push(judge.clone());
                return vec![Step::Post(request)];
            }
            Request::Stop | Request::Ping | Request::Bench { .. } => false,
            Request::Go(_)
            | Request::Analyze(_)
            | Request::Rival(_)
            | Request::Audit(_)
            | Request::Walk(_) => true,
        };
        let next = is_search.then_some(request);
        match (&mut self.search, next) {
            (Search::None, None) => Vec::new(),
            (Search::None, Some(request)) => {
                self.search = Search::Running(request.clone());
                vec![Step::Post(request)]
            }
            (Search::Stopping(following), next) => {
                *following = next;
                Vec::new()
            }
            (Search::Running(_), next) => {
                self.search = Search::Stopping(next);
                self.stops += 1;
                vec![Step::Post(Request::Stop), Step::LookAgain(self.stops)]
            }
        }
    }

    /// The time to stop is over: ends the worker unless it has stopped, and goes on with another.
    pub fn look_again(&mut self, stops: u64, now: Duration) -> Vec<Step> {
        let Search::Stopping(_) = &self.search else {
            return Vec::new();
        };
        match (self.stops == stops, self.is_awake) {
            (false, _) => Vec::new(),
            (true, false) => vec![Step::LookAgain(stops)],
            (true, true) => self.replace(now),
        }
    }

    pub fn hear(&mut self, reply: Reply, now: Duration) -> Vec<Step> {
        self.is_awake = true;
        self.heard = now;
        self.pinged = None;
        if reply == Reply::Alive {
            return Vec::new();
        }
        self.is_second = false;
        let mut next = None;
        match &reply {
            Reply::Audit(part) if !part.is_over => {}
            Reply::Progress(_) | Reply::Counted { .. } | Reply::Alive => {}
            // If the worker is replaced, the next one goes on from here.
            Reply::Looked { ply, .. } => {
                if let Search::Running(Request::Walk(walk)) = &mut self.search {
                    walk.plies.retain(|left| left != ply);
                }
            }
            Reply::Ruling { id, .. } => self.rulings.retain(|judge| judge.id != *id),
            Reply::Failed { id, .. } if self.rulings.iter().any(|judge| judge.id == *id) => {
                self.rulings.retain(|judge| judge.id != *id);
            }
            Reply::Best { .. }
            | Reply::Audit(_)
            | Reply::Rival { .. }
            | Reply::Stopped { .. }
            | Reply::Failed { .. } => {
                if let Search::Stopping(following) = core::mem::take(&mut self.search) {
                    next = following;
                }
            }
        }
        let mut steps = next.map_or_else(Vec::new, |next| self.ask(next, now));
        steps.push(Step::Tell(reply));
        steps
    }

    /// Looks whether the worker is still there.
    pub fn tick(&mut self, now: Duration) -> Vec<Step> {
        let patience = if self.is_awake { PATIENCE } else { LOADING };
        match self.pinged {
            _ if !self.is_waiting() => Vec::new(),
            None if now >= self.heard + SILENCE => {
                self.pinged = Some(now);
                vec![Step::Post(Request::Ping)]
            }
            Some(pinged) if now >= pinged + patience => match self.is_second {
                false => {
                    self.is_second = true;
                    self.replace(now)
                }
                true => self.fail(DEAD),
            },
            None | Some(_) => Vec::new(),
        }
    }

    /// The worker failed: nothing of what is open will be answered.
    pub fn fail(&mut self, why: &str) -> Vec<Step> {
        let search = match self.end() {
            Search::None | Search::Stopping(None) => None,
            Search::Running(request) | Search::Stopping(Some(request)) => id_of(&request),
        };
        let rulings = core::mem::take(&mut self.rulings);
        let ids = search
            .into_iter()
            .chain(rulings.iter().map(|judge| judge.id));
        let failed = ids.map(|id| failed(id, why));
        core::iter::once(Step::End).chain(failed).collect()
    }

    /// Ends the worker and asks another one for what is open.
    fn replace(&mut self, now: Duration) -> Vec<Step> {
        let search = self.end();
        let rulings = core::mem::take(&mut self.rulings);
        let mut steps = vec![Step::End];
        for judge in rulings {
            steps.extend(self.ask(Request::Judge(judge), now));
        }
        match search {
            Search::None | Search::Stopping(None) => {}
            // What it has reported so far would be reported again.
            Search::Running(Request::Audit(question)) => {
                steps.push(failed(question.id, AUDIT_DEAD));
            }
            Search::Running(request) | Search::Stopping(Some(request)) => {
                steps.extend(self.ask(request, now));
            }
        }
        steps
    }

    /// Forgets the worker; returns its search.
    fn end(&mut self) -> Search {
        self.is_awake = false;
        self.pinged = None;
        core::mem::take(&mut self.search)
    }
}

fn failed(id: u64, why: &str) -> Step {
    let why = why.to_owned();
    Step::Tell(Reply::Failed { id, why })
}

fn id_of(request: &Request) -> Option<u64> {
    match request {
        Request::Go(go) => Some(go.id),
        Request::Analyze(question) => Some(question.id),
        Request::Rival(question) => Some(question.id),
        Request::Audit(question) => Some(question.id),
        Request::Walk(question) => Some(question.id),
        Request::Judge(judge) => Some(judge.id),
        Request::Stop | Request::Ping | Request::Bench { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use chess::Color;
    use thinker::message::{Audit, AuditPart, Go, MateVerdict, Past, Walk};

    use super::*;

    fn past() -> Past {
        Past {
            chess960: false,
            fen: String::new(),
            moves: Vec::new(),
        }
    }

    fn go(id: u64) -> Request {
        let (level, past) = (3, past());
        Request::Go(Go { id, level, past })
    }

    fn judge(id: u64) -> Request {
        let (side, past) = (Color::White, past());
        Request::Judge(Judge { id, side, past })
    }

    fn best(id: u64) -> Reply {
        let best = "e2e4".to_owned();
        Reply::Best { id, best, score: 0 }
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// The worker has sent something before.
    fn awake() -> Errands {
        let mut errands = Errands::default();
        errands.hear(Reply::Alive, at(0));
        errands
    }

    #[test]
    fn a_new_search_waits_for_the_previous_one_to_stop() {
        let mut errands = awake();
        assert_eq!(errands.ask(go(1), at(0)), [Step::Post(go(1))]);
        let stop = [Step::Post(Request::Stop), Step::LookAgain(1)];
        assert_eq!(errands.ask(go(2), at(0)), stop);
        assert_eq!(errands.ask(go(3), at(0)), [], "the last one counts");
        let told = Reply::Stopped { id: 1 };
        let next = [Step::Post(go(3)), Step::Tell(told.clone())];
        assert_eq!(errands.hear(told, at(0)), next);
        assert_eq!(errands.look_again(1, at(1)), [], "it has stopped in time");
        assert_eq!(errands.hear(best(3), at(1)), [Step::Tell(best(3))]);
        assert!(!errands.is_waiting());
    }

    #[test]
    fn a_worker_that_does_not_stop_is_replaced() {
        let mut errands = Errands::default();
        errands.ask(judge(7), at(0));
        errands.ask(go(1), at(0));
        errands.ask(go(2), at(0));
        let wait = [Step::LookAgain(1)];
        assert_eq!(errands.look_again(1, at(0)), wait, "it is being loaded");
        errands.hear(Reply::Alive, at(1));
        let other = [Step::End, Step::Post(judge(7)), Step::Post(go(2))];
        assert_eq!(errands.look_again(1, at(1)), other);
    }

    #[test]
    fn a_silent_worker_is_asked_for_a_sign_of_life() {
        let mut errands = awake();
        errands.ask(go(1), at(100));
        assert_eq!(errands.tick(at(104)), []);
        assert_eq!(errands.tick(at(105)), [Step::Post(Request::Ping)]);
        assert_eq!(errands.tick(at(106)), [], "it is asked once");
        assert_eq!(errands.hear(Reply::Alive, at(110)), []);
        assert_eq!(errands.tick(at(114)), []);
        assert_eq!(errands.tick(at(115)), [Step::Post(Request::Ping)]);
        assert_eq!(errands.hear(best(1), at(120)), [Step::Tell(best(1))]);
        assert_eq!(errands.tick(at(1_000)), [], "nothing is open");
    }

    #[test]
    fn a_dead_worker_is_replaced_once_and_then_the_request_fails() {
        let mut errands = awake();
        errands.ask(judge(8), at(0));
        errands.ask(go(1), at(0));
        errands.tick(at(5));
        assert_eq!(errands.tick(at(29)), []);
        let again = [Step::End, Step::Post(judge(8)), Step::Post(go(1))];
        assert_eq!(errands.tick(at(30)), again);
        // The second one is loaded from the browser's store, and dies too.
        errands.hear(Reply::Alive, at(31));
        errands.tick(at(36));
        let steps = errands.tick(at(61));
        assert_eq!(steps, [Step::End, failed(1, DEAD), failed(8, DEAD)]);
        assert!(!errands.is_waiting());
        // The next request has a new chance, and an answer makes up for a death.
        errands.ask(go(2), at(70));
        errands.hear(best(2), at(71));
        errands.ask(go(3), at(80));
        errands.tick(at(85));
        assert_eq!(errands.tick(at(110)), [Step::End, Step::Post(go(3))]);
    }

    #[test]
    fn loading_may_take_longer_and_a_late_timer_is_no_death() {
        let mut errands = Errands::default();
        errands.ask(go(1), at(0));
        errands.tick(at(5));
        assert_eq!(errands.tick(at(60)), [], "the line may be slow");
        assert_eq!(errands.tick(at(185))[0], Step::End);
        // The device was asleep, and the worker with it.
        let mut errands = awake();
        errands.ask(go(1), at(0));
        assert_eq!(errands.tick(at(9_000)), [Step::Post(Request::Ping)]);
        assert_eq!(errands.hear(Reply::Alive, at(9_001)), []);
        assert_eq!(errands.tick(at(9_002)), []);
    }

    #[test]
    fn an_audit_is_not_begun_again() {
        let mut errands = awake();
        let question = |id| {
            Request::Audit(Audit {
                id,
                name: "a.pgn".to_owned(),
                is_full: false,
            })
        };
        errands.ask(question(4), at(0));
        let part = Reply::Audit(AuditPart {
            id: 4,
            ..AuditPart::default()
        });
        assert_eq!(errands.hear(part.clone(), at(1)), [Step::Tell(part)]);
        errands.tick(at(6));
        assert_eq!(errands.tick(at(31)), [Step::End, failed(4, AUDIT_DEAD)]);
        // One that has not begun is.
        let mut errands = awake();
        errands.ask(question(5), at(0));
        errands.ask(question(6), at(0));
        assert_eq!(
            errands.look_again(1, at(1)),
            [Step::End, Step::Post(question(6))]
        );
    }

    #[test]
    fn a_walk_over_a_game_goes_on_where_it_was() {
        let mut errands = awake();
        let walk = |plies: &[usize]| {
            Request::Walk(Walk {
                id: 4,
                nodes: 100,
                plies: plies.to_vec(),
                past: past(),
            })
        };
        errands.ask(walk(&[2, 1, 0]), at(0));
        let looked = Reply::Looked {
            id: 4,
            ply: 2,
            evaluation: "0.20".to_owned(),
            line: Vec::new(),
        };
        assert_eq!(errands.hear(looked.clone(), at(1)), [Step::Tell(looked)]);
        errands.tick(at(6));
        let steps = errands.tick(at(31));
        assert_eq!(steps, [Step::End, Step::Post(walk(&[1, 0]))]);
        let stopped = Reply::Stopped { id: 4 };
        assert_eq!(errands.hear(stopped.clone(), at(32)), [Step::Tell(stopped)]);
        assert!(!errands.is_waiting());
    }

    #[test]
    fn an_error_fails_everything_at_once() {
        let mut errands = awake();
        errands.ask(go(1), at(0));
        errands.ask(judge(2), at(0));
        let why = "a file did not arrive";
        assert_eq!(
            errands.fail(why),
            [Step::End, failed(1, why), failed(2, why)]
        );
        // A refused question to the referee does not end the search.
        let mut errands = awake();
        errands.ask(go(1), at(0));
        errands.ask(judge(2), at(0));
        let why = "not a position".to_owned();
        errands.hear(Reply::Failed { id: 2, why }, at(0));
        let ruling = Reply::Ruling {
            id: 2,
            verdict: MateVerdict::Unknown,
        };
        assert!(errands.is_waiting());
        assert_eq!(errands.hear(ruling.clone(), at(0)), [Step::Tell(ruling)]);
        errands.hear(best(1), at(0));
        assert!(!errands.is_waiting());
    }
}
