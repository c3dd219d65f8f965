//! Whom a request is for, and where it comes from.
//!
//! A page from elsewhere can make a browser send requests here, and if its name is made to mean 127.0.0.1 (DNS rebinding), read
//! the answers too. But the browser says the name in `Host`, and the page's origin in `Origin`: so only our own names
//! are served, and a POST from another origin is refused. JSON as the only type of a body keeps plain forms out as well.

use hyper::header::{CONTENT_TYPE, HOST, HeaderName, ORIGIN};
use hyper::{HeaderMap, Method, StatusCode};

use crate::problem::Problem;
use crate::reply::has_word;

/// The names of this machine for itself.
const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Refuses what does not come from our own page or a program on this machine.
pub(crate) fn check(method: &Method, headers: &HeaderMap, port: u16) -> Result<(), Problem> {
    let host = only(headers, HOST).unwrap_or_default();
    if !is_ours(host, port) {
        let sentence =
            format!("this server is called 127.0.0.1:{port} or localhost:{port} and answers to no other name");
        return Err(Problem::new(StatusCode::FORBIDDEN, sentence));
    }
    let origin = only(headers, ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
    if method == Method::POST && headers.contains_key(ORIGIN) && !origin.is_some_and(|origin| is_ours(origin, port)) {
        return Err(Problem::new(StatusCode::FORBIDDEN, "only the page of this server may ask it"));
    }
    Ok(())
}

/// Refuses a body that is not said to be JSON.
pub(crate) fn check_type(headers: &HeaderMap) -> Result<(), Problem> {
    if has_word(headers, CONTENT_TYPE, "application/json") {
        return Ok(());
    }
    let sentence = "the request must be JSON and say so: Content-Type: application/json";
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence))
}

/// The value of a header that may occur once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).into_iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether this is one of our names with our port. (Port 80 need not be said.)
fn is_ours(host: &str, port: u16) -> bool {
    let is_name = |name: &str| NAMES.iter().any(|ours| ours.eq_ignore_ascii_case(name));
    host.strip_suffix(&format!(":{port}")).is_some_and(is_name) || port == 80 && is_name(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(method: &Method, lines: &[(HeaderName, &'static str)]) -> Option<u16> {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, value.parse().unwrap());
        }
        check(method, &headers, 8765).err().map(|problem| problem.status.as_u16())
    }

    #[test]
    fn only_our_own_names_are_served() {
        for host in ["127.0.0.1:8765", "localhost:8765", "LocalHost:8765", "[::1]:8765"] {
            assert_eq!(verdict(&Method::GET, &[(HOST, host)]), None, "{host}");
        }
        for host in ["127.0.0.1", "localhost:80", "evil.example:8765", "127.0.0.1.evil.example:8765", "", ":8765"] {
            assert_eq!(verdict(&Method::GET, &[(HOST, host)]), Some(403), "{host}");
        }
        assert_eq!(verdict(&Method::GET, &[]), Some(403));
        assert_eq!(verdict(&Method::GET, &[(HOST, "localhost:8765"), (HOST, "evil.example")]), Some(403));
        assert!(is_ours("localhost", 80) && is_ours("localhost:80", 80) && !is_ours("localhost", 8765));
    }

    #[test]
    fn a_post_from_another_origin_is_refused() {
        let ours = (HOST, "localhost:8765");
        assert_eq!(verdict(&Method::POST, std::slice::from_ref(&ours)), None);
        assert_eq!(verdict(&Method::POST, &[ours.clone(), (ORIGIN, "http://localhost:8765")]), None);
        for origin in ["http://evil.example", "https://localhost:8765", "http://localhost:8766", "null", ""] {
            assert_eq!(verdict(&Method::POST, &[ours.clone(), (ORIGIN, origin)]), Some(403), "{origin}");
        }
    }
}
