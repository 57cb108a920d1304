//! `fourfold table` over TLS: a real listener with a certificate in front of the real server.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::support::serving::{Player, Serving};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tempfile::TempDir;
use wire::{Created, Seat};

use crate::support::program;

/// The read timeout of a connection.
const GLANCE: Duration = Duration::from_millis(5);

/// A certificate authority.
struct Authority {
    pem: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn new() -> Authority {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        Authority {
            pem: certificate.pem(),
            issuer: Issuer::new(params, key),
        }
    }

    /// A certificate for these parameters.
    fn certify(&self, params: &CertificateParams) -> ServerConfig {
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        serve_with(certificate.der().clone(), &key)
    }

    /// The authority as a file for `--ca`.
    fn file(&self, folder: &TempDir) -> PathBuf {
        let path = folder.path().join("authority.pem");
        fs::write(&path, &self.pem).unwrap();
        path
    }
}

fn serve_with(certificate: CertificateDer<'static>, key: &KeyPair) -> ServerConfig {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate],
            PrivateKeyDer::Pkcs8(key.serialize_der().into()),
        )
        .unwrap()
}

fn params(name: &str) -> CertificateParams {
    CertificateParams::new([name.to_owned()]).unwrap()
}

/// A server behind a listener that ends TLS.
struct Encrypted {
    /// The address for clients.
    url: String,
    /// The address of the server itself.
    inside: String,
    _serving: Serving,
}

impl Encrypted {
    /// Starts both. The listener has this certificate and is reached as localhost.
    fn start(config: ServerConfig) -> Encrypted {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("https://localhost:{}", port(&listener));
        let free = port(&TcpListener::bind("127.0.0.1:0").unwrap());
        let serving = Serving::start_at(&free.to_string(), &["--public-origin", &url]);
        let inside = format!("127.0.0.1:{free}");
        let (config, to) = (Arc::new(config), inside.clone());
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (config, to) = (Arc::clone(&config), to.clone());
                thread::spawn(move || pass_on(stream.unwrap(), config, &to));
            }
        });
        Encrypted {
            url,
            inside,
            _serving: serving,
        }
    }
}

fn port(listener: &TcpListener) -> u16 {
    listener.local_addr().unwrap().port()
}

/// Forwards data between both ends until one of them closes.
fn pass_on(stream: TcpStream, config: Arc<ServerConfig>, to: &str) -> io::Result<()> {
    let mut inside = TcpStream::connect(to)?;
    let session = ServerConnection::new(config).unwrap();
    let mut outside = StreamOwned::new(session, stream);
    while outside.conn.is_handshaking() {
        outside.conn.complete_io(&mut outside.sock)?;
    }
    inside.set_read_timeout(Some(GLANCE))?;
    outside.sock.set_read_timeout(Some(GLANCE))?;
    loop {
        let is_over = pump(&mut outside, &mut inside)? || pump(&mut inside, &mut outside)?;
        if is_over {
            outside.conn.send_close_notify();
            return outside.flush();
        }
    }
}

