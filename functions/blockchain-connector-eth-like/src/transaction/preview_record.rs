//! Changes, approvals and reasons of a preview in responses.

use serde::Serialize;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;
use wallet_core::model::AssetValue;
use wallet_core::wire::EthLikeAddressText;
use wallet_eth_like::preview::{Approval, ApprovalKind, Asset, Change, RevertReason};
use wallet_eth_like::{Address, ContractLabel};

/// Names and decimal places by contract.
pub type Labels = HashMap<Address, ContractLabel>;

/// Change of a balance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewChange)]
pub struct ChangeRecord {
    /// The holder of the balance.
    address: EthLikeAddressText,
    /// The kind of the asset.
    #[schema(pattern = "^(coin|erc20|erc721|erc1155)$", example = "erc20")]
    kind: &'static str,
    /// The contract of a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = EthLikeAddressText, required = false)]
    contract: Option<EthLikeAddressText>,
    /// The id of an ERC-721 or ERC-1155 token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "7")]
    id: Option<String>,
    /// The change, with a leading minus if the funds leave the address. Decimals are 0 if the contract reports none.
    delta: AssetValue,
    /// The name that the contract returns, without invisible characters and at most 64 characters long. Anyone can choose
    /// the name: only the contract identifies a token. Absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, max_length = 64, example = "Tether USD")]
    name: Option<String>,
    /// The ticker that the contract returns, like the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, max_length = 64, example = "USDT")]
    ticker: Option<String>,
    /// True if the contract is not in the asset list. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false, example = true)]
    unlisted: bool,
    /// True if the contract reports no decimals.
    #[serde(skip)]
    pub lacks_decimals: bool,
}

impl ChangeRecord {
    /// Returns the record of a change, with the names and decimals by contract. `listed` has the contracts in the asset list.
    pub fn of(change: &Change, labels: &Labels, listed: Option<&HashSet<Address>>) -> Self {
        let contract = change.asset.contract();
        let label = contract.and_then(|contract| labels.get(&contract));
        let (kind, id, places) = match change.asset {
            Asset::Coin => ("coin", None, Some(18)),
            Asset::Erc20(_) => ("erc20", None, label.and_then(|label| label.decimals)),
            Asset::Erc721(_, id) => ("erc721", Some(id), Some(0)),
            Asset::Erc1155(_, id) => ("erc1155", Some(id), Some(0)),
        };
        let text = |text: fn(&ContractLabel) -> &String| label.map(text).filter(|text| !text.is_empty()).cloned();
        let sign = if change.delta.is_negative { "-" } else { "" };
        Self {
            address: EthLikeAddressText::of(change.address),
            kind,
            contract: contract.map(EthLikeAddressText::of),
            id: id.map(|id| id.to_string()),
            delta: AssetValue::new(format_args!("{sign}{}", change.delta.amount), places.unwrap_or(0)),
            name: text(|label| &label.name),
            ticker: text(|label| &label.ticker),
            unlisted: contract.is_some_and(|contract| listed.is_some_and(|listed| !listed.contains(&contract))),
            lacks_decimals: places.is_none(),
        }
    }
}

/// Approval that a transaction sets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewApproval)]
pub struct ApprovalRecord {
    /// The standard: an allowance of ERC-20, a single ERC-721 token, an operator of all tokens of ERC-721 or ERC-1155, or
    /// an allowance in Permit2.
    #[schema(pattern = "^(erc20|erc721|operator|permit2)$", example = "erc20")]
    kind: &'static str,
    /// The contract of the tokens.
    token: EthLikeAddressText,
    /// The id of an ERC-721 token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "7")]
    id: Option<String>,
    /// The owner of the tokens.
    owner: EthLikeAddressText,
    /// The address that may withdraw.
    spender: EthLikeAddressText,
    /// The allowance before in the base unit of the token; 1 for an operator or an approved token. Absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "0")]
    before: Option<String>,
    /// The allowance after the transaction.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "2500000")]
    after: String,
    /// True if the spender may withdraw all tokens.
    #[schema(example = false)]
    unlimited: bool,
}

impl ApprovalRecord {
    /// Returns the record of an approval.
    pub fn of(approval: &Approval) -> Self {
        let (kind, id) = match approval.id.kind {
            ApprovalKind::Erc20 => ("erc20", None),
            ApprovalKind::Erc721(id) => ("erc721", Some(id)),
            ApprovalKind::Operator => ("operator", None),
            ApprovalKind::Permit2 => ("permit2", None),
        };
        Self {
            kind,
            token: EthLikeAddressText::of(approval.id.token),
            id: id.map(|id| id.to_string()),
            owner: EthLikeAddressText::of(approval.id.owner),
            spender: EthLikeAddressText::of(approval.id.spender),
            before: approval.before.map(|amount| amount.to_string()),
            after: approval.after.to_string(),
            unlimited: approval.is_unlimited(),
        }
    }
}

/// Reason of a reverted transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevertReason)]
pub struct ReasonRecord {
    /// The text of the contract, or the name of the error. Contracts choose the text.
    #[schema(example = "ERC20InsufficientBalance")]
    text: String,
    /// The error, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = RevertErrorRecord, required = false)]
    error: Option<RevertErrorRecord>,
}

/// Known error of a contract.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevertError)]
pub struct RevertErrorRecord {
    /// `Error`, `Panic`, or the name of a custom error of ERC-6093, `OpenZeppelin` or Permit2.
    #[schema(example = "ERC20InsufficientBalance")]
    name: &'static str,
    /// The arguments: addresses, numbers in decimal digits, words in hex, texts.
    #[schema(example = json!(["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "1", "2"]))]
    arguments: Vec<String>,
}

impl ReasonRecord {
    /// Returns the reason of a transaction that a contract did not revert.
    pub fn text(text: &str) -> Self {
        let (text, error) = (text.to_owned(), None);
        Self { text, error }
    }
}

impl From<RevertReason> for ReasonRecord {
    fn from(reason: RevertReason) -> Self {
        let error = reason
            .error
            .map(|(name, arguments)| RevertErrorRecord { name, arguments });
        Self {
            text: reason.text,
            error,
        }
    }
}
