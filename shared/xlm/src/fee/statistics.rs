//! Fee statistics of a network, and the survey over several servers.

use crate::account::state::Account;
use crate::fee::ledger::Ledger;
use crate::value::amount::Stroops;
use std::fmt;
use std::str::FromStr;
use wallet_core::model::Modes;
use wallet_core::model::{MAX_PRICE_SPREAD, Responses, Surveyed};

/// Fees of the last five ledgers, in stroops per operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeStats {
    /// The base fee of the latest ledger.
    pub last_ledger_base_fee: Stroops,
    /// The minimum fee charged.
    pub charged_min: Stroops,
    /// The maximum fee charged.
    pub charged_max: Stroops,
    /// The maximum fees that transactions offered; the fees that transactions paid if [`Self::capacity_usage`] is
    /// unknown.
    pub offered: OfferedFees,
    /// The used part of the capacity of the ledgers. `None` if the upstream reports neither offers nor capacities, as
    /// Stellar RPC servers.
    pub capacity_usage: Option<CapacityUsage>,
}

/// Percentiles of the maximum fees that transactions offered, in stroops per operation, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferedFees {
    /// The 10th percentile.
    pub p10: Stroops,
    /// The median.
    pub p50: Stroops,
    /// The 95th percentile.
    pub p95: Stroops,
}

/// The used part of the capacity of ledgers, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CapacityUsage(u32);

/// The error for a string that is not a part of a capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("capacity usage must be a decimal number from 0 to 1000")]
pub struct CapacityUsageError;

/// The capacity usage from which ledgers are full: single ledgers of the average already exceed their capacity, so
/// that transactions compete by their fees.
const FULL: CapacityUsage = CapacityUsage(90);

impl FeeStats {
    /// Returns the maximum fee for each speed, in stroops per operation.
    ///
    /// The fees are the offers of recent transactions. If ledgers are full, the fees are also at least those that
    /// ledgers charged, since lower offers were not included.
    pub fn per_operation(&self) -> Modes<Stroops> {
        let base = self.last_ledger_base_fee;
        let offered = Modes {
            slow: self.offered.p10.max(base),
            normal: self.offered.p50.max(base),
            fast: self.offered.p95.max(base),
        };
        if self.capacity_usage.is_none_or(|usage| usage < FULL) {
            return offered;
        }
        let above = self.charged_max.checked_add(base).unwrap_or(self.charged_max);
        Modes {
            slow: offered.slow.max(self.charged_min),
            normal: offered.normal.max(self.charged_max),
            fast: offered.fast.max(above),
        }
    }

    /// Returns the maximum fee of a transaction with this number of operations for each speed: at least 100 stroops
    /// for each operation, at most the maximum of the field.
    pub fn of_transaction(&self, operations: usize) -> Modes<Stroops> {
        let operations = i64::try_from(operations).unwrap_or(i64::MAX);
        self.per_operation().map(|fee| {
            let total = fee.max(Stroops::MIN_FEE).get().saturating_mul(operations);
            Stroops::new(total.min(u32::MAX.into())).unwrap_or_default()
        })
    }
}

impl FromStr for CapacityUsage {
    type Err = CapacityUsageError;

    /// Parses a decimal number: `0.97`. Further decimal places are cut off.
    fn from_str(text: &str) -> Result<Self, CapacityUsageError> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) {
            return Err(CapacityUsageError);
        }
        let decimals: String = decimals.chars().chain("00".chars()).take(2).collect();
        let hundredths = format!("{whole}{decimals}").parse().ok();
        hundredths
            .filter(|hundredths| *hundredths <= 100_000)
            .map(Self)
            .ok_or(CapacityUsageError)
    }
}

impl fmt::Display for CapacityUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// The fees in fee statistics.
const FEES: [fn(&FeeStats) -> Stroops; 6] = [
    |stats| stats.last_ledger_base_fee,
    |stats| stats.charged_min,
    |stats| stats.charged_max,
    |stats| stats.offered.p10,
    |stats| stats.offered.p50,
    |stats| stats.offered.p95,
];

impl FeeStats {
    /// Returns the lower median of each field. The same rank in sorted fields keeps the minimum below the maximum, and
    /// percentiles in their order. Upstreams that report offers take precedence.
    pub fn survey(responses: &Responses<Self>) -> Surveyed<Self> {
        let responses = &Self::comparable(responses);
        let [last_ledger_base_fee, charged_min, charged_max, p10, p50, p95] =
            FEES.map(|fee| responses.map(fee).lower_median());
        let value = Self {
            last_ledger_base_fee,
            charged_min,
            charged_max,
            offered: OfferedFees { p10, p50, p95 },
            capacity_usage: responses.map(|stats| stats.capacity_usage).lower_median(),
        };
        let has_outlier = Self::have_outlier(responses);
        Surveyed { value, has_outlier }
    }

