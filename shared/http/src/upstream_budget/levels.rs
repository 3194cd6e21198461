//! The levels of all callers' budgets, in the memory of the process.

use super::Cost;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wallet_core::auth::{Quota, QuotaLevel, Subject};
use wallet_core::ports::system::Timestamp;

/// The maximum number of callers with stored levels. The caller that sent no request for the longest time is removed,
/// so that the budget of that caller is full again.
const CALLERS: NonZeroUsize = NonZeroUsize::new(10_000).expect("the number is not zero");

/// The maximum number of extended keys of a caller that are scanned at the same time, since the cost of a scan is known
/// only at the end.
const SCANS: u32 = 20;

/// The maximum number of whole budgets that scans may take beyond the budget.
const MAX_DEBT: u32 = 10;

/// The maximum number of upstream requests that a caller causes per minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpstreamRequests(Option<Quota>);

impl UpstreamRequests {
    /// No limit.
    pub const UNLIMITED: Self = Self(None);

    /// The minimum of a limit, so that every request without a list fits.
    pub const MIN: u32 = 100;

    /// The maximum of a limit.
    pub const MAX: u32 = 60_000;

    /// Returns the limit of this number per minute, [`Self::MIN`] to [`Self::MAX`].
    pub const fn per_minute(count: u32) -> Self {
        Self(Some(Quota::per(count, 60)))
    }
}

impl Default for UpstreamRequests {
    fn default() -> Self {
        Self::per_minute(3000)
    }
}

/// Parses the number per minute; 0 is no limit.
impl FromStr for UpstreamRequests {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(0) => Ok(Self::UNLIMITED),
            Ok(count @ Self::MIN..=Self::MAX) => Ok(Self::per_minute(count)),
            _ => Err(format!(
                "must be 0 or a whole number from {} to {}",
                Self::MIN,
                Self::MAX
            )),
        }
    }
}

/// The budgets of all callers.
#[derive(Debug)]
pub(crate) struct Budgets {
    quota: Option<Quota>,
    callers: Mutex<LruCache<Subject, Caller>>,
}

/// Either of the two budgets of a caller, which have the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All requests but `send`.
    Requests,
    /// `send`. A broadcast costs at most the whole budget, so that a transaction with many inputs can be sent.
    Sends,
}

/// The state of a caller: the times at which the two buckets are full, and the number of running scans.
#[derive(Clone, Copy, Debug, Default)]
struct Caller {
    requests: Timestamp,
    sends: Timestamp,
    scans: u32,
}

/// The result of taking a cost from a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// There is no limit.
    Unlimited,
    /// The cost was taken.
    Taken(Quota, QuotaLevel),
    /// The cost is available after this time.
    Exhausted(Quota, QuotaLevel, Duration),
    /// The cost is higher than the whole budget.
    TooExpensive(Quota),
}

impl Budgets {
    pub(crate) fn new(UpstreamRequests(quota): UpstreamRequests) -> Self {
        Self {
            quota,
            callers: Mutex::new(LruCache::new(CALLERS)),
        }
    }

    /// Takes a cost from a budget of a caller, if available.
    pub(super) fn take(&self, subject: &Subject, part: Part, cost: Cost, now: Timestamp) -> Outcome {
        let Some(quota) = self.quota else {
            return Outcome::Unlimited;
        };
        let cost = match part {
            Part::Requests if cost.get() > quota.count() => return Outcome::TooExpensive(quota),
            Part::Requests | Part::Sends => cost.get().min(quota.count()),
        };
        let mut callers = self.callers();
        let full_at = callers
            .get_or_insert_mut(subject.clone(), Caller::default)
            .full_at(part);
        *full_at = possible(quota, *full_at, now);
        let wait = full_at.since(quota.latest_full_at_for(cost, now));
        if wait.is_zero() {
            *full_at = quota.full_at_after(cost, *full_at, now);
            Outcome::Taken(quota, level(quota, *full_at, now))
        } else {
            Outcome::Exhausted(quota, level(quota, *full_at, now), wait)
        }
    }

    /// Takes a cost from the budget even if not available. The level may become negative, down to [`MAX_DEBT`]
    /// budgets.
    pub(super) fn charge(&self, subject: &Subject, cost: Cost, now: Timestamp) -> Option<(Quota, QuotaLevel)> {
        let quota = self.quota?;
        let mut callers = self.callers();
        let full_at = callers
            .get_or_insert_mut(subject.clone(), Caller::default)
            .full_at(Part::Requests);
        let charged = quota.full_at_after(cost.get(), possible(quota, *full_at, now), now);
        *full_at = charged.min(emptiest(quota, now));
        Some((quota, level(quota, *full_at, now)))
    }

    /// Counts scans of extended keys that start now. Returns false if too many would run.
    pub(super) fn start_scans(&self, subject: &Subject, count: u32) -> bool {
        let mut callers = self.callers();
        let caller = callers.get_or_insert_mut(subject.clone(), Caller::default);
        let total = caller.scans.saturating_add(count);
        let is_possible = self.quota.is_none() || total <= SCANS;
        if is_possible {
            caller.scans = total;
        }
        is_possible
    }

    /// Counts scans that have ended.
    pub(super) fn end_scans(&self, subject: &Subject, count: u32) {
        if let Some(caller) = self.callers().get_mut(subject) {
            caller.scans = caller.scans.saturating_sub(count);
        }
    }

