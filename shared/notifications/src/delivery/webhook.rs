//! Headers and signatures of webhooks by Standard Webhooks 1.0.0 (<https://www.standardwebhooks.com>).
//!
//! The signed content is `id.timestamp.body`. `v1` is HMAC-SHA-256 with the secret of the subscription, `v1a` is Ed25519 with the
//! key of the deployment. Ids have no full stop, so that the content is unambiguous.

use super::keys::{SigningKey, WebhookSecret};
use crate::event::EventId;
use aws_lc_rs::signature::{ED25519, UnparsedPublicKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::Mac;
use std::time::Duration;
use wallet_core::auth::PublicKeySet;
use wallet_core::ports::system::Timestamp;

/// The tolerance that Standard Webhooks recommends for the age of a delivery, and for clocks that are behind.
pub const TOLERANCE: Duration = Duration::from_mins(5);

/// The maximum number of Ed25519 signatures of a delivery that are verified. A deployment signs with one key.
const MAX_SIGNATURES: usize = 4;

const ID: &str = "webhook-id";
const TIMESTAMP: &str = "webhook-timestamp";
const SIGNATURE: &str = "webhook-signature";

/// The headers of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookHeaders {
    /// `webhook-id`: the id of the event.
    pub id: String,
    /// `webhook-timestamp`: the time of the attempt in Unix seconds.
    pub timestamp: String,
    /// `webhook-signature`: the signatures, separated by spaces.
    pub signature: String,
}

/// Reasons why a delivery is not authentic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The header with this name is absent.
    #[error("the header {0} is missing")]
    MissingHeader(&'static str),
    /// The timestamp is not a number of seconds.
    #[error("the timestamp of the webhook is not in Unix seconds")]
    InvalidTimestamp,
    /// The delivery is older than the tolerance: a repetition by a third party, or a clock that is ahead.
    #[error("the timestamp of the webhook is too old")]
    Stale,
    /// The timestamp is later than now by more than the tolerance.
    #[error("the timestamp of the webhook is in the future")]
    Future,
    /// No signature is that of the secret or of a key.
    #[error("no signature of the webhook matches")]
    NoMatch,
}

impl WebhookHeaders {
    /// Signs an attempt of a delivery at `now`: a `v1` signature for each secret, in order, and a `v1a` signature.
    pub fn sign(id: &EventId, body: &[u8], secrets: &[WebhookSecret], key: &SigningKey, now: Timestamp) -> Self {
        let timestamp = now.as_secs().to_string();
        let content = parts(&id.0, &timestamp, body).concat();
        let symmetric = secrets.iter().map(|secret| {
            let tag = secret.hmac().chain_update(&content).finalize().into_bytes();
            format!("v1,{}", STANDARD.encode(tag))
        });
        let asymmetric = format!("v1a,{}", STANDARD.encode(key.sign(&content)));
        let signature = symmetric.chain([asymmetric]).collect::<Vec<_>>().join(" ");
        Self {
            id: id.0.clone(),
            timestamp,
            signature,
        }
    }

