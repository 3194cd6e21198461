//! DynamoDB items of sessions.
//!
//! | pk | content |
//! |---|---|
//! | `s#<session id>` | the session |
//! | `p#<account id>#<token id>` | the id of the account's current session under that token id |

use super::item::{
    Item, NONCE, bytes, bytes_of, item, malformed, number, number_of, optional_bytes_of, optional_number_of,
    optional_text_of, read, read_all, text, text_of, timestamp, timestamp_of,
};
use super::tables::{KEY_ATTRIBUTE, TTL_ATTRIBUTE};
use super::transaction::Condition;
use aws_sdk_dynamodb::Client;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;
use wallet_core::auth::{DeviceName, PermissionSet, SESSION_LIFETIME, Subject};
use wallet_core::ports::accounts::AccountId;
use wallet_core::ports::sessions::{Session, SessionId, TokenHash};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

const SESSION_ID: &str = "session_id";
const SUBJECT: &str = "subject";
const TOKEN_ID: &str = "token_id";
const SCOPE: &str = "scope";
const PAYLOAD: &str = "payload";
const DEVICE_NAME: &str = "device_name";
const CREATED_AT: &str = "created_at";
const EPOCH: &str = "epoch";
const MERCHANT_KEY: &str = "merchant_key";
const GENERATION: &str = "generation";
const CURRENT: &str = "current_hash";
const PREVIOUS: &str = "previous_hash";
const PREVIOUS_SPENT_AT: &str = "previous_spent_at";
const IDLE_EXPIRES_AT: &str = "idle_expires_at";
const EXPIRES_AT: &str = "expires_at";

/// A session and the nonce of the write that last changed it.
pub(super) struct StoredSession {
    pub(super) session: Session,
    pub(super) nonce: String,
}

impl StoredSession {
    /// Reads a session, including an expired one.
    pub(super) async fn read(client: &Client, table: &str, id: SessionId) -> Result<Option<Self>, StoreError> {
        let stored = read(client, table, &session_key(id)).await?;
        stored.as_ref().map(Self::from_item).transpose()
    }

    /// Parses the session in an item.
    pub(super) fn from_item(item: &Item) -> Result<Self, StoreError> {
        let session = Session {
            id: SessionId(bytes_of(item, SESSION_ID)?),
            subject: Subject::parse(text_of(item, SUBJECT)?).ok_or_else(|| malformed(SUBJECT))?,
            token_id: Uuid::try_parse(text_of(item, TOKEN_ID)?).map_err(|_| malformed(TOKEN_ID))?,
            permissions: PermissionSet::parse_scope(text_of(item, SCOPE)?).map_err(|_| malformed(SCOPE))?,
            payload: optional_text_of(item, PAYLOAD)?.map(str::to_owned),
            device_name: optional_text_of(item, DEVICE_NAME)?.map(|name| DeviceName::from_stored(name.to_owned())),
            created_at: created_at_of(item)?,
            epoch: optional_number_of(item, EPOCH)?,
            merchant_key: optional_bytes_of(item, MERCHANT_KEY)?,
            generation: number_of(item, GENERATION)?
                .try_into()
                .map_err(|_| malformed(GENERATION))?,
            current: TokenHash(bytes_of(item, CURRENT)?),
            previous: optional_bytes_of(item, PREVIOUS)?.map(TokenHash),
            previous_spent_at: optional_number_of(item, PREVIOUS_SPENT_AT)?.map(Timestamp::from_millis),
            idle_expires_at: timestamp_of(item, IDLE_EXPIRES_AT)?,
            expires_at: timestamp_of(item, EXPIRES_AT)?,
        };
        let nonce = text_of(item, NONCE)?.to_owned();
        Ok(Self { session, nonce })
    }
}

/// Returns the item of a session.
pub(super) fn to_item(session: &Session, nonce: &str) -> Item {
    let mut stored = item([
        (KEY_ATTRIBUTE, text(session_key(session.id))),
        (SESSION_ID, bytes(&session.id.0)),
        (SUBJECT, text(&session.subject)),
        (TOKEN_ID, text(session.token_id)),
        (SCOPE, text(&session.permissions)),
        (GENERATION, number(session.generation.into())),
        (CURRENT, bytes(&session.current.0)),
        (CREATED_AT, timestamp(session.created_at)),
        (IDLE_EXPIRES_AT, timestamp(session.idle_expires_at)),
        (EXPIRES_AT, timestamp(session.expires_at)),
        (TTL_ATTRIBUTE, number(session.ends_at().as_secs() + 1)),
        (NONCE, text(nonce)),
    ]);
    let optional = [
        (PAYLOAD, session.payload.as_ref().map(text)),
        (DEVICE_NAME, session.device_name.as_ref().map(text)),
        (EPOCH, session.epoch.map(number)),
        (MERCHANT_KEY, session.merchant_key.map(|hash| bytes(&hash))),
        (PREVIOUS, session.previous.map(|hash| bytes(&hash.0))),
        (PREVIOUS_SPENT_AT, session.previous_spent_at.map(timestamp)),
    ];
    for (name, value) in optional {
        stored.extend(value.map(|value| (name.to_owned(), value)));
    }
    stored
}

