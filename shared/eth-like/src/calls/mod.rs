//! Names of the calls in calldata, transfers and approvals of tokens, single or in a wrapper, and facts about a transaction
//! to show before signing (docs/decisions/evm-payments.md#warnings-of-evm-transactions).
//!
//! Calldata are read as contracts read them, which accept more than the exact encoding
//! (docs/decisions/evm-payments.md#names-of-contract-calls,
//! docs/decisions/evm-payments.md#calldata-as-contracts-read-them).

pub(crate) mod abi;
mod function;
pub(crate) mod recipients;
mod wrapper;

pub(crate) use abi::word;

use crate::transaction::fields::TransactionFields;
use crate::value::{Address, Amount};
use abi::{Budget, ReadError};
use function::Selector;
use wallet_core::model::FEE_SHARE;

/// A call of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCall {
    /// The function.
    pub kind: CallKind,
    /// The first four bytes of the calldata; `None` if there are fewer.
    pub selector: Option<[u8; 4]>,
    /// The called contract.
    pub contract: Address,
    /// The token contract, if an argument; otherwise the called contract.
    pub token: Option<Address>,
    /// The innermost wrapper that contains the call.
    pub wrapper: Option<&'static str>,
    /// The owner of the tokens, if it is an argument.
    pub from: Option<Address>,
    /// The recipient or the spender.
    pub to: Option<Address>,
    /// The amount in base units. Of `transferFrom` and `approve` of an ERC-721 contract the id of the token.
    pub amount: Option<Amount>,
    /// True if an operator gets the right to withdraw all tokens, false if the right is revoked.
    pub approved: Option<bool>,
    /// The time in Unix seconds until which a permit is valid.
    pub deadline: Option<Amount>,
    /// The time in Unix seconds at which an allowance within Permit2 ends.
    pub expiration: Option<Amount>,
    /// The tokens of an ERC-721 or ERC-1155 transfer.
    pub tokens: Vec<TokenAmount>,
    /// True if the calldata are not exactly the encoding of the arguments.
    pub has_trailing_data: bool,
    /// True if the calldata of a known function or wrapper are not read: they have more elements or wrappers than that,
    /// or no form that a contract reads.
    is_unreadable: bool,
}

/// Wrappers in wrappers that are read.
const MAX_DEPTH: usize = 8;

/// An amount of tokens with the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenAmount {
    /// The id.
    pub id: Amount,
    /// The amount; 1 for ERC-721.
    pub amount: Amount,
}

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// Transfers tokens of the sender.
    Transfer,
    /// Transfers tokens of a third account, or a token of an ERC-721 contract.
    TransferFrom,
    /// Sets an allowance; zero revokes it.
    Approve,
    /// Increases an allowance.
    IncreaseAllowance,
    /// Decreases an allowance.
    DecreaseAllowance,
    /// Sets or revokes the right to withdraw all tokens of the contract.
    SetApprovalForAll,
    /// Sets an allowance by a signature of the owner.
    Permit,
    /// Sets an allowance within Permit2 to zero.
    Lockdown,
    /// Transfers tokens by a signature of the owner for Permit2.
    PermitTransferFrom,
    /// Transfers tokens by a signature of the owner.
    TransferWithAuthorization,
    /// Transfers tokens to the sender by a signature of the owner.
    ReceiveWithAuthorization,
    /// Transfers tokens of a single id.
    SafeTransferFrom,
    /// Transfers tokens with several ids.
    SafeBatchTransferFrom,
    /// A different function.
    Unknown,
}

impl CallKind {
    /// Returns the name of the function, `unknown` for unlisted functions.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::TransferFrom => "transferFrom",
            Self::Approve => "approve",
            Self::IncreaseAllowance => "increaseAllowance",
            Self::DecreaseAllowance => "decreaseAllowance",
            Self::SetApprovalForAll => "setApprovalForAll",
            Self::Permit => "permit",
            Self::Lockdown => "lockdown",
            Self::PermitTransferFrom => "permitTransferFrom",
            Self::TransferWithAuthorization => "transferWithAuthorization",
            Self::ReceiveWithAuthorization => "receiveWithAuthorization",
            Self::SafeTransferFrom => "safeTransferFrom",
            Self::SafeBatchTransferFrom => "safeBatchTransferFrom",
            Self::Unknown => "unknown",
        }
    }
}

