//! Balances at earlier times, backwards from the current balance.

use super::{Known, OwnHistory, OwnPage, PriceQuery, ReadChanges, read_changes};
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::model::{Asset, AssetValue, DAY, HOUR, MORE_ADDRESSES, Month, NO_HISTORY, PriceInterval, Source};
use crate::ports::upstream::UpstreamError;
use crate::wire::BalanceIntervalText;
use serde::Serialize;
use std::str::FromStr;
use utoipa::ToSchema;

/// The entry of `source.partial` for missing prices.
pub(super) const NO_PRICES: &str = "prices";

/// The coin balance of an owner over time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BalanceHistoryResponse)]
pub struct BalanceHistory {
    /// The coin of the balances.
    pub asset: Asset,
    /// The balances in the order of time: at the start of each interval in UTC from `from` to `to`, and at `to`. The earlier points
    /// are missing if `source.partial` has `history`.
    pub points: Vec<BalancePoint>,
    /// The source of the current balance. `partial` has `history` if the history is not known back to `from`, `prices` if prices
    /// are unavailable, and `addresses` as for an extended key.
    pub source: Source,
}

/// The balance at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BalancePoint {
    /// The Unix time in seconds.
    #[schema(minimum = 0, example = 1_782_864_000)]
    pub at: u64,
    /// The confirmed balance after all blocks with an earlier time.
    pub balance: AssetValue,
    /// The worth of the balance in the requested currency, rounded to eight decimal places: by the first price of the day in
    /// UTC, with the interval `hour` of the hour. Absent without `currency` and without a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "88.7103")]
    pub fiat: Option<String>,
}

/// The distance of two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BalanceInterval {
    /// An hour in UTC.
    Hour,
    /// A day in UTC.
    Day,
    /// A calendar month in UTC.
    Month,
}

/// The string is not an interval of balances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interval must be 'hour', 'day' or 'month'")]
pub struct BalanceIntervalError;

impl CodedError for BalanceIntervalError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl FromStr for BalanceInterval {
    type Err = BalanceIntervalError;

    fn from_str(text: &str) -> Result<Self, BalanceIntervalError> {
        match text {
            "hour" => Ok(Self::Hour),
            "day" => Ok(Self::Day),
            "month" => Ok(Self::Month),
            _ => Err(BalanceIntervalError),
        }
    }
}

crate::wire_value! {
    BalanceInterval as BalanceIntervalText => Self, str::parse::<Self>;
}

impl BalanceInterval {
    /// Returns the maximum number of starts of intervals in a request, with the unit.
    const fn maximum(self) -> (usize, &'static str) {
        match self {
            Self::Hour => (745, "hours"),
            Self::Day => (366, "days"),
            Self::Month => (120, "months"),
        }
    }

    /// Returns the default length of the period in seconds: a day, 30 days, or a year.
    const fn default_length(self) -> u64 {
        match self {
            Self::Hour => DAY,
            Self::Day => 30 * DAY,
            Self::Month => 366 * DAY,
        }
    }

    /// Returns the start of the interval after the interval of a time.
    fn next(self, at: u64) -> u64 {
        match self {
            Self::Hour => at - at % HOUR + HOUR,
            Self::Day => at - at % DAY + DAY,
            Self::Month => Month::of(at).end(),
        }
    }

    /// Returns the precision of the prices.
    const fn of_prices(self) -> PriceInterval {
        match self {
            Self::Hour => PriceInterval::Hour,
            Self::Day | Self::Month => PriceInterval::Day,
        }
    }
}

/// The times of the points of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalancePeriod {
    starts: Vec<u64>,
    /// The time of the last point, `None` for the current balance.
    to: Option<u64>,
    now: u64,
    interval: BalanceInterval,
}

impl BalancePeriod {
    /// Returns the times from the fields of a request.
    ///
    /// # Errors
    /// The end is in the future, the start is after the end, or there are too many points.
    pub fn new(from: Option<u64>, to: Option<u64>, interval: BalanceInterval, now: u64) -> Result<Self, ErrorInfo> {
        let invalid = |field, message: String| Err(ErrorInfo::new(ErrorCode::InvalidRequest, message).at(field));
        let end = to.unwrap_or(now);
        if end > now {
            return invalid("to", "to must not be in the future.".to_owned());
        }
        let from = from.unwrap_or_else(|| end.saturating_sub(interval.default_length()));
        if from > end {
            return invalid("from", "from must not be later than to.".to_owned());
        }
        let (maximum, unit) = interval.maximum();
        let first = from.checked_sub(1).map_or(0, |before| interval.next(before));
        let mut starts = Vec::new();
        let mut start = first;
        while start <= end {
            if starts.len() == maximum {
                return invalid("from", format!("The range must have at most {maximum} {unit}."));
            }
            starts.push(start);
            start = interval.next(start);
        }
        Ok(Self {
            starts,
            to,
            now,
            interval,
        })
    }