    fn callers(&self) -> MutexGuard<'_, LruCache<Subject, Caller>> {
        self.callers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Caller {
    const fn full_at(&mut self, part: Part) -> &mut Timestamp {
        match part {
            Part::Requests => &mut self.requests,
            Part::Sends => &mut self.sends,
        }
    }
}

/// Returns the latest time at which a bucket can be full.
fn emptiest(quota: Quota, now: Timestamp) -> Timestamp {
    now.after(quota.period() * (1 + MAX_DEBT))
}

/// Returns the time at which a bucket is full. A later time than [`emptiest`] shows that the clock was set back, and
/// counts as a full bucket.
fn possible(quota: Quota, full_at: Timestamp, now: Timestamp) -> Timestamp {
    if full_at > emptiest(quota, now) { now } else { full_at }
}

/// Returns the level of a bucket, which may be negative: then no request remains.
fn level(quota: Quota, full_at: Timestamp, now: Timestamp) -> QuotaLevel {
    QuotaLevel {
        full_in: full_at.since(now),
        ..quota.level(full_at.min(now.after(quota.period())), now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const START: Timestamp = Timestamp::from_secs(1_800_000_000);

    fn caller(number: u128) -> Subject {
        Subject::Account(Uuid::from_u128(number))
    }

    fn after(seconds: u64) -> Timestamp {
        START.after(Duration::from_secs(seconds))
    }

    /// Takes requests and returns the remaining number, or the wait in milliseconds.
    fn take(budgets: &Budgets, subject: u128, cost: usize, now: Timestamp) -> Result<u32, u128> {
        match budgets.take(&caller(subject), Part::Requests, Cost::requests(cost), now) {
            Outcome::Taken(_, level) => Ok(level.remaining),
            Outcome::Exhausted(_, _, wait) => Err(wait.as_millis()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn budget_of_one_caller_refills_evenly_and_others_have_their_own() {
        let budgets = Budgets::new(UpstreamRequests::default());
        assert_eq!(take(&budgets, 1, 2010, START), Ok(990));
        assert_eq!(take(&budgets, 1, 2010, START), Err(20_400));
        assert_eq!(take(&budgets, 1, 990, START), Ok(0));
        assert_eq!(take(&budgets, 1, 1, START), Err(20));
        assert_eq!(take(&budgets, 2, 2010, START), Ok(990));
        assert_eq!(take(&budgets, 1, 50, after(1)), Ok(0));
        assert_eq!(take(&budgets, 1, 3000, after(61)), Ok(0));
    }

    #[test]
    fn charges_below_zero_are_bounded_and_delay_the_next_request() {
        let budgets = Budgets::new(UpstreamRequests::per_minute(600));
        let charge = |cost| budgets.charge(&caller(1), Cost::requests(cost), START);
        assert_eq!(take(&budgets, 1, 500, START), Ok(100));
        let (_, level) = charge(400).unwrap();
        assert_eq!((level.remaining, level.full_in), (0, Duration::from_secs(90)));
        assert_eq!(take(&budgets, 1, 1, START), Err(30_100));
        assert_eq!(take(&budgets, 1, 1, after(31)), Ok(9));
        charge(usize::MAX).unwrap();
        assert_eq!(take(&budgets, 1, 1, START), Err(600_100));
        assert_eq!(take(&budgets, 1, 600, after(660)), Ok(0));
    }

    #[test]
    fn sends_have_a_budget_that_no_read_takes() {
        let budgets = Budgets::new(UpstreamRequests::per_minute(100));
        assert_eq!(take(&budgets, 1, 100, START), Ok(0));
        let send = |cost, now| budgets.take(&caller(1), Part::Sends, Cost::requests(cost), now);
        assert!(matches!(send(100, START), Outcome::Taken(..)));
        assert!(matches!(send(1, START), Outcome::Exhausted(_, _, wait) if wait == Duration::from_millis(600)));
        assert!(matches!(send(1, after(1)), Outcome::Taken(..)));
        // A transaction with a thousand inputs.
        assert!(matches!(send(1001, after(61)), Outcome::Taken(_, level) if level.remaining == 0));
    }

    #[test]
    fn scans_at_the_same_time_are_bounded() {
        let budgets = Budgets::new(UpstreamRequests::default());
        assert!(budgets.start_scans(&caller(1), 10) && budgets.start_scans(&caller(1), 10));
        assert!(!budgets.start_scans(&caller(1), 1));
        assert!(budgets.start_scans(&caller(2), 1));
        budgets.end_scans(&caller(1), 10);
        assert!(budgets.start_scans(&caller(1), 10));
    }

    #[test]
    fn clock_that_is_set_back_counts_as_a_full_budget() {
        let budgets = Budgets::new(UpstreamRequests::default());
        assert_eq!(take(&budgets, 1, 3000, after(3600)), Ok(0));
        assert_eq!(take(&budgets, 1, 3000, START), Ok(0));
    }

    #[test]
    fn cost_above_the_budget_is_no_matter_of_time() {
        let budgets = Budgets::new(UpstreamRequests::per_minute(100));
        let taken = budgets.take(&caller(1), Part::Requests, Cost::key(50, 0), START);
        assert_eq!(taken, Outcome::TooExpensive(Quota::per(100, 60)));
        let budgets = Budgets::new(UpstreamRequests::UNLIMITED);
        for _ in 0..100 {
            let taken = budgets.take(&caller(1), Part::Requests, Cost::key(100, 0), START);
            assert_eq!(taken, Outcome::Unlimited);
        }
        assert!(budgets.start_scans(&caller(1), 100));
    }

    #[test]
    fn limit_is_a_number_within_bounds_or_zero() {
        assert_eq!("0".parse(), Ok(UpstreamRequests::UNLIMITED));
        assert_eq!("3000".parse(), Ok(UpstreamRequests::default()));
        assert_eq!("60000".parse(), Ok(UpstreamRequests::per_minute(60_000)));
        for invalid in ["", "99", "60001", "-1", "3000/60", "many"] {
            assert!(invalid.parse::<UpstreamRequests>().is_err(), "{invalid}");
        }
    }
}
