//! Protection of the sandbox from foreign web pages.

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, HOST, ORIGIN};
use http::{HeaderMap, HeaderName, Method, StatusCode, Uri};
use std::net::IpAddr;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// The schemes of pages that belong to an extension of the browser. Web pages cannot have such an origin.
const EXTENSIONS: [&str; 3] = ["chrome-extension", "moz-extension", "safari-web-extension"];

/// Rejects requests that a foreign page caused, and lets pages of this machine and extensions read the responses.
pub fn protect(app: Router) -> Router {
    // Only local origins reach this layer.
    let cors = CorsLayer::new()
        .allow_origin(AllowOrigin::mirror_request())
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([CONTENT_TYPE]);
    app.layer(cors).layer(from_fn(require))
}

async fn require(request: Request, next: Next) -> Response {
    match foreign_header(request.headers()) {
        None => next.run(request).await,
        Some(name) => {
            let message = format!("the {name} header does not name this machine\n");
            (StatusCode::FORBIDDEN, message).into_response()
        }
    }
}

/// Returns the name of the header which shows that a foreign page caused a request: the origin is a foreign site, or
/// the host is a name that an attacker may have resolved to this machine (DNS rebinding).
///
/// Browsers always send `Host`, and `Origin` with every request that a foreign page causes.
pub fn foreign_header(headers: &HeaderMap) -> Option<HeaderName> {
    let all = |name: &HeaderName, is_local: &dyn Fn(&str) -> bool| {
        let mut values = headers.get_all(name).iter();
        values.all(|value| value.to_str().is_ok_and(is_local))
    };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    if !all(&HOST, &is_local_authority) {
        return Some(HOST);
    }
    let is_own = |origin: &str| host.is_some_and(|host| origin.split_once("://").is_some_and(|(_, it)| it == host));
    (!all(&ORIGIN, &|origin| is_own(origin) || is_local_origin(origin))).then_some(ORIGIN)
}

/// Returns true if an authority (`localhost:9000`) names this machine or a private network, where the server may
/// listen.
fn is_local_authority(value: &str) -> bool {
    let uri = value.parse::<Uri>();
    uri.is_ok_and(|uri| uri.host().is_some_and(|host| is_this_machine(host) || is_private(host)))
}

/// Returns true if an origin (`http://localhost:9000`) is a page of this machine or an extension of the browser. A page
/// of a different machine in a private network is foreign.
fn is_local_origin(value: &str) -> bool {
    let Ok(uri) = value.parse::<Uri>() else {
        return false;
    };
    let is_extension = uri.scheme_str().is_some_and(|scheme| EXTENSIONS.contains(&scheme));
    is_extension || uri.host().is_some_and(is_this_machine)
}

fn is_this_machine(host: &str) -> bool {
    match address(host) {
        Some(address) => address.is_loopback(),
        None => host.eq_ignore_ascii_case("localhost") || host.to_ascii_lowercase().ends_with(".localhost"),
    }
}

fn is_private(host: &str) -> bool {
    match address(host) {
        Some(IpAddr::V4(address)) => address.is_private() || address.is_link_local(),
        Some(IpAddr::V6(address)) => address.is_unique_local() || address.is_unicast_link_local(),
        None => false,
    }
}

fn address(host: &str) -> Option<IpAddr> {
    host.trim_matches(['[', ']']).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(name: HeaderName, value: &str) -> bool {
        foreign_header(&HeaderMap::from_iter([(name, value.parse().expect("a header value"))])).is_none()
    }

    #[test]
    fn hosts_of_this_machine_and_of_private_networks_are_accepted() {
        for host in [
            "localhost:9000",
            "LOCALHOST",
            "127.0.0.1:9000",
            "[::1]:9000",
            "192.168.1.20:9000",
            "api.localhost",
        ] {
            assert!(accepts(HOST, host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example:9000",
            "203.0.113.5",
            "[2001:db8::1]:80",
            "",
            "127.0.0.1.evil.example",
        ] {
            assert!(!accepts(HOST, host), "{host}");
        }
    }

    #[test]
    fn origins_of_other_sites_are_rejected() {
        for origin in [
            "http://localhost:3000",
            "https://127.0.0.1",
            "http://[::1]:5173",
            "chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn",
            "moz-extension://1b7e2d5c-4f0a-4c3e-9a3a-0d6f8a7b9c10",
        ] {
            assert!(accepts(ORIGIN, origin), "{origin}");
        }
        for origin in [
            "https://evil.example",
            "null",
            "http://localhost.evil.example",
            "file://",
            "http://203.0.113.5",
            "https://chrome-extension",
            "http://192.168.1.1",
            "http://10.0.0.7:8080",
            "http://[fd00::1]",
            "http://169.254.1.1",
        ] {
            assert!(!accepts(ORIGIN, origin), "{origin}");
        }
    }

    #[test]
    fn page_of_the_server_itself_in_a_private_network_is_accepted() {
        let foreign = |host: &str, origin: &str| {
            let headers = [(HOST, host), (ORIGIN, origin)].map(|(name, value)| (name, value.parse().expect(value)));
            foreign_header(&HeaderMap::from_iter(headers))
        };
        assert_eq!(foreign("192.168.1.20:9000", "http://192.168.1.20:9000"), None);
        assert_eq!(foreign("192.168.1.20:9000", "http://192.168.1.20:8080"), Some(ORIGIN));
        assert_eq!(foreign("192.168.1.20:9000", "http://192.168.1.1"), Some(ORIGIN));
        assert_eq!(foreign("evil.example", "http://evil.example"), Some(HOST));
    }
}
