//! `fourfold serve`: serves the app and tables over a network.

mod log;

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use server::{Assets, Endings, Node, OriginError, ServeError, ServePlan, TableLimits};
use store::{Memory, Sqlite, Store};
use syzygy::Tables;

use crate::exit::{Status, WrongUsage};
use crate::output::plain_error;

use log::LogLevel;

/// A browser's storage belongs to an origin, which includes the port, so the port is fixed unless
/// another one is requested.
const PORT: u16 = 4004;

const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Arguments of `fourfold serve`.
#[derive(Debug, clap::Args)]
pub struct ServeArgs {
    /// The port to listen on, 0 for any free one; the browser keeps unfinished games separately for
    /// each port
    #[arg(long, value_name = "N", default_value_t = PORT)]
    pub port: u16,
    /// The address to listen on; any other than the default lets other machines connect
    #[arg(long, value_name = "ADDRESS", default_value_t = LOCALHOST)]
    pub bind: IpAddr,
    /// Open the app in the browser
    #[arg(long)]
    pub open: bool,
    /// Store all tables in this file, created on first use; without it they are lost when the
    /// program ends
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// The address that people open; required if other machines can reach this one, or behind a
    /// proxy
    #[arg(long, value_name = "https://HOST")]
    pub public_origin: Option<String>,
    /// Trust X-Forwarded-For, which the proxy in front of this program sets
    #[arg(long)]
    pub behind_proxy: bool,
    /// The name of this node among several behind one proxy: the ids of its tables begin with it
    #[arg(long, value_name = "NAME")]
    pub node: Option<Node>,
    /// Remove tables that have been idle for this many days; without it they stay
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep: Option<u32>,
    /// The number of threads for programs at seats, at low priority; 0 for no programs
    #[arg(long, value_name = "N", default_value_t = PROGRAMS)]
    pub programs: usize,
    /// The minimum time of a program's move in milliseconds, so that people can follow; the host of
    /// a table can choose another
    #[arg(long, value_name = "MS", default_value_t = PACE_MS)]
    pub pace: u32,
    /// Serve metrics for Prometheus, list and close tables on this port of this machine, or on this
    /// address; it has no authentication
    #[arg(long, value_name = "PORT|ADDRESS:PORT", value_parser = read_admin)]
    pub admin: Option<SocketAddr>,
    /// Look up endgame tables in these Syzygy folders for the analysis, separated as in PATH
    #[arg(long, value_name = "PATH")]
    pub syzygy: Option<String>,
    /// What to log to stderr, one JSON object per line
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = LogLevel::Info)]
    pub log: LogLevel,
    /// The maximum number of open sockets; lower if the system allows fewer open files
    #[arg(long, value_name = "N", default_value_t = SOCKETS)]
    pub sockets: usize,
    /// The maximum number of sockets from one address; raise it for schools and clubs behind one
    /// address
    #[arg(long, value_name = "N", default_value_t = SOCKETS_PER_ADDRESS)]
    pub sockets_per_address: usize,
    /// How many tables one address may create at once, and then one every two minutes; raise it for
    /// an evening of a club
    #[arg(long, value_name = "N", default_value_t = CREATE_BURST, value_parser = clap::value_parser!(u32).range(1..))]
    pub create_burst: u32,
}

const PROGRAMS: usize = 1;

const PACE_MS: u32 = 800;

const SOCKETS: usize = 20_000;

const SOCKETS_PER_ADDRESS: usize = 256;

const CREATE_BURST: u32 = 30;

impl ServeArgs {
    /// The arguments of `fourfold` without a command.
    pub fn opening() -> ServeArgs {
        ServeArgs {
            port: PORT,
            bind: LOCALHOST,
            open: true,
            data: None,
            public_origin: None,
            behind_proxy: false,
            node: None,
            keep: None,
            programs: PROGRAMS,
            pace: PACE_MS,
            admin: None,
            syzygy: None,
            log: LogLevel::Error,
            sockets: SOCKETS,
            sockets_per_address: SOCKETS_PER_ADDRESS,
            create_burst: CREATE_BURST,
        }
    }
}

/// Serves until interrupted.
pub fn run(args: &ServeArgs) -> anyhow::Result<Status> {
    if Assets::embedded().is_empty() {
        say("fourfold: this program was built without the app; `cargo xtask run` builds both");
    }
    log::start(args.log);
    let plan = ServePlan {
        address: SocketAddr::new(args.bind, args.port),
        public_origin: args.public_origin.clone(),
        trust_proxy: args.behind_proxy,
        store: open_store(args.data.as_deref())?,
        keep_days: args.keep,
        admin: args.admin,
        programs: args.programs,
        pace: Duration::from_millis(args.pace.into()),
        node: args.node.clone().unwrap_or_default(),
        tables: TableLimits {
            sockets: args.sockets,
            sockets_per_address: args.sockets_per_address,
            create_burst: args.create_burst,
            ..TableLimits::default()
        },
        endings: endings(args.syzygy.as_deref()),
    };
    let served = server::serve(plan, |address| announce(address, args));
    served.map_err(|error| explain(error, args))?;
    say("fourfold: stopped");
    Ok(Status::Fine)
}

