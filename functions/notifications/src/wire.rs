//! Contents of the fields of requests and responses.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use uuid::Uuid;
use wallet_core::error::{ErrorCode, ErrorInfo};
use wallet_core::wire::{Wire, hyphenated_uuid, whole_number, whole_number_of_digits};
use wallet_http::openapi::signature::{Schemas, add_path_parameter};
use wallet_http::{ApiError, Describe};
use wallet_notifications::delivery::AttemptPosition;
pub use wallet_notifications::wire::{Id, IdText, LogCursor, LogCursorText};
use wallet_notifications::{Content, Label, State, States, StatesError};

wallet_core::wire_text! {
    /// An address of any chain.
    WatchedAddressText = None, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    /// The id of a transaction of any chain.
    WatchedTransactionText = None, "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";
    /// A state of a transaction.
    StateText = Some("^(seen|confirmed|final|dropped|replaced)$"), "confirmed";
    /// The content of deliveries: the event, or only ids and sequence number.
    ContentText = Some("^(full|none)$"), "full", default "full";
    /// A label: 1 to 64 characters without control characters.
    LabelText = Some("^.{1,64}$"), "Savings";
    /// The state of the loop that watches a chain.
    LoopStateText = Some("^(watching|stopped)$"), "watching";
    /// The URL of a webhook: `https://`, a name, the port 443 or above 1023.
    WebhookUrlText = None, "https://shop.example/hooks/wallet";
    /// The secret of a webhook, which verifies the signatures `v1` of Standard Webhooks.
    WebhookSecretText = Some("^whsec_[A-Za-z0-9+/]{43}=$"), "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD1tKUbzxSFOk=";
    /// The status of a webhook.
    WebhookStatusText = Some("^(active|failing|disabled)$"), "active";
    /// The URL of a push service: `https://`, a name, the port 443 or above 1023.
    PushEndpointText = None, "https://push.example.net/wpush/v2/gAAAAABk";
    /// The public key of the receiver of pushes: an uncompressed point on P-256 in base64url.
    PushKeyText = None, "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    /// The authentication secret of the receiver of pushes: 16 bytes in base64url.
    PushAuthText = None, "BTBZMqHH6r4Tts7J_aSIgg";
    /// The id of an event.
    EventIdText = Some("^[0-9a-f]{32}$"), "5f2d8c0e9b7a4d61a3c85e7f10926b34";
    /// The kind of a delivery.
    DeliveryKindText = Some("^(webhook|push)$"), "webhook";
    /// The reason why a receiver has not responded.
    FailureText = Some("^(unresolved|forbidden_address|connection|timeout|invalid_target)$"), "timeout";
    /// The position in a list of attempts.
    AttemptCursorText = Some("^[A-Za-z0-9_-]{1,128}$"), "MSwxODAwMDAwMDAwMDAwLHdlYmhvb2ssMTI";
    /// The position in a list of subscriptions.
    PageCursorText = Some("^[0-9a-f-]{36}$"), "0b7f4a52-6d0c-4f0e-9a57-3f6d1f1f9c11";
}

/// The position in a list of subscriptions.
pub struct PageCursor;

/// The position in a list of attempts.
pub struct AttemptCursor;

/// The content of deliveries.
pub struct ContentName;

/// A state.
pub struct StateName;

/// A label.
pub struct LabelName;

wallet_core::wire_value! {
    PageCursor as PageCursorText => Uuid, |text: &str| {
        hyphenated_uuid(text).ok_or_else(|| invalid("The cursor must be that of an earlier response."))
    };
    AttemptCursor as AttemptCursorText => AttemptPosition, str::parse::<AttemptPosition>;
    ContentName as ContentText => Content, |text: &str| {
        let content = [Content::Full, Content::None].into_iter().find(|content| content.name() == text);
        content.ok_or_else(|| invalid("content must be full or none."))
    };
    StateName as StateText => State, |text: &str| {
        State::from_name(text).ok_or_else(|| invalid("state must be one of seen, confirmed, final, dropped and replaced."))
    };
    LabelName as LabelText => Label, Label::parse;
}

wallet_core::wire_number! {
    /// The number of subscriptions of a page.
    PageLimit(u32) = whole_number_of_digits, 1..=100,
        whole_number(KnownFormat::Int32, 1, Some(100), 50).default(Some(50.into()));
    /// The number of events of a page.
    EventLimit(u32) = whole_number_of_digits, 1..=500,
        whole_number(KnownFormat::Int32, 1, Some(500), 100).default(Some(100.into()));
    /// The time to wait for an event, in seconds.
    WaitSeconds(u32) = whole_number_of_digits, 0..=20,
        whole_number(KnownFormat::Int32, 0, Some(20), 20).default(Some(0.into()));
}

/// The position of an event in the log of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogPosition {
    /// The sequence number.
    Sequence(u64),
    /// A time in Unix seconds.
    Time(u64),
}

impl LogPosition {
    /// The first number that is a time: a day of the year 2001.
    const FIRST_TIME: u64 = 1_000_000_000;

    /// Returns true if both positions are of the same kind and this one is later.
    pub const fn is_after(self, other: Self) -> bool {
        match (self, other) {
            (Self::Sequence(own), Self::Sequence(other)) | (Self::Time(own), Self::Time(other)) => own > other,
            _ => false,
        }
    }
}

/// The position of an event: a sequence number below 10^9, or a time.
pub struct LogPositionNumber;

impl Wire for LogPositionNumber {
    type Json = u64;
    type Value = LogPosition;
    type Error = ErrorInfo;

    fn read(number: u64, (): ()) -> Result<LogPosition, ErrorInfo> {
        match number {
            0 => Err(invalid("A sequence number is at least 1.")),
            LogPosition::FIRST_TIME.. => Ok(LogPosition::Time(number)),
            _ => Ok(LogPosition::Sequence(number)),
        }
    }
}

impl PartialSchema for LogPositionNumber {
    fn schema() -> RefOr<Schema> {
        whole_number(KnownFormat::Int64, 1, None, 1).build().into()
    }
}

impl ToSchema for LogPositionNumber {}

fn invalid(message: &'static str) -> ErrorInfo {
    ErrorInfo::new(ErrorCode::InvalidRequest, message)
}

/// The states that have events.
pub struct StateNames;

impl Wire for StateNames {
    type Json = Vec<String>;
    type Value = States;
    type Error = StatesError;

    fn read(names: Vec<String>, (): ()) -> Result<States, StatesError> {
        States::parse(&names)
    }
}

impl PartialSchema for StateNames {
    fn schema() -> RefOr<Schema> {
        let states = ArrayBuilder::new().items(StateText::schema());
        states.min_items(Some(1)).max_items(Some(State::ALL.len())).into()
    }
}

impl ToSchema for StateNames {}

/// The id of a subscription in the path segment `{id}`.
#[derive(Clone, Copy, Debug)]
pub struct PathId(pub Uuid);

/// The path parameters, for the OpenAPI document.
#[derive(ToSchema)]
#[expect(dead_code, reason = "documents the extractor PathId")]
struct Parameters {
    /// The id of the subscription.
    id: IdText,
}

impl Describe for PathId {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        add_path_parameter::<Parameters>(operation, "id");
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let segment = Path::<String>::from_request_parts(parts, state).await;
        let text = segment.map(|Path(text)| text).unwrap_or_default();
        let id = Id::read(text, ()).map_err(|error| error.at("id"))?;
        Ok(Self(id))
    }
}
