//! Protection of the sandbox endpoints from foreign web pages.

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv6Addr};
use wallet_http::ApiError;

/// Rejects a request that a foreign page caused: its origin is another site, or its host is a name that an attacker may
/// have resolved to this machine (DNS rebinding). The endpoints require no token.
pub async fn require(request: Request, next: Next) -> Response {
    let headers = request.headers();
    match [HOST, ORIGIN].into_iter().find(|name| !is_local(headers, name)) {
        None => next.run(request).await,
        Some(name) => {
            let message =
                "Call the sandbox by the address of this machine, from a page of this machine or without a page.";
            ApiError::invalid_request(message).at(name.as_str()).into_response()
        }
    }
}

/// Returns true if every value of a header names this machine or a private network, also if there is none: browsers
/// always send `Host`, and `Origin` with every request that another page causes.
fn is_local(headers: &HeaderMap, name: &HeaderName) -> bool {
    let mut values = headers.get_all(name).iter();
    values.all(|value| {
        value
            .to_str()
            .ok()
            .and_then(host_of)
            .is_some_and(|host| is_local_host(&host))
    })
}

/// Returns the host of an authority (`localhost:9000`) or an origin (`http://localhost:9000`).
fn host_of(value: &str) -> Option<String> {
    let uri: Uri = value.parse().ok()?;
    uri.host().map(str::to_owned)
}

fn is_local_host(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse();
    match address {
        Ok(IpAddr::V4(address)) => address.is_loopback() || address.is_private() || address.is_link_local(),
        Ok(IpAddr::V6(address)) => {
            address == Ipv6Addr::LOCALHOST || address.is_unique_local() || address.is_unicast_link_local()
        }
        Err(_) => host.eq_ignore_ascii_case("localhost") || host.to_ascii_lowercase().ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(name: &HeaderName, value: &str) -> bool {
        let headers = HeaderMap::from_iter([(name.clone(), value.parse().expect("a header value"))]);
        is_local(&headers, name)
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
            assert!(accepts(&HOST, host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example:9000",
            "203.0.113.5",
            "[2001:db8::1]:80",
            "",
            "127.0.0.1.evil.example",
        ] {
            assert!(!accepts(&HOST, host), "{host}");
        }
    }

    #[test]
    fn origins_of_other_sites_are_rejected() {
        for origin in ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:5173"] {
            assert!(accepts(&ORIGIN, origin), "{origin}");
        }
        for origin in [
            "https://evil.example",
            "null",
            "http://localhost.evil.example",
            "file://",
            "http://203.0.113.5",
        ] {
            assert!(!accepts(&ORIGIN, origin), "{origin}");
        }
    }
}
