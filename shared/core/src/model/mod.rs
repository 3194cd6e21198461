//! Records of the specification shared by all chain families.

mod address_info;
mod amount;
mod asset;
mod chain;
pub(crate) mod encoding;
mod look_alikes;
mod price;
mod responses;

pub use address_info::{
    Action, Balance, BtcLikeBalance, BtcLikeBalanceDetails, Direction, Flag, MORE_ADDRESSES, Movement, NO_HISTORY,
    OLDER_ROWS, Source, Status, Transaction, UNREADABLE_ROWS, confirmations,
};
pub use amount::{AmountError, Decimal, FEE_SHARE, Modes, is_amount, is_fee_share, parse_amount};
pub use asset::{Asset, AssetValue};
pub use chain::{BtcLikeChain, ChainName, Network, UnknownNetworkError};
pub use encoding::{CursorError, HexError, decode_cursor, encode_cursor, parse_hex, percent_encode};
pub(crate) use look_alikes::counterparties;
pub use look_alikes::{ComparedAddress, Sides, flag_look_alikes};
pub use price::{
    Currency, CurrencyError, DAY, DailyPrices, Date, HOUR, MAX_TIME, Month, PriceCurrency, PriceCurrencyError,
    PriceInterval, PriceIntervalError, PriceMonth, PricePoint, price_currencies, price_in,
};
pub use responses::{MAX_PRICE_SPREAD, Responses, Surveyed};
