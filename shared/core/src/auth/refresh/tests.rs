//! Tests of the refresh tokens.

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
