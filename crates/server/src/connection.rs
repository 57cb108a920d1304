//! One connection and its timeouts.
//!
//! hyper closes a connection whose peer does not finish its request. [`WriteTimeout`] closes one whose
//! peer does not read the response. So no peer can occupy a connection without making progress.

use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep_until};
use tower::util::MapRequest;

use crate::limits::Limits;

/// The maximum size of a request line with its headers, in bytes.
const REQUEST_MAX: usize = 16 * 1024;

/// The address of the peer, attached to each of its requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub IpAddr);

/// Serves one connection until it is closed, broken, timed out, or upgraded to a WebSocket. Then it
/// is no longer counted here, and the socket's task takes over.
pub(crate) async fn serve<S>(
    stream: S,
    peer: IpAddr,
    app: Router,
    limits: Limits,
    mut stopping: watch::Receiver<bool>,
) where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let stream = TokioIo::new(WriteTimeout::new(stream, limits.answer));
    let app = MapRequest::new(app, move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.request)
        .max_buf_size(REQUEST_MAX)
        .serve_connection(stream, TowerToHyperService::new(app))
        .with_upgrades();
    let mut connection = pin!(connection);
    // An error means that the peer disconnected or was too slow; there is nobody to report it to.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stop_of(&mut stopping) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Waits until the server stops.
async fn stop_of(stopping: &mut watch::Receiver<bool>) {
    // If the server is gone, it has stopped too.
    let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
}

/// A stream whose writes fail if they make no progress for too long.
struct WriteTimeout<S> {
    stream: S,
    patience: Duration,
    /// Runs while a write waits for the peer.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    fn new(stream: S, patience: Duration) -> WriteTimeout<S> {
        WriteTimeout {
            stream,
            patience,
            waiting: None,
        }
    }

    /// Passes on the result of a write, unless it has waited for too long.
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

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        pin!(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
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