    /// Returns the earliest time of a point.
    fn earliest(&self) -> u64 {
        let last = self.to.unwrap_or(self.now);
        self.starts.first().map_or(last, |first| last.min(*first))
    }

    /// Returns the points, and true if points are missing. The balance is that after all changes.
    fn points(&self, balance: i128, read: &ReadChanges) -> (Vec<(u64, i128)>, bool) {
        let mut changes = read.changes.clone();
        changes.sort_unstable_by_key(|(at, _)| *at);
        let total: i128 = changes.iter().fold(0, |sum: i128, (_, net)| sum.saturating_add(*net));
        let known = match read.known {
            Known::All if total == balance => 0,
            Known::Since(at) => at,
            // A history that does not add up to the balance lacks a change at an unknown time.
            Known::All | Known::Nothing => u64::MAX,
        };
        let latest = changes.last().map_or(0, |(at, _)| at.saturating_add(1));
        let last = self.to.unwrap_or_else(|| self.now.max(latest));
        let times = self.starts.iter().copied().filter(|start| *start < last);
        let times: Vec<_> = times.chain([last]).collect();
        let (mut points, mut balance) = (Vec::with_capacity(times.len()), balance);
        let is_current = |at: u64| self.to.is_none() && at == last;
        for at in times.iter().rev().copied() {
            while let Some((_, net)) = changes.pop_if(|(change, _)| *change >= at) {
                balance = balance.saturating_sub(net);
            }
            if balance < 0 || (at < known && !is_current(at)) {
                break;
            }
            points.push((at, balance));
        }
        points.reverse();
        let is_partial = points.len() < times.len();
        (points, is_partial)
    }
}

/// The current balance of an owner with the first page of the history.
#[derive(Clone, Debug)]
pub struct CurrentBalance<P> {
    /// The coin of the balance.
    pub asset: Asset,
    /// The number of decimal places of the coin.
    pub decimals: u8,
    /// The confirmed balance in base units, `None` above the range of the type.
    pub balance: Option<i128>,
    /// The protocol of the upstream.
    pub upstream: &'static str,
    /// The latest block that the balance includes.
    pub block: u64,
    /// The first page of the history.
    pub page: Result<OwnPage<P>, UpstreamError>,
}

