//! POST /api/payment-request/parse/{chain}

use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::{AmountText, ContractText, EthLikeUriText, NetworkName};
use wallet_eth_like::{Chain, Params, PaymentRequest, TokenPayment};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read, Required, ResultExt};

wallet_core::request! {
    /// A payment request as a URI.
    #[schema(as = ParsePaymentRequest)]
    pub struct Request {
        /// The URI with the scheme `ethereum:`. A chain id in it must be that of the chain and network.
        uri: Required<EthLikeUriText>,
        /// The network: livenet or testnet.
        network: Field<Network>,
    }
}

/// Fields for the body of estimate, and what the recipient suggests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ParsePaymentRequestResponse)]
pub struct Response {
    /// livenet or testnet, as in the request.
    network: NetworkName,
    /// The recipient of coins, or the called contract.
    to: ContractText,
    /// The amount in wei: `0` for a call without coins; absent if the payer chooses the amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountText, required = false)]
    amount: Option<AmountText>,
    /// The calldata in hex; absent without a call, and for a token payment without an amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, pattern = "^0x([0-9a-f]{2})+$", example = "0xd0e30db0")]
    data: Option<String>,
    /// The payment of tokens; `to` is the token contract. Absent for other calls and for coins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TokenPaymentRecord, required = false)]
    token: Option<TokenPaymentRecord>,
    /// The gas limit that the recipient suggests; estimate returns the limit to use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountText, required = false)]
    gas_limit: Option<AmountText>,
    /// The gas price in wei that the recipient suggests; estimate returns the prices to use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountText, required = false)]
    gas_price: Option<AmountText>,
    /// The names of parameters without effect; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    ignored: Vec<String>,
}

/// A payment of ERC-20 tokens.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenPaymentRecord {
    /// The recipient of the tokens.
    to: ContractText,
    /// The amount in the token's base unit; absent if the payer chooses the amount: erc20-transfer-data returns the calldata.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AmountText, required = false)]
    amount: Option<AmountText>,
}

/// Parses a payment request (EIP-681) into the fields of estimate.
///
/// With the sender's `address`, and an `amount` if absent, the response is a body of estimate. A call of any function with arguments
/// of elementary types is encoded; preview shows its effects. A name instead of an address is rejected: resolve-name returns the
/// address of a name. The endpoint sends no request to the network.
#[utoipa::path(
    post, path = "/api/payment-request/parse/{chain}", operation_id = "parsePaymentRequest",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::InvalidAmount]))),
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let name = request.uri.name();
    let uri = request.uri.get()?;
    let params = wire::params(chain, request.network)?;
    let found = PaymentRequest::parse(params, &uri).at(name)?;
    Ok(Data(Response::new(params, found)))
}

impl Response {
    fn new(params: Params, found: PaymentRequest) -> Self {
        Self {
            network: NetworkName::of(params.network),
            to: ContractText::of(found.to),
            amount: found.amount.map(AmountText::of),
            data: (!found.data.is_empty()).then(|| wire::hex(&found.data)),
            token: found.token.map(TokenPaymentRecord::from),
            gas_limit: found.gas_limit.map(AmountText::of),
            gas_price: found.gas_price.map(AmountText::of),
            ignored: found.ignored,
        }
    }
}

impl From<TokenPayment> for TokenPaymentRecord {
    fn from(payment: TokenPayment) -> Self {
        Self {
            to: ContractText::of(payment.to),
            amount: payment.amount.map(AmountText::of),
        }
    }
}
