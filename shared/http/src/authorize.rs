//! The bearer token: verified offline with the public keys, and remembered while it is good.

use crate::error::{ApiError, ErrorCode};
use crate::telemetry::SubjectSlot;
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

/// How many verified tokens are remembered.
const REMEMBERED_TOKENS: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not zero");

/// Verifies permission tokens. Every service's state holds one.
#[derive(Clone)]
pub struct Authorizer {
    keys: Arc<dyn PublicKeys>,
    issuer: Arc<str>,
    clock: Arc<dyn Clock>,
    remembered: Arc<Mutex<LruCache<[u8; 32], Remembered>>>,
}

/// A token that was verified with this very key set; a newer set makes it unknown again.
struct Remembered {
    claims: Arc<PermissionClaims>,
    keys: Arc<PublicKeySet>,
}

impl fmt::Debug for Authorizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authorizer")
            .field("issuer", &self.issuer)
            .finish_non_exhaustive()
    }
}

impl Authorizer {
    /// An authorizer for tokens of an [`issuer()`].
    pub fn new(keys: Arc<dyn PublicKeys>, issuer: impl Into<Arc<str>>, clock: Arc<dyn Clock>) -> Self {
        Self {
            keys,
            issuer: issuer.into(),
            clock,
            remembered: Arc::new(Mutex::new(LruCache::new(REMEMBERED_TOKENS))),
        }
    }

    /// The moment by which tokens are judged.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The claims of the request's permission token.
    async fn authenticate(&self, headers: &HeaderMap) -> Result<Arc<PermissionClaims>, ApiError> {
        let token = bearer_token(headers)?;
        let digest: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        if let Some(claims) = self.recall(&digest) {
            return Ok(claims);
        }
        let (claims, keys) = self.verify(token).await?;
        let claims = Arc::new(claims);
        let remembered = Remembered {
            claims: Arc::clone(&claims),
            keys,
        };
        self.remembered
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .put(digest, remembered);
        Ok(claims)
    }

    fn recall(&self, digest: &[u8; 32]) -> Option<Arc<PermissionClaims>> {
        let keys = self.keys.public_keys();
        let now = self.clock.now();
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        let found = remembered.get(digest)?;
        let good = Arc::ptr_eq(&found.keys, &keys) && !found.claims.has_expired(now);
        good.then(|| Arc::clone(&found.claims))
    }

    /// Verifies with the keys at hand; a token that names an unknown key gets one try with newer ones.
    async fn verify(&self, token: &str) -> Result<(PermissionClaims, Arc<PublicKeySet>), ApiError> {
        let keys = self.keys.public_keys();
        let now = self.clock.now();
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

/// The one token of the one `Authorization` header (RFC 6750, section 2.1).
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

/// The claim `iss` of all tokens under a base URL such as `https://wallet.example`.
pub fn issuer(base_url: &str) -> String {
    format!("{}/authorization/v1", base_url.trim_end_matches('/'))
}

/// A permission as a type, so that the signature of a handler says what it demands.
pub trait RequiredPermission {
    /// The permission.
    const PERMISSION: Permission;
}

/// Declares one marker type per permission.
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
    /// Demands `read`.
    Read
    /// Demands `register`.
    Register
    /// Demands `secret`.
    Secret
    /// Demands `assets`.
    Assets
}

/// The bearer of a permission token that holds the permission `P`: 401 without, 403 without `P`.
#[derive(Clone, Debug)]
pub struct Bearer<P> {
    /// What the token says.
    pub claims: Arc<PermissionClaims>,
    permission: PhantomData<P>,
}

impl<S, P> FromRequestParts<S> for Bearer<P>
where
    S: Send + Sync,
    P: RequiredPermission,
    Authorizer: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let claims = Authorizer::from_ref(state).authenticate(&parts.headers).await?;
        if let Some(slot) = parts.extensions.get::<SubjectSlot>() {
            slot.fill(&claims.subject.to_string());
        }
        if !claims.permissions.contains(P::PERMISSION) {
            let name = P::PERMISSION.name();
            let message = format!("Use a permission token that was issued with the permission '{name}'.");
            return Err(ApiError::new(ErrorCode::InsufficientPermission, message).detail("required", name));
        }
        Ok(Self {
            claims,
            permission: PhantomData,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slash_at_the_end_makes_no_other_issuer() {
        for base_url in ["https://wallet.example", "https://wallet.example/"] {
            assert_eq!(issuer(base_url), "https://wallet.example/authorization/v1");
        }
    }
}
