//! `fourfold serve`: the app in the browser and tables over a network, served from this program.

mod log;

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use anyhow::{Context, anyhow};
use server::{Assets, Node, OriginError, ServeError, ServePlan, TableLimits};
use store::{Memory, Sqlite, Store};

use crate::output::Status;

use log::LogLevel;

/// What a browser keeps for us belongs to an address with its port, so the port is always the same
/// unless another one is asked for.
const PORT: u16 = 4004;

const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Arguments of `fourfold serve`.
#[derive(Debug, clap::Args)]
pub struct ServeArgs {
    /// The port to listen on, 0 for any that is free; unfinished games are kept for each port apart
    #[arg(long, value_name = "N", default_value_t = PORT)]
    pub port: u16,
    /// The address to listen on; any but the default lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = LOCALHOST)]
    pub bind: IpAddr,
    /// Open the app in the browser
    #[arg(long)]
    pub open: bool,
    /// Keep all tables in this file, created on first use; without it they end with the program
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// The address that people open; needed when other machines can reach this one, or when a proxy
    /// stands before it
    #[arg(long, value_name = "https://HOST")]
    pub public_origin: Option<String>,
    /// Believe X-Forwarded-For, which the proxy before this program sets
    #[arg(long)]
    pub behind_proxy: bool,
    /// The name of this node among several behind one proxy: the ids of its tables begin with it
    #[arg(long, value_name = "NAME")]
    pub node: Option<Node>,
    /// Remove tables at which nothing has happened for this many days; without it they stay
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep: Option<u32>,
    /// On how many threads programs at seats think, at a lower priority than everything else; 0 for
    /// no programs
    #[arg(long, value_name = "N", default_value_t = PROGRAMS)]
    pub programs: usize,
    /// Serve counters for Prometheus, the list of tables and closing them on this port of this
    /// machine, or on this address; it asks nobody who they are
    #[arg(long, value_name = "PORT|ADDRESS:PORT", value_parser = read_admin)]
    pub admin: Option<SocketAddr>,
    /// What is logged to stderr, one JSON object a line
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = LogLevel::Info)]
    pub log: LogLevel,
    /// How many sockets there may be in all; fewer if the system allows fewer open files
    #[arg(long, value_name = "N", default_value_t = SOCKETS)]
    pub sockets: usize,
    /// How many sockets one address may have; for schools and clubs behind one address, raise it
    #[arg(long, value_name = "N", default_value_t = SOCKETS_PER_ADDRESS)]
    pub sockets_per_address: usize,
}

const PROGRAMS: usize = 1;

const SOCKETS: usize = 20_000;

const SOCKETS_PER_ADDRESS: usize = 256;

impl ServeArgs {
    /// What `fourfold` without a command means.
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
            admin: None,
            log: LogLevel::Error,
            sockets: SOCKETS,
            sockets_per_address: SOCKETS_PER_ADDRESS,
        }
    }
}

/// Serves until interrupted.
pub fn run(args: &ServeArgs) -> anyhow::Result<Status> {
    if Assets::embedded().is_empty() {
        eprintln!(
            "fourfold: this program was built without the app; `cargo xtask run` builds both"
        );
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
        node: args.node.clone().unwrap_or_default(),
        tables: TableLimits {
            sockets: args.sockets,
            sockets_per_address: args.sockets_per_address,
            ..TableLimits::default()
        },
    };
    let served = server::serve(plan, |address| announce(address, args));
    served.map_err(|error| explain(error, args))?;
    eprintln!("fourfold: stopped");
    Ok(Status::Fine)
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

/// Opens the file of tables. One that is damaged or not ours is left as it is.
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

/// Says where the app is and what becomes of tables, and goes there if asked to.
fn announce(address: SocketAddr, args: &ServeArgs) {
    let url = match &args.public_origin {
        Some(origin) if !args.open => format!("{}/", origin.trim_end_matches('/')),
        _ => url(address),
    };
    match &args.data {
        Some(path) => eprintln!("Tables are kept in {}.", path.display()),
        None => eprintln!("Tables are not kept: they end with this program (--data FILE)."),
    }
    println!("Fourfold is at {url}");
    eprintln!("Press Ctrl-C to stop it.");
    if !address.ip().is_loopback() {
        eprintln!("fourfold: anyone who can reach {address} can open it");
    }
    if args.open {
        open_browser(url);
    }
}

/// The address as a browser on this machine takes it: where every address is listened on, the
/// machine's own name stands for them.
fn url(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    }
}

/// An address as a URL has it, without its port.
fn url_host(address: &SocketAddr) -> String {
    match address {
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => format!("[{}]", address.ip()),
    }
}

/// Hands an address to whatever opens addresses on this system, and says so if that fails.
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
    // The opener may live as long as the browser does, so only a thread of its own waits for it.
    thread::spawn(move || {
        let trouble = match command.status() {
            // Explorer reports a failure whatever happens.
            Ok(status) if status.success() || cfg!(windows) => return,
            Ok(status) => format!("{program} failed, {status}"),
            Err(error) if error.kind() == ErrorKind::NotFound => format!("there is no {program}"),
            Err(error) => format!("{program}: {error}"),
        };
        eprintln!("fourfold: cannot open a browser ({trouble}); open {url} in one yourself");
    });
}

/// Adds what to do next.
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
            return anyhow!(
                "{error}: add --public-origin, as in --public-origin http://{}:{}",
                if address.ip().is_unspecified() {
                    "ADDRESS".to_owned()
                } else {
                    url_host(address)
                },
                address.port()
            );
        }
        ServeError::Origin(_) => return anyhow!("--public-origin: {error}"),
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
