//! Responds with one file: content encoding, caching, and 304 if the browser has it.

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::assets::{Asset, Lifetime};

/// Responds to a request for an existing file.
pub(crate) fn answer(asset: &Asset, request: &HeaderMap) -> Response {
    // Browsers ask for brotli over HTTPS and on this machine; over plain HTTP they ask for gzip.
    let codings = [("br", asset.file.brotli), ("gzip", asset.file.gzip)];
    let encoded = codings
        .into_iter()
        .filter_map(|(coding, content)| Some((coding, content?)))
        .find(|(coding, _)| accepts(request, coding));
    // Each encoding of a file is a representation of its own, with its own ETag.
    let tag = match encoded {
        Some((coding, _)) => format!("\"{}-{coding}\"", asset.version),
        None => format!("\"{}\"", asset.version),
    };
    let lifetime = match asset.lifetime {
        Lifetime::Forever => "public, max-age=31536000, immutable",
        Lifetime::Confirmed => "no-cache",
    };

    let mut response = if is_known(request, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let content = encoded.map_or(asset.file.plain, |(_, content)| content);
        let mut response = content.into_response();
        set(&mut response, CONTENT_TYPE, asset.content_type);
        if let Some((coding, _)) = encoded {
            set(&mut response, CONTENT_ENCODING, coding);
        }
        response
    };
    set(&mut response, CACHE_CONTROL, lifetime);
    if codings.iter().any(|(_, content)| content.is_some()) {
        set(&mut response, VARY, "accept-encoding");
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

fn set(response: &mut Response, name: HeaderName, value: &'static str) {
    response
        .headers_mut()
        .insert(name, HeaderValue::from_static(value));
}

/// The members of a comma-separated header, which may be sent several times.
fn members(request: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = request
        .get_all(name)
        .into_iter()
        .filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// Whether the browser accepts a coding. A weight of zero is a refusal.
fn accepts(request: &HeaderMap, accepted: &str) -> bool {
    let mut wildcard = false;
    for member in members(request, ACCEPT_ENCODING) {
        let mut parts = member.split(';').map(str::trim);
        let coding = parts.next().unwrap_or_default();
        let wanted = !parts
            .filter_map(|part| part.strip_prefix("q="))
            .any(|weight| weight.trim().parse() == Ok(0.0));
        if coding.eq_ignore_ascii_case(accepted) {
            return wanted;
        }
        wildcard |= coding == "*" && wanted;
    }
    wildcard
}

/// Whether the browser already has this version.
fn is_known(request: &HeaderMap, tag: &str) -> bool {
    members(request, IF_NONE_MATCH)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: HeaderName, lines: &[&'static str]) -> HeaderMap {
        let values = lines.iter().map(|line| HeaderValue::from_static(line));
        values.map(|value| (name.clone(), value)).collect()
    }

    #[test]
    fn a_coding_is_used_if_the_client_accepts_it() {
        for (lines, accepted) in [
            (&["gzip, deflate, br, zstd"] as &[_], true),
            (&["GZIP;q=0.5"], true),
            (&["br", "gzip"], true),
            (&["*"], true),
            (&["*;q=0, gzip"], true),
            (&[], false),
            (&[""], false),
            (&["br"], false),
            (&["gzip;q=0"], false),
            (&["gzip; q=0.000, *"], false),
            (&["*;q=0"], false),
            (&["xgzip"], false),
        ] {
            assert_eq!(
                accepts(&request(ACCEPT_ENCODING, lines), "gzip"),
                accepted,
                "{lines:?}"
            );
        }
    }

    #[test]
    fn a_known_version_is_recognized() {
        for (lines, known) in [
            (&["\"ab\""] as &[_], true),
            (&["W/\"ab\""], true),
            (&["\"x\", \"ab\""], true),
            (&["\"x\"", "\"ab\""], true),
            (&["*"], true),
            (&["ab"], false),
            (&["\"abc\""], false),
            (&[], false),
        ] {
            assert_eq!(
                is_known(&request(IF_NONE_MATCH, lines), "\"ab\""),
                known,
                "{lines:?}"
            );
        }
    }
}
