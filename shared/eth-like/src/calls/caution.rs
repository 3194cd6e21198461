//! Facts about a transaction to show before it is signed (docs/decisions/evm-payments.md#warnings-of-evm-transactions).

use crate::calls::NamedCall;
use crate::transaction::fields::TransactionFields;
use crate::value::amount::Amount;
use wallet_core::model::FEE_SHARE;

/// Facts about a transaction that follow from its fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cautions {
    /// A payment without calldata whose fee exceeds a fifth of its amount.
    pub has_fee_share: bool,
    /// An approval without an effective limit.
    pub has_unlimited_approval: bool,
    /// A transfer of tokens to their contract.
    pub pays_token_contract: bool,
}

impl Cautions {
    /// Returns the facts about a transaction with this fee in wei.
    pub fn of(fields: &TransactionFields, fee: Amount) -> Self {
        let calls = fields.to.map(|to| NamedCall::of(to, &fields.data)).unwrap_or_default();
        let is_payment = fields.data.is_empty() && fields.amount != Amount::ZERO;
        Self {
            has_fee_share: is_payment && Self::is_fee_share(fields.amount, fee),
            ..Self::of_calls(&calls)
        }
    }

    /// Returns the facts about calls.
    pub fn of_calls(calls: &[NamedCall]) -> Self {
        let pays_itself = |call: &NamedCall| call.token_recipient() == Some(call.token_contract());
        Self {
            has_fee_share: false,
            has_unlimited_approval: calls.iter().any(NamedCall::is_unlimited_approval),
            pays_token_contract: calls.iter().any(pays_itself),
        }
    }

    /// Returns true if a fee exceeds a fifth of an amount.
    pub fn is_fee_share(amount: Amount, fee: Amount) -> bool {
        fee.checked_mul(FEE_SHARE.into()).is_none_or(|fee| fee > amount)
    }
}
