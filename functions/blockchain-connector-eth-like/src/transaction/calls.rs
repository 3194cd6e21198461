//! Calls of token contracts in responses.

use crate::wire;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::wire::EthLikeAddressText;
use wallet_eth_like::{Amount, NamedCall, TokenAmount};

/// A call of a token contract, or an unknown call in a wrapper. Fields that the function does not have are absent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NamedCall)]
pub struct CallRecord {
    /// The called function; `unknown` for another one in a wrapper.
    #[schema(
        pattern = "^(transfer|transferFrom|approve|increaseAllowance|decreaseAllowance|setApprovalForAll|permit|lockdown|permitTransferFrom|transferWithAuthorization|receiveWithAuthorization|safeTransferFrom|safeBatchTransferFrom|unknown)$",
        example = "approve"
    )]
    method: &'static str,
    /// The called contract.
    contract: EthLikeAddressText,
    /// The token contract of a call of Permit2; absent if the called contract is the token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = EthLikeAddressText, required = false)]
    token: Option<EthLikeAddressText>,
    /// The first four bytes of the calldata in hex; absent if there are fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^0x[0-9a-f]{8}$", example = "0x095ea7b3")]
    selector: Option<String>,
    /// The innermost wrapper that contains the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        pattern = "^(multicall|aggregate|blockAndAggregate|tryAggregate|tryBlockAndAggregate|aggregate3|aggregate3Value)$",
        example = "multicall"
    )]
    wrapper: Option<&'static str>,
    /// The owner of the tokens, if it is an argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = EthLikeAddressText, required = false)]
    from: Option<EthLikeAddressText>,
    /// The recipient, or the spender of an approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = EthLikeAddressText, required = false)]
    to: Option<EthLikeAddressText>,
    /// The transferred amount, the allowance or its change, in the token's base unit. Of `transferFrom` and `approve` of
    /// an ERC-721 contract it is the id of the token: calldata do not show the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "2500000")]
    amount: Option<String>,
    /// True if `setApprovalForAll` lets the operator withdraw all tokens, false if it revokes that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    approved: Option<bool>,
    /// The time in Unix seconds until which a permit is valid; absent without a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1798761600")]
    deadline: Option<String>,
    /// The time in Unix seconds at which an allowance within Permit2 ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1798761600")]
    expiration: Option<String>,
    /// True if the calldata are not exactly the encoding of the arguments: with further bytes, other offsets, bits that a
    /// type does not have, or missing bytes. Contracts can execute them all the same. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    trailing_data: Option<bool>,
    /// The tokens of an ERC-721 or ERC-1155 transfer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    tokens: Vec<TokenAmountRecord>,
}

/// An amount of tokens with the same id.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenAmount)]
pub struct TokenAmountRecord {
    /// The id.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "7")]
    id: String,
    /// The amount; 1 for ERC-721.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1")]
    amount: String,
}

impl From<NamedCall> for CallRecord {
    fn from(call: NamedCall) -> Self {
        let text = |number: Amount| number.to_string();
        Self {
            method: call.kind.name(),
            contract: EthLikeAddressText::of(call.contract),
            token: call.token.map(EthLikeAddressText::of),
            selector: call.selector.map(|selector| wire::hex(&selector)),
            wrapper: call.wrapper,
            from: call.from.map(EthLikeAddressText::of),
            to: call.to.map(EthLikeAddressText::of),
            amount: call.amount.map(text),
            approved: call.approved,
            deadline: call.deadline.map(text),
            expiration: call.expiration.map(text),
            trailing_data: call.has_trailing_data.then_some(true),
            tokens: call.tokens.into_iter().map(TokenAmountRecord::from).collect(),
        }
    }
}

impl From<TokenAmount> for TokenAmountRecord {
    fn from(token: TokenAmount) -> Self {
        Self {
            id: token.id.to_string(),
            amount: token.amount.to_string(),
        }
    }
}
