//! The second factor in the item of an account: a map.
//!
//! | State | Attributes |
//! |---|---|
//! | absent | none |
//! | pending | `kid`, `secret`, `expires_at` |
//! | active | `kid`, `secret`, `last_step`, and `recovery` unless all codes are used |

use crate::dynamodb::item::{
    Item, bytes, bytes_of, item, malformed, number, optional_number_of, optional_raw_bytes_of, text, text_of,
    timestamp, timestamp_of,
};
use aws_sdk_dynamodb::types::AttributeValue;
use wallet_core::auth::{ActiveFactor, PendingFactor, RecoveryCodeHashes, SealedSecret, SecondFactor, TimeStep};
use wallet_core::ports::store::StoreError;

const KID: &str = "kid";
const SECRET: &str = "secret";
const EXPIRES_AT: &str = "expires_at";
const LAST_STEP: &str = "last_step";
/// The concatenated hashes of the recovery codes.
const RECOVERY: &str = "recovery";

/// Parses the attribute of an account.
pub(super) fn from_attribute(stored: Option<&AttributeValue>) -> Result<SecondFactor, StoreError> {
    let map = match stored {
        None => return Ok(SecondFactor::Absent),
        Some(AttributeValue::M(map)) if map.is_empty() => return Ok(SecondFactor::Absent),
        Some(AttributeValue::M(map)) => map,
        Some(_) => return Err(malformed("second_factor")),
    };
    let secret = SealedSecret {
        kid: text_of(map, KID)?.to_owned(),
        bytes: bytes_of(map, SECRET)?,
    };
    let Some(last_step) = optional_number_of(map, LAST_STEP)? else {
        let expires_at = timestamp_of(map, EXPIRES_AT)?;
        return Ok(SecondFactor::Pending(PendingFactor { secret, expires_at }));
    };
    Ok(SecondFactor::Active(ActiveFactor {
        secret,
        last_step: TimeStep(last_step),
        recovery: recovery_of(map)?,
    }))
}

/// Creates the attribute of an account.
pub(super) fn to_attribute(factor: &SecondFactor) -> AttributeValue {
    AttributeValue::M(match factor {
        SecondFactor::Absent => Item::new(),
        SecondFactor::Pending(pending) => {
            let mut map = sealed(&pending.secret);
            map.insert(EXPIRES_AT.to_owned(), timestamp(pending.expires_at));
            map
        }
        SecondFactor::Active(active) => {
            let mut map = sealed(&active.secret);
            map.insert(LAST_STEP.to_owned(), number(active.last_step.0));
            if !active.recovery.0.is_empty() {
                map.insert(RECOVERY.to_owned(), bytes(&active.recovery.0.concat()));
            }
            map
        }
    })
}

fn sealed(secret: &SealedSecret) -> Item {
    item([(KID, text(&secret.kid)), (SECRET, bytes(&secret.bytes))])
}

fn recovery_of(map: &Item) -> Result<RecoveryCodeHashes, StoreError> {
    let stored = optional_raw_bytes_of(map, RECOVERY)?.unwrap_or_default();
    let (hashes, rest) = stored.as_chunks();
    if !rest.is_empty() {
        return Err(malformed(RECOVERY));
    }
    Ok(RecoveryCodeHashes(hashes.to_vec()))
}
