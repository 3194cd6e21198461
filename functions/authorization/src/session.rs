//! GET /api/session and DELETE /api/session/{id}: the sessions of the bearer's account.

use crate::Services;
use crate::account::account_of;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;
use uuid::Uuid;
use wallet_core::ports::sessions::Session;
use wallet_core::wire::hyphenated_uuid;
use wallet_http::openapi::signature::{Schemas, add_path_parameter};
use wallet_http::{ApiError, Bearer, Data, Describe, ErrorCode, HandlerResult, Secret};

/// The sessions of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SessionsResponse)]
pub struct Response {
    /// The sessions, those used last first: at most 100.
    pub sessions: Vec<SessionItem>,
}

/// A session of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccountSession)]
#[serde(rename_all = "camelCase")]
pub struct SessionItem {
    /// The id of the session: its `tokenId`.
    #[schema(format = Uuid, example = "7d444840-9dc0-11d1-b245-5ffdce74fad2")]
    pub id: Uuid,
    /// The name of the device, if the client stated one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Alice's phone")]
    pub device_name: Option<String>,
    /// The permissions of the session.
    #[schema(example = json!(["read"]))]
    pub permissions: Vec<String>,
    /// The time when the session was opened, in Unix seconds.
    #[schema(example = 1_800_000_000)]
    pub created_at: u64,
    /// The time of the last refresh, or of the opening, in Unix seconds. A session in use is refreshed every 10 minutes.
    #[schema(example = 1_800_000_600)]
    pub last_used_at: u64,
    /// The time when the session ends unless it is refreshed, in Unix seconds.
    #[schema(example = 1_802_592_600)]
    pub expires_at: u64,
    /// True for the session of the bearer token.
    #[schema(example = true)]
    pub current: bool,
}

impl SessionItem {
    fn new(session: Session, current: Uuid) -> Self {
        Self {
            id: session.token_id,
            permissions: session
                .permissions
                .iter()
                .map(|permission| permission.name().to_owned())
                .collect(),
            created_at: session.created_at.as_secs(),
            last_used_at: session.last_used_at().as_secs(),
            expires_at: session.ends_at().as_secs(),
            current: session.token_id == current,
            device_name: session.device_name.map(|name| name.to_string()),
        }
    }
}

/// An empty result: the session has ended.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EndSessionResponse)]
pub struct EndResponse {}

/// Returns the sessions of the bearer's account.
///
/// Those that have neither expired nor ended, with the names of their devices.
#[utoipa::path(
    get, path = "/api/session", operation_id = "listSessions",
    extensions(("x-error-codes" = json!([ErrorCode::ServiceUnavailable]))),
)]
pub async fn get(State(services): State<Services>, bearer: Bearer<Secret>) -> HandlerResult<Response> {
    let account = account_of(&services, &bearer.claims).await?;
    let mut sessions = services.sessions.of_account(account.id, services.clock.now()).await?;
    sessions.sort_by_key(|session| (std::cmp::Reverse(session.last_used_at()), session.token_id));
    let item = |session| SessionItem::new(session, bearer.claims.token_id);
    Ok(Data(Response {
        sessions: sessions.into_iter().map(item).collect(),
    }))
}

/// Ends a session of the bearer's account.
///
/// Its refresh token is no longer valid. Permission tokens issued earlier remain valid until they expire, for at most 10
/// minutes.
#[utoipa::path(
    delete, path = "/api/session/{id}", operation_id = "endSession",
    responses(
        (status = 404, description = "The account has no session with the id, or it has ended."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidRequest, ErrorCode::NotFound, ErrorCode::ServiceUnavailable,
    ]))),
)]
pub async fn delete(
    State(services): State<Services>,
    bearer: Bearer<Secret>,
    PathId(id): PathId,
) -> HandlerResult<EndResponse> {
    let account = account_of(&services, &bearer.claims).await?;
    let now = services.clock.now();
    if services.sessions.end_of_account(account.id, id, now).await? {
        return Ok(Data(EndResponse {}));
    }
    let message = "The account has no session with this id, or it has ended.";
    Err(ApiError::new(ErrorCode::NotFound, message))
}

/// The session id in the path segment `{id}`: a UUID with hyphens.
#[derive(Clone, Copy, Debug)]
pub struct PathId(Uuid);

/// The path parameters, for the OpenAPI document.
#[derive(ToSchema)]
#[expect(dead_code, reason = "documents the extractor PathId")]
struct Parameters {
    /// The id of the session: its `tokenId`.
    #[schema(format = Uuid, example = "7d444840-9dc0-11d1-b245-5ffdce74fad2")]
    id: String,
}

impl Describe for PathId {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        add_path_parameter::<Parameters>(operation, "id");
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| invalid_id())?;
        hyphenated_uuid(&id).map(Self).ok_or_else(invalid_id)
    }
}

fn invalid_id() -> ApiError {
    ApiError::invalid_request("The id of a session must be a UUID with hyphens.").at("id")
}
