//! The router: which request gets which response.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use crate::answer;
use crate::api;
use crate::assets::Assets;
use crate::endings::Endings;
use crate::hall::Hall;
use crate::security;

const NOT_FOUND: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><title>Nothing here · Fourfold</title>
<h1>There is nothing at this address</h1>
<p><a href=\"/\">The table is over there.</a></p></html>
";

const WITHOUT_APP: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><title>No app yet · Fourfold</title>
<h1>This program was built without the app</h1>
<p>Stop it and type <code>cargo xtask run</code>: that builds the app, puts it into the program and
opens it. (<code>cargo xtask web</code> builds the app alone.)</p></html>
";

/// Builds the application without tables. Anything that is not a file of the app is a 404, and any
/// method but GET and HEAD is a 405.
pub fn app(assets: Assets) -> Router {
    build(Router::new(), assets)
}

/// Builds the application with tables of players, and with endgame tables.
pub fn app_with_tables(assets: Assets, hall: Hall, endings: Endings) -> Router {
    let check_host = middleware::from_fn_with_state(hall.clone(), api::check_host);
    build(api::routes(hall).merge(endings.routes()), assets).layer(check_host)
}

fn build(routes: Router, assets: Assets) -> Router {
    let files = get(file).with_state(Arc::new(assets));
    routes
        .fallback_service(files)
        .layer(middleware::map_response(security::protect))
}

async fn file(State(assets): State<Arc<Assets>>, uri: Uri, headers: HeaderMap) -> Response {
    if let Some(asset) = assets.find(uri.path()) {
        answer::answer(asset, &headers)
    } else if assets.is_empty() && uri.path() == "/" {
        (StatusCode::SERVICE_UNAVAILABLE, Html(WITHOUT_APP)).into_response()
    } else {
        (StatusCode::NOT_FOUND, Html(NOT_FOUND)).into_response()
    }
}
