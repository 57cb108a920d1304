//! A proxy that cuts connections. Chromium's offline emulation leaves open sockets alive.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, Result};

/// A route to a server that can be cut.
pub struct Proxy {
    home: String,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    server: Option<String>,
    live: Vec<TcpStream>,
}

impl Proxy {
    /// Listens on a free port. The threads end with the test.
    pub fn start() -> Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen")?;
        let home = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(Mutex::new(Shared::default()));
        let for_threads = Arc::clone(&shared);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let shared = Arc::clone(&for_threads);
                thread::spawn(move || lead(&client, &shared));
            }
        });
        Ok(Proxy { home, shared })
    }

    /// Where pages find it.
    pub fn home(&self) -> String {
        self.home.clone()
    }

    pub fn lead_to(&self, server: &str) -> Result<()> {
        let address = server
            .strip_prefix("http://")
            .context("the server speaks http")?;
        self.shared.lock().expect("no thread panics").server = Some(address.to_owned());
        Ok(())
    }

    /// Cuts all present connections; new ones are let through.
    pub fn cut(&self) {
        cut(&self.shared, |_| true);
    }

    /// Cuts each present connection with an even chance.
    pub fn cut_some(&self, chance: &mut Chance) {
        cut(&self.shared, |_| chance.is_heads());
    }
}

/// A coin that falls the same way in every run.
pub struct Chance(pub u64);

impl Chance {
    fn is_heads(&mut self) -> bool {
        // The constants are Knuth's; the low bits of such a generator are poor.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 63 == 0
    }
}

/// Cuts the selected connections and forgets them.
fn cut(shared: &Mutex<Shared>, mut is_chosen: impl FnMut(&TcpStream) -> bool) {
    let mut shared = shared.lock().expect("no thread panics");
    shared.live.retain(|stream| {
        let is_cut = is_chosen(stream);
        if is_cut {
            // It may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
        !is_cut
    });
}

/// A port that was free a moment ago.
pub fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen")?;
    Ok(listener.local_addr()?.port())
}

fn lead(client: &TcpStream, shared: &Mutex<Shared>) -> Option<()> {
    let address = shared.lock().expect("no thread panics").server.clone()?;
    let server = TcpStream::connect(address).ok()?;
    let (from_client, to_client) = (client.try_clone().ok()?, client.try_clone().ok()?);
    let (from_server, to_server) = (server.try_clone().ok()?, server.try_clone().ok()?);
    let streams = [client.try_clone().ok()?, server];
    shared
        .lock()
        .expect("no thread panics")
        .live
        .extend(streams);
    thread::spawn(move || pass(from_client, to_server));
    pass(from_server, to_client);
    Some(())
}

fn pass(mut from: TcpStream, mut to: TcpStream) {
    let _ = io::copy(&mut from, &mut to);
    let _ = to.shutdown(Shutdown::Both);
}