    /// Reads the headers of a received delivery; `header` returns the value of a header by its name in lower case.
    ///
    /// # Errors
    /// A header is absent.
    pub fn read<'a>(header: impl Fn(&str) -> Option<&'a str>) -> Result<Self, VerifyError> {
        let required = |name| header(name).map(str::to_owned).ok_or(VerifyError::MissingHeader(name));
        Ok(Self {
            id: required(ID)?,
            timestamp: required(TIMESTAMP)?,
            signature: required(SIGNATURE)?,
        })
    }

    /// Returns the names and the values.
    pub fn pairs(&self) -> [(&'static str, &str); 3] {
        [
            (ID, &self.id),
            (TIMESTAMP, &self.timestamp),
            (SIGNATURE, &self.signature),
        ]
    }

    /// Verifies that a `v1` signature is that of the secret, and that the timestamp differs from `now` by at most
    /// `tolerance`. Signatures of other versions are ignored. The comparison takes the same time for every wrong signature.
    ///
    /// # Errors
    /// The timestamp is invalid, too old or in the future, or no signature matches.
    pub fn verify(
        &self,
        body: &[u8],
        secret: &WebhookSecret,
        now: Timestamp,
        tolerance: Duration,
    ) -> Result<(), VerifyError> {
        self.check_timestamp(now, tolerance)?;
        let mut mac = secret.hmac();
        for part in parts(&self.id, &self.timestamp, body) {
            mac.update(part);
        }
        let is_authentic = self.signatures("v1,").any(|tag| mac.clone().verify_slice(&tag).is_ok());
        is_authentic.then_some(()).ok_or(VerifyError::NoMatch)
    }

    /// Verifies that a `v1a` signature is that of a key of the deployment, like [`Self::verify`]. At most four signatures are
    /// verified. All owners have the same keys: the caller compares the subscription in the body.
    ///
    /// # Errors
    /// The timestamp is invalid, too old or in the future, or no signature matches.
    pub fn verify_by_keys(
        &self,
        body: &[u8],
        keys: &PublicKeySet,
        now: Timestamp,
        tolerance: Duration,
    ) -> Result<(), VerifyError> {
        self.check_timestamp(now, tolerance)?;
        let content = parts(&self.id, &self.timestamp, body).concat();
        let is_authentic = self.signatures("v1a,").take(MAX_SIGNATURES).any(|signature| {
            keys.points().any(|point| {
                UnparsedPublicKey::new(&ED25519, point)
                    .verify(&content, &signature)
                    .is_ok()
            })
        });
        is_authentic.then_some(()).ok_or(VerifyError::NoMatch)
    }

    /// Returns the decoded signatures of a version.
    fn signatures(&self, version: &str) -> impl Iterator<Item = Vec<u8>> {
        let signatures = self.signature.split(' ');
        let encoded = signatures.filter_map(move |signature| signature.strip_prefix(version));
        encoded.filter_map(|signature| STANDARD.decode(signature).ok())
    }

    fn check_timestamp(&self, now: Timestamp, tolerance: Duration) -> Result<(), VerifyError> {
        let (sent, now) = (self.seconds().ok_or(VerifyError::InvalidTimestamp)?, now.as_secs());
        if now.saturating_sub(sent) > tolerance.as_secs() {
            return Err(VerifyError::Stale);
        }
        if sent.saturating_sub(now) > tolerance.as_secs() {
            return Err(VerifyError::Future);
        }
        Ok(())
    }

    fn seconds(&self) -> Option<u64> {
        // `parse` accepts a plus sign.
        let is_number = self.timestamp.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| self.timestamp.parse().ok()).flatten()
    }
}

/// Returns the parts of the signed content.
const fn parts<'a>(id: &'a str, timestamp: &'a str, body: &'a [u8]) -> [&'a [u8]; 5] {
    [id.as_bytes(), b".", timestamp.as_bytes(), b".", body]
}

#[cfg(test)]
mod tests {
    use super::super::keys::jwk_set;
    use super::*;
    use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
    use proptest::prelude::*;

    const NOW: Timestamp = Timestamp::from_secs(1_614_265_330);
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const BODY: &[u8] = br#"{"test": 2432232314}"#;

    fn secret(text: &str) -> WebhookSecret {
        WebhookSecret::parse(text).unwrap()
    }

    fn signed(secrets: &[WebhookSecret]) -> WebhookHeaders {
        let id = EventId("msg_p5jXN8AQM9LWM0D4loKWxJek".to_owned());
        WebhookHeaders::sign(&id, BODY, secrets, &SigningKey::from_seed(&[3; 32]), NOW)
    }

    fn check(headers: &WebhookHeaders, now: Timestamp) -> Result<(), VerifyError> {
        headers.verify(BODY, &secret(SECRET), now, TOLERANCE)
    }

