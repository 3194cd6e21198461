//! Records of the specification shared by all chain families.

mod action;
mod address_info;
mod amount;
mod asset;
mod btc_like_balance;
mod btc_like_chain;
mod chain;
mod cursor;
mod flag;
mod hex_text;
mod look_alikes;
mod responses;

pub use action::{Action, Movement};
pub use address_info::{
    Balance, Direction, MORE_ADDRESSES, NO_HISTORY, Source, Status, Transaction, UNREADABLE_ROWS, confirmations,
};
pub use amount::{AmountError, is_amount, parse_amount};
pub use asset::{Asset, AssetValue};
pub use btc_like_balance::{BtcLikeBalance, BtcLikeBalanceDetails};
pub use btc_like_chain::BtcLikeChain;
pub use chain::{ChainName, Network, UnknownNetworkError};
pub use cursor::{CursorError, decode_cursor, encode_cursor};
pub use flag::Flag;
pub use hex_text::{HexError, parse_hex};
pub use look_alikes::{Sides, flag_look_alikes};
pub use responses::{MAX_PRICE_SPREAD, Responses, Surveyed};
