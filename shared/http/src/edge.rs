//! The content delivery network in front of the gateway (infrastructure/edge.yaml).
//!
//! The gateway reports the address of the network as the source of each request. The network adds a secret in the
//! header
//! `X-Origin-Secret`; only with the secret the header `CloudFront-Viewer-Address` is the address of the client. A deployment
//! can reject all requests without the secret, so that the limits per address of the network apply to every caller.

use crate::error::{ApiError, ErrorCode};
use crate::extract::ViewerAddress;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use subtle::{Choice, ConstantTimeEq};

/// The header with the secret of the network.
const SECRET: &str = "x-origin-secret";

/// The header with the address and port of the client of the network.
const VIEWER: &str = "cloudfront-viewer-address";

/// SHA-256 hashes of the secrets of the content delivery network: at most 1, or 2 during a replacement. The setting is
/// `WALLET_CLOUD_ORIGIN_SECRET_SHA256`: hashes in hexadecimal, separated by a comma.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeSecrets(Arc<[[u8; 32]]>);

/// The error of a setting that is not a list of hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one or two SHA-256 hashes of 64 hexadecimal digits, separated by a comma")]
pub struct EdgeSecretsError;

impl FromStr for EdgeSecrets {
    type Err = EdgeSecretsError;

    fn from_str(text: &str) -> Result<Self, EdgeSecretsError> {
        let hash = |part: &str| {
            let mut hash = [0; 32];
            hex::decode_to_slice(part.trim(), &mut hash).map(|()| hash)
        };
        let hashes: Result<Vec<_>, _> = text.split(',').map(hash).collect();
        match hashes {
            Ok(hashes) if hashes.len() <= 2 => Ok(Self(hashes.into())),
            _ => Err(EdgeSecretsError),
        }
    }
}

impl EdgeSecrets {
    /// Returns true if the headers contain a single secret whose hash is in the list. The comparison takes constant
    /// time.
    fn accept(&self, headers: &HeaderMap) -> bool {
        let Some(secret) = single(headers, SECRET) else {
            return false;
        };
        let presented = Sha256::digest(secret);
        let matched = self.0.iter().fold(Choice::from(0), |matched, hash| {
            matched | presented.as_slice().ct_eq(hash)
        });
        matched.into()
    }
}

/// The path that the functions themselves fetch, from the origin.
const PUBLIC_KEYS: &str = "/authorization/v1/.well-known/jwks.json";

/// The mark of a request with the secret.
#[derive(Clone, Copy)]
struct FromNetwork;

/// Adds the [`ViewerAddress`] to a request of the network, and removes the secret from every request.
pub(crate) async fn identify(State(secrets): State<EdgeSecrets>, mut request: Request, next: Next) -> Response {
    let is_accepted = secrets.accept(request.headers());
    request.headers_mut().remove(SECRET);
    if is_accepted {
        request.extensions_mut().insert(FromNetwork);
    }
    if is_accepted && let Some(address) = viewer(request.headers()) {
        request.extensions_mut().insert(ViewerAddress(address));
    }
    next.run(request).await
}

/// Rejects a request without the secret if the secret is required, except for the public keys.
pub(crate) async fn require(State(is_required): State<bool>, request: Request, next: Next) -> Response {
    let is_exempt = request.extensions().get::<FromNetwork>().is_some() || request.uri().path() == PUBLIC_KEYS;
    if is_required && !is_exempt {
        let message = "Call the service by its public address, not by that of its origin.";
        let error = ApiError::new(ErrorCode::InsufficientPermission, message);
        return error.detail("required", "X-Origin-Secret").into_response();
    }
    next.run(request).await
}

/// Returns the address in `CloudFront-Viewer-Address`: an address and a port, separated by the last colon.
fn viewer(headers: &HeaderMap) -> Option<IpAddr> {
    let value = std::str::from_utf8(single(headers, VIEWER)?).ok()?;
    let (address, port) = value.rsplit_once(':')?;
    port.parse::<u16>().ok()?;
    address.trim_matches(['[', ']']).parse().ok()
}

