//! Gas of standard transactions.

use crate::account::erc20;

/// Gas of a plain payment to an account (the Yellow Paper's `G_transaction`), the minimum of any transaction.
pub const TRANSFER_GAS: u64 = 21_000;

/// Gas that suffices for calls of nearly every token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TokenGas {
    /// Gas of `transfer`.
    transfer: u64,
    /// Gas of `approve`.
    approve: u64,
}

impl TokenGas {
    /// Returns the gas of a function.
    pub(crate) const fn of(self, kind: erc20::TokenCallKind) -> u64 {
        match kind {
            erc20::TokenCallKind::Transfer => self.transfer,
            erc20::TokenCallKind::Approve => self.approve,
        }
    }
}

/// Token gas on chains with Ethereum's gas schedule (docs/decisions/evm-payments.md#gas-limits).
pub(crate) const DEFAULT_TOKEN_GAS: TokenGas = TokenGas {
    transfer: 150_000,
    approve: 100_000,
};

/// Token gas on chains whose gas includes L1 costs: the same plus 500 000 for the data of the call, more than twice the
/// highest of the recorded transfers (docs/decisions/evm-payments.md#rules-of-base-arb-gno).
pub(crate) const L1_TOKEN_GAS: TokenGas = TokenGas {
    transfer: 650_000,
    approve: 600_000,
};