/// Forwards available data; true at the end.
fn pump(from: &mut impl Read, to: &mut impl Write) -> io::Result<bool> {
    let mut buffer = [0; 4096];
    match from.read(&mut buffer) {
        Ok(0) => Ok(true),
        Ok(count) => to.write_all(&buffer[..count]).map(|()| false),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

fn table(args: &[&str], input: &str) -> Output {
    program::run(Path::new("."), &[&["table"], args].concat(), input)
}

fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_table_behind_tls_is_created_and_played_at() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let ca = authority.file(&folder);
    let ca = ca.to_str().unwrap();
    let server = Encrypted::start(authority.certify(&params("localhost")));
    let url = &server.url;
    let created = table(&["new", "--server", url, "--ca", ca, "--json"], "");
    assert!(created.status.success(), "{created:?}");
    let created: Created = serde_json::from_slice(&created.stdout).unwrap();
    let mut black = Player::new(&created.table, &created.invitations[&Seat::Black]);
    black.come(&server.inside).unwrap();
    let (id, key) = (&created.table, &created.invitations[&Seat::White]);
    let played = table(
        &[&format!("{url}/#t/{id}/white/{key}"), "--ca", ca],
        "e4\nresign\n",
    );
    assert!(played.status.success(), "{played:?}");
    let played = String::from_utf8(played.stdout).unwrap();
    for line in ["You are White.", "White plays e2e4.", "White resigns."] {
        assert!(played.contains(line), "{line} in {played}");
    }
    // The same link as a socket's address, to watch.
    let socket = url.replace("https", "wss");
    let watched = table(&[&format!("{socket}/#t/{id}"), "--ca", ca], "board\nquit\n");
    assert!(watched.status.success(), "{watched:?}");
    // The links that are printed lead back over TLS.
    let links = table(&["new", "--server", url, "--ca", ca], "");
    let links = String::from_utf8(links.stdout).unwrap();
    assert!(links.contains(&format!("white  {url}/#t/")), "{links}");
}

#[test]
fn a_certificate_that_is_not_trusted_is_refused_with_a_next_step() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let ca = authority.file(&folder);
    let ca = ca.to_str().unwrap();
    let valid = params("localhost");
    let mut expired = params("localhost");
    expired.not_after = date_time_ymd(2001, 1, 1);
    let key = KeyPair::generate().unwrap();
    let mut of_authority = params("localhost");
    of_authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let self_signed = of_authority.self_signed(&key).unwrap();
    let own = folder.path().join("self-signed.pem");
    fs::write(&own, self_signed.pem()).unwrap();
    for (config, args, reason) in [
        (
            Authority::new().certify(&valid),
            vec!["--ca", ca],
            // Both authorities have the same name.
            "not trusted: its signature is wrong;",
        ),
        (
            authority.certify(&valid),
            vec![],
            "not trusted: its authority is not known on this machine;",
        ),
        (
            authority.certify(&expired),
            vec!["--ca", ca],
            "not trusted: it has expired;",
        ),
        (
            authority.certify(&params("chess.example.org")),
            vec!["--ca", ca],
            "not trusted: it is for chess.example.org;",
        ),
        (
            serve_with(self_signed.der().clone(), &key),
            vec!["--ca", own.to_str().unwrap()],
            "not trusted: it is the certificate of an authority itself",
        ),
    ] {
        let server = Encrypted::start(config);
        let url = &server.url;
        let link = format!("{url}/#t/0123456789");
        for asked in [vec!["new", "--server", url], vec![&link]] {
            let message = refusal(&table(&[asked, args.clone()].concat(), ""));
            assert!(message.contains(reason), "{reason} in {message}");
            assert!(message.contains("--ca FILE"), "{message}");
        }
    }
}

#[test]
fn a_server_without_tls_and_a_file_without_certificates_are_told_apart() {
    let serving = Serving::start(&[]);
    let folder = tempfile::tempdir().unwrap();
    let ca = Authority::new().file(&folder);
    let url = format!("https://{}", serving.address());
    let message = refusal(&table(
        &["new", "--server", &url, "--ca", ca.to_str().unwrap()],
        "",
    ));
    assert!(message.contains("is it an http server?"), "{message}");
    let other = folder.path().join("notes.txt");
    fs::write(&other, "not a certificate").unwrap();
    let other = other.to_str().unwrap();
    let message = refusal(&table(&["new", "--server", &url, "--ca", other], ""));
    assert!(message.contains("BEGIN CERTIFICATE"), "{message}");
    let nowhere = folder.path().join("none.pem");
    let nowhere = nowhere.to_str().unwrap();
    let message = refusal(&table(&["new", "--server", &url, "--ca", nowhere], ""));
    assert!(message.contains("none.pem"), "{message}");
}
