//! Gas limits: their margin, and the survey over several nodes.

use crate::account::erc20;
use crate::chain::TRANSFER_GAS;
use crate::chain::params::Params;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::Responses;

/// Result of a gas estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GasEstimate {
    /// The call succeeds with this gas.
    Gas(u64),
    /// The call reverts.
    Reverted {
        /// The return data of the contract: an ABI error, or empty.
        data: Vec<u8>,
    },
    /// The sender's balance does not cover the value.
    InsufficientFunds,
}

/// Gas limit of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GasLimit {
    /// The limit.
    pub gas: u64,
    /// True if the limit follows from a simulation of the exact transaction.
    pub exact: bool,
}

/// Error of determining a gas limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GasLimitError {
    /// The transaction uses more than the chain's maximum gas.
    #[error("the transaction uses {used} gas, above the maximum of {maximum} on this chain")]
    TooMuch {
        /// The gas used in the simulation.
        used: u64,
        /// The chain's maximum gas limit.
        maximum: u64,
    },
    /// The contract reverts the call.
    #[error("the contract rejects this call: the transaction would fail and still cost its fee")]
    Reverted {
        /// The return data of the contract: an ABI error, or empty.
        data: Vec<u8>,
    },
    /// The contract reverts the call in a simulation without known sender.
    #[error("the contract rejects this call from the zero address: set address to the sender")]
    RevertedWithoutSender {
        /// The return data of the contract: an ABI error, or empty.
        data: Vec<u8>,
    },
    /// The sender's balance does not cover the value.
    #[error("insufficient funds: the sender's balance does not cover the amount")]
    InsufficientFunds,
}

impl CodedError for GasLimitError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::TooMuch { used, maximum } => ErrorInfo::describe(ErrorCode::InvalidRequest, self)
                .amount("used", used)
                .amount("maximum", maximum),
            Self::Reverted { data } | Self::RevertedWithoutSender { data } => {
                let data = format!("0x{}", hex::encode(data));
                ErrorInfo::describe(ErrorCode::ExecutionReverted, self).detail("revertData", data)
            }
            Self::InsufficientFunds => ErrorInfo::describe(ErrorCode::InsufficientFunds, self),
        }
    }
}

impl GasLimit {
    /// The constant gas limit of a plain payment to an account.
    pub const TRANSFER: Self = Self {
        gas: TRANSFER_GAS,
        exact: true,
    };

    /// Returns the limit from a simulation with the sender.
    pub fn from_simulation(params: Params, simulation: GasEstimate) -> Result<Self, GasLimitError> {
        match simulation {
            GasEstimate::Gas(used) => with_margin(params, used, true),
            GasEstimate::Reverted { data } => Err(GasLimitError::Reverted { data }),
            GasEstimate::InsufficientFunds => Err(GasLimitError::InsufficientFunds),
        }
    }

    /// Returns the limit of a payment to a recipient [`Call::plain_recipient`] without code: constant, whatever gas
    /// the simulation reports, since nodes that search for the limit by bisection report more
    /// (docs/decisions/evm-payments.md#gas-limits). A failed simulation remains an error.
    ///
    /// [`Call::plain_recipient`]: crate::Call::plain_recipient
    pub fn of_plain_payment(params: Params, simulation: GasEstimate) -> Result<Self, GasLimitError> {
        match simulation {
            GasEstimate::Gas(_) => Ok(Self::TRANSFER),
            failure => Self::from_simulation(params, failure),
        }
    }

    /// Returns the limit from two simulations with the zero address, for an unknown sender: with the amount,
    /// and without it in case the balance of the zero address is too low. If a token rejects the zero address,
    /// the chain's default token gas applies (docs/decisions/evm-payments.md#gas-limits).
    pub fn without_sender(
        params: Params,
        calldata: &[u8],
        with_amount: GasEstimate,
        without_amount: GasEstimate,
    ) -> Result<Self, GasLimitError> {
        let (simulation, exact) = match with_amount {
            GasEstimate::InsufficientFunds => (without_amount, false),
            simulation => (simulation, true),
        };
        let data = match simulation {
            GasEstimate::Gas(used) => return with_margin(params, used, exact),
            GasEstimate::Reverted { data } => data,
            GasEstimate::InsufficientFunds => Vec::new(),
        };
        let gas = erc20::decode_exact(calldata).map(|call| params.token_gas().of(call.kind));
        gas.map(|gas| Self { gas, exact: false })
            .ok_or(GasLimitError::RevertedWithoutSender { data })
    }
}

