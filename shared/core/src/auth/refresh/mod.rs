//! Refresh tokens: `wcr1.<kid>.<base64url of session id, generation, secret and tag>`.
//!
//! The tag (HMAC-SHA-256) is checked before any look-up, so a forged token reaches no session. The secret of a
//! successor is derived from the secret of the predecessor: repeated use of a token yields the same successor, and
//! no secret has to be stored for that.

use crate::auth::claims::IDLE_LIFETIME;
use crate::auth::signing_keys::SigningKeySet;
use crate::auth::signing_keys::SymmetricKey;
use crate::auth::token::SignError;
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::sessions::{Session, SessionId, TokenHash};
use crate::ports::system::{Randomness, Timestamp};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox, SecretString};
use sha2::{Digest, Sha256};
use std::time::Duration;
use zeroize::Zeroizing;

/// The time during which a spent token yields the same successor again.
const GRACE: Duration = Duration::from_secs(30);

/// The version, the first part of every token.
const VERSION: &str = "wcr1";

/// The length of the last part without the tag, in bytes: session id, generation, secret.
const CONTENT_LENGTH: usize = 16 + 4 + 32;

/// The error for a string that is not a valid refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the refresh token is no longer valid; request new tokens with a merchant key or security token")]
pub struct RefreshTokenError;

impl CodedError for RefreshTokenError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidToken, self)
    }
}

/// A refresh token with a verified tag. `Debug` prints no token.
#[derive(Debug)]
pub struct RefreshToken {
    session: SessionId,
    generation: u32,
    secret: SecretBox<[u8; 32]>,
    text: SecretString,
}

impl RefreshToken {
    /// Creates the first token of a session.
    pub fn first(
        keys: &SigningKeySet,
        session: SessionId,
        randomness: &dyn Randomness,
        now: Timestamp,
    ) -> Result<Self, SignError> {
        let key = keys.refresh_key(now).ok_or(SignError::NoActiveKey)?;
        let secret = SecretBox::init_with_mut(|secret: &mut [u8; 32]| randomness.fill(secret));
        Ok(Self::tagged(key, session, 0, secret))
    }

    /// Parses a token and verifies the tag in constant time.
    pub fn parse(keys: &SigningKeySet, text: &str) -> Result<Self, RefreshTokenError> {
        Self::read(keys, text).ok_or(RefreshTokenError)
    }

    /// Returns the successor of this token, made with the currently active key.
    pub fn successor(&self, keys: &SigningKeySet, now: Timestamp) -> Result<Self, SignError> {
        let key = keys.refresh_key(now).ok_or(SignError::NoActiveKey)?;
        Ok(self.successor_under(key))
    }

    /// Returns the successor with this hash, made with any key of the set: the active key may have
    /// changed since the token was spent. Returns `None` if the key is no longer in the set.
    pub fn successor_with_hash(&self, keys: &SigningKeySet, hash: TokenHash) -> Option<Self> {
        let candidates = keys.refresh_keys().iter().map(|key| self.successor_under(key));
        candidates.into_iter().find(|candidate| candidate.hash() == hash)
    }

    /// Returns the id of the session that the token refreshes.
    pub fn session(&self) -> SessionId {
        self.session
    }

