//! Warnings in responses.

use serde::Serialize;
use utoipa::ToSchema;

/// A fact to show before signing. It never prevents a response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Warning {
    /// The kind of the warning.
    pub code: WarningCode,
    /// An explanation in English.
    #[schema(example = "The prices of several upstreams differ by more than a factor of 4; check the fee.")]
    pub message: &'static str,
}

/// The kinds of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WarningCode {
    /// A price of one upstream is more than four times that of a second one, or a pending transaction to replace
    /// costs more than four times the current price.
    FeeOutlier,
    /// The recipient of a payment is a contract, which may be unable to release the funds.
    ContractRecipient,
    /// The recipient of tokens is the contract of the tokens, which cannot release them.
    RecipientIsTokenContract,
    /// An approval or a permit has no effective limit.
    UnlimitedApproval,
    /// Typed data of an unknown form look like an authorisation to withdraw tokens.
    UnknownAuthorisation,
    /// A recipient of the operator's list recommends a memo, and the payment has none.
    MemoRecommended,
    /// The payment creates the account of its recipient.
    NewAccount,
    /// The fee exceeds a fifth of the amount.
    FeeShare,
    /// The payment spends outputs that are not confirmed yet.
    UnconfirmedInputs,
    /// The payment pays an address that it also spends from.
    AddressReuse,
    /// Most nodes of the chain replace no pending transactions.
    ReplacementNotRelayed,
    /// The price of an offer is more than ten times as high or as low as that of the best offers.
    PriceOutlier,
    /// A token of a transaction logs one transfer and moves another amount.
    TransferMismatch,
    /// Upstreams report different effects of a transaction.
    PreviewDisagreement,
    /// No payment to the recipient is among the latest transactions.
    FirstPayment,
    /// The recipient has the first and last characters of a different address that the history contains or that is an own address.
    LookAlikeAddress,
    /// The recipient is an own address.
    OwnAddress,
    /// The recipient is on a list of the operator.
    ListedAddress,
    /// A name mixes letters of different scripts, or consists of letters that look like those of a different script.
    ConfusableName,
}

impl Warning {
    /// Returns the warning about prices with an outlier.
    pub fn of_prices(have_outlier: bool) -> Vec<Self> {
        have_outlier.then_some(Self::PRICES_DIFFER).into_iter().collect()
    }

    /// Returns the warning about a recommended memo.
    pub fn of_memo(is_recommended: bool) -> Vec<Self> {
        is_recommended.then_some(Self::MEMO_RECOMMENDED).into_iter().collect()
    }

    /// Returns the warning about a replacement that most nodes reject.
    pub fn of_replacement(is_relayed: bool) -> Vec<Self> {
        (!is_relayed)
            .then_some(Self::REPLACEMENT_NOT_RELAYED)
            .into_iter()
            .collect()
    }

    /// Returns the warning about offers with an outlier.
    pub fn of_offers(have_outlier: bool) -> Vec<Self> {
        have_outlier.then_some(Self::PRICE_OUTLIER).into_iter().collect()
    }

    /// Returns the warnings about a message: a permit without limit, or an authorisation of an unknown form.
    pub fn of_message(is_unlimited: bool, is_unknown_authorisation: bool) -> Vec<Self> {
        let unlimited = is_unlimited.then_some(Self::UNLIMITED_APPROVAL);
        let unknown = is_unknown_authorisation.then_some(Self::UNKNOWN_AUTHORISATION);
        unlimited.into_iter().chain(unknown).collect()
    }

    /// The recipient of a payment has code.
    pub const CONTRACT_RECIPIENT: Self = Self {
        code: WarningCode::ContractRecipient,
        message: "The recipient is a contract; check that it can release what it receives.",
    };

    /// The recipient of tokens is their contract.
    pub const RECIPIENT_IS_TOKEN_CONTRACT: Self = Self {
        code: WarningCode::RecipientIsTokenContract,
        message: "The recipient is the contract of the token, which does not release what it receives; check the address.",
    };

    /// The warning about a token that logs one transfer and moves another amount.
    pub const TRANSFER_MISMATCH: Self = Self {
        code: WarningCode::TransferMismatch,
        message: "A token reports another transfer than the balances show; the token may be dishonest.",
    };

