//! The address of a caller behind a reverse proxy.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::{self, Next};
use axum::response::Response;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use wallet_http::PeerAddress;

/// The header in which the proxy reports the address of the peer.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The addresses of the reverse proxies in front of the server: separated by commas, or `none`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proxies(Arc<[IpAddr]>);

/// The error of a list with a part that is not an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected addresses separated by commas, or none")]
pub struct ProxiesError;

impl FromStr for Proxies {
    type Err = ProxiesError;

    fn from_str(text: &str) -> Result<Self, ProxiesError> {
        if text == "none" {
            return Ok(Self(Arc::default()));
        }
        let addresses: Result<Vec<_>, _> = text.split(',').map(|part| part.trim().parse()).collect();
        addresses.map(|list| Self(list.into())).map_err(|_| ProxiesError)
    }
}

/// Replaces the address of a proxy by the address that the proxy reports, so that limits per source network count callers,
/// not the proxy (docs/decisions/local.md#production-on-one-machine). The header of any further peer has no effect.
pub fn behind(proxies: Proxies, app: Router) -> Router {
    app.layer(middleware::from_fn_with_state(proxies, replace_peer))
}

async fn replace_peer(State(Proxies(proxies)): State<Proxies>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<PeerAddress>().copied();
    if let Some(PeerAddress(peer)) = peer
        && proxies.contains(&peer)
        && let Some(reported) = last_forwarded(request.headers())
    {
        request.extensions_mut().insert(PeerAddress(reported));
    }
    next.run(request).await
}

/// Returns the last address of the last header, which the nearest proxy added. Callers control all earlier addresses.
fn last_forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let value = headers.get_all(FORWARDED_FOR).iter().next_back()?;
    let last = value.to_str().ok()?.rsplit(',').next()?;
    last.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use axum::{Extension, http};
    use tower::ServiceExt;

    async fn source(peer: &str, headers: &[&str]) -> String {
        behind_proxies("127.0.0.1, ::1", peer, headers).await
    }

    async fn behind_proxies(proxies: &str, peer: &str, headers: &[&str]) -> String {
        let show = async |Extension(PeerAddress(peer)): Extension<PeerAddress>| peer.to_string();
        let app = behind(proxies.parse().unwrap(), Router::new().route("/", get(show)));
        let app = app.layer(Extension(PeerAddress(peer.parse().unwrap())));
        let request = headers
            .iter()
            .fold(http::Request::builder().uri("/"), |request, value| {
                request.header(FORWARDED_FOR, *value)
            });
        let response = app.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let body = to_bytes(response.into_body(), 100).await.unwrap();
        String::from_utf8(body.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn only_the_address_that_the_local_proxy_added_counts() {
        assert_eq!(source("127.0.0.1", &["192.0.2.9"]).await, "192.0.2.9");
        assert_eq!(source("::1", &["203.0.113.1, 2001:db8::9"]).await, "2001:db8::9");
        assert_eq!(source("127.0.0.1", &["192.0.2.9", "192.0.2.10"]).await, "192.0.2.10");
        assert_eq!(source("127.0.0.1", &["192.0.2.9, unknown"]).await, "127.0.0.1");
        assert_eq!(source("127.0.0.1", &[]).await, "127.0.0.1");
        assert_eq!(source("198.51.100.7", &["192.0.2.9"]).await, "198.51.100.7");
    }

    #[tokio::test]
    async fn header_counts_from_configured_proxies_only() {
        for (proxies, peer, expected) in [
            ("none", "127.0.0.1", "127.0.0.1"),
            ("::1", "127.0.0.1", "127.0.0.1"),
            ("127.0.0.2", "127.0.0.1", "127.0.0.1"),
            ("127.0.0.2", "127.0.0.2", "192.0.2.9"),
        ] {
            assert_eq!(
                behind_proxies(proxies, peer, &["192.0.2.9"]).await,
                expected,
                "{proxies}"
            );
        }
        for invalid in ["", "localhost", "127.0.0.1,", "127.0.0.0/8", "none,::1"] {
            assert_eq!(invalid.parse::<Proxies>(), Err(ProxiesError), "{invalid}");
        }
    }
}