/// Returns the limit of a transaction that used this gas in a simulation.
///
/// The gas of a plain payment is constant on most chains. The gas of a contract call depends on the contract state at
/// inclusion, and gas that includes L1 costs on the L1 price, so a fifth is added, up to the chain's maximum
/// (docs/decisions/evm-payments.md#gas-limits, docs/decisions/evm-payments.md#rules-of-base-arb-gno).
fn with_margin(params: Params, used: u64, exact: bool) -> Result<GasLimit, GasLimitError> {
    let maximum = params.max_gas();
    let gas = match used {
        0..=TRANSFER_GAS if params.has_constant_transfer_gas() => TRANSFER_GAS,
        _ if used > maximum => return Err(GasLimitError::TooMuch { used, maximum }),
        _ => add_fifth(used.max(TRANSFER_GAS)).min(maximum),
    };
    Ok(GasLimit { gas, exact })
}

/// Adds a fifth, rounded up.
const fn add_fifth(gas: u64) -> u64 {
    gas + gas.div_ceil(5)
}

impl GasEstimate {
    /// Returns the upper median of the gas if at least half of the nodes report gas, otherwise the first failure.
    ///
    /// Too much gas only reserves a higher fee, and too little fails the transaction. More gas than the chain allows
    /// counts only if reported by every node.
    pub fn survey(params: Params, responses: &Responses<Self>) -> Self {
        if !responses.at_least_half(|response| response.gas().is_some()) {
            let failure = responses.iter().find(|response| response.gas().is_none());
            return failure.unwrap_or(responses.first()).clone();
        }
        let gas = Responses::of(responses.iter().filter_map(Self::gas));
        let gas = gas.map(|gas| gas.preferring(|gas| *gas <= params.max_gas()).upper_median());
        gas.map_or_else(|| responses.first().clone(), Self::Gas)
    }

