//! The limits of fees. The prices are a statement of the service, so that a fee without a limit could take all funds.

use super::Amount;
use super::check::PaymentError;
use crate::asset_info::{self, FeeLimit};
use crate::client::Client;
use crate::retry::RetryPolicy;
use std::time::Duration;
use wallet_core::model::Network;

/// The highest fee of a payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fee {
    /// The limit of the chain: the larger of 2 % of the amount in the coin and a constant of this client, with a
    /// constant for the tip on chains with EIP-1559. `GET /api/chain/list` can lower these numbers, never raise them.
    #[default]
    Limited,
    /// This fee in base units, including the tip.
    AtMost(Amount),
    /// An unlimited fee, as determined by the service.
    Unlimited,
}

/// The fee that a transaction offers.
#[derive(Clone, Copy, Debug)]
pub struct Offered {
    /// The maximum fee in base units.
    pub fee: Amount,
    /// The part that block producers can collect beside the base fee, in base units: the tip, or the whole fee of a
    /// legacy transaction.
    pub tip: Option<Amount>,
    /// The paid amount of the coin in base units.
    pub amount: Amount,
}

impl Offered {
    /// Creates the fee of a transaction of a chain without tips, in base units.
    pub fn without_tip(fee: u64, amount: u64) -> Self {
        Self {
            fee: fee.into(),
            tip: None,
            amount: amount.into(),
        }
    }
}

/// The limits of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    /// The share of the amount in percent.
    percent: u8,
    /// The absolute amount in base units.
    absolute: Amount,
    /// The highest tip in base units, on chains with EIP-1559.
    tip: Option<Amount>,
}

/// The share of the amount in percent.
const PERCENT: u8 = 2;
/// The part of the absolute amount that a tip can be.
const TIP_PART: u64 = 10;

/// Wei in a thousandth of a coin.
const FINNEY: u128 = 1_000_000_000_000_000;

/// The absolute amounts of the chains in base units, and whether their transactions have tips.
const CEILINGS: [(&str, u128, bool); 15] = [
    ("btc", 50_000, false),
    ("ltc", 1_000_000, false),
    ("bch", 100_000, false),
    ("doge", 100_000_000, false),
    ("xlm", 5_000_000, false),
    ("eth", 20 * FINNEY, true),
    ("op", 2 * FINNEY, true),
    ("base", 2 * FINNEY, true),
    ("arb", 2 * FINNEY, true),
    ("etc", 20 * FINNEY, false),
    ("ftm", 1000 * FINNEY, true),
    ("avax", 100 * FINNEY, true),
    ("matic", 1000 * FINNEY, true),
    ("bsc", 10 * FINNEY, true),
    ("gno", 50 * FINNEY, true),
];

/// The request for the limits delays a payment at most this long.
const REQUEST: RetryPolicy = RetryPolicy {
    attempt_timeout: Duration::from_secs(5),
    ..RetryPolicy::NEVER
};

impl Fee {
    /// Compares the fee of a transaction with the limit, before the hash is signed.
    pub(super) async fn check(
        self,
        client: &Client,
        chain: (&str, Network),
        offered: &Offered,
    ) -> Result<(), PaymentError> {
        match self {
            Self::Unlimited => Ok(()),
            Self::AtMost(limit) => at_most(offered.fee, limit),
            Self::Limited => {
                let ceiling = Limits::ceiling(chain.0).ok_or_else(|| {
                    PaymentError::invalid(
                        "max_fee",
                        format!("this version has no limit for {}: state one", chain.0),
                    )
                })?;
                let limits = match of_service(client, chain).await {
                    Some(limit) => ceiling.lowered(&limit),
                    None => ceiling,
                };
                limits.check(offered)
            }
        }
    }
}

/// Returns the limit of the service, `None` if there is none or the service does not respond.
async fn of_service(client: &Client, (chain, network): (&str, Network)) -> Option<FeeLimit> {
    let request = || async { asset_info::chains(&client.with_retries(REQUEST)).await };
    let chains = client.fee_limits().get_or_try_init(request).await.ok()?;
    let found = chains
        .iter()
        .find(|it| it.chain == chain && it.network == network.name())?;
    Some(found.fee_limit.clone())
}

fn at_most(fee: Amount, limit: Amount) -> Result<(), PaymentError> {
    if fee <= limit {
        return Ok(());
    }
    Err(PaymentError::FeeAboveLimit {
        fee: fee.to_string(),
        limit: limit.to_string(),
    })
}

