//! Prices: currencies issued by states as the units, and prices of the past with the calendar in UTC and the daily prices
//! of a month.

use super::{Asset, Decimal, Network};
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Currency code (ISO 4217) in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Currency([u8; 3]);

/// The string is not a valid currency code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("currency must be three lower-case letters (ISO 4217), for example usd")]
pub struct CurrencyError;

impl CodedError for CurrencyError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl FromStr for Currency {
    type Err = CurrencyError;

    fn from_str(text: &str) -> Result<Self, CurrencyError> {
        let code: [u8; 3] = text.as_bytes().try_into().map_err(|_| CurrencyError)?;
        let letters = code.iter().all(u8::is_ascii_lowercase);
        letters.then_some(Self(code)).ok_or(CurrencyError)
    }
}

impl Currency {
    /// Returns the letters of the code.
    pub const fn to_bytes(self) -> [u8; 3] {
        self.0
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|letter| write!(f, "{}", char::from(*letter)))
    }
}

/// The currencies in which prices are available: the currencies of CoinGecko's `simple/supported_vs_currencies` that the catalogue
/// has.
const CURRENCIES: [&str; 45] = [
    "usd", "aed", "ars", "aud", "bdt", "bhd", "bmd", "brl", "cad", "chf", "clp", "cny", "czk", "dkk", "eur", "gbp",
    "gel", "hkd", "huf", "idr", "ils", "inr", "jpy", "krw", "kwd", "lkr", "mmk", "mxn", "myr", "ngn", "nok", "nzd",
    "php", "pkr", "pln", "rub", "sar", "sek", "sgd", "thb", "try", "twd", "uah", "vnd", "zar",
];

/// Returns the currencies in which prices are available.
pub fn price_currencies() -> impl Iterator<Item = Currency> {
    CURRENCIES
        .into_iter()
        .map(|code| code.parse().expect("the codes are three letters"))
}

/// A currency in which prices are available, as parsed from a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceCurrency(pub Currency);

/// The string is not the code of a currency in which prices are available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceCurrencyError;

impl CodedError for PriceCurrencyError {
    fn info(&self) -> ErrorInfo {
        let message = format!("currency must be one of {}.", CURRENCIES.join(", "));
        ErrorInfo::new(ErrorCode::InvalidRequest, message)
    }
}

impl FromStr for PriceCurrency {
    type Err = PriceCurrencyError;

    fn from_str(text: &str) -> Result<Self, PriceCurrencyError> {
        let known = price_currencies().find(|currency| currency.to_string() == text);
        known.map(Self).ok_or(PriceCurrencyError)
    }
}

/// The seconds of an hour.
pub const HOUR: u64 = 3600;

/// The seconds of a day.
pub const DAY: u64 = 24 * HOUR;

/// A date in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    /// The month of the prices.
    pub month: Month,
    /// The day of the month, from 1.
    pub day: u8,
}

/// A calendar month in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Month {
    /// The number of months since January 1970.
    index: u32,
}

/// The last second of the year 9999: later times count as this second.
pub const MAX_TIME: u64 = 253_402_300_799;

impl Date {
    /// Returns the date of a Unix time in seconds.
    pub fn of(at: u64) -> Self {
        // Days in eras of 400 years that begin on 1 March (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
        let days = at.min(MAX_TIME) / DAY + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let months = (era * 400 + year_of_era) * 12 + from_march + 2;
        Self {
            month: Month {
                index: u32::try_from(months - 1970 * 12).unwrap_or(u32::MAX),
            },
            day: u8::try_from(day).unwrap_or(u8::MAX),
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.month, self.day)
    }
}

impl Month {
    /// Returns the month of a Unix time in seconds.
    pub fn of(at: u64) -> Self {
        Date::of(at).month
    }

    /// Returns the next month.
    #[must_use]
    pub const fn next(self) -> Self {
        Self { index: self.index + 1 }
    }

    /// Returns the Unix time of the start in seconds.
    pub fn start(self) -> u64 {
        let (year, month) = (1970 + u64::from(self.index / 12), u64::from(self.index % 12));
        // January and February belong to the year before, which begins on 1 March.
        let (year, from_march) = if month < 2 {
            (year - 1, month + 10)
        } else {
            (year, month - 2)
        };
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (153 * from_march + 2) / 5;
        (days - 719_468) * DAY
    }

    /// Returns the Unix time of the end in seconds, the start of the next month.
    pub fn end(self) -> u64 {
        self.next().start()
    }

    /// Returns the number of days.
    pub fn days(self) -> usize {
        usize::try_from((self.end() - self.start()) / DAY).unwrap_or_default()
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", 1970 + self.index / 12, self.index % 12 + 1)
    }
}

/// The precision of past prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PriceInterval {
    /// The first price of the hour.
    Hour,
    /// The first price of the day in UTC.
    Day,
}

/// The string is not an interval of prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interval must be 'hour' or 'day'")]
pub struct PriceIntervalError;

impl CodedError for PriceIntervalError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl FromStr for PriceInterval {
    type Err = PriceIntervalError;

    fn from_str(text: &str) -> Result<Self, PriceIntervalError> {
        match text {
            "hour" => Ok(Self::Hour),
            "day" => Ok(Self::Day),
            _ => Err(PriceIntervalError),
        }
    }
}

impl PriceInterval {
    /// Returns the length in seconds.
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Hour => HOUR,
            Self::Day => DAY,
        }
    }

    /// Returns the start of the interval with a Unix time in seconds.
    pub const fn start_of(self, at: u64) -> u64 {
        at - at % self.seconds()
    }
}

