//! The history of an owner's funds over time: balances at earlier times, and statements
//! (docs/decisions/utxo-history.md#balance-over-time-and-statements).
//!
//! - `transaction`: a transaction as the change of the owner's funds, which the view of a family derives, and the rows of a
//!   statement.
//! - `pages`: the bounded reading of a history.
//! - `balance`: balances backwards from the current balance.
//! - `statement`: a page of a statement; `cursor`: the position of the next page; `csv`: the page as a file.
//! - `prices`: prices of the past for both.

mod balance;
mod csv;
mod cursor;
mod pages;
mod prices;
mod statement;
mod transaction;

pub use balance::{
    BalanceHistory, BalanceInterval, BalanceIntervalError, BalancePeriod, BalancePoint, CurrentBalance, balance_history,
};
pub use cursor::{RowPosition, StatementCursor};
pub use pages::{MAX_PAGES, OwnHistory, OwnPage, PAGE_ROWS};
pub use prices::PriceQuery;
pub use statement::{
    MAX_ROWS, Statement, StatementFormat, StatementFormatError, StatementPage, StatementPeriod, StatementSource,
    read_statement,
};
pub use transaction::{OwnMovement, OwnTransaction, StatementAmount, StatementKind, StatementRow};
