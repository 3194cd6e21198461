//! Parameters of the chains and networks, and the gas of standard transactions. What rollups charge for transactions in
//! blocks besides the gas fee: on the OP Stack the L1 data fee and the operator fee
//! (<https://specs.optimism.io/protocol/isthmus/exec-engine.html>); on Arbitrum the gas at the base fee, which is not the
//! price that the transaction offers.

pub(crate) mod params;

use crate::account::erc20;
use crate::{Amount, Hash, Params};

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

/// A transaction in a block. A reorganisation may include the transaction in a different block, with a different L1
/// fee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inclusion {
    /// The transaction hash.
    pub txid: Hash,
    /// The block height.
    pub block: u64,
}

/// Fee that a transaction has paid, as stated by the receipt, in wei.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidFee {
    /// The part besides the gas fee.
    Additional(Amount),
    /// The whole fee.
    Total(Amount),
}

/// Fields of a receipt with the fees of a rollup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollupReceipt {
    /// The gas used.
    pub gas_used: u64,
    /// The price per gas that the sender has paid, in wei; `None` if the node reports none.
    pub effective_gas_price: Option<Amount>,
    /// True for a deposit from L1, which pays nothing on the rollup.
    pub is_deposit: bool,
    /// The L1 data fee in wei; `None` if the node reports none.
    pub l1_fee: Option<Amount>,
    /// The scalar of the operator fee; `None` before Isthmus.
    pub operator_scalar: Option<Amount>,
    /// The constant of the operator fee in wei; `None` before Isthmus.
    pub operator_constant: Option<Amount>,
    /// True since Jovian, which changes the unit of the scalar.
    pub is_jovian: bool,
}

/// Divisor of the operator fee's scalar from Isthmus until Jovian, and the factor since Jovian.
const ISTHMUS_DIVISOR: u64 = 1_000_000;
const JOVIAN_FACTOR: u64 = 100;

impl RollupReceipt {
    /// Returns the fee on this chain; `None` if the node reports none, or a fee above the chain's maximum.
    pub fn paid(&self, params: Params) -> Option<PaidFee> {
        if self.is_deposit {
            return Some(PaidFee::Total(Amount::ZERO));
        }
        let gas_fee = match self.effective_gas_price {
            Some(price) => Some(price.checked_mul(self.gas_used.into())?),
            None => None,
        };
        let (fee, paid): (_, fn(Amount) -> PaidFee) = match gas_fee {
            Some(fee) if params.ignores_tip() => (fee, PaidFee::Total),
            None if params.ignores_tip() => return None,
            // The price of an index may be 0, and the receipt states the paid price.
            Some(fee) => (fee.checked_add(self.op_stack_fee()?)?, PaidFee::Total),
            None => (self.op_stack_fee()?, PaidFee::Additional),
        };
        (fee <= params.max_fee()).then(|| paid(fee))
    }

    /// Returns the sum of L1 data fee and operator fee in wei.
    fn op_stack_fee(&self) -> Option<Amount> {
        self.l1_fee?.checked_add(self.operator_fee()?)
    }

    fn operator_fee(&self) -> Option<Amount> {
        let scalar = self.operator_scalar.unwrap_or(Amount::ZERO);
        let scaled = scalar.checked_mul(self.gas_used.into())?;
        let scaled = if self.is_jovian {
            scaled.checked_mul(JOVIAN_FACTOR.into())?
        } else {
            Amount(scaled.0 / ISTHMUS_DIVISOR)
        };
        scaled.checked_add(self.operator_constant.unwrap_or(Amount::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chain;
    use wallet_core::model::{ChainName, Network};

    fn op() -> Params {
        Params::of(Chain::from_name("op").unwrap(), Network::Livenet)
    }

    /// Returns the fee of this amount of gas at the price of [`receipt`], with an additional part.
    fn total(gas: u64, additional: u64) -> PaidFee {
        PaidFee::Total((gas * 7 + additional).into())
    }

    fn additional(fee: u64) -> PaidFee {
        PaidFee::Additional(fee.into())
    }

    fn receipt(gas_used: u64, l1_fee: u64) -> RollupReceipt {
        RollupReceipt {
            gas_used,
            effective_gas_price: Some(7_u64.into()),
            is_deposit: false,
            l1_fee: Some(l1_fee.into()),
            operator_scalar: None,
            operator_constant: None,
            is_jovian: false,
        }
    }

    #[test]
    fn l1_fee_is_that_of_the_receipt() {
        assert_eq!(
            receipt(53_403, 97_960_903_705_252).paid(op()),
            Some(total(53_403, 97_960_903_705_252))
        );
        let without_price = RollupReceipt {
            effective_gas_price: None,
            ..receipt(53_403, 97_960_903_705_252)
        };
        assert_eq!(without_price.paid(op()), Some(additional(97_960_903_705_252)));
        let unknown = RollupReceipt {
            l1_fee: None,
            ..receipt(53_403, 0)
        };
        assert_eq!(unknown.paid(op()), None);
        let implausible = RollupReceipt {
            l1_fee: Some(Amount::MAX),
            ..unknown
        };
        assert_eq!(implausible.paid(op()), None);
    }

    /// The first receipt is of a test chain of ethereum-optimism/optimism, with the scalar 300 and the constant 400.
    /// The second is of Mantle, from the `receipt-fees` test of the wallet of Consensys, with the formula of Jovian
    /// (52911 × 100000000 × 100).
    #[test]
    fn operator_fee_depends_on_the_upgrade() {
        let isthmus = RollupReceipt {
            operator_scalar: Some(300_u64.into()),
            operator_constant: Some(400_u64.into()),
            ..receipt(0x12448, 0x0235_3d65)
        };
        // 74824 × 300 / 10^6 = 22.4.
        assert_eq!(isthmus.paid(op()), Some(total(0x12448, 0x0235_3d65 + 22 + 400)));
        let jovian = RollupReceipt {
            operator_scalar: Some(100_000_000_u64.into()),
            operator_constant: Some(0_u64.into()),
            is_jovian: true,
            ..receipt(0xceaf, 0x9173_c910_a1ac)
        };
        assert_eq!(
            jovian.paid(op()),
            Some(total(0xceaf, 0x9173_c910_a1ac + 0x0001_e139_0598_dc00))
        );
    }

    #[test]
    fn deposit_pays_nothing() {
        let deposit = RollupReceipt {
            is_deposit: true,
            ..receipt(21_000, 5)
        };
        assert_eq!(deposit.paid(op()), Some(PaidFee::Total(Amount::ZERO)));
    }

    /// Transaction 0x57cc837c of arb, recorded in rotki/test-caching, offers 1.51 gwei with a tip of 1.5 gwei, at a
    /// base fee of 0.010667 gwei.
    #[test]
    fn fee_on_arbitrum_is_the_gas_at_the_effective_price() {
        let arb = Params::of(Chain::from_name("arb").unwrap(), Network::Livenet);
        let paid = RollupReceipt {
            effective_gas_price: Some(10_667_000_u64.into()),
            l1_fee: None,
            ..receipt(0x1_fa6a, 0)
        };
        let fee = Amount::from(0x1_fa6a * 10_667_000_u64);
        assert_eq!(paid.paid(arb), Some(PaidFee::Total(fee)));
        for effective_gas_price in [None, Some(Amount::MAX), Some(Amount::from(10_u128.pow(18)))] {
            let unknown = RollupReceipt {
                effective_gas_price,
                ..paid
            };
            assert_eq!(unknown.paid(arb), None, "{effective_gas_price:?}");
        }
    }
}
