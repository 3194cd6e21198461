//! POST /api/message/get-hash/{chain}

use super::request::{Message, MessageRequest};
use crate::{Services, wire};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::{EthLikeAddressText, EthLikeSighashText, Warning};
use wallet_eth_like::{Chain, Permission, Permit, PermitStandard};
use wallet_http::{Bearer, Body, Data, ErrorCode, Field, HandlerResult, PathChain, Read};

wallet_core::request! {
    /// Message to sign.
    #[schema(as = MessageGetHashRequest)]
    pub struct Request {
        #[serde(flatten)]
        message: MessageRequest,
        /// livenet or testnet, for the `chainId` of a domain.
        network: Field<Network>,
    }
}

/// Hash to sign.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MessageGetHashResponse)]
pub struct Response {
    /// The 32 bytes to sign in hex: the Keccak-256 hash of the message with the prefix of EIP-191 or EIP-712.
    hash: EthLikeSighashText,
    /// The permit that the signature grants; absent for other messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PermitRecord, required = false)]
    summary: Option<PermitRecord>,
    /// Warnings about the message; absent without any. `unlimited_approval`: the permit has no effective limit.
    /// `unknown_authorisation`: the typed data look like an authorisation to withdraw tokens, in a form without a summary.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// A permit: its signature lets the spender withdraw tokens without a transaction of the signer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PermitSummary)]
pub struct PermitRecord {
    /// `permit`.
    #[schema(pattern = "^permit$", example = "permit")]
    r#type: &'static str,
    /// `eip-2612` or `dai` for an allowance of one token, `permit2-allowance` for allowances within Permit2,
    /// `permit2-transfer` for a transfer by Permit2, `eip-3009` for a transfer by the token to the `spender`. In the form
    /// of DAI the amount is either unlimited or 0.
    #[schema(pattern = "^(eip-2612|dai|permit2-allowance|permit2-transfer|eip-3009)$", example = "eip-2612")]
    standard: &'static str,
    /// The contract that verifies the signature: the token, or Permit2.
    contract: EthLikeAddressText,
    /// The account or contract that may withdraw the tokens; with `eip-3009` their recipient.
    spender: EthLikeAddressText,
    /// The token contract; absent with `permissions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = EthLikeAddressText, required = false)]
    token: Option<EthLikeAddressText>,
    /// The maximum amount in the token's base unit; absent with `permissions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "2500000")]
    amount: Option<String>,
    /// The time in Unix seconds at which an allowance within Permit2 ends; absent with `permissions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1798761600")]
    expiration: Option<String>,
    /// The withdrawals that a batch permits; absent for a permit of a single token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<PermissionRecord>, required = false)]
    permissions: Option<Vec<PermissionRecord>>,
    /// The time in Unix seconds until which the signature is valid; absent without a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1798761600")]
    deadline: Option<String>,
}

/// A permitted withdrawal of one token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PermitPermission)]
pub struct PermissionRecord {
    /// The token contract.
    token: EthLikeAddressText,
    /// The maximum amount in the token's base unit.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "2500000")]
    amount: String,
    /// The time in Unix seconds at which an allowance within Permit2 ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1798761600")]
    expiration: Option<String>,
}

/// Returns the hash of a message.
///
/// A message is a text or typed data; the two and transactions never have the same hash. Values of typed data must have
/// exactly the declared fields, in the range of their types. No request is sent to the network.
#[utoipa::path(
    post, path = "/api/message/get-hash/{chain}", operation_id = "messageGetHash",
    extensions(("x-error-codes" = json!([ErrorCode::RecipientListed]))),
)]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let message = request.message.read()?;
    message.check_chain(wire::params(chain, request.network)?)?;
    let (permit, is_unknown) = match &message {
        Message::Personal(_) => (None, false),
        Message::TypedData(data) => (data.permit(), data.is_unknown_authorisation()),
    };
    services.lists.check(permit.iter().flat_map(Permit::recipients)).await?;
    let is_unlimited = permit.as_ref().is_some_and(Permit::is_unlimited);
    Ok(Data(Response {
        hash: EthLikeSighashText::of(message.hash()),
        warnings: Warning::of_message(is_unlimited, is_unknown),
        summary: permit.map(PermitRecord::from),
    }))
}

impl From<Permit> for PermitRecord {
    fn from(permit: Permit) -> Self {
        let text = EthLikeAddressText::of;
        let single = match *permit.permissions {
            [single] => Some(PermissionRecord::from(single)),
            _ => None,
        };
        let (token, amount, expiration, permissions) = if let Some(single) = single {
            (Some(single.token), Some(single.amount), single.expiration, None)
        } else {
            let permissions = permit.permissions.into_iter().map(PermissionRecord::from);
            (None, None, None, Some(permissions.collect()))
        };
        Self {
            r#type: "permit",
            standard: match permit.standard {
                PermitStandard::Eip2612 => "eip-2612",
                PermitStandard::Dai => "dai",
                PermitStandard::Permit2Allowance => "permit2-allowance",
                PermitStandard::Permit2Transfer => "permit2-transfer",
                PermitStandard::Eip3009 => "eip-3009",
            },
            contract: text(permit.contract),
            spender: text(permit.spender),
            token,
            amount,
            expiration,
            permissions,
            deadline: permit.deadline.map(|deadline| deadline.to_string()),
        }
    }
}

impl From<Permission> for PermissionRecord {
    fn from(permission: Permission) -> Self {
        Self {
            token: EthLikeAddressText::of(permission.token),
            amount: permission.amount.to_string(),
            expiration: permission.expiration.map(|time| time.to_string()),
        }
    }
}