    /// The vectors of the libraries of Standard Webhooks for JavaScript, Python, Go and others, and for Rust.
    #[test]
    fn published_signatures() {
        let others = (
            SECRET,
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        );
        let rust = (
            "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
            "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
            1_649_367_553,
            r#"{"email":"test@example.com","username":"test_user"}"#,
            "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=",
        );
        for (key, id, seconds, body, signature) in [others, rust] {
            let (key, now) = (secret(key), Timestamp::from_secs(seconds));
            let signing_key = SigningKey::from_seed(&[3; 32]);
            let id = EventId(id.to_owned());
            let headers = WebhookHeaders::sign(&id, body.as_bytes(), std::slice::from_ref(&key), &signing_key, now);
            assert_eq!(headers.signature.split(' ').next(), Some(signature));
            assert_eq!(headers.timestamp, seconds.to_string());
            assert_eq!(headers.verify(body.as_bytes(), &key, now, TOLERANCE), Ok(()));
        }
    }

    #[test]
    fn asymmetric_signature_is_last_and_covers_the_same_content() {
        let headers = signed(&[secret(SECRET)]);
        let (_, signature) = headers.signature.rsplit_once(" v1a,").unwrap();
        let pair = Ed25519KeyPair::from_seed_unchecked(&[3; 32]).unwrap();
        let key = UnparsedPublicKey::new(&ED25519, pair.public_key().as_ref());
        let content = br#"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}"#;
        key.verify(content, &STANDARD.decode(signature).unwrap()).unwrap();
    }

    fn keys<const N: usize>(seeds: [u8; N]) -> PublicKeySet {
        let keys = seeds.map(|seed| SigningKey::from_seed(&[seed; 32]));
        PublicKeySet::from_jwks_json(&jwk_set(&keys)).unwrap()
    }

    #[test]
    fn receiver_with_a_key_of_the_deployment_accepts() {
        let headers = signed(&[]);
        let verify = |headers: &WebhookHeaders, keys: &PublicKeySet, seconds: u64| {
            headers.verify_by_keys(BODY, keys, NOW.after(Duration::from_secs(seconds)), TOLERANCE)
        };
        assert_eq!(verify(&headers, &keys([3]), 300), Ok(()));
        assert_eq!(verify(&headers, &keys([1, 3]), 0), Ok(()));
        assert_eq!(verify(&headers, &keys([1, 2]), 0), Err(VerifyError::NoMatch));
        assert_eq!(verify(&headers, &keys([3]), 301), Err(VerifyError::Stale));
        let later = headers.verify_by_keys(b"{}", &keys([3]), NOW, TOLERANCE);
        assert_eq!(later, Err(VerifyError::NoMatch));
        // Signatures after the fourth one are not verified.
        for (number, expected) in [(3, Ok(())), (4, Err(VerifyError::NoMatch))] {
            let signature = format!("{}{}", "v1a,AAAA ".repeat(number), headers.signature);
            let repeated = WebhookHeaders {
                signature,
                ..headers.clone()
            };
            assert_eq!(verify(&repeated, &keys([3]), 0), expected, "{number}");
        }
        for changed in [
            headers.signature.replace("v1a,", "v1,"),
            headers.signature[..60].to_owned(),
        ] {
            let changed = WebhookHeaders {
                signature: changed,
                ..headers.clone()
            };
            assert_eq!(verify(&changed, &keys([3]), 0), Err(VerifyError::NoMatch));
        }
    }

    #[test]
    fn receiver_with_either_secret_accepts_during_a_rotation() {
        let (old, new) = (secret(SECRET), secret("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"));
        let headers = signed(&[new.clone(), old.clone()]);
        let versions = headers.signature.split(' ').map(|text| text.split_once(',').unwrap().0);
        assert_eq!(versions.collect::<Vec<_>>(), ["v1", "v1", "v1a"]);
        for key in [&old, &new] {
            assert_eq!(headers.verify(BODY, key, NOW, TOLERANCE), Ok(()));
        }
        assert_eq!(check(&signed(&[new]), NOW), Err(VerifyError::NoMatch));
    }

