//! Gas limits: what a trial used, and some more.

use super::Params;

/// What a plain payment to an account uses (the yellow paper's G_transaction), and the least that any transaction does.
pub const TRANSFER_GAS: u64 = 21_000;

/// A transaction needs more gas than the chain lets one have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the transaction uses {used} gas, and one may use {maximum} at most on this chain")]
pub struct GasLimitError {
    /// What a trial used.
    pub used: u64,
    /// The most that the chain takes.
    pub maximum: u64,
}

/// The gas limit for a transaction that used this much in a trial.
///
/// A plain payment always uses the same. What a contract uses depends on what others do to it before the transaction is
/// in a block, so a fifth is added, as far as the chain allows.
pub fn gas_limit(params: Params, used: u64) -> Result<u64, GasLimitError> {
    let maximum = params.max_gas();
    if used > maximum {
        return Err(GasLimitError { used, maximum });
    }
    if used <= TRANSFER_GAS {
        return Ok(TRANSFER_GAS);
    }
    Ok((used + used.div_ceil(5)).min(maximum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eth_like::Chain;
    use crate::model::{ChainName, Network};

    /// A chain with a gas limit of its own for transactions (EIP-7825).
    fn eth() -> Params {
        Params::of(Chain::from_name("eth").unwrap(), Network::Livenet)
    }

    #[test]
    fn a_plain_payment_has_no_margin() {
        assert_eq!(gas_limit(eth(), 21_000), Ok(21_000));
        assert_eq!(gas_limit(eth(), 0), Ok(21_000));
    }

    #[test]
    fn a_call_gets_a_fifth_more_up_to_the_maximum_of_the_chain() {
        assert_eq!(gas_limit(eth(), 21_001), Ok(25_202));
        assert_eq!(gas_limit(eth(), 50_000), Ok(60_000));
        assert_eq!(gas_limit(eth(), 16_000_000), Ok(16_777_216));
        assert_eq!(gas_limit(eth(), 16_777_216), Ok(16_777_216));
    }

    #[test]
    fn what_no_block_takes_is_refused() {
        let refused = GasLimitError {
            used: 16_777_217,
            maximum: 16_777_216,
        };
        assert_eq!(gas_limit(eth(), 16_777_217), Err(refused));
    }

    #[test]
    fn the_bounds_for_tokens_fit_every_chain() {
        for chain in Chain::ALL {
            let params = Params::of(*chain, Network::Livenet);
            let bounds = params.token_gas();
            for gas in [bounds.transfer, bounds.approve] {
                assert!((TRANSFER_GAS..=params.max_gas()).contains(&gas), "{chain}");
            }
        }
    }
}