/// Returns the key of a session.
pub(super) fn session_key(id: SessionId) -> String {
    format!("s#{}", URL_SAFE_NO_PAD.encode(id.0))
}

/// Returns the time when a session was opened. Items of earlier versions lack that time and were written with the same
/// lifetime.
fn created_at_of(item: &Item) -> Result<Timestamp, StoreError> {
    let Some(created_at) = optional_number_of(item, CREATED_AT)? else {
        let lifetime = timestamp_of(item, EXPIRES_AT)?.since(Timestamp::default().after(SESSION_LIFETIME));
        return Ok(Timestamp::default().after(lifetime));
    };
    Ok(Timestamp::from_millis(created_at))
}

/// Returns true if a session has expired.
pub(super) fn is_expired(session: &Session, now: Timestamp) -> bool {
    session.ends_at() <= now
}

/// Returns the condition that the session is unchanged since the read and has not expired.
pub(super) fn is_unspent(session: &Session, now: Timestamp) -> Condition {
    let mut values = item([(":current", bytes(&session.current.0)), (":now", timestamp(now))]);
    let Some(epoch) = session.epoch else {
        return Condition::new(
            "current_hash = :current AND idle_expires_at > :now AND expires_at > :now AND attribute_not_exists(epoch)",
            values,
        );
    };
    values.insert(":epoch".to_owned(), number(epoch));
    Condition::new(
        "current_hash = :current AND idle_expires_at > :now AND expires_at > :now AND epoch = :epoch",
        values,
    )
}

fn pointer_key(account: AccountId, token_id: Uuid) -> String {
    format!("p#{account}#{token_id}")
}

/// The pointer from an account and a token id to the current session.
pub(super) struct CurrentSession {
    /// The key of the pointer.
    pub(super) key: String,
    pub(super) token_id: Uuid,
    /// The session of the pointer, which may have ended since.
    pub(super) session: Option<SessionId>,
}

impl CurrentSession {
    pub(super) async fn read(
        client: &Client,
        table: &str,
        account: AccountId,
        token_id: Uuid,
    ) -> Result<Self, StoreError> {
        let key = pointer_key(account, token_id);
        let stored = read(client, table, &key).await?;
        Self::from_item(key, token_id, stored.as_ref())
    }

    /// Reads the pointers of an account, by token id.
    pub(super) async fn read_all(
        client: &Client,
        table: &str,
        account: AccountId,
        token_ids: &[Uuid],
    ) -> Result<Vec<Self>, StoreError> {
        let keys: Vec<_> = token_ids.iter().map(|id| pointer_key(account, *id)).collect();
        let items = read_all(client, table, &keys).await?;
        let pointer = |(key, token_id): (String, &Uuid)| {
            let stored = items
                .iter()
                .find(|item| text_of(item, KEY_ATTRIBUTE).ok() == Some(key.as_str()));
            Self::from_item(key, *token_id, stored)
        };
        keys.into_iter().zip(token_ids).map(pointer).collect()
    }

    fn from_item(key: String, token_id: Uuid, stored: Option<&Item>) -> Result<Self, StoreError> {
        let session = stored.map(|item| bytes_of(item, SESSION_ID)).transpose()?;
        Ok(Self {
            key,
            token_id,
            session: session.map(SessionId),
        })
    }

    /// Returns the item that makes a session current.
    pub(super) fn to_item(&self, session: &Session, nonce: &str) -> Item {
        item([
            (KEY_ATTRIBUTE, text(&self.key)),
            (SESSION_ID, bytes(&session.id.0)),
            (TTL_ATTRIBUTE, number(session.expires_at.as_secs() + 1)),
            (NONCE, text(nonce)),
        ])
    }

    /// Returns the condition that the pointer is unchanged since the read.
    pub(super) fn unchanged(&self) -> Condition {
        match self.session {
            None => Condition::absent(),
            Some(id) => Condition::new("session_id = :session", item([(":session", bytes(&id.0))])),
        }
    }
}
