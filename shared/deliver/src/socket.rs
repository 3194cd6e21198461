//! The messages of the socket: the first message of the client, and the messages of the server.

use crate::reader::{Follower, LogReader};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use std::sync::Arc;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_core::wire::{Field, Fields, FromFields, List, Required};
use wallet_http::{ApiError, Authorizer, ErrorCode, ErrorObject, Notify};
use wallet_notifications::ports::Subscriptions;
use wallet_notifications::wire::{Id, LogCursor};
use wallet_notifications::{Cursor, Event};

/// The maximum size of a message of the client in bytes: a token, a cursor and 100 ids have at most half of this size.
pub const MAX_CLIENT_MESSAGE: usize = 16 * 1024;

/// The maximum number of subscriptions of a socket.
const MAX_SUBSCRIPTIONS: usize = 100;

/// Opens sockets.
#[derive(Clone)]
pub struct SocketPorts {
    /// Verification of permission tokens.
    pub authorizer: Authorizer,
    /// The subscriptions.
    pub subscriptions: Arc<dyn Subscriptions>,
    /// The log.
    pub log: LogReader,
}

/// An open socket.
pub struct OpenSocket {
    token: SecretString,
    /// The owner of the events.
    pub owner: String,
    /// The subscriptions with these ids, or all if empty.
    pub subscriptions: Vec<Uuid>,
    /// The position of the last event before the socket.
    pub cursor: Cursor,
    /// The time at which the token expires.
    pub end: Timestamp,
}

/// The first message of the client.
struct FirstMessage {
    token: Required<String>,
    subscriptions: Field<List<Id, 0, MAX_SUBSCRIPTIONS>>,
    after: Field<LogCursor>,
}

impl FirstMessage {
    fn parse(text: &str) -> Result<Self, ApiError> {
        let mut fields = fields(text)?;
        Ok(Self {
            token: FromFields::take("token", &mut fields),
            subscriptions: FromFields::take("subscriptions", &mut fields),
            after: FromFields::take("after", &mut fields),
        })
    }
}

impl SocketPorts {
    /// Opens a socket by the first message of the client: `{ token, subscriptions?, after? }`.
    ///
    /// # Errors
    /// The message is malformed, the token is invalid or has not the permission `notify`, a subscription is unknown, or the
    /// store fails.
    pub async fn open(&self, text: &str) -> Result<OpenSocket, ApiError> {
        let message = FirstMessage::parse(text)?;
        let token = SecretString::from(message.token.get()?);
        let bearer = self.authorizer.bearer::<Notify>(token.expose_secret()).await?;
        let subscriptions = message.subscriptions.or_default()?;
        if subscriptions.len() > MAX_SUBSCRIPTIONS {
            let message = format!("Name at most {MAX_SUBSCRIPTIONS} subscriptions.");
            return Err(ApiError::invalid_request(message).at("subscriptions"));
        }
        let after = message.after.get()?;
        let owner = bearer.claims.subject.to_string();
        self.check_owner(&owner, &subscriptions).await?;
        let cursor = match after {
            Some(cursor) => cursor,
            None => self.log.end(&owner).await?,
        };
        Ok(OpenSocket {
            token,
            owner,
            subscriptions,
            cursor,
            end: bearer.claims.end(),
        })
    }

    /// Checks that the socket may still be open: the token is valid, and no named subscription was deleted.
    ///
    /// # Errors
    /// As of [`SocketPorts::open`].
    pub async fn check(&self, socket: &OpenSocket) -> Result<(), ApiError> {
        self.authorizer.bearer::<Notify>(socket.token.expose_secret()).await?;
        self.check_owner(&socket.owner, &socket.subscriptions).await
    }

    /// Returns the reader of the events of a socket.
    pub fn follower(&self, socket: &OpenSocket) -> Follower {
        self.log.of(socket.owner.clone(), socket.subscriptions.clone())
    }

    pub(crate) async fn check_owner(&self, owner: &str, subscriptions: &[Uuid]) -> Result<(), ApiError> {
        match foreign(&*self.subscriptions, owner, subscriptions).await? {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }
}

/// Returns the error about the first subscription that the owner does not have.
///
/// # Errors
/// The store fails.
pub(crate) async fn foreign(
    subscriptions: &dyn Subscriptions,
    owner: &str,
    ids: &[Uuid],
) -> Result<Option<ApiError>, StoreError> {
    for (index, id) in ids.iter().enumerate() {
        let found = subscriptions.find(*id).await?;
        if found.is_none_or(|subscription| subscription.owner != owner) {
            let error = ApiError::new(ErrorCode::NotFound, "The bearer has no subscription with this id.");
            return Ok(Some(error.at(format!("subscriptions[{index}]"))));
        }
    }
    Ok(None)
}

/// Checks a message of the client after the first message: an empty object, which keeps the connection open.
///
/// # Errors
/// The message is something else.
pub fn check_message(text: &str) -> Result<(), ApiError> {
    if serde_json::from_str::<Value>(text).is_ok_and(|value| value == json!({})) {
        return Ok(());
    }
    let message = "After the first message send only {}, which keeps the connection open.";
    Err(ApiError::invalid_request(message))
}

/// Returns the message with an event, and the position after the event.
pub fn event_message(event: &Event, cursor: &Cursor) -> String {
    json!({ "event": event, "cursor": cursor.to_string() }).to_string()
}

/// Returns the message with an event as subscriptions with `content` `none` have it, for an event that is too large for a message.
pub fn event_message_without_content(event: &Event, cursor: &Cursor) -> String {
    json!({ "event": event.without_content(), "cursor": cursor.to_string() }).to_string()
}

/// Returns the message with an error, after which the connection is closed.
pub fn error_message(error: ApiError) -> String {
    json!({ "error": ErrorObject::from(error) }).to_string()
}

fn fields(text: &str) -> Result<Fields, ApiError> {
    if text.len() > MAX_CLIENT_MESSAGE {
        let message = "Send messages of at most 16 KiB.";
        return Err(ApiError::new(ErrorCode::PayloadTooLarge, message));
    }
    let invalid = || ApiError::invalid_request("Send { token, subscriptions?, after? } as the first message.");
    let value: Value = serde_json::from_str(text).map_err(|_| invalid())?;
    Fields::of(value).map_err(|_| invalid())
}
