//! The subscription of a browser or of an application to a push service.

use aws_lc_rs::agreement::{ECDH_P256, ParsedPublicKey, UnparsedPublicKey};
use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::{Deserialize, Serialize};
use std::fmt;
use url::Url;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::public_endpoint::Endpoint;

/// Base64url as `PushSubscription.toJSON()` writes, without padding. Padding is accepted as well: the encoders of Android and
/// Python, which clients of `UnifiedPush` and tools use, add padding by default.
const KEYS: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The number of bytes of an uncompressed point on P-256.
pub(super) const POINT: usize = 65;

/// The first byte of an uncompressed point (SEC 1 §2.3.3).
const UNCOMPRESSED: u8 = 4;

/// The receiver of pushes: the `PushSubscription` of the W3C Push API, without `expirationTime`.
///
/// Is stored as `{ endpoint, p256dh, auth }` with the keys in base64url.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct PushTarget {
    /// The URL of the push service in canonical form. Anyone who has the URL can send pushes there.
    pub endpoint: String,
    /// The public key of the receiver, an uncompressed point on P-256.
    pub(super) p256dh: [u8; POINT],
    /// The authentication secret of the receiver.
    pub(super) auth: [u8; 16],
}

/// The stored form of a target.
#[derive(Serialize, Deserialize)]
struct Stored {
    endpoint: String,
    p256dh: String,
    auth: String,
}

/// Reasons why keys are not those of a push subscription. The field is relative to the push subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PushKeyError {
    /// `keys.p256dh` is not base64url of an uncompressed point.
    #[error("p256dh must be base64url of an uncompressed P-256 public key, 65 bytes that begin with 4")]
    PublicKey,
    /// `keys.p256dh` is not on the curve.
    #[error("p256dh must be a point on the curve P-256")]
    NotOnCurve,
    /// `keys.auth` is not base64url of 16 bytes.
    #[error("auth must be base64url of 16 bytes")]
    Auth,
}

impl CodedError for PushKeyError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self).at(match self {
            Self::PublicKey | Self::NotOnCurve => "keys.p256dh",
            Self::Auth => "keys.auth",
        })
    }
}

impl PushTarget {
    /// Creates the target of a checked endpoint with the keys of the receiver in base64url.
    ///
    /// # Errors
    /// A key has a different form or length, or the public key is not on the curve.
    pub fn parse(endpoint: &Endpoint, p256dh: &str, auth: &str) -> Result<Self, PushKeyError> {
        Self::of_keys(endpoint.url().as_str().to_owned(), p256dh, auth)
    }

    fn of_keys(endpoint: String, p256dh: &str, auth: &str) -> Result<Self, PushKeyError> {
        let p256dh: [u8; POINT] = decode(p256dh)
            .filter(|point: &[u8; POINT]| point[0] == UNCOMPRESSED)
            .ok_or(PushKeyError::PublicKey)?;
        let auth = decode(auth).ok_or(PushKeyError::Auth)?;
        let target = Self { endpoint, p256dh, auth };
        target.public_key().map_err(|_| PushKeyError::NotOnCurve)?;
        Ok(target)
    }

    /// Returns the public key of the receiver.
    ///
    /// # Errors
    /// The point is not on the curve, which [`Self::parse`] has excluded.
    pub(super) fn public_key(&self) -> Result<ParsedPublicKey, aws_lc_rs::error::KeyRejected> {
        UnparsedPublicKey::new(&ECDH_P256, &self.p256dh).try_into()
    }
}

/// Decodes base64url of `LENGTH` bytes.
fn decode<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
    KEYS.decode(text).ok()?.try_into().ok()
}

impl TryFrom<Stored> for PushTarget {
    type Error = PushKeyError;

    fn try_from(stored: Stored) -> Result<Self, PushKeyError> {
        Self::of_keys(stored.endpoint, &stored.p256dh, &stored.auth)
    }
}

impl From<PushTarget> for Stored {
    fn from(target: PushTarget) -> Self {
        Self {
            endpoint: target.endpoint,
            p256dh: URL_SAFE_NO_PAD.encode(target.p256dh),
            auth: URL_SAFE_NO_PAD.encode(target.auth),
        }
    }
}

