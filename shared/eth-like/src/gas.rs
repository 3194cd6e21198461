//! Gas limits: what a trial used, and some more.

use super::call::GasEstimate;
use super::erc20;
use super::params::Params;

/// What a plain payment to an account uses (the yellow paper's `G_transaction`), and the least that any transaction does.
pub const TRANSFER_GAS: u64 = 21_000;

/// Gas that is enough for the calls of nearly every token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TokenGas {
    /// For `transfer`.
    transfer: u64,
    /// For `approve`.
    approve: u64,
}

impl TokenGas {
    /// For this function.
    pub(super) const fn of(self, kind: erc20::TokenCallKind) -> u64 {
        match kind {
            erc20::TokenCallKind::Transfer => self.transfer,
            erc20::TokenCallKind::Approve => self.approve,
        }
    }
}

/// What tokens cost where gas means the same as on Ethereum (docs/decisions/0812).
pub(super) const USUAL_TOKEN_GAS: TokenGas = TokenGas {
    transfer: 150_000,
    approve: 100_000,
};

/// How much gas a transaction may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GasLimit {
    /// The limit.
    pub gas: u64,
    /// Whether it follows from a trial of the transaction as it is to be sent.
    pub exact: bool,
}

/// Why there is no gas limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GasLimitError {
    /// More gas than the chain lets a transaction have.
    #[error("the transaction uses {used} gas, and one may use {maximum} at most on this chain")]
    TooMuch {
        /// What a trial used.
        used: u64,
        /// The most that the chain takes.
        maximum: u64,
    },
    /// The contract refuses what is asked of it.
    #[error("the contract refuses this call: the transaction would fail and still cost its fee")]
    Reverted {
        /// What the contract says to it: an error of the ABI, or nothing.
        data: Vec<u8>,
    },
    /// The same, tried without knowing who sends it.
    #[error("the contract refuses this call from the zero address; give the sender as address")]
    RevertedWithoutSender {
        /// What the contract says to it: an error of the ABI, or nothing.
        data: Vec<u8>,
    },
    /// The sender does not have what is to go along.
    #[error("the sender does not have the amount")]
    InsufficientFunds,
}

impl GasLimit {
    /// What a plain payment to an account uses, everywhere and always.
    pub const TRANSFER: Self = Self {
        gas: TRANSFER_GAS,
        exact: true,
    };

    /// From a trial by the sender.
    pub fn tried(params: Params, trial: GasEstimate) -> Result<Self, GasLimitError> {
        match trial {
            GasEstimate::Gas(used) => with_margin(params, used, true),
            GasEstimate::Reverted { data } => Err(GasLimitError::Reverted { data }),
            GasEstimate::InsufficientFunds => Err(GasLimitError::InsufficientFunds),
        }
    }

    /// From two trials by the zero address, since nobody tells the sender: with the amount, and without it for the case
    /// that the zero address does not have it. Where a token refuses the zero address, the bound of the chain has to do
    /// (docs/decisions/0812).
    pub fn guessed(
        params: Params,
        calldata: &[u8],
        with_amount: GasEstimate,
        without_amount: GasEstimate,
    ) -> Result<Self, GasLimitError> {
        let (trial, exact) = match with_amount {
            GasEstimate::InsufficientFunds => (without_amount, false),
            trial => (trial, true),
        };
        let data = match trial {
            GasEstimate::Gas(used) => return with_margin(params, used, exact),
            GasEstimate::Reverted { data } => data,
            GasEstimate::InsufficientFunds => Vec::new(),
        };
        let gas = erc20::decode(calldata).map(|call| params.token_gas().of(call.kind));
        gas.map(|gas| Self { gas, exact: false })
            .ok_or(GasLimitError::RevertedWithoutSender { data })
    }
}