/// A month of prices of an asset, which is requested at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PriceMonth {
    /// The asset of the prices.
    pub asset: Asset,
    /// The network of the asset.
    pub network: Network,
    /// The currency of the prices.
    pub currency: Currency,
    /// The month of the prices.
    pub month: Month,
}

impl Asset {
    /// Returns the name of the asset in requests for prices: `btc`, `eth:0x…` or `xlm:CODE-ISSUER`. Non-fungible tokens
    /// and tokens of contracts on Stellar have no price, and a name with the id or the contract.
    pub fn price_name(&self) -> String {
        match self {
            Self::Coin { chain } => (*chain).to_owned(),
            Self::Erc20 { chain, contract } | Self::XlmToken { chain, contract } => format!("{chain}:{contract}"),
            Self::Erc721 { chain, contract, id } | Self::Erc1155 { chain, contract, id } => {
                format!("{chain}:{contract}:{id}")
            }
            Self::XlmAsset { chain, code, issuer } => format!("{chain}:{code}-{issuer}"),
        }
    }
}

/// The price of a whole unit of an asset at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricePoint {
    /// The Unix time of the price at the source in seconds.
    pub at: u64,
    /// The price of the asset.
    pub price: Decimal,
}

/// The daily prices of a month that never change: each is the first price of a day that is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DailyPrices(BTreeMap<u64, PricePoint>);

impl DailyPrices {
    /// Selects the daily prices from the prices of a month in any order. Days that are not over at `now` are left out.
    pub fn of(month: Month, points: &[PricePoint], now: u64) -> Self {
        let today = PriceInterval::Day.start_of(now);
        let mut days: BTreeMap<u64, PricePoint> = BTreeMap::new();
        let is_final = |point: &&PricePoint| (month.start()..month.end().min(today)).contains(&point.at);
        for point in points.iter().filter(is_final) {
            let first = days
                .entry(PriceInterval::Day.start_of(point.at))
                .or_insert_with(|| point.clone());
            if point.at < first.at {
                first.clone_from(point);
            }
        }
        Self(days)
    }

    /// Returns the price of the day with a Unix time in seconds.
    pub fn at(&self, at: u64) -> Option<&PricePoint> {
        self.0.get(&PriceInterval::Day.start_of(at))
    }

    /// Returns the prices in the order of time.
    pub fn points(&self) -> impl Iterator<Item = &PricePoint> {
        self.0.values()
    }

    /// Returns true if each day of the month has a price.
    pub fn is_complete(&self, month: Month) -> bool {
        self.0.len() == month.days()
    }

    /// Returns the number of days with a price.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true without a price.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns the first of these prices in the interval with a Unix time in seconds.
pub fn price_in(points: &[PricePoint], interval: PriceInterval, at: u64) -> Option<&PricePoint> {
    let start = interval.start_of(at);
    let inside = points.iter().filter(|point| interval.start_of(point.at) == start);
    inside.min_by_key(|point| point.at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dates of GNU date: `date -u -d @SECONDS +%F`.
    #[test]
    fn dates_are_those_of_the_calendar() {
        for (at, expected) in [
            (0, "1970-01-01"),
            (68_169_599, "1972-02-28"),
            (68_169_600, "1972-02-29"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_231_006_505, "2009-01-03"),
            (1_798_761_599, "2026-12-31"),
            (1_798_761_600, "2027-01-01"),
            (4_107_542_400, "2100-03-01"),
            (MAX_TIME, "9999-12-31"),
            (u64::MAX, "9999-12-31"),
        ] {
            assert_eq!(Date::of(at).to_string(), expected, "{at}");
        }
    }

    #[test]
    fn months_follow_each_other_without_a_gap() {
        let (mut month, mut days) = (Month::of(0), 0);
        for _ in 0..12 * 500 {
            assert_eq!(month.start(), days * DAY, "{month}");
            assert_eq!(Date::of(month.start()), Date { month, day: 1 });
            assert_eq!(Date::of(month.end() - 1).month, month);
            days += u64::try_from(month.days()).unwrap();
            month = month.next();
        }
        assert_eq!(Month::of(951_782_400).days(), 29);
    }

    fn point(at: u64, price: &str) -> PricePoint {
        let price = Decimal::from_json(price).unwrap();
        PricePoint { at, price }
    }

    #[test]
    fn daily_price_is_the_first_price_of_a_day_that_is_over() {
        let month = Month::of(1_782_864_000);
        let start = month.start();
        let points = [
            point(start + DAY + 7, "3"),
            point(start + 60, "1"),
            point(start + 41, "2"),
            point(start - 1, "9"),
            point(month.end(), "9"),
            point(start + 2 * DAY, "4"),
        ];
        let daily = DailyPrices::of(month, &points, start + 2 * DAY + 5);
        let prices: Vec<_> = daily.points().map(|point| point.price.as_str()).collect();
        assert_eq!(prices, ["2", "3"]);
        assert_eq!(daily.at(start + DAY - 1).map(|point| point.at), Some(start + 41));
        assert!(!daily.is_complete(month));
        let all: Vec<_> = (0..31).map(|day| point(start + day * DAY, "1")).collect();
        assert!(DailyPrices::of(month, &all, month.end()).is_complete(month));
        assert!(!DailyPrices::of(month, &all, month.end() - 1).is_complete(month));
        assert_eq!(
            price_in(&points, PriceInterval::Hour, start + 100).map(|point| point.at),
            Some(start + 41)
        );
        assert_eq!(price_in(&points, PriceInterval::Hour, start + HOUR), None);
    }
}
