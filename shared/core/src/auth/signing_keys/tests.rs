//! Tests of the signing keys, with the vectors of RFC 8032 §7.1.

use super::*;

const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);

/// Randomness with a counter, so that every draw differs.
struct Counting(std::sync::atomic::AtomicU8);

impl Randomness for Counting {
    fn fill(&self, bytes: &mut [u8]) {
        let draw = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        bytes.fill(draw);
    }
}

fn randomness() -> Counting {
    Counting(1.into())
}

#[test]
fn rfc8032_public_keys() {
    let check = |seed: &str, point: &str| {
        let seed: [u8; 32] = hex::decode(seed).unwrap().try_into().unwrap();
        assert_eq!(public_point(&seed).map(hex::encode).as_deref(), Some(point));
    };
    check(
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    );
    check(
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    );
    check(
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    );
    check(
        "f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5",
        "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e",
    );
    check(
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
    );
}

#[test]
fn key_set_round_trips() {
    let set = SigningKeySet::generate(&randomness(), NOW).unwrap();
    let json = set.to_secret_json();
    let again = SigningKeySet::from_secret_json(json.expose_secret()).unwrap();
    assert_eq!(again.public_keys(), set.public_keys());
    assert_eq!(again.to_secret_json().expose_secret(), json.expose_secret());
}

#[test]
fn key_is_public_before_it_signs_and_the_latest_active_one_signs() {
    let later = NOW.after(Duration::from_hours(1));
    let random = randomness();
    let first = SigningKeySet::generate(&random, NOW).unwrap();
    let set = first.rotate(&random, later).unwrap();
    assert_eq!(set.public_keys().to_jwks_json().matches("Ed25519").count(), 2);
    let before = Timestamp::from_millis(later.as_millis() - 1);
    assert_eq!(set.signing_key(before).unwrap().kid(), set.keys[0].kid());
    assert_eq!(set.signing_key(later).unwrap().kid(), set.keys[1].kid());
    assert_eq!(set.refresh_key(before).unwrap().kid, set.refresh_keys[0].kid);
    assert_eq!(set.refresh_key(later).unwrap().kid, set.refresh_keys[1].kid);
}

#[test]
fn replaced_key_is_removed_when_its_last_token_has_expired() {
    let switch = NOW.after(Duration::from_hours(1));
    let random = randomness();
    let rotated = || {
        SigningKeySet::generate(&random, NOW)
            .unwrap()
            .rotate(&random, switch)
            .unwrap()
    };
    let remaining = |now| {
        let set = rotated().without_expired(now).unwrap();
        (set.keys.len(), set.refresh_keys.len())
    };
    let before = |end: Timestamp| Timestamp::from_millis(end.as_millis() - 1);
    let (signed, tagged) = (switch.after(SIGNED_TOKENS_EXPIRED), switch.after(SESSION_LIFETIME));
    assert_eq!(remaining(before(signed)), (2, 2));
    assert_eq!(remaining(signed), (1, 2));
    assert_eq!(remaining(before(tagged)), (1, 2));
    assert_eq!(remaining(tagged), (1, 1));
    // The latest key is never removed.
    assert_eq!(remaining(tagged.after(SESSION_LIFETIME)), (1, 1));
}

#[test]
fn revoked_key_is_removed_and_another_one_is_active() {
    let later = NOW.after(Duration::from_hours(1));
    let random = randomness();
    let kids = |set: &SigningKeySet| set.keys.iter().map(|key| key.kid().to_owned()).collect::<Vec<_>>();
    let set = || {
        SigningKeySet::generate(&random, NOW)
            .unwrap()
            .rotate(&random, later)
            .unwrap()
    };
    assert!(set().revoke("unknown", &random, NOW).unwrap().is_none());

    let announced = set();
    let names = kids(&announced);
    let next = announced.revoke(&names[0], &random, NOW).unwrap().unwrap();
    assert_eq!(kids(&next), names[1..], "the announced key takes over");
    assert_eq!(next.signing_key(NOW).unwrap().kid(), names[1]);
    assert_eq!(next.refresh_keys.len(), 2);

    let rotated = set();
    let names = kids(&rotated);
    let next = rotated.revoke(&names[1], &random, later).unwrap().unwrap();
    let active = next.signing_key(later).unwrap().kid().to_owned();
    assert!(
        !names.contains(&active),
        "neither the revoked key nor a superseded one signs"
    );
    assert_eq!(kids(&next), [names[0].clone(), active]);

    let superseded = set();
    let names = kids(&superseded);
    let next = superseded.revoke(&names[0], &random, later).unwrap().unwrap();
    assert_eq!(kids(&next), names[1..]);
}

#[test]
fn inactive_key_is_announced() {
    let switch = NOW.after(Duration::from_hours(1));
    let random = randomness();
    let set = SigningKeySet::generate(&random, NOW).unwrap();
    assert!(!set.has_announced(NOW));
    let set = set.rotate(&random, switch).unwrap();
    assert!(set.has_announced(NOW));
    assert!(!set.has_announced(switch));
}

#[test]
fn no_key_signs_before_it_is_active() {
    let set = SigningKeySet::generate(&randomness(), NOW).unwrap();
    let before = Timestamp::from_millis(NOW.as_millis() - 1);
    assert!(set.signing_key(before).is_none());
    assert!(set.refresh_key(before).is_none());
}

#[test]
fn invalid_secret_is_rejected() {
    let json = SigningKeySet::generate(&randomness(), NOW).unwrap().to_secret_json();
    let value: serde_json::Value = serde_json::from_str(json.expose_secret()).unwrap();
    let with = |pointer: &str, invalid: serde_json::Value| {
        let mut changed = value.clone();
        *changed.pointer_mut(pointer).unwrap() = invalid;
        SigningKeySet::from_secret_json(&changed.to_string()).unwrap_err()
    };
    let key = KeySetError::Key { index: 0 };
    let refresh_key = KeySetError::RefreshKey { index: 0 };
    assert_eq!(with("/jwks/keys/0/kty", "EC".into()), key);
    assert_eq!(with("/jwks/keys/0/crv", "X25519".into()), key);
    assert_eq!(with("/jwks/keys/0/kid", "".into()), key);
    assert_eq!(with("/jwks/keys/0/d", "AAAA".into()), key);
    // The public key of a different seed.
    assert_eq!(with("/jwks/keys/0/x", URL_SAFE_NO_PAD.encode([7; 32]).into()), key);
    assert_eq!(with("/refreshKeys/0/k", "AAAA".into()), refresh_key);
    assert_eq!(with("/refreshKeys/0/kid", "a.b".into()), refresh_key);
    assert_eq!(with("/refreshKeys/0/kid", "".into()), refresh_key);
    assert_eq!(with("/jwks/keys", serde_json::json!([])), KeySetError::Empty);
    assert_eq!(with("/refreshKeys", serde_json::json!([])), KeySetError::Empty);
    let twice = serde_json::json!([value["refreshKeys"][0], value["refreshKeys"][0]]);
    assert_eq!(with("/refreshKeys", twice), KeySetError::RepeatedKid);
    assert!(matches!(with("/jwks", "canary".into()), KeySetError::Json { .. }));
}

#[test]
fn secrets_are_redacted_in_debug_output() {
    let set = SigningKeySet::generate(&randomness(), NOW).unwrap();
    let debug = format!("{set:?}");
    assert!(debug.contains("REDACTED"));
    assert!(!debug.contains(&URL_SAFE_NO_PAD.encode([1; 32])));
    assert!(!debug.contains("[1, 1, 1"));
}