/// Returns the balance over time: reads the history back to the start of the period, and adds the worth if a currency is
/// requested.
pub async fn balance_history<H: OwnHistory>(
    history: &H,
    current: CurrentBalance<H::Position>,
    period: &BalancePeriod,
    prices: Option<PriceQuery<'_>>,
) -> BalanceHistory {
    let CurrentBalance { asset, decimals, .. } = current;
    let more = current
        .page
        .as_ref()
        .is_ok_and(|page| page.missing.contains(&MORE_ADDRESSES));
    let read = read_changes(history, current.page, period.earliest(), current.block).await;
    let (points, is_partial) = match current.balance {
        Some(balance) => period.points(balance, &read),
        None => (Vec::new(), true),
    };
    let mut partial = Vec::new();
    partial.extend(more.then_some(MORE_ADDRESSES));
    partial.extend(is_partial.then_some(NO_HISTORY));
    let items = points.iter().map(|(at, _)| (asset.clone(), (*at).min(period.now)));
    let found = match prices {
        Some(query) => Some(query.fetch(items.collect(), period.interval.of_prices()).await),
        None => None,
    };
    partial.extend(
        found
            .as_ref()
            .is_some_and(|found| found.is_partial)
            .then_some(NO_PRICES),
    );
    let points = points.into_iter().map(|(at, balance)| {
        let balance = AssetValue::new(balance, decimals);
        let price = found.as_ref().and_then(|found| found.of(&asset, at.min(period.now)));
        let fiat = price.and_then(|price| price.worth(&balance));
        BalancePoint {
            at,
            balance,
            fiat: fiat.map(|fiat| fiat.to_string()),
        }
    });
    let points = points.collect();
    BalanceHistory {
        asset,
        points,
        source: Source {
            upstream: current.upstream,
            block: current.block.to_string(),
            partial,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2 January 2026, 12:00 UTC.
    const NOON: u64 = 1_767_355_200;
    const MIDNIGHT: u64 = NOON - DAY / 2;

    fn period(from: u64, to: Option<u64>, interval: BalanceInterval) -> BalancePeriod {
        BalancePeriod::new(Some(from), to, interval, NOON).unwrap()
    }

    fn read(changes: &[(u64, i128)], known: Known) -> ReadChanges {
        let changes = changes.to_vec();
        ReadChanges { changes, known }
    }

    #[test]
    fn points_are_the_starts_of_intervals_and_the_end() {
        let changes = [
            (NOON - 10, -3),
            (MIDNIGHT, 4),
            (MIDNIGHT - 1, 5),
            (MIDNIGHT - DAY - 1, 7),
        ];
        let days = period(MIDNIGHT - DAY, None, BalanceInterval::Day);
        let expected = vec![(MIDNIGHT - DAY, 7), (MIDNIGHT, 12), (NOON, 13)];
        assert_eq!(days.points(13, &read(&changes, Known::All)), (expected, false));
        let months = period(MIDNIGHT - 40 * DAY, Some(MIDNIGHT), BalanceInterval::Month);
        // 1 December 2025 and 1 January 2026.
        assert_eq!(months.starts, [MIDNIGHT - 32 * DAY, MIDNIGHT - DAY]);
    }

    #[test]
    fn points_before_a_gap_are_omitted() {
        let changes = [(NOON - 10, -3), (MIDNIGHT, 4)];
        let days = period(MIDNIGHT - DAY, None, BalanceInterval::Day);
        let since = |at| days.points(13, &read(&changes, Known::Since(at)));
        assert_eq!(since(MIDNIGHT), (vec![(MIDNIGHT, 12), (NOON, 13)], true));
        assert_eq!(since(MIDNIGHT + 1), (vec![(NOON, 13)], true));
        assert_eq!(days.points(13, &read(&[], Known::Nothing)), (vec![(NOON, 13)], true));
        let past = period(MIDNIGHT - DAY, Some(NOON - 5), BalanceInterval::Day);
        assert_eq!(past.points(13, &read(&[], Known::Nothing)), (vec![], true));
        let negative = days.points(1, &read(&[(MIDNIGHT - 5, 2)], Known::Since(0)));
        assert_eq!(negative, (vec![(MIDNIGHT, 1), (NOON, 1)], true));
    }

    #[test]
    fn history_that_does_not_add_up_has_only_the_current_balance() {
        let days = period(MIDNIGHT - DAY, None, BalanceInterval::Day);
        let found = days.points(14, &read(&[(MIDNIGHT - 5, 13)], Known::All));
        assert_eq!(found, (vec![(NOON, 14)], true));
    }

    #[test]
    fn block_ahead_of_the_clock_moves_the_last_point() {
        let days = period(MIDNIGHT, None, BalanceInterval::Day);
        let found = days.points(5, &read(&[(NOON + 60, 5)], Known::All));
        assert_eq!(found, (vec![(MIDNIGHT, 0), (NOON + 61, 5)], false));
    }

    #[test]
    fn period_is_validated() {
        let field = |from, to, interval| {
            let error = BalancePeriod::new(from, to, interval, NOON).unwrap_err();
            error.field
        };
        assert_eq!(field(None, Some(NOON + 1), BalanceInterval::Day).as_deref(), Some("to"));
        assert_eq!(
            field(Some(NOON + 1), None, BalanceInterval::Day).as_deref(),
            Some("from")
        );
        for (interval, longest) in [
            (BalanceInterval::Hour, 744 * HOUR),
            (BalanceInterval::Day, 365 * DAY),
            (BalanceInterval::Month, 119 * 30 * DAY),
        ] {
            assert_eq!(field(Some(0), None, interval).as_deref(), Some("from"));
            let (maximum, _) = interval.maximum();
            let found = period(MIDNIGHT - longest, Some(MIDNIGHT), interval);
            assert!(found.starts.len() <= maximum, "{found:?}");
        }
        let hours = period(MIDNIGHT - 744 * HOUR, Some(MIDNIGHT), BalanceInterval::Hour);
        assert_eq!(hours.starts.len(), 745);
        assert_eq!(
            field(Some(MIDNIGHT - 745 * HOUR), Some(MIDNIGHT), BalanceInterval::Hour).as_deref(),
            Some("from")
        );
        for (interval, points) in [
            (BalanceInterval::Hour, 25),
            (BalanceInterval::Day, 30),
            (BalanceInterval::Month, 12),
        ] {
            let default = BalancePeriod::new(None, None, interval, NOON).unwrap();
            assert_eq!(default.starts.len(), points, "{interval:?}");
        }
    }
}
