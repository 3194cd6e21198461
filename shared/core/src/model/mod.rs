//! Records of the specification shared by all chain families.

mod action;
mod address_info;
mod amount;
mod asset;
mod chain;
mod currency;
mod decimal;
pub(crate) mod encoding;
mod look_alikes;
mod past_price;
mod responses;

pub use action::{Action, Movement};
pub use address_info::{
    Balance, BtcLikeBalance, BtcLikeBalanceDetails, Direction, Flag, MORE_ADDRESSES, NO_HISTORY, OLDER_ROWS, Source,
    Status, Transaction, UNREADABLE_ROWS, confirmations,
};
pub use amount::{AmountError, FEE_SHARE, Modes, is_amount, is_fee_share, parse_amount};
pub use asset::{Asset, AssetValue};
pub use chain::{BtcLikeChain, ChainName, Network, UnknownNetworkError};
pub use currency::{Currency, CurrencyError, PriceCurrency, PriceCurrencyError, price_currencies};
pub use decimal::Decimal;
pub use encoding::{CursorError, HexError, decode_cursor, encode_cursor, parse_hex, percent_encode};
pub(crate) use look_alikes::counterparties;
pub use look_alikes::{ComparedAddress, Sides, flag_look_alikes};
pub use past_price::{
    DAY, DailyPrices, Date, HOUR, MAX_TIME, Month, PriceInterval, PriceIntervalError, PriceMonth, PricePoint, price_in,
};
pub use responses::{MAX_PRICE_SPREAD, Responses, Surveyed};
