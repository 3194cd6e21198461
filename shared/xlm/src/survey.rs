//! Fees, reserves and accounts from the responses of several Horizon servers (docs/decisions/0470).

use super::account::Account;
use super::amount::Stroops;
use super::fee_stats::{FeeStats, OfferedFees};
use super::ledger::Ledger;
use wallet_core::model::{MAX_PRICE_SPREAD, Responses, Surveyed};

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
    /// percentiles in their order.
    pub fn survey(responses: &Responses<Self>) -> Surveyed<Self> {
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
        let multiple = |fee: &Stroops| {
            let multiple = i64::try_from(MAX_PRICE_SPREAD).ok();
            let multiple = multiple.and_then(|factor| fee.get().checked_mul(factor));
            multiple.and_then(Stroops::new).unwrap_or(Stroops::MAX)
        };
        FEES.into_iter().any(|fee| responses.map(fee).spread_exceeds(multiple))
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
    /// Returns the account of the first server whose sequence number a second one confirms, otherwise the one with
    /// the lowest sequence number; `None` if more than half of the servers have no such account. The account requires
    /// memos if at least half of the servers that have it report so.
    ///
    /// A sequence number that is too high makes a valid transaction of the future, which could be applied later; one
    /// that is too low is rejected.
    pub fn survey(responses: &Responses<Option<Self>>) -> Option<Self> {
        if !responses.at_least_half(Option::is_some) {
            return None;
        }
        let found = Responses::of(responses.iter().flatten().cloned())?;
        let confirmed = found
            .iter()
            .find(|account| found.iter().filter(|other| other.sequence == account.sequence).count() > 1);
        let lowest = || found.iter().min_by_key(|account| account.sequence);
        let chosen = confirmed.or_else(lowest)?;
        Some(Self {
            requires_memo: found.at_least_half(|account| account.requires_memo),
            ..chosen.clone()
        })
    }
}
