//! Refresh tokens: `wcr1.<kid>.<base64url of session id, generation, secret and tag>`.
//!
//! The tag (HMAC-SHA-256) is checked before any look-up, so a forged token reaches no session. The secret of a
//! successor is derived from the secret of the predecessor: repeated use of a token yields the same successor, and
//! no secret has to be stored for that.

use crate::auth::keys::SymmetricKey;
use crate::auth::lifetimes::IDLE_LIFETIME;
use crate::auth::signing_keys::SigningKeySet;
use crate::auth::token::SignError;
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::sessions::{Session, SessionId, TokenHash};
use crate::ports::system::{Randomness, Timestamp};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
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
        let mut mac = key.hmac_for("next");
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
    let mut mac = key.hmac_for("tag");
    mac.update(VERSION.as_bytes());
    mac.update(key.kid.as_bytes());
    mac.update(b".");
    mac.update(content);
    mac
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
mod tests {
    use super::*;
    use crate::auth::{PermissionSet, SESSION_LIFETIME, Subject};
    use std::sync::atomic::{AtomicU8, Ordering};
    use uuid::Uuid;

    const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);

    struct Counting(AtomicU8);

    impl Randomness for Counting {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(self.0.fetch_add(1, Ordering::Relaxed));
        }
    }

    fn random(start: u8) -> Counting {
        Counting(AtomicU8::new(start))
    }

    fn keys() -> SigningKeySet {
        SigningKeySet::generate(&random(1), NOW).unwrap()
    }

    fn first(keys: &SigningKeySet) -> RefreshToken {
        RefreshToken::first(keys, SessionId([5; 16]), &random(9), NOW).unwrap()
    }

    fn text(token: &RefreshToken) -> &str {
        token.text().expose_secret()
    }

    #[test]
    fn refresh_token_round_trips() {
        let keys = keys();
        let token = first(&keys).successor(&keys, NOW).unwrap();
        let read = RefreshToken::parse(&keys, text(&token)).unwrap();
        assert_eq!((read.session(), read.generation()), (SessionId([5; 16]), 1));
        assert_eq!(read.hash(), token.hash());
        let again = (
            token.successor(&keys, NOW).unwrap(),
            read.successor(&keys, NOW).unwrap(),
        );
        assert_eq!(text(&again.0), text(&again.1));
    }

    #[test]
    fn successor_is_deterministic_and_differs_from_its_predecessor() {
        let keys = keys();
        let token = first(&keys);
        let successor = token.successor(&keys, NOW).unwrap();
        assert_eq!(text(&token.successor(&keys, NOW).unwrap()), text(&successor));
        assert_ne!(successor.secret.expose_secret(), token.secret.expose_secret());
        assert_ne!(text(&successor.successor(&keys, NOW).unwrap()), text(&successor));
    }

    #[test]
    fn every_changed_character_is_detected() {
        let keys = keys();
        let token = first(&keys);
        for index in 0..text(&token).len() {
            for replacement in *b"AQZaz09-_." {
                let mut bytes = text(&token).as_bytes().to_vec();
                if bytes[index] == replacement {
                    continue;
                }
                bytes[index] = replacement;
                let forged = String::from_utf8(bytes).unwrap();
                assert!(RefreshToken::parse(&keys, &forged).is_err(), "{forged}");
            }
        }
    }

    #[test]
    fn invalid_strings_are_rejected() {
        let keys = keys();
        let token = first(&keys);
        let valid = text(&token);
        let (head, body) = valid.rsplit_once('.').unwrap();
        for invalid in [
            "",
            ".",
            "..",
            "wcr1",
            "wcr1..",
            "wcr2.x.y",
            &valid[1..],
            &format!("{valid}A"),
            &format!("{valid}="),
            &format!("{valid}.x"),
            &format!(" {valid}"),
            &format!("{head}."),
            &format!("{head}.{}", &body[..60]),
            &format!("wcr1.unknown.{body}"),
        ] {
            assert!(RefreshToken::parse(&keys, invalid).is_err(), "{invalid:?}");
        }
        let other_keys = SigningKeySet::generate(&random(100), NOW).unwrap();
        assert!(RefreshToken::parse(&other_keys, valid).is_err());
    }

    #[test]
    fn tokens_of_an_older_key_are_accepted_and_succeeded_under_the_new_key() {
        let later = NOW.after(Duration::from_hours(1));
        let random = random(1);
        let keys = SigningKeySet::generate(&random, NOW).unwrap();
        let keys = keys.rotate(&random, later).unwrap();
        let old = first(&keys);
        assert!(RefreshToken::parse(&keys, text(&old)).is_ok());
        let before = old.successor(&keys, NOW).unwrap();
        let after = old.successor(&keys, later).unwrap();
        assert_ne!(text(&before), text(&after));
        let kid = |token: &RefreshToken| text(token).split('.').nth(1).unwrap().to_owned();
        assert_eq!(kid(&before), kid(&old));
        assert_ne!(kid(&after), kid(&old));
        // The successor is found with either key.
        for successor in [before, after] {
            let found = old.successor_with_hash(&keys, successor.hash()).unwrap();
            assert_eq!(text(&found), text(&successor));
        }
        assert!(old.successor_with_hash(&keys, old.hash()).is_none());
    }

    #[test]
    fn token_is_redacted_in_debug_output() {
        let keys = keys();
        let token = first(&keys);
        let debug = format!("{token:?}");
        assert!(!debug.contains("wcr1") && !debug.contains("9, 9"), "{debug}");
    }

    /// Returns a session with the third token as the current token and the second spent at `NOW`.
    fn session(current: &RefreshToken, previous: &RefreshToken) -> Session {
        Session {
            id: current.session(),
            subject: Subject::parse("merchant:demo").unwrap(),
            token_id: Uuid::from_u128(1),
            permissions: PermissionSet::parse(&["read"]).unwrap(),
            payload: None,
            device_name: None,
            created_at: NOW,
            epoch: None,
            merchant_key: None,
            generation: current.generation(),
            current: current.hash(),
            previous: Some(previous.hash()),
            previous_spent_at: Some(NOW),
            idle_expires_at: NOW.after(IDLE_LIFETIME),
            expires_at: NOW.after(SESSION_LIFETIME),
        }
    }

    #[test]
    fn only_the_last_spent_token_is_replayed_and_only_for_thirty_seconds() {
        let keys = keys();
        let r1 = first(&keys);
        let r2 = r1.successor(&keys, NOW).unwrap();
        let r3 = r2.successor(&keys, NOW).unwrap();
        let session = session(&r3, &r2);
        let classify = |token: &RefreshToken, after| {
            classify_spent_token(
                &session,
                token.hash(),
                token.generation(),
                NOW.after(Duration::from_millis(after)),
            )
        };
        assert_eq!(classify(&r2, 0), SpentToken::Replay);
        assert_eq!(classify(&r2, 30_000), SpentToken::Replay);
        assert_eq!(classify(&r2, 30_001), SpentToken::Reused);
        assert_eq!(classify(&r1, 0), SpentToken::Reused);
        // The clock is slightly behind the clock that recorded the time.
        let earlier = Timestamp::from_millis(NOW.as_millis() - 500);
        let classified = classify_spent_token(&session, r2.hash(), r2.generation(), earlier);
        assert_eq!(classified, SpentToken::Replay);
    }

    #[test]
    fn tokens_of_an_expired_session_are_expired() {
        let keys = keys();
        let r1 = first(&keys);
        let r2 = r1.successor(&keys, NOW).unwrap();
        let idle = session(&r2, &r1);
        let classify = |session: &Session, token: &RefreshToken, now| {
            classify_spent_token(session, token.hash(), token.generation(), now)
        };
        let end = idle.idle_expires_at;
        assert_eq!(classify(&idle, &r1, end), SpentToken::Expired);
        assert_eq!(classify(&idle, &r2, end), SpentToken::Expired);
        let mut absolute = idle.clone();
        absolute.expires_at = NOW;
        assert_eq!(classify(&absolute, &r1, NOW), SpentToken::Expired);
        // A token that the (restored) table does not know does not end the session.
        let r3 = r2.successor(&keys, NOW).unwrap();
        assert_eq!(classify(&idle, &r3, NOW), SpentToken::Expired);
    }

    #[test]
    fn session_never_exceeds_its_limit() {
        let limit = NOW.after(SESSION_LIFETIME);
        assert_eq!(idle_expiry(NOW, limit), NOW.after(IDLE_LIFETIME));
        let late = NOW.after(Duration::from_hours(89 * 24));
        assert_eq!(idle_expiry(late, limit), limit);
    }

    proptest::proptest! {
        /// Parsing untrusted strings neither panics nor accepts any of them.
        #[test]
        fn foreign_strings_are_rejected(text in "\\PC*", body in "[A-Za-z0-9_-]{0,120}") {
            let keys = keys();
            let kid = text_kid(&keys);
            for forged in [text, format!("wcr1.{kid}.{body}")] {
                assert!(RefreshToken::parse(&keys, &forged).is_err());
            }
        }
    }

    fn text_kid(keys: &SigningKeySet) -> String {
        text(&first(keys)).split('.').nth(1).unwrap().to_owned()
    }
}
