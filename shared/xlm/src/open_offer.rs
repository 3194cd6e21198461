//! Open offers of accounts, and positions in their list.

use super::amount::Stroops;
use super::asset::Asset;
use super::ledger::Ledger;
use super::price::Price;
use std::fmt;
use std::str::FromStr;
use wallet_core::model::{CursorError, decode_cursor, encode_cursor};

/// An open offer of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenOffer {
    /// The id of the offer.
    pub id: OfferId,
    /// The sold asset.
    pub selling: Asset,
    /// The bought asset.
    pub buying: Asset,
    /// The amount of the sold asset that is still for sale.
    pub amount: Stroops,
    /// The number of units of `buying` per unit of `selling`.
    pub price: Price,
}

/// A page of the open offers of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferFacts {
    /// The protocol of the upstream that responded.
    pub upstream: &'static str,
    /// The latest ledger of the upstream.
    pub ledger: Ledger,
    /// The offers, latest first.
    pub offers: Vec<OpenOffer>,
    /// The offer after which the next page starts, or `None` at the end.
    pub next: Option<OfferId>,
    /// True if unreadable offers are omitted.
    pub lacks_rows: bool,
}

/// The id of an offer: 1 to 2^63 − 1. Later offers have greater ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OfferId(i64);

/// The error for a string that is not an offer id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("offer id must be a whole number from 1 to {}", i64::MAX)]
pub struct OfferIdError;

impl OfferId {
    /// Creates the id. Returns `None` below 1.
    pub const fn new(number: i64) -> Option<Self> {
        if number < 1 { None } else { Some(Self(number)) }
    }
}

impl FromStr for OfferId {
    type Err = OfferIdError;

    fn from_str(text: &str) -> Result<Self, OfferIdError> {
        text.parse().ok().and_then(Self::new).ok_or(OfferIdError)
    }
}

impl fmt::Display for OfferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The position after an offer as an opaque string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferCursor(pub OfferId);

/// The first byte of a cursor of offers, which distinguishes it from the cursors of histories.
const TAG: u8 = b'o';

impl fmt::Display for OfferCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.0.0.to_be_bytes();
        f.write_str(&encode_cursor([&[TAG], &number[..]].concat()))
    }
}

impl FromStr for OfferCursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let bytes = decode_cursor(text)?;
        let number = bytes.strip_prefix(&[TAG]).and_then(|number| number.try_into().ok());
        let id = number.map(i64::from_be_bytes).and_then(OfferId::new);
        id.map(Self).ok_or(CursorError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Cursor, Position};
    use proptest::prelude::*;

    #[test]
    fn cursor_of_another_list_is_rejected() {
        let of_history = Cursor(Position::After(1 << 32)).to_string();
        let zero = encode_cursor([b'o', 0, 0, 0, 0, 0, 0, 0, 0]);
        let negative = encode_cursor([b'o', 0x80, 0, 0, 0, 0, 0, 0, 1]);
        let long = encode_cursor([b'o', 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        for invalid in ["", "7", "!", &of_history, &zero, &negative, &long] {
            assert_eq!(invalid.parse::<OfferCursor>(), Err(CursorError), "{invalid}");
        }
        let own = OfferCursor(OfferId(7)).to_string();
        assert!(own.parse::<Cursor>().is_err());
    }

    #[test]
    fn offer_ids_start_at_1() {
        assert_eq!("1".parse(), Ok(OfferId(1)));
        for invalid in ["0", "-1", "", "x", "9223372036854775808"] {
            assert_eq!(invalid.parse::<OfferId>(), Err(OfferIdError), "{invalid}");
        }
    }

    proptest! {
        #[test]
        fn cursor_round_trips(number in 1..i64::MAX) {
            let cursor = OfferCursor(OfferId(number));
            prop_assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
    }
}