    /// Returns the number of preceding tokens of the session.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Returns the hash stored in the table.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.text.expose_secret()).into())
    }

    /// Returns the token string, which only the owner may receive.
    pub fn text(&self) -> &SecretString {
        &self.text
    }

    fn successor_under(&self, key: &SymmetricKey) -> Self {
        let generation = self.generation.saturating_add(1);
        let mut mac = keyed(key, "next");
        mac.update(&self.session.0);
        mac.update(&generation.to_be_bytes());
        mac.update(self.secret.expose_secret());
        let secret: [u8; 32] = mac.finalize().into_bytes().into();
        Self::tagged(key, self.session, generation, SecretBox::new(Box::new(secret)))
    }

    fn tagged(key: &SymmetricKey, session: SessionId, generation: u32, secret: SecretBox<[u8; 32]>) -> Self {
        let mut body = Zeroizing::new(Vec::with_capacity(CONTENT_LENGTH + 32));
        body.extend_from_slice(&session.0);
        body.extend_from_slice(&generation.to_be_bytes());
        body.extend_from_slice(secret.expose_secret());
        let tag = tag(key, &body).finalize().into_bytes();
        body.extend_from_slice(&tag);
        let text = format!("{VERSION}.{}.{}", key.kid, URL_SAFE_NO_PAD.encode(body.as_slice()));
        Self {
            session,
            generation,
            secret,
            text: text.into(),
        }
    }

    fn read(keys: &SigningKeySet, text: &str) -> Option<Self> {
        let (kid, body) = text.strip_prefix(VERSION)?.strip_prefix('.')?.split_once('.')?;
        let key = keys.refresh_keys().iter().find(|key| key.kid == kid)?;
        let body = Zeroizing::new(URL_SAFE_NO_PAD.decode(body).ok()?);
        let (content, presented_tag) = body.split_at_checked(CONTENT_LENGTH)?;
        tag(key, content).verify_slice(presented_tag).ok()?;
        let (session, content) = content.split_first_chunk()?;
        let (generation, secret) = content.split_first_chunk()?;
        Some(Self {
            session: SessionId(*session),
            generation: u32::from_be_bytes(*generation),
            secret: SecretBox::new(Box::new(secret.try_into().ok()?)),
            text: text.into(),
        })
    }
}

/// Computes the tag, which also covers the version and the `kid`, so that no part of the token can be
/// exchanged.
fn tag(key: &SymmetricKey, content: &[u8]) -> Hmac<Sha256> {
    let mut mac = keyed(key, "tag");
    mac.update(VERSION.as_bytes());
    mac.update(key.kid.as_bytes());
    mac.update(b".");
    mac.update(content);
    mac
}

/// Creates an HMAC that is separated by purpose.
fn keyed(key: &SymmetricKey, purpose: &str) -> Hmac<Sha256> {
    // RFC 2104 pads a short key with zeros to the block size of the hash.
    let mut block = Zeroizing::new([0; 64]);
    block[..32].copy_from_slice(key.key.expose_secret());
    let mut mac = Hmac::<Sha256>::new((&*block).into());
    mac.update(purpose.as_bytes());
    mac.update(b".");
    mac
}

/// Returns the key of device tokens that belongs to a refresh key.
pub(super) fn device_secret(key: &SymmetricKey) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(keyed(key, "device").finalize().into_bytes().into())
}

/// Classifications of a presented token that is not the current token of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpentToken {
    /// The token was spent within the grace period: the owner receives the same successor again.
    Replay,
    /// The token was spent earlier: the session must end.
    Reused,
    /// The session has expired or does not know the token, which can be newer than a restored table.
    /// The token is rejected without further effect.
    Expired,
}

/// Classifies a token that [`crate::ports::sessions::Sessions::rotate`] found not to be current.
pub fn classify_spent_token(session: &Session, presented: TokenHash, generation: u32, now: Timestamp) -> SpentToken {
    if now >= session.idle_expires_at || now >= session.expires_at {
        return SpentToken::Expired;
    }
    let spent_just_now = session.previous == Some(presented)
        && session
            .previous_spent_at
            .is_some_and(|spent_at| now.since(spent_at) <= GRACE);
    if spent_just_now {
        SpentToken::Replay
    } else if generation < session.generation {
        SpentToken::Reused
    } else {
        SpentToken::Expired
    }
}

/// Returns the idle expiry of a session that is opened or refreshed at `now` and must end by `limit`.
pub fn idle_expiry(now: Timestamp, limit: Timestamp) -> Timestamp {
    now.after(IDLE_LIFETIME).min(limit)
}

#[cfg(test)]
mod tests;
