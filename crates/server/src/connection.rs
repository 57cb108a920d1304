//! One connection, and how much patience it gets.
//!
//! hyper gives up on a peer that does not finish its request; [`Impatient`] gives up on one that
//! does not take its answer. Between them no peer can hold a connection for nothing.

use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::Watcher;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// A request line with its headers must fit in this many bytes.
const REQUEST_MAX: usize = 16 * 1024;

/// What a peer may take: how many connections there are at once, and how long it may dawdle.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many connections are served at the same time; further ones wait.
    pub connections: usize,
    /// How long a request may take to arrive, the wait for the next one on a connection included.
    pub request: Duration,
    /// How long an answer may stand still on its way.
    pub answer: Duration,
    /// How long open connections may take to finish when the server stops.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 256,
            request: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            farewell: Duration::from_secs(3),
        }
    }
}

/// Serves one connection until it is closed, broken, or out of patience.
pub(crate) async fn serve(stream: TcpStream, app: Router, limits: Limits, watcher: Watcher) {
    // Answers are short and whole: waiting for more to send would only delay them.
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(Impatient::new(stream, limits.answer));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.request)
        .max_buf_size(REQUEST_MAX)
        .serve_connection(stream, TowerToHyperService::new(app));
    // An error means that the peer broke off or was too slow; there is nobody to tell.
    let _ = watcher.watch(connection).await;
}

/// A stream whose writes fail once they have stood still for too long.
struct Impatient<S> {
    stream: S,
    patience: Duration,
    /// Runs while a write is waiting for the peer.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Impatient<S> {
    fn new(stream: S, patience: Duration) -> Impatient<S> {
        Impatient {
            stream,
            patience,
            waiting: None,
        }
    }

    /// Passes on what a write said, unless it has been waiting for too long.
    fn limit<T>(
        &mut self,
        context: &mut Context<'_>,
        progress: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if progress.is_ready() {
            self.waiting = None;
            return progress;
        }
        let patience = self.patience;
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + patience)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Impatient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        pin!(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Impatient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let progress = pin!(&mut self.stream).poll_write(context, bytes);
        self.limit(context, progress)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let progress = pin!(&mut self.stream).poll_flush(context);
        self.limit(context, progress)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let progress = pin!(&mut self.stream).poll_shutdown(context);
        self.limit(context, progress)
    }
}
