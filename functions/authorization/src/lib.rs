//! The authorization service: accounts, permission tokens, security tokens, refresh tokens.
//!
//! There is a file per endpoint, with the path of the URL. The rules for tokens, passwords and spent refresh
//! tokens are in [`wallet_core::auth`]; this crate converts requests to the types of that module.

pub mod account;
pub mod jwks;
pub mod permission;
pub mod security_factor;
pub mod session;

mod credentials;
mod device_token;
mod login_attempt;
mod own_keys;
mod password_work;
mod proofs;
mod rate_quotas;
mod registration_limit;
mod request_limits;
mod second_factor;
mod security_token;
mod token_pair;

pub use own_keys::OwnKeys;
pub use password_work::PasswordWork;
pub use rate_quotas::{Quotas, RateQuotas};

use axum::Router;
use axum::extract::FromRef;
use axum::middleware::from_fn;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_core::ports::accounts::Accounts;
use wallet_core::ports::merchants::Merchants;
use wallet_core::ports::sessions::Sessions;
use wallet_core::ports::signing_keys::SigningKeys;
use wallet_core::ports::system::{Clock, Randomness};
use wallet_core::ports::throttle::Throttle;
use wallet_http::{Authorizer, Described, Purpose, Routes, Served, Service, delete, get, post};

/// The name of the service, which is the first part of the base path.
pub const NAME: &str = "authorization";

/// The endpoints at which passwords, codes and merchant keys can be guessed: the gateway limits their rate
/// (`RouteSettings` of
/// `template.yaml`).
pub const THROTTLED: [&str; 13] = [
    "POST /api/permission/issue-by-key",
    "POST /api/permission/issue-by-factors",
    "POST /api/security-factor/credentials",
    "POST /api/account/credentials",
    "PUT /api/account/credentials",
    "DELETE /api/account",
    "POST /api/account/delete",
    "POST /api/security-factor/otp",
    "POST /api/account/otp",
    "POST /api/account/otp/confirm",
    "POST /api/account/otp/recovery-codes",
    "DELETE /api/account/otp",
    "POST /api/account/otp/delete",
];

/// The dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// The user accounts.
    pub accounts: Arc<dyn Accounts>,
    /// The sessions and their refresh tokens.
    pub sessions: Arc<dyn Sessions>,
    /// The counts of login attempts and registrations.
    pub throttle: Arc<dyn Throttle>,
    /// The merchants and the hashes of their keys.
    pub merchants: Arc<dyn Merchants>,
    /// The keys that sign tokens.
    pub signing_keys: Arc<dyn SigningKeys>,
    /// Password hashing and verification.
    pub passwords: PasswordWork,
    /// The rate limits of logins and registrations.
    pub quotas: RateQuotas,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of ids and secrets.
    pub randomness: Arc<dyn Randomness>,
    /// Verification of bearer tokens with the public keys of `signing_keys` ([`OwnKeys`]).
    pub authorizer: Authorizer,
    /// The claim `iss` of every token: `{base_url}/authorization/v1`.
    pub issuer: Arc<str>,
}

/// The adapters of the service.
pub struct Ports {
    /// The user accounts.
    pub accounts: Arc<dyn Accounts>,
    /// The sessions and their refresh tokens.
    pub sessions: Arc<dyn Sessions>,
    /// The counts of login attempts and registrations.
    pub throttle: Arc<dyn Throttle>,
    /// The merchants and the hashes of their keys.
    pub merchants: Arc<dyn Merchants>,
    /// The keys that sign tokens.
    pub signing_keys: Arc<dyn SigningKeys>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of ids and secrets.
    pub randomness: Arc<dyn Randomness>,
}