    /// Returns true if a fee differs between servers by more than [`MAX_PRICE_SPREAD`].
    pub fn have_outlier(responses: &Responses<Self>) -> bool {
        let responses = Self::comparable(responses);
        let multiple = |fee: &Stroops| {
            let multiple = i64::try_from(MAX_PRICE_SPREAD).ok();
            let multiple = multiple.and_then(|factor| fee.get().checked_mul(factor));
            multiple.and_then(Stroops::new).unwrap_or(Stroops::MAX)
        };
        FEES.into_iter().any(|fee| responses.map(fee).spread_exceeds(multiple))
    }
}

impl FeeStats {
    /// Returns the statistics with offers if there are any: offered and paid fees are not comparable.
    fn comparable(responses: &Responses<Self>) -> Responses<Self> {
        responses.clone().preferring(|stats| stats.capacity_usage.is_some())
    }
}

impl Ledger {
    /// Returns the latest ledger of the first server with the lower median of the base reserve.
    pub fn survey(responses: &Responses<Self>) -> Self {
        Self {
            base_reserve: responses.map(|ledger| ledger.base_reserve).lower_median(),
            ..*responses.first()
        }
    }
}

impl Account {
    /// Returns the account of the first server whose sequence number a second server confirms, otherwise the account
    /// with the lowest sequence number; `None` if more than half of the servers have no such account. The account
    /// requires memos if at least half of the servers with the account report so. Among accounts with the same sequence
    /// number, the first with the least unlisted entries counts.
    ///
    /// A sequence number that is too high makes a valid transaction of the future, which could be applied later; a
    /// number that is too low is rejected.
    pub fn survey(responses: &Responses<Option<Self>>) -> Option<Self> {
        if !responses.at_least_half(Option::is_some) {
            return None;
        }
        let found = Responses::of(responses.iter().flatten().cloned())?;
        let confirmed = found
            .iter()
            .find(|account| found.iter().filter(|other| other.sequence == account.sequence).count() > 1);
        let lowest = || found.iter().min_by_key(|account| account.sequence);
        let sequence = confirmed.or_else(lowest)?.sequence;
        let same = found.iter().filter(|account| account.sequence == sequence);
        let chosen = same.min_by_key(|account| account.settings.unlisted)?;
        Some(Self {
            requires_memo: found.at_least_half(|account| account.requires_memo),
            ..chosen.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stroops(number: i64) -> Stroops {
        Stroops::new(number).unwrap()
    }

    fn stats(usage: &str, [base, min, max]: [i64; 3], [p10, p50, p95]: [i64; 3]) -> FeeStats {
        FeeStats {
            last_ledger_base_fee: stroops(base),
            charged_min: stroops(min),
            charged_max: stroops(max),
            offered: OfferedFees {
                p10: stroops(p10),
                p50: stroops(p50),
                p95: stroops(p95),
            },
            capacity_usage: usage.parse().ok(),
        }
    }

    fn fees(stats: &FeeStats, operations: usize) -> [i64; 3] {
        let fees = stats.of_transaction(operations).map(Stroops::get);
        [fees.slow, fees.normal, fees.fast]
    }

    #[test]
    fn fees_are_the_percentiles_while_ledgers_have_room() {
        let of = |base| stats("0.89", [base, 100, 90_000], [100, 5_000, 80_000]);
        assert_eq!(fees(&of(100), 1), [100, 5_000, 80_000]);
        assert_eq!(fees(&of(200), 3), [600, 15_000, 240_000]);
    }

    #[test]
    fn full_ledgers_raise_the_fees_to_the_charged_ones() {
        let full = stats("0.90", [100, 300, 90_000], [100, 5_000, 80_000]);
        assert_eq!(fees(&full, 1), [300, 90_000, 90_100]);
        let offered_more = stats("1.00", [100, 100, 200], [400, 5_000, 80_000]);
        assert_eq!(fees(&offered_more, 1), [400, 5_000, 80_000]);
    }

    #[test]
    fn fee_fits_its_field() {
        let extreme = Stroops::MAX_PLAUSIBLE_FEE.get();
        let stats = stats("0.10", [100; 3], [100, 100, extreme]);
        assert_eq!(fees(&stats, 100), [10_000, 10_000, u32::MAX.into()]);
    }

    #[test]
    fn capacity_usage_is_a_decimal_number() {
        for (text, shown) in [("0.97", "0.97"), ("0.2", "0.20"), ("1", "1.00"), ("0.999", "0.99")] {
            assert_eq!(text.parse::<CapacityUsage>().unwrap().to_string(), shown);
        }
        for invalid in ["", ".", "-0.1", "0,5", "1e3", "0.x", "1000.01", "99999999999"] {
            assert_eq!(invalid.parse::<CapacityUsage>(), Err(CapacityUsageError), "{invalid}");
        }
    }

    proptest! {
        #[test]
        fn faster_fees_are_not_lower(usage in 0_u32..200, charged in any::<[u16; 2]>(), offered in any::<[u16; 3]>()) {
            let (mut charged, mut offered) = (charged.map(i64::from), offered.map(i64::from));
            charged.sort_unstable();
            offered.sort_unstable();
            let usage = CapacityUsage(usage).to_string();
            let fees = fees(&stats(&usage, [100, charged[0], charged[1]], offered), 2);
            prop_assert!(fees.is_sorted() && fees[0] >= 200, "{fees:?}");
        }
    }
}
