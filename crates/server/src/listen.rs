//! The network: listening, accepting, and stopping in good order.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::time;

use crate::app::app;
use crate::assets::Assets;
use crate::connection::{self, Limits};

/// How long to wait when the system has no room for another connection.
const BREATHER: Duration = Duration::from_millis(100);

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The system refuses what any server needs.
    #[error("cannot start the server")]
    Start(#[source] io::Error),
}

/// A server that listens and has not begun to answer.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    limits: Limits,
}

impl Server {
    /// Listens on an address; port 0 stands for any that is free.
    ///
    /// # Errors
    ///
    /// The address is taken, not ours, or not allowed.
    pub async fn bind(address: SocketAddr, limits: Limits) -> Result<Server, ServeError> {
        let fail = |source| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(fail)?;
        let address = listener.local_addr().map_err(fail)?;
        Ok(Server {
            listener,
            address,
            limits,
        })
    }

    /// Returns the address it listens on, with the real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` is ready, then lets open connections finish.
    pub async fn run(self, app: Router, stop: impl Future<Output = ()>) {
        let connections = GracefulShutdown::new();
        tokio::select! {
            () = self.accept(&app, &connections) => {}
            () = stop => {}
        }
        drop(self.listener);
        // Whoever has not finished by then is cut off.
        let _ = time::timeout(self.limits.farewell, connections.shutdown()).await;
    }

    async fn accept(&self, app: &Router, connections: &GracefulShutdown) {
        let room = Arc::new(Semaphore::new(self.limits.connections));
        loop {
            let Ok(place) = Arc::clone(&room).acquire_owned().await else {
                return;
            };
            let Ok((stream, _)) = self.listener.accept().await else {
                // The peer is gone already, or too many files are open, which passes.
                time::sleep(BREATHER).await;
                continue;
            };
            let served = connection::serve(stream, app.clone(), self.limits, connections.watcher());
            tokio::spawn(async move {
                served.await;
                drop(place);
            });
        }
    }
}

/// Serves the embedded app until the program is asked to stop. `ready` learns the address.
///
/// # Errors
///
/// The address cannot be listened on, or the system refuses what any server needs.
pub fn serve(address: SocketAddr, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(ServeError::Start)?;
    runtime.block_on(async {
        let server = Server::bind(address, Limits::default()).await?;
        let interruption = interruption().map_err(ServeError::Start)?;
        ready(server.address());
        server.run(app(Assets::embedded()), interruption).await;
        Ok(())
    })
}

/// Listens for Ctrl-C, and for the polite request to end that other programs send, from now on
/// and not only once it is waited for: whoever was told the address may ask at any moment.
#[cfg(unix)]
fn interruption() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Listens for Ctrl-C.
#[cfg(not(unix))]
fn interruption() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