    /// The warning about upstreams with different effects of a transaction.
    pub const PREVIEW_DISAGREEMENT: Self = Self {
        code: WarningCode::PreviewDisagreement,
        message: "Upstreams report different effects of the transaction; try again, or check the recipient.",
    };

    /// An approval without an effective limit.
    pub const UNLIMITED_APPROVAL: Self = Self {
        code: WarningCode::UnlimitedApproval,
        message: "The spender may withdraw all tokens of this contract, now and later; check the spender.",
    };

    /// Typed data that look like an authorisation, of an unknown form.
    pub const UNKNOWN_AUTHORISATION: Self = Self {
        code: WarningCode::UnknownAuthorisation,
        message: "The message looks like an authorisation to withdraw tokens, in a form that is not known; check its contract, \
                  its spender and its amounts.",
    };

    /// A recipient recommends a memo.
    pub const MEMO_RECOMMENDED: Self = Self {
        code: WarningCode::MemoRecommended,
        message: "The recipient identifies its users by a memo; its owner can supply it.",
    };

    /// The recipient has no account.
    pub const NEW_ACCOUNT: Self = Self {
        code: WarningCode::NewAccount,
        message: "The recipient has no account on this network; the payment creates it. Check the address.",
    };

    /// The fee exceeds a fifth of the amount.
    pub const FEE_SHARE: Self = Self {
        code: WarningCode::FeeShare,
        message: "The fee exceeds a fifth of the amount.",
    };

    /// The payment spends unconfirmed outputs.
    pub const UNCONFIRMED_INPUTS: Self = Self {
        code: WarningCode::UnconfirmedInputs,
        message: "The payment spends unconfirmed outputs; it confirms only after the transactions that created them.",
    };

    /// The payment pays an address that it spends from.
    pub const ADDRESS_REUSE: Self = Self {
        code: WarningCode::AddressReuse,
        message: "The payment pays an address that it also spends from, which reveals the owner; a new address does not.",
    };

    /// Nodes of the chain replace no transactions by default.
    pub const REPLACEMENT_NOT_RELAYED: Self = Self {
        code: WarningCode::ReplacementNotRelayed,
        message: "Most nodes of this chain replace no pending transactions; send may return the reason conflict.",
    };

    /// The price of an offer is far from that of the best offers.
    pub const PRICE_OUTLIER: Self = Self {
        code: WarningCode::PriceOutlier,
        message: "The price of an offer is more than 10 times as high or as low as that of the best offers; check the price and its assets.",
    };

    /// The history has no payment to the recipient.
    pub const FIRST_PAYMENT: Self = Self {
        code: WarningCode::FirstPayment,
        message: "No payment to this address is among the latest transactions; check the whole address.",
    };

    /// A different address has the same ends.
    pub const LOOK_ALIKE_ADDRESS: Self = Self {
        code: WarningCode::LookAlikeAddress,
        message: "A different address of the history or of the wallet begins and ends with the same characters; compare all \
                  characters with a trusted source.",
    };

    /// The recipient belongs to the payer.
    pub const OWN_ADDRESS: Self = Self {
        code: WarningCode::OwnAddress,
        message: "The recipient is an address of the payer.",
    };

    /// A list of the operator contains the recipient.
    pub const LISTED_ADDRESS: Self = Self {
        code: WarningCode::ListedAddress,
        message: "The address is on a list of the operator of this server; check who receives the payment.",
    };

    /// A name looks like a different name.
    pub const CONFUSABLE_NAME: Self = Self {
        code: WarningCode::ConfusableName,
        message: "The name has letters that look like those of a different script; compare the address with a trusted source.",
    };

    /// Upstreams report prices that differ by more than a factor of 4.
    pub const PRICES_DIFFER: Self = Self {
        code: WarningCode::FeeOutlier,
        message: "The prices of several upstreams differ by more than a factor of 4; check the fee.",
    };

    /// The transaction to replace costs more than four times the current price.
    pub const REPLACED_PRICE: Self = Self {
        code: WarningCode::FeeOutlier,
        message: "The pending transaction costs more than 4 times the current price; check the fee.",
    };
}
