//! The socket of notifications, and its events.

use super::Event;
use crate::client::Client;
use crate::error::{CallError, ErrorObject};
use crate::transport::{Socket, TransportError};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;
use wallet_core::error::ErrorCode;

/// The path of the socket.
const PATH: &str = "/notifications/v1/socket";

/// The HTTP status code of an open socket.
const SWITCHING_PROTOCOLS: u16 = 101;

/// The longest time until a connection is open.
const OPENING: Duration = Duration::from_secs(10);

/// The time without an event after which a connection is replaced, so that a lost connection is noticed: less than the ten minutes after
/// which API Gateway ends a connection.
const IDLE: Duration = Duration::from_mins(5);

/// An event and a position in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FollowedEvent {
    /// The event.
    pub event: Event,
    /// The app stores this after the event has been processed, and continues with it as `after`: no event is missing. Events that
    /// were received together may be repeated, with the same `id`. Empty if `after` was empty.
    pub cursor: String,
}

/// An open socket of notifications.
pub(super) struct EventSocket(Box<dyn Socket>);

#[derive(Deserialize)]
struct Message {
    event: Option<Value>,
    cursor: Option<String>,
    error: Option<ErrorObject>,
}

impl EventSocket {
    /// Opens the socket at a URL, by default that of the services, for the events after a cursor.
    pub(super) async fn open(
        client: &Client,
        url: Option<&str>,
        subscriptions: &[String],
        after: &str,
    ) -> Result<Self, CallError> {
        let token = client.token().await?;
        let mut first = json!({ "token": token, "after": after });
        if !subscriptions.is_empty() {
            first["subscriptions"] = json!(subscriptions);
        }
        let url = url.map_or_else(
            || format!("{}{PATH}", client.base_url().replacen("http", "ws", 1)),
            str::to_owned,
        );
        let transport = client.transport();
        let opening = async {
            let mut socket = transport.open_socket(&url).await?;
            socket.send(first.to_string()).await?;
            Ok(Self(socket))
        };
        let opened = timeout(OPENING.min(client.retries().attempt_timeout), opening).await;
        opened
            .unwrap_or_else(|elapsed| Err(TransportError(elapsed.into())))
            .map_err(lost)
    }

    /// Waits for the event after a cursor. `None`: no event has arrived for a time, so that the connection is to be replaced.
    pub(super) async fn next(&mut self, before: &str) -> Result<Option<FollowedEvent>, CallError> {
        match timeout(IDLE, self.0.receive()).await {
            Ok(message) => parse(&message.map_err(lost)?, before).map(Some),
            Err(_) => Ok(None),
        }
    }
}

/// Returns the event of a message.
fn parse(message: &[u8], before: &str) -> Result<FollowedEvent, CallError> {
    let message: Message = serde_json::from_slice(message).map_err(|error| undocumented(error.to_string()))?;
    if let Some(error) = message.error {
        let error = CallError::Response(Box::new(error.with_status(SWITCHING_PROTOCOLS)));
        // The call for the log after a lost connection replaces the token.
        let is_of_token = error.is(ErrorCode::TokenExpired) || error.is(ErrorCode::InvalidToken);
        return Err(if is_of_token {
            lost(TransportError(error.into()))
        } else {
            error
        });
    }
    let (Some(event), Some(cursor)) = (message.event, message.cursor) else {
        return Err(undocumented("a message is neither an event nor an error".to_owned()));
    };
    if cursor == before {
        return Err(undocumented("the cursor of the events does not advance".to_owned()));
    }
    // An event beyond the maximum size of a message has no content on AWS. The log has the event.
    if event.get("id").is_some() && event.get("transaction").is_none() {
        return Err(lost(TransportError("an event of the socket has no content".into())));
    }
    let event = serde_json::from_value(event).map_err(|error| undocumented(error.to_string()))?;
    Ok(FollowedEvent { event, cursor })
}

fn lost(source: TransportError) -> CallError {
    let path = PATH.to_owned();
    CallError::NoResponse { path, source }
}

fn undocumented(problem: String) -> CallError {
    CallError::Undocumented {
        path: PATH.to_owned(),
        status: SWITCHING_PROTOCOLS,
        problem,
    }
}