impl NamedCall {
    /// Names the calls in the calldata for a contract: a call, the calls in a wrapper, or none. Every call in a wrapper
    /// is returned, also an unknown call.
    pub fn of(contract: Address, data: &[u8]) -> Vec<Self> {
        let mut calls = Vec::new();
        let outer = Self::unknown(contract, data);
        outer.name(data, 0, &mut Budget::of(data), &mut calls);
        calls.retain(|call| call.kind != CallKind::Unknown || call.wrapper.is_some() || call.is_unreadable);
        calls
    }

    /// Returns true if the call grants an approval without an effective limit, or is unreadable and may grant such an
    /// approval. An approval of the zero address grants nothing: the call revokes the approval of the ERC-721 token
    /// with the amount as id.
    pub fn is_unlimited_approval(&self) -> bool {
        match self.kind {
            CallKind::Approve if self.to == Some(Address::ZERO) => false,
            CallKind::Approve | CallKind::IncreaseAllowance | CallKind::Permit => {
                self.amount.is_some_and(Amount::is_unlimited)
            }
            CallKind::SetApprovalForAll => self.approved == Some(true),
            CallKind::Unknown => self.is_unreadable,
            CallKind::Transfer
            | CallKind::TransferFrom
            | CallKind::DecreaseAllowance
            | CallKind::Lockdown
            | CallKind::PermitTransferFrom
            | CallKind::TransferWithAuthorization
            | CallKind::ReceiveWithAuthorization
            | CallKind::SafeTransferFrom
            | CallKind::SafeBatchTransferFrom => false,
        }
    }

    /// Returns the recipient of a transfer of tokens.
    pub const fn token_recipient(&self) -> Option<Address> {
        match self.kind {
            CallKind::Transfer
            | CallKind::TransferFrom
            | CallKind::PermitTransferFrom
            | CallKind::TransferWithAuthorization
            | CallKind::ReceiveWithAuthorization
            | CallKind::SafeTransferFrom
            | CallKind::SafeBatchTransferFrom => self.to,
            CallKind::Approve
            | CallKind::IncreaseAllowance
            | CallKind::DecreaseAllowance
            | CallKind::SetApprovalForAll
            | CallKind::Permit
            | CallKind::Lockdown
            | CallKind::Unknown => None,
        }
    }

    /// Returns the contract of the token.
    pub fn token_contract(&self) -> Address {
        self.token.unwrap_or(self.contract)
    }

    fn unknown(contract: Address, data: &[u8]) -> Self {
        Self {
            kind: CallKind::Unknown,
            selector: data.first_chunk().copied(),
            contract,
            token: None,
            wrapper: None,
            from: None,
            to: None,
            amount: None,
            approved: None,
            deadline: None,
            expiration: None,
            tokens: Vec::new(),
            has_trailing_data: false,
            is_unreadable: false,
        }
    }

    /// Adds the calls in the calldata of an unknown call.
    fn name(self, data: &[u8], depth: usize, budget: &mut Budget, calls: &mut Vec<Self>) {
        let Some(selector) = self.selector else {
            return calls.push(self);
        };
        match wrapper::unwrap(self.contract, selector, data, budget) {
            Ok(Some(_)) if depth == MAX_DEPTH => calls.push(self.unreadable()),
            Ok(Some(wrapped)) => {
                for (contract, data) in wrapped.calls {
                    let inner = Self {
                        wrapper: Some(wrapped.name),
                        has_trailing_data: self.has_trailing_data || !wrapped.is_exact,
                        ..Self::unknown(contract, data)
                    };
                    inner.name(data, depth + 1, budget, calls);
                }
            }
            Ok(None) => match self.clone().read(selector, data, budget) {
                Ok(Some(named)) => calls.extend(named),
                Ok(None) => calls.push(self),
                Err(ReadError::Form | ReadError::TooLarge) => calls.push(self.unreadable()),
            },
            Err(ReadError::Form | ReadError::TooLarge) => calls.push(self.unreadable()),
        }
    }

    fn read(self, selector: Selector, data: &[u8], budget: &mut Budget) -> Result<Option<Vec<Self>>, ReadError> {
        let Some(function) = function::find(selector) else {
            return Ok(None);
        };
        let arguments = abi::read(function.arguments, data, budget)?;
        let call = Self {
            has_trailing_data: self.has_trailing_data || !arguments.is_exact,
            ..self
        };
        Ok((function.read)(call, &arguments.values).filter(|calls| !calls.is_empty()))
    }

    fn unreadable(self) -> Self {
        Self {
            is_unreadable: true,
            ..self
        }
    }

    fn with(self, kind: CallKind) -> Self {
        Self { kind, ..self }
    }
}

/// Facts about a transaction that follow from the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cautions {
    /// A payment without calldata with a fee above a fifth of the amount.
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

#[cfg(test)]
mod tests;