/// Prints the origin of the endpoint only.
impl fmt::Debug for PushTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = Url::parse(&self.endpoint).map(|url| url.origin().ascii_serialization());
        f.debug_struct("PushTarget")
            .field("endpoint", &origin.unwrap_or_default())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::Reach;
    use serde_json::json;

    /// Keys of RFC 8291 appendix A.
    const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn parse(p256dh: &str, auth: &str) -> Result<PushTarget, PushKeyError> {
        let endpoint = Endpoint::parse("https://push.example.net/p/secret-path", Reach::Public).unwrap();
        PushTarget::parse(&endpoint, p256dh, auth)
    }

    #[test]
    fn padding_is_optional() {
        let target = parse(P256DH, AUTH).unwrap();
        assert_eq!(parse(&format!("{P256DH}="), &format!("{AUTH}==")), Ok(target.clone()));
        assert_eq!(target.p256dh[..3], [4, 0x25, 0x71]);
        assert_eq!(target.auth[..3], [5, 0x30, 0x59]);
    }

    #[test]
    fn forms_and_lengths_are_checked() {
        let point = URL_SAFE_NO_PAD.decode(P256DH).unwrap();
        let changed = |index: usize, byte: u8| {
            let mut point = point.clone();
            point[index] = byte;
            URL_SAFE_NO_PAD.encode(point)
        };
        let compressed = URL_SAFE_NO_PAD.encode([&[2], &point[1..33]].concat());
        let hybrid = changed(0, 6);
        let standard_alphabet = P256DH.replace('_', "/").replace('-', "+");
        let encoded = URL_SAFE_NO_PAD.encode([]);
        for text in [
            "",
            "é",
            " ",
            &P256DH[1..],
            &P256DH[..86],
            &compressed,
            &hybrid,
            &standard_alphabet,
            &encoded,
        ] {
            assert_eq!(parse(text, AUTH), Err(PushKeyError::PublicKey), "{text}");
        }
        let infinity = URL_SAFE_NO_PAD.encode([&[4][..], &[0; 64]].concat());
        let beyond_field = URL_SAFE_NO_PAD.encode([&[4][..], &[255; 64]].concat());
        for text in [changed(64, 0), changed(1, 0), infinity, beyond_field] {
            assert_eq!(parse(&text, AUTH), Err(PushKeyError::NotOnCurve), "{text}");
        }
        let of_length = |length: usize| URL_SAFE_NO_PAD.encode(vec![7; length]);
        for text in [
            &of_length(0),
            &of_length(15),
            &of_length(17),
            "BTBZMqHH6r4Tts7J_aSIgh",
            "BTBZMqHH6r4Tts7J_aSI=",
        ] {
            assert_eq!(parse(P256DH, text), Err(PushKeyError::Auth), "{text}");
        }
    }

    #[test]
    fn errors_name_the_field() {
        let field = |error: PushKeyError| error.info().at("push").field.unwrap();
        assert_eq!(field(PushKeyError::PublicKey), "push.keys.p256dh");
        assert_eq!(field(PushKeyError::NotOnCurve), "push.keys.p256dh");
        assert_eq!(field(PushKeyError::Auth), "push.keys.auth");
    }

    #[test]
    fn stored_form_has_the_keys_in_base64url() {
        let target = parse(P256DH, AUTH).unwrap();
        let stored = json!({ "endpoint": "https://push.example.net/p/secret-path", "p256dh": P256DH, "auth": AUTH });
        assert_eq!(serde_json::to_value(&target).unwrap(), stored);
        assert_eq!(serde_json::from_value::<PushTarget>(stored.clone()).unwrap(), target);
        let changed = json!({ "endpoint": stored["endpoint"], "p256dh": AUTH, "auth": AUTH });
        assert!(serde_json::from_value::<PushTarget>(changed).is_err());
    }

    #[test]
    fn path_and_secret_are_not_printed() {
        let printed = format!("{:?}", parse(P256DH, AUTH).unwrap());
        assert_eq!(printed, r#"PushTarget { endpoint: "https://push.example.net", .. }"#);
    }
}
