//! The connection to a server: TCP, with TLS for an https address.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::Server;

/// How long the server may take to answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error("cannot reach {server}; is `fourfold serve` running there?: {error}")]
    Unreachable { server: Server, error: io::Error },
    #[error(
        "the certificate of {server} is not trusted: {reason}; if its authority is your own, name its certificate with --ca FILE"
    )]
    Untrusted { server: Server, reason: String },
    #[error("{server} does not speak TLS with us ({error}); is it an http server?")]
    NoTls { server: Server, error: io::Error },
    #[error(
        "this machine has no certificate authorities to trust; install them (on Debian: apt-get install ca-certificates), or name one with --ca FILE"
    )]
    NoAuthorities,
}

/// Why a file of certificate authorities cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadAuthorities {
    #[error("cannot read certificates from {path}: {reason}")]
    Unreadable { path: PathBuf, reason: String },
    #[error(
        "{0} has no certificate: expected PEM text that begins with -----BEGIN CERTIFICATE-----"
    )]
    Empty(PathBuf),
}

/// The certificate authorities that vouch for servers: those of this machine, and further ones.
#[derive(Clone, Debug)]
pub struct Authorities {
    further: RootCertStore,
    /// Created when it is first needed, because reading the machine's authorities takes time.
    config: OnceLock<Arc<ClientConfig>>,
}

impl Authorities {
    #[must_use]
    pub fn of_this_machine() -> Authorities {
        Authorities::and(RootCertStore::empty())
    }

    /// The authorities that this machine trusts, and these.
    fn and(further: RootCertStore) -> Authorities {
        Authorities {
            further,
            config: OnceLock::new(),
        }
    }

    /// The authorities that this machine trusts, and those in a PEM file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or has no certificates.
    pub fn with_file(path: &Path) -> Result<Authorities, BadAuthorities> {
        let unreadable = |reason: String| BadAuthorities::Unreadable {
            path: path.to_owned(),
            reason,
        };
        let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
        let mut further = RootCertStore::empty();
        for certificate in CertificateDer::pem_reader_iter(BufReader::new(file)) {
            let certificate = certificate.map_err(|error| unreadable(error.to_string()))?;
            let added = further.add(certificate);
            added.map_err(|error| unreadable(error.to_string()))?;
        }
        if further.is_empty() {
            return Err(BadAuthorities::Empty(path.to_owned()));
        }
        Ok(Authorities::and(further))
    }

    /// The TLS configuration; `None` if no authority is trusted.
    fn config(&self) -> Option<Arc<ClientConfig>> {
        if let Some(config) = self.config.get() {
            return Some(Arc::clone(config));
        }
        let mut roots = self.further.clone();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            return None;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .ok()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        // A socket is opened by a request of HTTP/1.1, also where a proxy would prefer HTTP/2.
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Some(Arc::clone(self.config.get_or_init(|| Arc::new(config))))
    }
}

#[derive(Debug)]
pub(crate) enum Connection {
    Plain(TcpStream),
    Encrypted(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Connection {
    /// Connects to a server, which may take as long as [`PATIENCE`] for each answer.
    pub fn open(server: &Server, authorities: &Authorities) -> Result<Connection, ConnectError> {
        let unreachable = |error| ConnectError::Unreachable {
            server: server.clone(),
            error,
        };
        let stream = TcpStream::connect(server.address()).map_err(unreachable)?;
        stream.set_nodelay(true).map_err(unreachable)?;
        let patience = stream.set_read_timeout(Some(PATIENCE));
        patience.map_err(unreachable)?;
        if !server.is_encrypted() {
            return Ok(Connection::Plain(stream));
        }
        let config = authorities.config().ok_or(ConnectError::NoAuthorities)?;
        encrypt(server, stream, config).map_err(|error| refused(server, error))
    }

    pub fn set_read_timeout(&self, timeout: Duration) -> io::Result<()> {
        let stream = match self {
            Connection::Plain(stream) => stream,
            Connection::Encrypted(stream) => stream.get_ref(),
        };
        stream.set_read_timeout(Some(timeout))
    }
}

/// Performs the TLS handshake, including the check of the certificate.
fn encrypt(
    server: &Server,
    mut stream: TcpStream,
    config: Arc<ClientConfig>,
) -> io::Result<Connection> {
    let name = ServerName::try_from(server.name().to_owned()).map_err(io::Error::other)?;
    let mut session = ClientConnection::new(config, name).map_err(io::Error::other)?;
    while session.is_handshaking() {
        session.complete_io(&mut stream)?;
    }
    let stream = StreamOwned::new(session, stream);
    Ok(Connection::Encrypted(Box::new(stream)))
}

fn refused(server: &Server, error: io::Error) -> ConnectError {
    let server = server.clone();
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    match cause {
        Some(rustls::Error::InvalidCertificate(wrong)) => ConnectError::Untrusted {
            reason: reason(wrong),
            server,
        },
        _ => ConnectError::NoTls { server, error },
    }
}

/// What is wrong with a certificate. The library's own words are for programmers.
fn reason(error: &CertificateError) -> String {
    use CertificateError as Error;
    let words = match error {
        Error::NotValidForNameContext { presented, .. } if !presented.is_empty() => {
            // The names come as `DnsName("example.org")`.
            let names = presented
                .iter()
                .map(|name| name.split('"').nth(1).unwrap_or(name));
            let names: Vec<&str> = names.collect();
            return format!("it is for {}", names.join(" and "));
        }
        Error::Expired | Error::ExpiredContext { .. } => "it has expired",
        Error::NotValidYet | Error::NotValidYetContext { .. } => "it is not valid yet",
        Error::NotValidForName | Error::NotValidForNameContext { .. } => "it is for another name",
        Error::UnknownIssuer => "its authority is not known on this machine",
        Error::Revoked => "it has been revoked",
        Error::BadEncoding => "it cannot be read",
        Error::BadSignature => "its signature is wrong",
        // The library names this one only inside an opaque error.
        Error::Other(other) if other.to_string().contains("CaUsedAsEndEntity") => {
            "it is the certificate of an authority itself, and a server needs one of its own, signed by it"
        }
        _ => "it cannot be verified",
    };
    words.to_owned()
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Connection::Plain(stream) => stream.read(buffer),
            Connection::Encrypted(stream) => stream.read(buffer),
        }
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Connection::Plain(stream) => stream.write(bytes),
            Connection::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Connection::Plain(stream) => stream.flush(),
            Connection::Encrypted(stream) => stream.flush(),
        }
    }
}
