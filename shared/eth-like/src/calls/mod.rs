//! Names of the calls in calldata: transfers and approvals of tokens, single or in a wrapper.
//!
//! Only calldata in the canonical encoding are named: contracts need not interpret others in the same way
//! (docs/decisions/1125).

mod abi;
mod function;
#[cfg(test)]
mod tests;
mod wrapper;

use super::address::Address;
use super::amount::Amount;
use function::{FUNCTIONS, Selector};

/// A call of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCall {
    /// The function.
    pub kind: CallKind,
    /// The first four bytes of the calldata; `None` if there are fewer.
    pub selector: Option<[u8; 4]>,
    /// The called contract.
    pub contract: Address,
    /// The wrapper that contains the call.
    pub wrapper: Option<&'static str>,
    /// The owner of the tokens, if it is an argument.
    pub from: Option<Address>,
    /// The recipient or the spender.
    pub to: Option<Address>,
    /// The amount in base units. Of `transferFrom` and `approve` of an ERC-721 contract it is the id of the token.
    pub amount: Option<Amount>,
    /// True if an operator gets the right to withdraw all tokens, false if it loses it.
    pub approved: Option<bool>,
    /// The time in Unix seconds until which a permit is valid.
    pub deadline: Option<Amount>,
    /// The tokens of an ERC-721 or ERC-1155 transfer.
    pub tokens: Vec<TokenAmount>,
}

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
    /// Transfers tokens of another account, or a token of an ERC-721 contract.
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
    /// Transfers tokens with one id.
    SafeTransferFrom,
    /// Transfers tokens with several ids.
    SafeBatchTransferFrom,
    /// Another function.
    Unknown,
}

impl CallKind {
    /// Returns the name of the function, `unknown` for another one.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::TransferFrom => "transferFrom",
            Self::Approve => "approve",
            Self::IncreaseAllowance => "increaseAllowance",
            Self::DecreaseAllowance => "decreaseAllowance",
            Self::SetApprovalForAll => "setApprovalForAll",
            Self::Permit => "permit",
            Self::SafeTransferFrom => "safeTransferFrom",
            Self::SafeBatchTransferFrom => "safeBatchTransferFrom",
            Self::Unknown => "unknown",
        }
    }
}

impl NamedCall {
    /// Names the calls in the calldata for a contract: one, those in a wrapper, or none. Every call in a wrapper is
    /// returned, also an unknown one.
    pub fn of(contract: Address, data: &[u8]) -> Vec<Self> {
        let Some((selector, arguments)) = data.split_first_chunk::<4>() else {
            return Vec::new();
        };
        match wrapper::unwrap(contract, *selector, arguments) {
            Some((name, calls)) => {
                let calls = calls.into_iter().map(|(contract, data)| Self {
                    wrapper: Some(name),
                    ..Self::single(contract, data)
                });
                calls.collect()
            }
            None => Some(Self::single(contract, data))
                .filter(|call| call.kind != CallKind::Unknown)
                .into_iter()
                .collect(),
        }
    }

    /// Returns true if the call grants an approval without an effective limit. An approval of the zero address grants nothing: it
    /// revokes the approval of a token of ERC-721, whose id is the amount.
    pub fn is_unlimited_approval(&self) -> bool {
        match self.kind {
            CallKind::Approve if self.to == Some(Address::ZERO) => false,
            CallKind::Approve | CallKind::IncreaseAllowance | CallKind::Permit => {
                self.amount.is_some_and(Amount::is_unlimited)
            }
            CallKind::SetApprovalForAll => self.approved == Some(true),
            CallKind::Transfer
            | CallKind::TransferFrom
            | CallKind::DecreaseAllowance
            | CallKind::SafeTransferFrom
            | CallKind::SafeBatchTransferFrom
            | CallKind::Unknown => false,
        }
    }

    /// Returns the recipient of a transfer of tokens.
    pub const fn token_recipient(&self) -> Option<Address> {
        match self.kind {
            CallKind::Transfer
            | CallKind::TransferFrom
            | CallKind::SafeTransferFrom
            | CallKind::SafeBatchTransferFrom => self.to,
            CallKind::Approve
            | CallKind::IncreaseAllowance
            | CallKind::DecreaseAllowance
            | CallKind::SetApprovalForAll
            | CallKind::Permit
            | CallKind::Unknown => None,
        }
    }

    fn single(contract: Address, data: &[u8]) -> Self {
        let split = data.split_first_chunk::<4>();
        let unknown = Self {
            kind: CallKind::Unknown,
            selector: split.map(|(selector, _)| *selector),
            contract,
            wrapper: None,
            from: None,
            to: None,
            amount: None,
            approved: None,
            deadline: None,
            tokens: Vec::new(),
        };
        let named = split.and_then(|(selector, arguments)| unknown.clone().read(*selector, arguments));
        named.unwrap_or(unknown)
    }

    fn read(self, selector: Selector, arguments: &[u8]) -> Option<Self> {
        let function = FUNCTIONS.iter().find(|function| function.selector() == selector)?;
        (function.read)(self, &abi::read(function.arguments, arguments)?)
    }

    fn with(self, kind: CallKind) -> Self {
        Self { kind, ..self }
    }
}