/// Opens endgame tables. Folders that cannot be read are named and left out.
fn endings(folders: Option<&str>) -> Endings {
    let Some(folders) = folders else {
        return Endings::default();
    };
    let tables = Tables::open(folders);
    for fault in tables.take_faults() {
        say(&format!("fourfold: --syzygy: {fault}; it is left out"));
    }
    Endings::new(tables)
}

/// Says something on standard error. A server works even if nobody reads it.
fn say(line: &str) {
    let _ = writeln!(plain_error(), "{line}");
}

/// A port of this machine, or an address with its port.
fn read_admin(text: &str) -> Result<SocketAddr, String> {
    match text.parse() {
        Ok(port) => Ok(SocketAddr::new(LOCALHOST, port)),
        Err(_) => text.parse().map_err(|_| {
            format!("expected a port like 4005 or an address like 127.0.0.1:4005, found {text}")
        }),
    }
}

/// Opens the file of tables. A file that is damaged or not ours is left unchanged.
fn open_store(path: Option<&Path>) -> anyhow::Result<Arc<dyn Store>> {
    match path {
        None => Ok(Arc::new(Memory::new())),
        Some(path) => {
            let opened = Sqlite::open(path);
            let store = opened.with_context(|| format!("--data {}", path.display()))?;
            Ok(Arc::new(store))
        }
    }
}

/// Prints where the app is and whether tables are kept, and opens it if requested.
fn announce(address: SocketAddr, args: &ServeArgs) {
    let url = match &args.public_origin {
        Some(origin) if !args.open => format!("{}/", origin.trim_end_matches('/')),
        _ => url(address),
    };
    match &args.data {
        Some(path) => say(&format!("Tables are kept in {}.", path.display())),
        None => say(
            "Tables are not kept: they are lost when this program ends (--data FILE keeps them).",
        ),
    }
    // A server works even if nobody reads where it is.
    let _ = writeln!(io::stdout(), "Fourfold is at {url}");
    say("Press Ctrl-C to stop it.");
    if !address.ip().is_loopback() {
        say(&format!(
            "fourfold: anyone who can reach {address} can open it"
        ));
    }
    if args.open {
        open_browser(url);
    }
}

/// The address for a browser on this machine: if the server listens on all addresses, `localhost`
/// stands for them.
fn url(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    }
}

/// A host as it is written in a URL, without its port.
fn url_host(address: &SocketAddr) -> String {
    match address {
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => format!("[{}]", address.ip()),
    }
}

/// Opens an address in the system's browser, and says so if that fails.
fn open_browser(url: String) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    command
        .arg(&url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let program = command.get_program().display().to_string();
    // The opener may run as long as the browser, so a separate thread waits for it.
    thread::spawn(move || {
        let trouble = match command.status() {
            // Explorer always reports a failure.
            Ok(status) if status.success() || cfg!(windows) => return,
            Ok(status) => format!("{program} failed, {status}"),
            Err(error) if error.kind() == ErrorKind::NotFound => format!("{program} was not found"),
            Err(error) => format!("{program}: {error}"),
        };
        say(&format!(
            "fourfold: cannot open a browser ({trouble}); open {url} in one yourself"
        ));
    });
}

/// Adds advice to the error.
fn explain(error: ServeError, args: &ServeArgs) -> anyhow::Error {
    let advice = match &error {
        ServeError::Listen { source, .. } => match source.kind() {
            ErrorKind::AddrInUse => {
                "another program, or another Fourfold, uses that port; \
                 choose one with --port N, or any that is free with --port 0"
            }
            ErrorKind::PermissionDenied => {
                "the system does not allow it; ports from 1024 on need no special rights"
            }
            ErrorKind::AddrNotAvailable => "--bind expects an address of this machine",
            _ => return error.into(),
        },
        ServeError::Origin(OriginError::Missing(address)) => {
            return WrongUsage::error(format!(
                "{error}: add --public-origin, as in --public-origin http://{}:{}",
                if address.ip().is_unspecified() {
                    "ADDRESS".to_owned()
                } else {
                    url_host(address)
                },
                address.port()
            ));
        }
        ServeError::Origin(_) => return WrongUsage::error(format!("--public-origin: {error}")),
        ServeError::Hall(_) | ServeError::Start(_) => return error.into(),
    };
    let address = SocketAddr::new(args.bind, args.port);
    anyhow!("cannot listen on {address}: {advice}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_is_one_that_opens() {
        for (address, expected) in [
            ("127.0.0.1:4004", "http://127.0.0.1:4004/"),
            ("[::1]:80", "http://[::1]:80/"),
            ("0.0.0.0:4004", "http://localhost:4004/"),
            ("[::]:4004", "http://localhost:4004/"),
        ] {
            assert_eq!(url(address.parse().unwrap()), expected);
        }
    }
}