impl Services {
    /// Returns the dependencies for the tokens of an issuer.
    pub fn new(ports: Ports, issuer: String) -> Self {
        let keys = Arc::new(OwnKeys::new(ports.signing_keys));
        Self {
            authorizer: Authorizer::new(keys.clone(), issuer.clone(), Arc::clone(&ports.clock)),
            accounts: ports.accounts,
            sessions: ports.sessions,
            throttle: ports.throttle,
            merchants: ports.merchants,
            signing_keys: keys,
            passwords: PasswordWork::new(Arc::clone(&ports.randomness)),
            quotas: RateQuotas::default(),
            clock: ports.clock,
            randomness: ports.randomness,
            issuer: issuer.into(),
        }
    }

    /// Replaces the default rate limits.
    #[must_use]
    pub fn with_quotas(self, quotas: RateQuotas) -> Self {
        Self { quotas, ..self }
    }
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

/// Returns the endpoints, relative to `/authorization/v1`.
pub fn router() -> Router<Services> {
    routes::<Served>().router().layer(from_fn(request_limits::enforce))
}

/// The OpenAPI document that is served, generated from [`openapi`] (docs/contributing.md).
pub const DOCUMENT: &str = include_str!("../openapi.json");

/// Builds the OpenAPI document of the endpoints from their code.
pub fn openapi() -> utoipa::openapi::OpenApi {
    routes::<Described>().describe(TITLE, DESCRIPTION, Document::openapi())
}

fn routes<P: Purpose<Services>>() -> Routes<Services, P> {
    Routes::new("permission")
        .route("/api/permission/issue-by-key", post(permission::issue_by_key::post))
        .route(
            "/api/permission/issue-by-factors",
            post(permission::issue_by_factors::post),
        )
        .route("/api/permission/refresh", post(permission::refresh::post))
        .route("/api/permission/revoke", post(permission::revoke::post))
        .route(
            "/api/account/credentials",
            post(account::credentials::post).put(account::credentials::put),
        )
        .route("/api/account", delete(account::delete::delete))
        .route("/api/account/delete", post(account::delete::post))
        .route(
            "/api/security-factor/credentials",
            post(security_factor::credentials::post),
        )
        .route("/api/security-factor/otp", post(security_factor::otp::post))
        .route(
            "/api/account/otp",
            get(account::otp::get)
                .post(account::otp::post)
                .delete(account::otp::delete::delete),
        )
        .route("/api/account/otp/confirm", post(account::otp::confirm::post))
        .route(
            "/api/account/otp/recovery-codes",
            post(account::otp::recovery_codes::post),
        )
        .route("/api/account/otp/delete", post(account::otp::delete::post))
        .route("/api/session", get(session::get))
        .route("/api/session/{id}", delete(session::delete))
        .route("/.well-known/jwks.json", get(jwks::get))
}

/// The title of the service.
const TITLE: &str = "Authorization";

/// The description of the service.
const DESCRIPTION: &str = "Issues permission tokens to merchants and accounts, registers accounts and \
                       authenticates users. Every other service requires a permission token as `Authorization: Bearer`.";

/// Returns the service.
pub fn service(services: Services) -> Service {
    Service::new(NAME, router(), services, DOCUMENT).with_throttled(&THROTTLED)
}

#[derive(OpenApi)]
#[openapi(
    paths(
        permission::issue_by_key::post,
        permission::issue_by_factors::post,
        permission::refresh::post,
        permission::revoke::post,
        account::credentials::post,
        account::credentials::put,
        account::delete::delete,
        account::delete::post,
        security_factor::credentials::post,
        security_factor::otp::post,
        account::otp::get,
        account::otp::post,
        account::otp::confirm::post,
        account::otp::recovery_codes::post,
        account::otp::delete::delete,
        account::otp::delete::post,
        session::get,
        session::delete,
        jwks::get,
    ),
    tags(
        (name = "permission", description = "Permission tokens and the refresh tokens that renew them"),
        (name = "account", description = "User accounts"),
        (name = "security-factor", description = "Proofs of account ownership"),
        (name = "session", description = "Sessions of an account"),
    )
)]
struct Document;