impl Limits {
    /// Returns the constants of a chain of this version.
    fn ceiling(chain: &str) -> Option<Self> {
        let (_, absolute, has_tip) = CEILINGS.iter().find(|(name, ..)| *name == chain)?;
        let absolute = Amount::from(*absolute);
        Some(Self {
            percent: PERCENT,
            absolute,
            tip: absolute.checked_div(TIP_PART.into()).filter(|_| *has_tip),
        })
    }

    /// Returns the lower limits of the client and the service. An unreadable number lowers nothing.
    fn lowered(self, service: &FeeLimit) -> Self {
        let lower = |own: Amount, stated: &str| stated.parse().map_or(own, |stated| own.min(stated));
        Self {
            percent: self.percent.min(service.percent),
            absolute: lower(self.absolute, &service.absolute),
            tip: self
                .tip
                .map(|tip| service.tip.as_deref().map_or(tip, |stated| lower(tip, stated))),
        }
    }

    fn check(self, offered: &Offered) -> Result<(), PaymentError> {
        at_most(offered.fee, self.absolute.max(self.share(offered.amount)))?;
        match self.tip.zip(offered.tip) {
            Some((limit, tip)) if tip > limit => Err(PaymentError::TipAboveLimit {
                tip: tip.to_string(),
                limit: limit.to_string(),
            }),
            _ => Ok(()),
        }
    }

    fn share(self, amount: Amount) -> Amount {
        let product = amount.checked_mul(u64::from(self.percent).into());
        let share = product.and_then(|product| product.checked_div(100_u64.into()));
        share.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(fee: u128, tip: Option<u128>, amount: u128) -> Offered {
        Offered {
            fee: fee.into(),
            tip: tip.map(Amount::from),
            amount: amount.into(),
        }
    }

    fn ceiling(chain: &str) -> Limits {
        Limits::ceiling(chain).expect("a chain of this version")
    }

    #[test]
    fn fee_is_at_most_the_larger_one_of_share_and_absolute_amount() {
        let btc = ceiling("btc");
        for (fee, amount, is_accepted) in [
            (50_000, 20_000, true),
            (50_001, 20_000, false),
            // A raised estimate made this payment cost four times the amount.
            (79_400, 20_000, false),
            (60_000, 3_000_000, true),
            (60_001, 3_000_000, false),
        ] {
            assert_eq!(
                btc.check(&offered(fee, None, amount)).is_ok(),
                is_accepted,
                "{fee} of {amount}"
            );
        }
    }

    #[test]
    fn tip_is_limited_apart_from_the_fee() {
        let (eth, coin) = (ceiling("eth"), 1000 * FINNEY);
        for (fee, tip, amount, is_accepted) in [
            (900 * FINNEY, Some(1), FINNEY, false),
            (987 * FINNEY / 10, Some(1), FINNEY, false),
            (20 * FINNEY, Some(2 * FINNEY), 0, true),
            (20 * FINNEY, Some(2 * FINNEY + 1), 0, false),
            // A share of the amount allows a higher fee, but no higher tip.
            (200 * FINNEY, Some(2 * FINNEY), 10 * coin, true),
            (200 * FINNEY, Some(3 * FINNEY), 10 * coin, false),
            // The price of a legacy transaction, which the caller chose.
            (20 * FINNEY, None, 0, true),
            (20 * FINNEY + 1, None, 0, false),
        ] {
            assert_eq!(
                eth.check(&offered(fee, tip, amount)).is_ok(),
                is_accepted,
                "{fee} with {tip:?}"
            );
        }
        let etc = ceiling("etc");
        assert!(etc.check(&offered(200 * FINNEY, None, 10 * coin)).is_ok());
    }

    #[test]
    fn service_lowers_limits_and_raises_none() {
        let stated = |percent, absolute: &str, tip: Option<&str>| FeeLimit {
            percent,
            absolute: absolute.to_owned(),
            tip: tip.map(str::to_owned),
        };
        let eth = ceiling("eth");
        let enormous = "9".repeat(30);
        for service in [
            stated(100, &enormous, Some(&enormous)),
            stated(2, "many", None),
            stated(u8::MAX, "", Some("-1")),
        ] {
            assert_eq!(eth.lowered(&service), eth);
        }
        let lowered = Limits {
            percent: 1,
            absolute: 7_u64.into(),
            tip: Some(3_u64.into()),
        };
        assert_eq!(eth.lowered(&stated(1, "7", Some("3"))), lowered);
    }

    #[test]
    fn share_of_an_amount_near_the_maximum_does_not_overflow() {
        let maximum = Amount::from_be_bytes([0xff; 32]);
        assert_eq!(ceiling("btc").share(maximum), Amount::default());
        assert_eq!(ceiling("btc").share(149_u64.into()), 2_u64.into());
    }
}
