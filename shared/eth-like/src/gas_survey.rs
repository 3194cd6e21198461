//! Gas from the simulations of several nodes (docs/decisions/upstreams.md#facts-from-several-upstreams).

use super::call::GasEstimate;
use super::params::Params;
use wallet_core::model::Responses;

impl GasEstimate {
    /// Returns the upper median of the gas if at least half of the nodes report gas, otherwise the first failure.
    ///
    /// Too much gas only reserves a higher fee, and too little fails the transaction. More gas than the chain allows
    /// counts only if every node reports it.
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
    use crate::Chain;
    use wallet_core::model::{ChainName, Network};

    #[track_caller]
    fn check(reported: &[GasEstimate], expected: &GasEstimate) {
        let eth = Params::of(Chain::from_name("eth").unwrap(), Network::Livenet);
        let responses = Responses::of(reported.iter().cloned()).unwrap();
        assert_eq!(GasEstimate::survey(eth, &responses), *expected);
    }

    fn reverted() -> GasEstimate {
        GasEstimate::Reverted { data: vec![1] }
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
