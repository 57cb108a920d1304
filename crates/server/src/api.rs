//! The HTTP interface of tables: create one, open a socket to one, describe the server.

use std::net::IpAddr;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde_json::to_string;
use tokio::time::timeout;
use wire::{Failure, MESSAGE_MAX, NewTable};

use crate::connection::Peer;
use crate::hall::{CreateError, Hall};
use crate::limits::{BODY_MAX, Full, READ_BUFFER, WRITE_BUFFER, WRITE_MAX};
use crate::origin::ForeignOrigin;
use crate::socket;

/// How long a request to create a table may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

const HEALTH: &str = "/health";

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

pub(crate) fn routes(hall: Hall) -> Router {
    Router::new()
        .route("/api/server", get(about))
        .route("/api/tables", post(create))
        .route("/t/{id}/ws", get(open_socket))
        .route(HEALTH, get(|| async { "ok\n" }))
        .with_state(hall)
}

async fn about(State(hall): State<Hall>) -> Response {
    json(StatusCode::OK, &hall.about())
}

async fn create(
    State(hall): State<Hall>,
    peer: Option<Extension<Peer>>,
    request: Request<Body>,
) -> Response {
    let (parts, body) = request.into_parts();
    if let Err(foreign) = hall.gate().check(&parts.headers) {
        return refuse_foreign(&hall, &foreign);
    }
    let body = match timeout(PATIENCE, to_bytes(body, BODY_MAX)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => {
            let words = format!("expected at most {BODY_MAX} bytes");
            return refuse(StatusCode::PAYLOAD_TOO_LARGE, "too_long", words);
        }
        Err(_) => {
            let words = "the request took too long".to_owned();
            return refuse(StatusCode::REQUEST_TIMEOUT, "too_slow", words);
        }
    };
    let asked = match NewTable::read(&body) {
        Ok(asked) => asked,
        Err(words) => return refuse(StatusCode::BAD_REQUEST, "bad_message", words),
    };
    let address = address(&hall, peer, &parts.headers);
    match hall.create(&asked, address).await {
        Ok(created) => json(StatusCode::CREATED, &created),
        Err(error) => {
            let (status, code) = match &error {
                CreateError::Bad(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_table"),
                CreateError::NoPrograms => (StatusCode::UNPROCESSABLE_ENTITY, "no_programs"),
                CreateError::TooMany => (StatusCode::TOO_MANY_REQUESTS, "too_many_tables"),
                CreateError::Full => (StatusCode::SERVICE_UNAVAILABLE, "server_full"),
                CreateError::Store(_) | CreateError::Random(_) => {
                    tracing::error!(%error, "cannot create a table");
                    (StatusCode::SERVICE_UNAVAILABLE, "not_stored")
                }
            };
            refuse(status, code, error.to_string())
        }
    }
}

async fn open_socket(
    State(hall): State<Hall>,
    Path(id): Path<String>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if let Err(foreign) = hall.gate().check(&headers) {
        return refuse_foreign(&hall, &foreign);
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let slot = match hall.reserve_slot(address(&hall, peer, &headers)) {
        Ok(slot) => slot,
        Err(Full::Address) => {
            let words = "too many connections from this address".to_owned();
            return refuse(StatusCode::TOO_MANY_REQUESTS, "too_many_sockets", words);
        }
        Err(Full::Server) => {
            let words = "the server has too many connections".to_owned();
            return refuse(StatusCode::SERVICE_UNAVAILABLE, "server_full", words);
        }
    };
    upgrade
        .max_message_size(MESSAGE_MAX)
        .max_frame_size(MESSAGE_MAX)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(WRITE_MAX)
        .on_upgrade(move |socket| socket::serve(socket, hall, id, slot))
}

/// The address of a client: the one that a trusted proxy reports, if there is one.
fn address(hall: &Hall, peer: Option<Extension<Peer>>, headers: &HeaderMap) -> IpAddr {
    let unknown = IpAddr::from([0, 0, 0, 0]);
    let peer = peer.map_or(unknown, |Extension(Peer(address))| address);
    if !hall.trusts_proxy() {
        return peer;
    }
    // Our proxy appended the last address; the earlier ones may be forged.
    let named = headers.get_all(X_FORWARDED_FOR).into_iter().next_back();
    let named = named.and_then(|line| line.to_str().ok()?.rsplit(',').next());
    named
        .and_then(|address| address.trim().parse().ok())
        .unwrap_or(peer)
}

/// Refuses a page under a name that is not ours. Load balancers ask for `/health` by address.
pub(crate) async fn check_host(State(hall): State<Hall>, request: Request, next: Next) -> Response {
    if request.uri().path() != HEALTH
        && let Err(foreign) = hall.gate().check_host(request.headers())
    {
        return refuse_foreign(&hall, &foreign);
    }
    next.run(request).await
}

/// Refuses a request from elsewhere. The log says what was expected, less and less often: a
/// misconfigured proxy shows at once, and an attacker cannot fill the disk.
fn refuse_foreign(hall: &Hall, foreign: &ForeignOrigin) -> Response {
    let refused = hall.metrics().foreign.add();
    if refused.is_power_of_two() {
        tracing::warn!(refused, %foreign, "refused a request from elsewhere");
    }
    let words = match foreign.header {
        HOST => "this server is not known by that name".to_owned(),
        _ => "this request comes from another site's page".to_owned(),
    };
    refuse(StatusCode::FORBIDDEN, "foreign_origin", words)
}

pub(crate) fn refuse(status: StatusCode, code: &str, words: String) -> Response {
    let code = code.to_owned();
    json(status, &Failure { code, words })
}

fn json(status: StatusCode, value: &impl serde::Serialize) -> Response {
    let text = to_string(value).expect("responses serialize");
    let mut response = (status, text).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
