//! Host and Origin checks: protection against DNS rebinding and cross-site requests.
//!
//! A web site can make a visitor's browser send requests to this server. If the site's host name resolves to 127.0.0.1 (DNS
//! rebinding), it can even read the responses. Browsers send that name in `Host` and the page's origin in `Origin`, so the server
//! accepts only its own names, and rejects a POST from another origin. Requiring a JSON content type also excludes HTML forms,
//! which browsers send across origins without a preflight request.

use hyper::header::{CONTENT_TYPE, HOST, HeaderName, ORIGIN};
use hyper::{HeaderMap, Method, StatusCode};

use crate::api_error::ApiError;

/// Host names of the loopback interface.
const LOOPBACK_NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Accepts requests from the server's own page and from programs on this machine (which send no `Origin`).
pub(crate) fn check_origin(method: &Method, headers: &HeaderMap, port: u16) -> Result<(), ApiError> {
    let host = single_value(headers, HOST).unwrap_or_default();
    if !is_own_host(host, port) {
        let message = format!("unknown Host: this server answers to 127.0.0.1:{port} and localhost:{port} only");
        return Err(ApiError::new(StatusCode::FORBIDDEN, message));
    }
    let origin = single_value(headers, ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
    if method == Method::POST && headers.contains_key(ORIGIN) && !origin.is_some_and(|host| is_own_host(host, port)) {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "requests from other origins are not allowed"));
    }
    Ok(())
}

/// Accepts JSON bodies only.
pub(crate) fn check_content_type(headers: &HeaderMap) -> Result<(), ApiError> {
    if single_value(headers, CONTENT_TYPE).is_some_and(is_json) {
        return Ok(());
    }
    let message = "the request needs the header Content-Type: application/json";
    Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message))
}

/// Whether a content type (RFC 9110, section 8.3) is JSON in UTF-8. Names and the charset are case-insensitive; JSON defines no
/// parameters, so all but the charset are ignored.
fn is_json(content_type: &str) -> bool {
    let (media_type, parameters) = content_type.split_once(';').unwrap_or((content_type, ""));
    let is_utf8 = |value: &str| value.eq_ignore_ascii_case("utf-8");
    media_type.trim_matches(WHITESPACE).eq_ignore_ascii_case("application/json")
        && parse_parameters(parameters).is_some_and(|parameters| {
            parameters.iter().all(|(name, value)| !name.eq_ignore_ascii_case("charset") || is_utf8(value))
        })
}

/// Optional whitespace of HTTP.
const WHITESPACE: [char; 2] = [' ', '\t'];

/// Parameters of a media type, `a=b; c="d"`, with their names and values, or `None` if they are malformed.
fn parse_parameters(text: &str) -> Option<Vec<(&str, String)>> {
    let (mut parameters, mut rest) = (Vec::new(), text);
    loop {
        rest = rest.trim_start_matches(WHITESPACE);
        if let Some(after) = rest.strip_prefix(';') {
            rest = after; // an empty parameter
            continue;
        }
        if rest.is_empty() {
            return Some(parameters);
        }
        let (name, after_name) = rest.split_once('=')?;
        let (value, after) = if let Some(quoted) = after_name.strip_prefix('"') {
            parse_quoted(quoted)?
        } else {
            let (value, after) = after_name.split_at(after_name.find([';', ' ', '\t']).unwrap_or(after_name.len()));
            (is_token(value).then(|| value.to_owned())?, after)
        };
        rest = after.trim_start_matches(WHITESPACE);
        if !is_token(name) || !rest.is_empty() && !rest.starts_with(';') {
            return None;
        }
        parameters.push((name, value));
    }
}

/// The content of a quoted string after its opening quote, and the text behind it.
fn parse_quoted(text: &str) -> Option<(String, &str)> {
    let (mut value, mut characters) = (String::new(), text.char_indices());
    while let Some((index, character)) = characters.next() {
        match character {
            '"' => return Some((value, &text[index + 1..])),
            '\\' => value.push(characters.next()?.1),
            _ => value.push(character),
        }
    }
    None
}

/// Whether a text is a token of RFC 9110, section 5.6.2.
fn is_token(text: &str) -> bool {
    let is_token_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_token_byte)
}

/// The value of a header that occurs exactly once; a repeated `Host` is an attempt to confuse the check.
fn single_value(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).into_iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether `host` is a loopback name with this port. Port 80 may be omitted.
fn is_own_host(host: &str, port: u16) -> bool {
    let is_loopback = |name: &str| LOOPBACK_NAMES.iter().any(|loopback| loopback.eq_ignore_ascii_case(name));
    host.strip_suffix(&format!(":{port}")).is_some_and(is_loopback) || port == 80 && is_loopback(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error status of a request with these headers.
    fn rejection(method: &Method, lines: &[(HeaderName, &'static str)]) -> Option<u16> {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, value.parse().unwrap());
        }
        check_origin(method, &headers, 8765).err().map(|error| error.status.as_u16())
    }

    #[test]
    fn accepts_loopback_names_only() {
        for host in ["127.0.0.1:8765", "localhost:8765", "LocalHost:8765", "[::1]:8765"] {
            assert_eq!(rejection(&Method::GET, &[(HOST, host)]), None, "{host}");
        }
        for host in ["127.0.0.1", "localhost:80", "evil.example:8765", "127.0.0.1.evil.example:8765", "", ":8765"] {
            assert_eq!(rejection(&Method::GET, &[(HOST, host)]), Some(403), "{host}");
        }
        assert_eq!(rejection(&Method::GET, &[]), Some(403));
        assert_eq!(rejection(&Method::GET, &[(HOST, "localhost:8765"), (HOST, "evil.example")]), Some(403));
        assert!(is_own_host("localhost", 80) && is_own_host("localhost:80", 80) && !is_own_host("localhost", 8765));
    }

    #[test]
    fn rejects_a_post_from_another_origin() {
        let own = (HOST, "localhost:8765");
        assert_eq!(rejection(&Method::POST, std::slice::from_ref(&own)), None);
        assert_eq!(rejection(&Method::POST, &[own.clone(), (ORIGIN, "http://localhost:8765")]), None);
        for origin in ["http://evil.example", "https://localhost:8765", "http://localhost:8766", "null", ""] {
            assert_eq!(rejection(&Method::POST, &[own.clone(), (ORIGIN, origin)]), Some(403), "{origin}");
        }
    }

    #[test]
    fn parses_the_content_type() {
        let is_accepted = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CONTENT_TYPE, value.parse().unwrap());
            }
            check_content_type(&headers).is_ok()
        };
        for json in [
            "application/json",
            "Application/JSON",
            "application/json;charset=utf-8",
            "application/json ; Charset=\"UTF-8\"; ",
            "application/json; charset=\"u\\tf-8\"",
            "application/json; version=1; note=\"a; charset=latin-1\"",
            "application/json;;",
        ] {
            assert!(is_accepted(&[json]), "{json}");
        }
        for other in [
            "",
            "text/plain",
            "text/plain, application/json",
            "application/json, text/plain",
            "text/plain; a=application/json",
            "application/jsonp",
            "application/json-patch+json",
            "application /json",
            "application/json; charset=utf-16",
            "application/json; charset",
            "application/json; charset=\"utf-8",
            "application/json; charset=utf-8, text/plain",
            "application/json; =x",
        ] {
            assert!(!is_accepted(&[other]), "{other}");
        }
        assert!(!is_accepted(&[]) && !is_accepted(&["application/json", "text/plain"]));
    }
}
