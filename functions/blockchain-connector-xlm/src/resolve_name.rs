//! GET /api/resolve-name/{chain}

use crate::Services;
use axum::extract::State;
use wallet_core::model::Network;
use wallet_core::name::NameError;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::public_fetch::{FetchRequest, PublicFetch};
use wallet_core::wire::{NameKind, NameMemo, ResolvedName, XlmNameText};
use wallet_http::{
    Cost, Data, EntryDeadline, ErrorCode, Field, HandlerResult, PathChain, Query, Required, ResultExt, UpstreamBudget,
};
use wallet_xlm::{Chain, FederatedName, FederationRecord, MAX_RECORD, MAX_TOML, StellarToml};

wallet_core::request! {
    /// The name to resolve.
    pub struct Request {
        /// The federated name: `user*domain` (SEP-2). A domain with other letters than a to z is written in Punycode.
        name: Required<XlmNameText>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
    }
}

/// Resolves a federated name (SEP-2) into an account and its memo.
///
/// The service reads the `stellar.toml` of the domain (SEP-1) and requests the name from the domain's federation server, by HTTPS,
/// at public addresses only and without redirects. The response is the statement of that server: show the address with the
/// name, and send `memo` with the payment. A muxed address (M…) has no memo.
#[utoipa::path(
    get, path = "/api/resolve-name/{chain}", operation_id = "resolveName",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidName, ErrorCode::NameNotFound, ErrorCode::UpstreamError, ErrorCode::UpstreamUnavailable,
        ErrorCode::UpstreamTimeout,
    ]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    EntryDeadline(deadline): EntryDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<ResolvedName> {
    let field = request.name.name();
    let name = request.name.get()?;
    let network = request.network.or_default()?;
    let name: FederatedName = name.parse().at(field)?;
    budget.spend(Cost::FACT)?;
    let record = record(&*services.names, network, &name, deadline).await?;
    let kind = record.memo.kind();
    Ok(Data(ResolvedName {
        memo: kind.map(|kind| NameMemo {
            kind: kind.name(),
            value: record.memo.to_string(),
        }),
        ..ResolvedName::new(
            NameKind::Federation,
            name.to_string(),
            record.account.to_string(),
            false,
        )
    }))
}

async fn record(
    names: &dyn PublicFetch,
    network: Network,
    name: &FederatedName,
    deadline: Deadline,
) -> Result<FederationRecord, NameError> {
    let toml = stellar_toml(names, name.domain(), deadline).await?;
    let url = name.query(toml.federation_server(network)?);
    let request = FetchRequest {
        url: &url,
        body: None,
        limit: MAX_RECORD,
    };
    let found = names.fetch(request, deadline).await?.found()?;
    FederationRecord::parse(name, &found.ok_or(NameError::Unknown)?)
}

/// Returns the `stellar.toml` of a domain.
///
/// # Errors
/// The domain has no such file, or the file cannot be read.
pub async fn stellar_toml(names: &dyn PublicFetch, domain: &str, deadline: Deadline) -> Result<StellarToml, NameError> {
    let request = FetchRequest {
        url: &StellarToml::url(domain),
        body: None,
        limit: MAX_TOML,
    };
    let found = names.fetch(request, deadline).await?.found()?;
    StellarToml::parse(&found.ok_or(NameError::NoServer)?)
}
