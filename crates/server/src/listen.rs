//! The network: listening, accepting, and graceful shutdown.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use store::Store;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::{Semaphore, watch};
use tokio::time;

use crate::admin::{AdminGate, admin};
use crate::app::app_with_tables;
use crate::assets::Assets;
use crate::connection;
use crate::endings::Endings;
use crate::hall::{Hall, HallError, HallPlan};
use crate::limits::{ConnectionCount, Limits, TableLimits};
use crate::node::Node;
use crate::origin::{Gate, OriginError};

/// How long to wait when the system cannot accept another connection.
const BREATHER: Duration = Duration::from_millis(100);

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("cannot listen on {address}")]
    Listen {
        address: SocketAddr,
        source: io::Error,
    },
    #[error("{0}")]
    Origin(#[from] OriginError),
    /// The tables cannot be read, or the threads for programs cannot be started.
    #[error("{0}")]
    Hall(#[from] HallError),
    /// The system refused something that every server needs.
    #[error("cannot start the server")]
    Start(#[source] io::Error),
}

/// A server that listens but does not respond yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    limits: Limits,
}

impl Server {
    /// Listens on an address; port 0 selects any free port.
    ///
    /// # Errors
    ///
    /// The address is in use, not local, or not allowed.
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

    /// Responds to requests until `stop` is ready, then lets open connections finish.
    pub async fn run(self, app: Router, stop: impl Future<Output = ()>) {
        let (stopping, _) = watch::channel(false);
        tokio::select! {
            () = self.accept(&app, &stopping) => {}
            () = stop => {}
        }
        drop(self.listener);
        // Connections that have not finished by then are cut off.
        stopping.send_replace(true);
        let _ = time::timeout(self.limits.shutdown, stopping.closed()).await;
    }

    async fn accept(&self, app: &Router, stopping: &watch::Sender<bool>) {
        let room = Arc::new(Semaphore::new(self.limits.connections));
        let connections = ConnectionCount::new(usize::MAX, self.limits.connections_per_address);
        loop {
            let Ok(place) = Arc::clone(&room).acquire_owned().await else {
                return;
            };
            let Ok((stream, peer)) = self.listener.accept().await else {
                // Either the peer is gone already, or too many files are open, which is temporary.
                time::sleep(BREATHER).await;
                continue;
            };
            // Responses are short and complete, so Nagle's algorithm would only delay them.
            let _ = stream.set_nodelay(true);
            // An address with too many connections gets no further one and takes no place from
            // others.
            let Ok(of_address) = connections.reserve(peer.ip()) else {
                continue;
            };
            let (app, stopping) = (app.clone(), stopping.subscribe());
            let served = connection::serve(stream, peer.ip(), app, self.limits, stopping);
            tokio::spawn(async move {
                served.await;
                drop((place, of_address));
            });
        }
    }
}

/// Serves one connection accepted by something other than [`Server`], until it is closed. A
/// simulated network has its own streams.
pub async fn serve_connection<S>(stream: S, peer: IpAddr, app: Router, limits: Limits)
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (_going_on, stopping) = watch::channel(false);
    connection::serve(stream, peer, app, limits, stopping).await;
}

pub struct ServePlan {
    pub address: SocketAddr,
    /// The address that people open, if it differs.
    pub public_origin: Option<String>,
    /// Whether to take the client's address from the proxy's header.
    pub trust_proxy: bool,
    pub store: Arc<dyn Store>,
    /// After how many idle days a table is removed.
    pub keep_days: Option<u32>,
    /// The address of the admin port, which has no authentication.
    pub admin: Option<SocketAddr>,
    /// The number of threads for programs; 0 for no programs.
    pub programs: usize,
    /// The minimum time of a program's move, unless the host of a table chose another.
    pub pace: Duration,
    /// The name of this server among several behind one proxy.
    pub node: Node,
    pub tables: TableLimits,
    pub endings: Endings,
}

/// Serves the embedded app and tables until the program is asked to stop. `ready` is called with
/// the address.
///
/// # Errors
///
/// The address cannot be listened on, the origin is unknown, the tables cannot be read, or the
/// system refused something that every server needs.
pub fn serve(plan: ServePlan, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::Start)?;
    runtime.block_on(async {
        let mut limits = Limits::default();
        if plan.trust_proxy {
            // All connections come from the proxy, which has its own limits.
            limits.connections_per_address = limits.connections;
        }
        let server = Server::bind(plan.address, limits).await?;
        let interruption = interruption().map_err(ServeError::Start)?;
        let gate = Gate::new(server.address(), plan.public_origin.as_deref())?;
        let hall = Hall::open(HallPlan {
            store: plan.store,
            gate,
            limits: plan.tables,
            keep_days: plan.keep_days,
            trust_proxy: plan.trust_proxy,
            programs: plan.programs,
            pace: plan.pace,
            node: plan.node,
        })?;
        let sweeper = hall.clone();
        tokio::spawn(async move { sweeper.remove_idle_tables().await });
        if let Some(address) = plan.admin {
            let desk = Server::bind(address, limits).await?;
            tracing::info!(address = %desk.address(), "the administrator is served");
            let desk_gate = AdminGate::new(desk.address());
            tokio::spawn(desk.run(admin(hall.clone(), desk_gate), std::future::pending()));
        }
        ready(server.address());
        let app = app_with_tables(Assets::embedded(), hall.clone(), plan.endings);
        let stop = async {
            interruption.await;
            hall.close(limits.shutdown).await;
        };
        server.run(app, stop).await;
        Ok(())
    })
}

/// Listens for Ctrl-C and SIGTERM, starting with this call rather than the first poll: once the
/// address is known, a signal may come at any moment.
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