    /// Returns the gas of a successful simulation.
    const fn gas(&self) -> Option<u64> {
        match self {
            Self::Gas(gas) => Some(*gas),
            Self::Reverted { .. } | Self::InsufficientFunds => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::GasEstimate::{Gas, InsufficientFunds};
    use super::*;
    use crate::{Amount, Chain};
    use wallet_core::model::{ChainName, Network};

    /// Returns a chain with a gas cap per transaction (EIP-7825).
    fn eth() -> Params {
        Params::of(Chain::from_name("eth").unwrap(), Network::Livenet)
    }

    fn from_simulation(used: u64) -> Result<u64, GasLimitError> {
        GasLimit::from_simulation(eth(), Gas(used)).map(|limit| limit.gas)
    }

    fn reverted() -> GasEstimate {
        GasEstimate::Reverted { data: vec![1] }
    }

    fn without_sender(
        calldata: &[u8],
        with_amount: GasEstimate,
        without: GasEstimate,
    ) -> Result<(u64, bool), GasLimitError> {
        GasLimit::without_sender(eth(), calldata, with_amount, without).map(|limit| (limit.gas, limit.exact))
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
    fn plain_payment_has_no_margin() {
        assert_eq!(from_simulation(21_000), Ok(21_000));
        assert_eq!(from_simulation(0), Ok(21_000));
    }

    #[test]
    fn contract_call_gets_a_fifth_more_up_to_the_maximum() {
        assert_eq!(from_simulation(21_001), Ok(25_202));
        assert_eq!(from_simulation(50_000), Ok(60_000));
        assert_eq!(from_simulation(16_000_000), Ok(16_777_216));
        assert_eq!(from_simulation(16_777_216), Ok(16_777_216));
    }

    /// A payment and a token transfer on arb (docs/decisions/evm-payments.md#rules-of-base-arb-gno). A payment with
    /// little L1 gas gets the margin too, since the L1 price may rise until the transaction is executed.
    #[test]
    fn gas_with_l1_costs_always_gets_a_fifth_more() {
        let arb = Params::of(Chain::from_name("arb").unwrap(), Network::Livenet);
        let limit = |used| GasLimit::from_simulation(arb, Gas(used)).map(|limit| limit.gas);
        assert_eq!(limit(0), Ok(25_200));
        assert_eq!(limit(21_000), Ok(25_200));
        assert_eq!(limit(0x3_ad89), Ok(0x3_ad89 + 48_207));
        assert_eq!(limit(50_000_000), Ok(60_000_000));
        let maximum = arb.max_gas();
        assert_eq!(limit(maximum), Ok(maximum));
        let used = maximum + 1;
        assert_eq!(limit(used), Err(GasLimitError::TooMuch { used, maximum }));
    }

    #[test]
    fn gas_above_the_maximum_is_rejected() {
        for used in [16_777_217, u64::MAX] {
            let maximum = 16_777_216;
            assert_eq!(from_simulation(used), Err(GasLimitError::TooMuch { used, maximum }));
        }
    }

    /// Estimates of a plain payment by hardhat (bisection with an accuracy of 1) and Nethermind (of 1.5 %).
    #[test]
    fn plain_payment_has_constant_gas_whatever_the_simulation_reports() {
        let limit = |simulation| GasLimit::of_plain_payment(eth(), simulation);
        for used in [21_000, 21_001, 21_164, u64::MAX] {
            assert_eq!(limit(Gas(used)), Ok(GasLimit::TRANSFER), "{used}");
        }
        assert_eq!(limit(reverted()), Err(GasLimitError::Reverted { data: vec![1] }));
        assert_eq!(limit(InsufficientFunds), Err(GasLimitError::InsufficientFunds));
    }

    #[test]
    fn simulation_with_sender_reports_the_failure() {
        let rejected = GasLimit::from_simulation(eth(), reverted());
        assert_eq!(rejected, Err(GasLimitError::Reverted { data: vec![1] }));
        let rejected = GasLimit::from_simulation(eth(), InsufficientFunds);
        assert_eq!(rejected, Err(GasLimitError::InsufficientFunds));
    }

    #[test]
    fn balance_of_the_zero_address_is_irrelevant() {
        let (used, less) = (Gas(50_000), Gas(30_000));
        assert_eq!(without_sender(&[], used, less.clone()), Ok((60_000, true)));
        assert_eq!(without_sender(&[], InsufficientFunds, less), Ok((36_000, false)));
    }

    #[test]
    fn token_that_rejects_the_zero_address_gets_the_default_gas() {
        for failure in [reverted(), InsufficientFunds] {
            assert_eq!(
                without_sender(&transfer(), reverted(), failure.clone()),
                Ok((150_000, false))
            );
            assert_eq!(
                without_sender(&approve(), failure.clone(), failure),
                Ok((100_000, false))
            );
        }
        assert_eq!(without_sender(&transfer(), Gas(40_000), reverted()), Ok((48_000, true)));
    }

    #[test]
    fn other_failed_calls_require_the_sender() {
        let mut other = transfer();
        other[0] ^= 1;
        let rejected = Err(GasLimitError::RevertedWithoutSender { data: vec![1] });
        assert_eq!(without_sender(&other, reverted(), reverted()), rejected);
        let failure = InsufficientFunds;
        let rejected = Err(GasLimitError::RevertedWithoutSender { data: vec![] });
        assert_eq!(without_sender(&other, failure.clone(), failure), rejected);
    }

    #[test]
    fn default_token_gas_is_within_every_maximum() {
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

    #[track_caller]
    fn check(reported: &[GasEstimate], expected: &GasEstimate) {
        let eth = Params::of(Chain::from_name("eth").unwrap(), Network::Livenet);
        let responses = Responses::of(reported.iter().cloned()).unwrap();
        assert_eq!(GasEstimate::survey(eth, &responses), *expected);
    }

    #[test]
    fn of_two_the_higher_gas_counts_and_of_three_the_middle() {
        check(&[Gas(50_000)], &Gas(50_000));
        check(&[Gas(50_000), Gas(30_000)], &Gas(50_000));
        check(&[Gas(1_000_000), Gas(50_000), Gas(30_000)], &Gas(50_000));
        check(&[Gas(21_000), Gas(50_000), Gas(51_000)], &Gas(50_000));
    }

    #[test]
    fn gas_above_the_maximum_requires_all_nodes() {
        check(&[Gas(u64::MAX), Gas(50_000)], &Gas(50_000));
        check(&[Gas(50_000), Gas(17_000_000)], &Gas(50_000));
        check(&[Gas(17_000_000)], &Gas(17_000_000));
        check(&[Gas(17_000_000), Gas(18_000_000)], &Gas(18_000_000));
    }

    #[test]
    fn failure_requires_a_majority() {
        check(&[reverted()], &reverted());
        check(&[reverted(), Gas(50_000)], &Gas(50_000));
        check(&[Gas(50_000), InsufficientFunds], &Gas(50_000));
        check(&[Gas(50_000), InsufficientFunds, reverted()], &InsufficientFunds);
        check(&[reverted(), Gas(50_000), Gas(60_000)], &Gas(60_000));
    }
}
