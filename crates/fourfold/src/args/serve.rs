//! Arguments of `fourfold serve`.

use std::net::{IpAddr, Ipv4Addr};

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