    #[test]
    fn stale_and_future_deliveries_are_rejected() {
        let headers = signed(&[secret(SECRET)]);
        let at = |seconds: u64| check(&headers, Timestamp::from_secs(seconds));
        let sent = NOW.as_secs();
        assert_eq!((at(sent + 300), at(sent + 301)), (Ok(()), Err(VerifyError::Stale)));
        assert_eq!((at(sent - 300), at(sent - 301)), (Ok(()), Err(VerifyError::Future)));
        assert_eq!(
            (at(0), at(u64::MAX)),
            (Err(VerifyError::Future), Err(VerifyError::Stale))
        );
        for timestamp in [
            "",
            "hello",
            "+1614265330",
            "-1",
            "1614265330.0",
            " 1614265330",
            "18446744073709551616",
            "１",
        ] {
            let headers = WebhookHeaders {
                timestamp: timestamp.to_owned(),
                ..headers.clone()
            };
            assert_eq!(check(&headers, NOW), Err(VerifyError::InvalidTimestamp), "{timestamp}");
        }
    }

    #[test]
    fn other_signatures_are_rejected() {
        let valid = signed(&[secret(SECRET)])
            .signature
            .split(' ')
            .next()
            .unwrap()
            .to_owned();
        let with = |signature: &str| {
            check(
                &WebhookHeaders {
                    signature: signature.to_owned(),
                    ..signed(&[])
                },
                NOW,
            )
        };
        assert_eq!(
            (with(&valid), with(&format!("v2,AAAA v1,AAAA  {valid} v1,"))),
            (Ok(()), Ok(()))
        );
        let invalid = [
            "",
            "v1",
            "v1,",
            "v1,dawfeoifkpqwoekfpqoekf",
            &valid[..8],
            &valid[3..],
            "v1a,AAAA",
            &valid[..valid.len() - 1],
        ];
        for signature in invalid {
            assert_eq!(with(signature), Err(VerifyError::NoMatch), "{signature}");
        }
        assert_eq!(with(&valid.replace("v1,", "v2,")), Err(VerifyError::NoMatch));
    }

    #[test]
    fn every_header_is_required() {
        let headers = signed(&[secret(SECRET)]);
        let pairs = headers.pairs();
        let value = |name: &str| pairs.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
        assert_eq!(WebhookHeaders::read(value), Ok(headers.clone()));
        for (missing, _) in pairs {
            let read = WebhookHeaders::read(|name| value(name).filter(|_| name != missing));
            assert_eq!(read, Err(VerifyError::MissingHeader(missing)));
        }
    }

    proptest! {
        #[test]
        fn every_changed_byte_is_noticed(body in proptest::collection::vec(any::<u8>(), 1..200), place: prop::sample::Index, bit in 0_u32..8) {
            let key = secret(SECRET);
            let id = EventId("0123456789abcdef".to_owned());
            let signing_key = SigningKey::from_seed(&[3; 32]);
            let headers = WebhookHeaders::sign(&id, &body, std::slice::from_ref(&key), &signing_key, NOW);
            prop_assert_eq!(headers.verify(&body, &key, NOW, TOLERANCE), Ok(()));
            let mut changed = body.clone();
            changed[place.index(body.len())] ^= 1_u8 << bit;
            prop_assert_eq!(headers.verify(&changed, &key, NOW, TOLERANCE), Err(VerifyError::NoMatch));
            let other = WebhookHeaders { id: "0123456789abcdee".to_owned(), ..headers.clone() };
            prop_assert_eq!(other.verify(&body, &key, NOW, TOLERANCE), Err(VerifyError::NoMatch));
            let later = WebhookHeaders { timestamp: (NOW.as_secs() + 1).to_string(), ..headers };
            prop_assert_eq!(later.verify(&body, &key, NOW, TOLERANCE), Err(VerifyError::NoMatch));
        }

        #[test]
        fn hostile_headers_are_rejected_without_a_panic(id in ".*", timestamp in ".*", signature in ".*") {
            let headers = WebhookHeaders { id, timestamp, signature };
            prop_assert!(headers.verify(BODY, &secret(SECRET), NOW, TOLERANCE).is_err());
            prop_assert!(headers.verify_by_keys(BODY, &keys([3]), NOW, TOLERANCE).is_err());
        }
    }
}
