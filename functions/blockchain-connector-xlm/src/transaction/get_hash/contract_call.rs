//! POST /api/transaction/get-hash/{chain}/contract-call

use super::call::{CallTermsRequest, Caller, Response};
use crate::Services;
use axum::extract::State;
use serde_json::Value;
use wallet_core::model::Network;
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, RequestDeadline, Required, ResultExt,
    UpstreamBudget,
};
use wallet_xlm::Chain;
use wallet_xlm::contract::{ContractInvocation, ContractValue, ScValue};
use wallet_xlm::wire::{ContractField, FunctionField, PlainAccount};

wallet_core::request! {
    /// The call of a function of a contract.
    #[schema(as = ContractCallRequest)]
    pub struct Request {
        /// The account that calls the contract, pays the fee and authorizes the call.
        address: Required<PlainAccount>,
        /// The network: `livenet` or `testnet`. The hash is valid only on this network.
        network: Field<Network>,
        /// The address of the contract.
        contract: Required<ContractField>,
        /// The name of the function: 1 to 32 letters, digits and underscores.
        function: Required<FunctionField>,
        /// The arguments in order, in the form in which parse returns arguments: at most 32, with at most 1000 values and 8
        /// levels of lists and maps. `error` and `other` are not possible. The entries of a map are sorted.
        #[schema(value_type = Vec<ContractValue>, max_items = 32, example = json!([
            { "type": "address", "value": "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ" },
            { "type": "i128", "value": "50000000" },
        ]))]
        arguments: Required<Vec<Value>>,
        #[serde(flatten)]
        terms: CallTermsRequest,
    }
}

/// Simulates the call of a contract, and returns the hash of the transaction to sign.
///
/// The resources, the footprint and the authorizations are those of the simulation. A call that fails, that requires the
/// signature of another address, or that touches archived entries results in status 400 `contract_call_failed`. The
/// contract alone determines the effect of the call: show `authorizations` and the preview before the hash is signed.
/// Requires a Stellar RPC upstream.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}/contract-call", operation_id = "getHashContractCall",
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
    let (caller, invocation) = request.read()?;
    services.lists.check(invocation.recipient()).await?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let facts = caller.simulate(&services, invocation, deadline).await?;
    Ok(Data(caller.build(&services, &facts)?))
}

impl Request {
    fn read(self) -> Result<(Caller, ContractInvocation), ApiError> {
        let id = self.address.get()?;
        let network = self.network.or_default()?;
        let contract = self.contract.get()?;
        let function = self.function.get()?;
        let name = self.arguments.name();
        let arguments = ScValue::read_arguments(&self.arguments.get()?).at(name)?;
        let invocation = ContractInvocation {
            contract,
            function,
            arguments,
        };
        let terms = self.terms.read()?;
        Ok((Caller { id, network, terms }, invocation))
    }
}
