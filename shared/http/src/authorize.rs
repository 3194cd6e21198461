//! Bearer token authorization: tokens are verified offline with the public keys, and cached while valid.

use crate::error::{ApiError, ErrorCode};
use crate::telemetry::{self, TokenSource};
use axum::extract::{FromRef, FromRequestParts};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use http::request::Parts;
use lru::LruCache;
use sha2::{Digest, Sha256};
use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use wallet_core::auth::{Permission, PermissionClaims, PublicKeySet, TokenError, verify_permission_token};
use wallet_core::ports::signing_keys::PublicKeys;
use wallet_core::ports::system::{Clock, Timestamp};

/// The maximum number of cached tokens.
const CACHED_TOKENS: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not zero");

/// The verifier of permission tokens, part of the state of every service.
#[derive(Clone)]
pub struct Authorizer {
    keys: Arc<dyn PublicKeys>,
    issuer: Arc<str>,
    clock: Arc<dyn Clock>,
    cached: Arc<Mutex<LruCache<[u8; 32], CachedToken>>>,
}

/// A token verified with this key set. A newer set invalidates the entry.
struct CachedToken {
    claims: Arc<PermissionClaims>,
    keys: Arc<PublicKeySet>,
    /// The time of the verification. After the clock is set back, the token may be a token of the future.
    verified_at: Timestamp,
}

impl fmt::Debug for Authorizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authorizer")
            .field("issuer", &self.issuer)
            .finish_non_exhaustive()
    }
}

impl Authorizer {
    /// Creates an authorizer for tokens of an [`issuer()`].
    pub fn new(keys: Arc<dyn PublicKeys>, issuer: impl Into<Arc<str>>, clock: Arc<dyn Clock>) -> Self {
        Self {
            keys,
            issuer: issuer.into(),
            clock,
            cached: Arc::new(Mutex::new(LruCache::new(CACHED_TOKENS))),
        }
    }

    /// Returns the current time, against which token expiry is checked.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the bearer of a permission token that is not in a header.
    ///
    /// # Errors
    /// 401 for an invalid token, 403 without the permission `P`, 503 if the public keys cannot be fetched.
    pub async fn bearer<P: RequiredPermission>(&self, token: &str) -> Result<Bearer<P>, ApiError> {
        let (claims, source) = self.authenticate(token).await?;
        telemetry::record_token(&claims.subject, source);
        if !claims.permissions.contains(P::PERMISSION) {
            let name = P::PERMISSION.name();
            let message = format!("Use a permission token that was issued with the permission '{name}'.");
            return Err(ApiError::new(ErrorCode::InsufficientPermission, message).detail("required", name));
        }
        Ok(Bearer {
            claims,
            permission: PhantomData,
        })
    }

    /// Verifies a permission token and returns the claims, and the form of the verification.
    async fn authenticate(&self, token: &str) -> Result<(Arc<PermissionClaims>, TokenSource), ApiError> {
        let digest: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        let keys = self.keys.public_keys().await?;
        if let Some(claims) = self.cached_claims(&digest, &keys) {
            return Ok((claims, TokenSource::Cache));
        }
        let now = self.clock.now();
        let (claims, keys) = self.verify(token, keys, now).await?;
        let claims = Arc::new(claims);
        let cached = CachedToken {
            claims: Arc::clone(&claims),
            keys,
            verified_at: now,
        };
        self.cached
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .put(digest, cached);
        Ok((claims, TokenSource::Signature))
    }

    fn cached_claims(&self, digest: &[u8; 32], keys: &Arc<PublicKeySet>) -> Option<Arc<PermissionClaims>> {
        let now = self.clock.now();
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let found = cached.get(digest)?;
        let valid = Arc::ptr_eq(&found.keys, keys) && found.verified_at <= now && !found.claims.has_expired(now);
        valid.then(|| Arc::clone(&found.claims))
    }

    /// Verifies a token. If the token names a key that `keys` does not contain, the keys are refreshed once.
    async fn verify(
        &self,
        token: &str,
        keys: Arc<PublicKeySet>,
        now: Timestamp,
    ) -> Result<(PermissionClaims, Arc<PublicKeySet>), ApiError> {
        match verify_permission_token(&keys, &self.issuer, token, now) {
            Err(TokenError::UnknownKey) => {
                let keys = self.keys.refresh().await?;
                let claims = verify_permission_token(&keys, &self.issuer, token, now)?;
                Ok((claims, keys))
            }
            result => Ok((result?, keys)),
        }
    }
}

/// Returns the bearer token of the single `Authorization` header (RFC 6750, section 2.1).
fn bearer_token(headers: &HeaderMap) -> Result<&str, ApiError> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let value = match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        (None, _) => None,
        (Some(_), Some(_)) => {
            return Err(ApiError::new(
                ErrorCode::InvalidToken,
                "Send exactly one Authorization header.",
            ));
        }
    };
    let token = value.and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim_matches(' '))
    });
    token.filter(|token| !token.is_empty()).ok_or_else(|| {
        ApiError::new(
            ErrorCode::Unauthorized,
            "Send the header Authorization: Bearer with a permission token.",
        )
    })
}

/// Returns the claim `iss` of all tokens under a base URL such as `https://wallet.example`.
pub fn issuer(base_url: &str) -> String {
    format!("{}/authorization/v1", base_url.trim_end_matches('/'))
}

/// A permission as a type, so that the signature of a handler states the required permission.
pub trait RequiredPermission {
    /// The required permission.
    const PERMISSION: Permission;
}

/// Declares a marker type per permission.
macro_rules! required_permissions {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}

            impl RequiredPermission for $name {
                const PERMISSION: Permission = Permission::$name;
            }
        )*
    };
}

required_permissions! {
    /// Requires `read`.
    Read
    /// Requires `register`.
    Register
    /// Requires `secret`.
    Secret
    /// Requires `assets`.
    Assets
    /// Requires `notify`.
    Notify
}

/// The bearer of a permission token with the permission `P`. Rejects with 401 without a token, 403 without `P`.
#[derive(Clone, Debug)]
pub struct Bearer<P> {
    /// The claims of the token.
    pub claims: Arc<PermissionClaims>,
    // A function type, since a permission is never a value that another thread has to receive.
    permission: PhantomData<fn() -> P>,
}

impl<P> Bearer<P> {
    /// The codes of rejected requests: of the token, and of the public keys if they cannot be fetched.
    pub(crate) const CODES: [ErrorCode; 5] = [
        ErrorCode::Unauthorized,
        ErrorCode::InvalidToken,
        ErrorCode::TokenExpired,
        ErrorCode::InsufficientPermission,
        ErrorCode::ServiceUnavailable,
    ];
}

impl<S, P> FromRequestParts<S> for Bearer<P>
where
    S: Send + Sync,
    P: RequiredPermission,
    Authorizer: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let token = bearer_token(&parts.headers)?;
        Authorizer::from_ref(state).bearer(token).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issuer_ignores_a_trailing_slash() {
        for base_url in ["https://wallet.example", "https://wallet.example/"] {
            assert_eq!(issuer(base_url), "https://wallet.example/authorization/v1");
        }
    }
}
