//! GET /api/resolve-name/{chain}

use crate::Services;
use crate::name_resolver::Resolver;
use crate::wire;
use axum::extract::State;
use wallet_btc_like::{Chain, MAX_DNS_QUERIES, NameProof, PaymentInstructions, PaymentName};
use wallet_core::model::Network;
use wallet_core::name::NameError;
use wallet_core::ports::deadline::Deadline;
use wallet_core::wire::{BtcLikeNameText, NameKind, ResolvedName};
use wallet_http::{
    Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, ResultExt, UpstreamBudget,
};

wallet_core::request! {
    /// The name to resolve.
    pub struct Request {
        /// The name: `user@domain`, also with a leading `₿`. A domain with other letters than a to z is written in Punycode.
        name: Required<BtcLikeNameText>,
        /// livenet or testnet.
        network: Field<Network>,
    }
}

/// Resolves a name with payment instructions in the DNS (BIP 353) into its address.
///
/// The service verifies the proof by DNSSEC from the keys of the root of the DNS; the resolver of the operator is not trusted. The
/// instructions are a payment request (BIP 21), which parse of payment-request accepts as well. Only btc has such names: on other chains
/// every name has the reason `no_address`.
#[utoipa::path(
    get, path = "/api/resolve-name/{chain}", operation_id = "resolveName",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidName, ErrorCode::NetworkNotSupported, ErrorCode::NameNotFound, ErrorCode::NotConfigured,
        ErrorCode::UpstreamError, ErrorCode::UpstreamUnavailable, ErrorCode::UpstreamTimeout,
    ]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<ResolvedName> {
    let field = request.name.name();
    let name = request.name.get()?;
    let params = wire::params(&services.chains, chain, request.network)?;
    let name: PaymentName = name.parse().at(field)?;
    if chain != Chain::Btc {
        return Err(NameError::NoAddress.into());
    }
    budget.spend(Cost::requests(MAX_DNS_QUERIES))?;
    let text = name.to_string();
    let found = instructions(services.resolver.configured()?, name, deadline).await?;
    let address = found.request(params)?.to.to_string();
    Ok(Data(ResolvedName {
        expires_at: Some(found.expires_at),
        ..ResolvedName::new(NameKind::Bip353, text, address, true)
    }))
}

/// Returns the payment instructions of a name, with a proof that is valid now.
async fn instructions(
    resolver: &Resolver,
    name: PaymentName,
    deadline: Deadline,
) -> Result<PaymentInstructions, NameError> {
    let (mut proof, first) = NameProof::start(name);
    let mut queries = vec![first];
    for _ in 0..MAX_DNS_QUERIES {
        let Some(query) = queries.pop() else {
            break;
        };
        let response = resolver.response(&query, deadline).await?;
        queries.extend(proof.add(&response)?);
    }
    proof.finish(resolver.now())
}