/// The limit for a transaction that used this much in a trial.
///
/// A plain payment always uses the same. What a contract uses depends on what others do to it before the transaction is
/// in a block, so a fifth is added, as far as the chain allows.
fn with_margin(params: Params, used: u64, exact: bool) -> Result<GasLimit, GasLimitError> {
    let maximum = params.max_gas();
    let gas = match used {
        0..=TRANSFER_GAS => TRANSFER_GAS,
        _ if used > maximum => return Err(GasLimitError::TooMuch { used, maximum }),
        _ => (used + used.div_ceil(5)).min(maximum),
    };
    Ok(GasLimit { gas, exact })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Amount, Chain};
    use wallet_core::model::{ChainName, Network};

    /// A chain with a gas limit of its own for transactions (EIP-7825).
    fn eth() -> Params {
        Params::of(Chain::from_name("eth").unwrap(), Network::Livenet)
    }

    fn tried(used: u64) -> Result<u64, GasLimitError> {
        GasLimit::tried(eth(), GasEstimate::Gas(used)).map(|limit| limit.gas)
    }

    fn reverted() -> GasEstimate {
        GasEstimate::Reverted { data: vec![1] }
    }

    fn guessed(calldata: &[u8], with_amount: GasEstimate, without: GasEstimate) -> Result<(u64, bool), GasLimitError> {
        GasLimit::guessed(eth(), calldata, with_amount, without).map(|limit| (limit.gas, limit.exact))
    }

    fn transfer() -> Vec<u8> {
        erc20::transfer_data(
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".parse().unwrap(),
            Amount::MAX,
        )
        .unwrap()
    }

    fn approve() -> Vec<u8> {
        erc20::approve_data(
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".parse().unwrap(),
            Amount::ZERO,
        )
        .unwrap()
    }

    #[test]
    fn a_plain_payment_has_no_margin() {
        assert_eq!(tried(21_000), Ok(21_000));
        assert_eq!(tried(0), Ok(21_000));
    }

    #[test]
    fn a_call_gets_a_fifth_more_up_to_the_maximum_of_the_chain() {
        assert_eq!(tried(21_001), Ok(25_202));
        assert_eq!(tried(50_000), Ok(60_000));
        assert_eq!(tried(16_000_000), Ok(16_777_216));
        assert_eq!(tried(16_777_216), Ok(16_777_216));
    }

    #[test]
    fn what_no_transaction_may_use_is_refused() {
        for used in [16_777_217, u64::MAX] {
            let maximum = 16_777_216;
            assert_eq!(tried(used), Err(GasLimitError::TooMuch { used, maximum }));
        }
    }

    #[test]
    fn a_sender_who_is_known_hears_why_it_fails() {
        let refused = GasLimit::tried(eth(), reverted());
        assert_eq!(refused, Err(GasLimitError::Reverted { data: vec![1] }));
        let refused = GasLimit::tried(eth(), GasEstimate::InsufficientFunds);
        assert_eq!(refused, Err(GasLimitError::InsufficientFunds));
    }

    #[test]
    fn the_balance_of_the_zero_address_never_counts() {
        let (used, less) = (GasEstimate::Gas(50_000), GasEstimate::Gas(30_000));
        assert_eq!(guessed(&[], used, less.clone()), Ok((60_000, true)));
        assert_eq!(guessed(&[], GasEstimate::InsufficientFunds, less), Ok((36_000, false)));
    }

    #[test]
    fn a_token_that_refuses_the_zero_address_gets_the_bound_of_the_chain() {
        for nothing in [reverted(), GasEstimate::InsufficientFunds] {
            assert_eq!(guessed(&transfer(), reverted(), nothing.clone()), Ok((150_000, false)));
            assert_eq!(guessed(&approve(), nothing.clone(), nothing), Ok((100_000, false)));
        }
        assert_eq!(
            guessed(&transfer(), GasEstimate::Gas(40_000), reverted()),
            Ok((48_000, true))
        );
    }

    #[test]
    fn any_other_call_that_fails_needs_its_sender() {
        let mut other = transfer();
        other[0] ^= 1;
        let refused = Err(GasLimitError::RevertedWithoutSender { data: vec![1] });
        assert_eq!(guessed(&other, reverted(), reverted()), refused);
        let nothing = GasEstimate::InsufficientFunds;
        let refused = Err(GasLimitError::RevertedWithoutSender { data: vec![] });
        assert_eq!(guessed(&other, nothing.clone(), nothing), refused);
    }

    #[test]
    fn the_bounds_for_tokens_fit_every_chain() {
        for chain in Chain::ALL {
            let params = Params::of(*chain, Network::Livenet);
            for kind in [erc20::TokenCallKind::Transfer, erc20::TokenCallKind::Approve] {
                assert!(
                    (TRANSFER_GAS..=params.max_gas()).contains(&params.token_gas().of(kind)),
                    "{chain}"
                );
            }
        }
    }
}
