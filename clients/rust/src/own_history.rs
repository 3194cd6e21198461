//! Balances over time and statements, for all chain families.

use crate::wire::{Asset, Flag, Source, Value};
use wallet_core::model::Network;

text_enum! {
    /// The type of a row of a statement.
    StatementKind {
        /// An amount left the owner.
        Send "send",
        /// The owner received an amount.
        Receive "receive",
        /// One asset left the owner and a different asset arrived.
        Swap "swap",
        /// The owner paid only own addresses: the row has the fee.
        Own "self",
        /// Nothing of the owner moved: the row has the fee.
        Fee "fee",
        /// The transaction failed: the row has the fee.
        Failed "failed",
        /// The owner received new coins of a block.
        Mined "mined",
    }
}

requests! {
    /// An address and the times of balances.
    BalanceHistoryRequest {
        /// The address of the owner, in text form.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The start in Unix seconds; a day, 30 days or a year before the end if absent.
        pub from: Option<u64>,
        /// The end in Unix seconds; now if absent.
        pub to: Option<u64>,
        /// The distance of the points: `hour`, `day` or `month`.
        pub interval: String,
        /// The currency of the worth.
        pub currency: Option<String>,
    }

    /// An address and the period of a statement.
    StatementRequest {
        /// The address of the owner, in text form.
        pub address: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
        /// The start in Unix seconds.
        pub from: u64,
        /// The end in Unix seconds, which is not part of the period.
        pub to: u64,
        /// The form of the rows: `json` or `csv`.
        pub format: String,
        /// The currency of prices and worths.
        pub currency: Option<String>,
        /// `nextCursor` of the previous page.
        pub cursor: Option<String>,
    }
}

responses! {
    /// The coin balance over time.
    BalanceHistoryResponse {
        /// The coin of the chain.
        pub asset: Asset,
        /// The balances in the order of time. Earlier points are missing if `source.partial` has `history`.
        pub points: Vec<BalancePoint>,
        /// The source of the current balance.
        pub source: Source,
    }

    /// The balance at a time.
    BalancePoint {
        /// The time in Unix seconds.
        pub at: u64,
        /// The confirmed balance after all blocks with an earlier time.
        pub balance: Value,
        /// The worth in the requested currency.
        pub fiat: Option<String>,
    }

    /// A page of a statement.
    StatementResponse {
        /// The rows of the format `json`, latest first.
        pub rows: Option<Vec<StatementRow>>,
        /// The rows of the format `csv`; the first page has a header.
        pub csv: Option<String>,
        /// The cursor of the next page.
        pub next_cursor: Option<String>,
        /// The parts that the upstream lacks.
        pub source: StatementSource,
    }

    /// The missing parts of a page of a statement.
    StatementSource {
        /// The names of the missing parts.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub partial: Vec<String>,
    }

    /// A row of a statement.
    StatementRow {
        /// The block time in Unix seconds.
        pub at: u64,
        /// The id of the transaction.
        pub txid: String,
        /// The type of the row.
        pub r#type: StatementKind,
        /// The sent amount without the fee.
        pub sent: Option<StatementAmount>,
        /// The received amount; absent if nothing arrived.
        pub received: Option<StatementAmount>,
        /// The fee that the owner paid.
        pub fee: Option<StatementAmount>,
        /// The second party of the movement, if known.
        pub counterparty: Option<String>,
        /// The price of one whole unit.
        pub price: Option<String>,
        /// The worth in the requested currency.
        pub fiat: Option<String>,
        /// Hints that the transaction may be an attempt at fraud.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub flags: Vec<Flag>,
    }

    /// An asset and an amount.
    StatementAmount {
        /// The asset of the amount.
        pub asset: Asset,
        /// The amount in base units, with the decimals.
        pub value: Value,
        /// True for a token that is not in the asset list.
        pub unlisted: Option<bool>,
        /// The name of an unlisted token, which anyone can choose.
        pub name: Option<String>,
    }
}