/// Returns the value of a header that occurs once.
fn single<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a [u8]> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::{PeerAddress, Source};
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use axum::{Extension, Router};
    use tower::ServiceExt;

    const CORRECT: &str = "0123456789abcdef0123456789abcdef";

    fn hash(secret: &str) -> String {
        hex::encode(Sha256::digest(secret))
    }

    async fn source(setting: &str, headers: &[(&str, &str)]) -> String {
        let secrets: EdgeSecrets = setting.parse().unwrap_or_default();
        let show = async |Source(network): Source, headers: HeaderMap| {
            assert!(!headers.contains_key(SECRET), "the secret is removed");
            network.to_string()
        };
        let app = Router::new()
            .route("/", get(show))
            .layer(axum::middleware::from_fn_with_state(secrets, identify))
            .layer(Extension(PeerAddress([192, 0, 2, 1].into())));
        let request = headers.iter().fold(http::Request::builder(), |request, (name, value)| {
            request.header(*name, *value)
        });
        let response = app.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let body = to_bytes(response.into_body(), 100).await.unwrap();
        String::from_utf8(body.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn viewer_address_counts_with_the_secret_only() {
        let (setting, viewer) = (hash(CORRECT), (VIEWER, "203.0.113.7:46532"));
        assert_eq!(source(&setting, &[(SECRET, CORRECT), viewer]).await, "203.0.113.7/32");
        for headers in [
            &[viewer] as &[_],
            &[(SECRET, "incorrect"), viewer],
            &[(SECRET, ""), viewer],
            &[(SECRET, setting.as_str()), viewer],
            &[(SECRET, CORRECT), (SECRET, "incorrect"), viewer],
            &[(SECRET, CORRECT), ("x-forwarded-for", "203.0.113.7")],
        ] {
            assert_eq!(source(&setting, headers).await, "192.0.2.1/32", "{headers:?}");
        }
        for setting in ["", &hash("")] {
            assert_eq!(
                source(setting, &[(SECRET, CORRECT), viewer]).await,
                "192.0.2.1/32",
                "{setting}"
            );
        }
    }

    #[tokio::test]
    async fn both_secrets_count_during_a_replacement() {
        let setting = format!("{}, {}", hash("next"), hash(CORRECT));
        for secret in [CORRECT, "next"] {
            let headers = [(SECRET, secret), (VIEWER, "203.0.113.7:1")];
            assert_eq!(source(&setting, &headers).await, "203.0.113.7/32");
        }
    }

    #[tokio::test]
    async fn addresses_of_both_families_are_read_and_others_have_no_effect() {
        let setting = hash(CORRECT);
        for (value, expected) in [
            ("2001:db8:1:2::3:46532", "2001:db8:1:2::/64"),
            ("[2001:db8:1:2::3]:46532", "2001:db8:1:2::/64"),
            ("203.0.113.7", "192.0.2.1/32"),
            ("203.0.113.7:99999", "192.0.2.1/32"),
            ("unknown:1", "192.0.2.1/32"),
            ("", "192.0.2.1/32"),
        ] {
            assert_eq!(
                source(&setting, &[(SECRET, CORRECT), (VIEWER, value)]).await,
                expected,
                "{value}"
            );
        }
        let twice = [(SECRET, CORRECT), (VIEWER, "203.0.113.7:1"), (VIEWER, "203.0.113.8:1")];
        assert_eq!(source(&setting, &twice).await, "192.0.2.1/32");
    }

    #[test]
    fn setting_has_one_or_two_hashes() {
        for invalid in [
            "",
            "secret",
            &hash("a")[1..],
            &[hash("a"), hash("b"), hash("c")].join(","),
        ] {
            assert_eq!(invalid.parse::<EdgeSecrets>(), Err(EdgeSecretsError), "{invalid}");
        }
    }
}
