//! POST /api/transaction/get-hash/{chain}/token-transfer

use super::call::{self, CallTermsRequest, Caller};
use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{AssetValue, Network};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::Warning;
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, UpstreamBudget,
};
use wallet_xlm::contract::{CallError, ContractId, ContractInvocation, ScValue, SimulationQuery, TokenQuery};
use wallet_xlm::operation::schema::AnyAsset;
use wallet_xlm::wire::{ContractField, HolderField, PlainAccount, TokenUnits};
use wallet_xlm::{Asset, Chain};

wallet_core::request! {
    /// A transfer of a token (SEP-41).
    #[schema(as = TokenTransferRequest)]
    pub struct Request {
        /// The sender, who pays the fee and authorizes the transfer.
        address: Required<PlainAccount>,
        /// The network: `livenet` or `testnet`. The hash is valid only on this network.
        network: Field<Network>,
        /// The address of the contract of the token.
        contract: Required<ContractField>,
        /// The recipient: an account G…, a user M… of a multiplexed account, or a contract C….
        to: Required<HolderField>,
        /// The amount in base units of the token.
        amount: Required<TokenUnits>,
        #[serde(flatten)]
        terms: CallTermsRequest,
    }
}

/// A transfer of a token to sign, with the outcome of the simulation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenTransferResponse)]
pub struct Response {
    #[serde(flatten)]
    call: call::Response,
    /// The amount with the decimal places that the contract reports.
    amount: AssetValue,
    /// The asset, if the contract is that of an asset. Absent for other tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AnyAsset, required = false)]
    asset: Option<Asset>,
}

/// The validated fields of a request.
struct ParsedRequest {
    caller: Caller,
    contract: ContractId,
    amount: i128,
    invocation: ContractInvocation,
}

/// Simulates the transfer of a token by the contract of the token, and returns the hash of the transaction to sign.
///
/// The signature authorizes this transfer alone; a token whose transfer authorizes further calls results in status 400
/// `contract_call_failed`. The warning `transfer_mismatch` means that no event of the simulation has the transfer. Transfers
/// of issued assets to accounts are cheaper as a payment. Requires a Stellar RPC upstream.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}/token-transfer", operation_id = "getHashTokenTransfer",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidAmount, ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh,
        ErrorCode::ContractCallFailed, ErrorCode::AccountNotFound, ErrorCode::RecipientListed,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let parsed = request.read()?;
    services.lists.check(parsed.invocation.recipient()).await?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let (facts, decimals, name) = tokio::try_join!(
        parsed.caller.simulate(&services, parsed.invocation.clone(), deadline),
        parsed.property(&services, TokenQuery::Decimals, deadline),
        parsed.property(&services, TokenQuery::Name, deadline),
    )?;
    facts.call.check_single()?;
    let decimals = decimals.as_u32().and_then(|decimals| u8::try_from(decimals).ok());
    let decimals = decimals.ok_or_else(|| UpstreamError::Unusable {
        cause: "decimals of a token above 255".to_owned(),
    })?;
    let network = parsed.caller.network;
    let asset = name
        .as_text()
        .and_then(|name| parsed.contract.asset_named(&name, network));
    let mut call = parsed.caller.build(&services, &facts)?;
    if !facts.call.has_transfer_event() {
        call.warn(Warning::TRANSFER_MISMATCH);
    }
    Ok(Data(Response {
        call,
        amount: AssetValue::new(parsed.amount, decimals),
        asset,
    }))
}

impl Request {
    fn read(self) -> Result<ParsedRequest, ApiError> {
        let id = self.address.get()?;
        let network = self.network.or_default()?;
        let contract = self.contract.get()?;
        let to = self.to.get()?;
        let amount = self.amount.get()?;
        let terms = self.terms.read()?;
        Ok(ParsedRequest {
            invocation: ContractInvocation::transfer(contract, id, to, amount),
            caller: Caller { id, network, terms },
            contract,
            amount,
        })
    }
}

impl ParsedRequest {
    /// Returns a property of the token.
    async fn property(
        &self,
        services: &Services,
        property: TokenQuery,
        deadline: Deadline,
    ) -> Result<ScValue, ApiError> {
        let query = SimulationQuery {
            source: self.caller.id,
            invocation: ContractInvocation::of_token(self.contract, property),
        };
        let simulation = services
            .contracts
            .simulate(self.caller.network, &query, deadline)
            .await?;
        Ok(simulation.outcome.map_err(CallError::Failed)?.result)
    }
}
