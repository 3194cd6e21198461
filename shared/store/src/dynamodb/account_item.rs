//! DynamoDB items of accounts.
//!
//! | pk | content |
//! |---|---|
//! | `a#<account id>` | the account, with the token ids of the sessions |
//! | `u#<base64url SHA-256 of the user name>` | the id of the account with that name |
//!
//! The second factor is a map in the item of an account:
//!
//! | State | Attributes |
//! |---|---|
//! | absent | none |
//! | pending | `kid`, `secret`, `expires_at` |
//! | active | `kid`, `secret`, `last_step`, and `recovery` unless all codes are used |

use super::item::{
    Item, NONCE, bytes, bytes_of, flag, flag_of, item, malformed, number, number_of, optional_number_of,
    optional_raw_bytes_of, text, text_of, texts, texts_of, timestamp, timestamp_of,
};
use super::tables::KEY_ATTRIBUTE;
use super::transaction::Condition;
use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use uuid::Uuid;
use wallet_core::auth::{
    ActiveFactor, MerchantId, PendingFactor, RecoveryCodeHashes, SealedSecret, SecondFactor, TimeStep, Username,
};
use wallet_core::ports::accounts::{Account, AccountId};
use wallet_core::ports::sessions::SESSIONS_PER_ACCOUNT;
use wallet_core::ports::store::StoreError;

const ACCOUNT_ID: &str = "account_id";
const USERNAME: &str = "username";
const PASSWORD_HASH: &str = "password_hash";
const EPOCH: &str = "epoch";
const DISABLED: &str = "is_disabled";
const MERCHANT: &str = "merchant";
const CREATED_AT: &str = "created_at";
const SECOND_FACTOR: &str = "second_factor";
const FACTOR_REVISION: &str = "factor_revision";
const TOKEN_IDS: &str = "token_ids";

/// Returns the key of an account.
pub(super) fn account_key(id: AccountId) -> String {
    format!("a#{id}")
}

/// Returns the key of the pointer from a user name. The hash gives all keys the same length and prevents names in
/// keys, which appear in DynamoDB metrics.
pub(super) fn username_key(username: &Username) -> String {
    format!("u#{}", username_hash(username))
}

/// Returns the SHA-256 of a prepared user name in base64url.
fn username_hash(username: &Username) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(username.as_str()))
}

/// Returns the item of an account.
pub(super) fn to_item(account: &Account, nonce: &str) -> Item {
    item([
        (KEY_ATTRIBUTE, text(account_key(account.id))),
        (SECOND_FACTOR, to_attribute(&account.second_factor)),
        (FACTOR_REVISION, number(account.factor_revision)),
        (ACCOUNT_ID, text(account.id)),
        (USERNAME, text(account.username.as_str())),
        (PASSWORD_HASH, text(&account.password_hash)),
        (EPOCH, number(account.epoch)),
        (DISABLED, flag(account.disabled)),
        (MERCHANT, text(&account.merchant)),
        (CREATED_AT, timestamp(account.created_at)),
        (NONCE, text(nonce)),
    ])
}

/// Returns the item that points from the user name to the account.
pub(super) fn to_pointer(account: &Account, nonce: &str) -> Item {
    item([
        (KEY_ATTRIBUTE, text(username_key(&account.username))),
        (ACCOUNT_ID, text(account.id)),
        (NONCE, text(nonce)),
    ])
}

/// Parses the account in an item.
pub(super) fn from_item(item: &Item) -> Result<Account, StoreError> {
    Ok(Account {
        id: pointed_at(item)?,
        username: Username::from_stored(text_of(item, USERNAME)?.to_owned()),
        password_hash: text_of(item, PASSWORD_HASH)?.to_owned(),
        epoch: epoch_of(item)?,
        // Accounts of versions without disabled accounts are enabled.
        disabled: flag_of(item, DISABLED)?,
        second_factor: from_attribute(item.get(SECOND_FACTOR))?,
        factor_revision: optional_number_of(item, FACTOR_REVISION)?.unwrap_or_default(),
        merchant: MerchantId::parse(text_of(item, MERCHANT)?).map_err(|_| malformed(MERCHANT))?,
        created_at: timestamp_of(item, CREATED_AT)?,
    })
}

/// Parses the account id in a pointer.
pub(super) fn pointed_at(item: &Item) -> Result<AccountId, StoreError> {
    AccountId::try_parse(text_of(item, ACCOUNT_ID)?).map_err(|_| malformed(ACCOUNT_ID))
}

/// Parses the epoch of the account in an item.
pub(super) fn epoch_of(item: &Item) -> Result<u64, StoreError> {
    number_of(item, EPOCH)
}

/// Returns the condition that the account exists and has this epoch.
pub(super) fn has_epoch(epoch: u64) -> Condition {
    Condition::new("epoch = :epoch", item([(":epoch", number(epoch))]))
}

/// Returns the condition that the account exists and has the epoch and the second factor that were read.
pub(super) fn has_factor_of(account: &Account) -> Condition {
    let mut values = item([(":epoch", number(account.epoch))]);
    // Accounts of versions without second factors have no revision.
    if account.factor_revision == 0 {
        let unchanged = "epoch = :epoch AND (attribute_not_exists(factor_revision) OR factor_revision = :revision)";
        values.insert(":revision".to_owned(), number(0));
        return Condition::new(unchanged, values);
    }
    values.insert(":revision".to_owned(), number(account.factor_revision));
    Condition::new("epoch = :epoch AND factor_revision = :revision", values)
}

/// Returns the condition that the account has the epoch, and that a session under the token id exceeds no limit.
pub(super) fn admits_session(epoch: u64, token_id: Uuid) -> Condition {
    let values = item([
        (":epoch", number(epoch)),
        (":token_id", text(token_id)),
        (":limit", number(SESSIONS_PER_ACCOUNT as u64)),
    ]);
    Condition::new(
        "epoch = :epoch AND (attribute_not_exists(token_ids) OR size(token_ids) < :limit OR contains(token_ids, :token_id))",
        values,
    )
}

/// Returns the token ids in an account's item with present or past sessions.
pub(super) fn token_ids_of(item: &Item) -> Result<Vec<Uuid>, StoreError> {
    let parse = |id: &String| Uuid::try_parse(id).map_err(|_| malformed(TOKEN_IDS));
    texts_of(item, TOKEN_IDS)?.iter().map(parse).collect()
}

/// Creates the attribute value with the token ids.
pub(super) fn token_ids(ids: impl IntoIterator<Item = Uuid>) -> AttributeValue {
    texts(ids.into_iter().map(|id| id.to_string()).collect())
}

/// Returns the condition that the pointer exists and refers to this account.
pub(super) fn points_at(id: AccountId) -> Condition {
    Condition::new("account_id = :account", item([(":account", text(id))]))
}

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
