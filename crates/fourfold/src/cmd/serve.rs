//! `fourfold serve`: the app in the browser, served from this program.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::anyhow;
use server::{Assets, ServeError};

use crate::output::Status;

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
}

impl ServeArgs {
    /// What `fourfold` without a command means.
    pub fn opening() -> ServeArgs {
        ServeArgs {
            port: PORT,
            bind: LOCALHOST,
            open: true,
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
    let address = SocketAddr::new(args.bind, args.port);
    let served = server::serve(address, |address| announce(address, args.open));
    served.map_err(|error| explain(error, args))?;
    eprintln!("fourfold: stopped");
    Ok(Status::Fine)
}

/// Says where the app is, and goes there if asked to.
fn announce(address: SocketAddr, open: bool) {
    let url = url(address);
    println!("Fourfold is at {url}");
    eprintln!("Press Ctrl-C to stop it.");
    if !address.ip().is_loopback() {
        eprintln!("fourfold: anyone who can reach {address} can open it");
    }
    if open {
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
        ServeError::Start(_) => return error.into(),
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
