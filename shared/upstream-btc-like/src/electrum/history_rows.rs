//! `blockchain.scripthash.get_history`

use super::message::{Answer, Request};
use super::script_hash;
use serde::Deserialize;
use std::collections::HashMap;
use wallet_btc_like::Txid;
use wallet_upstream::failure::Failure;

/// A transaction of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Row {
    /// Its id.
    #[serde(rename = "tx_hash")]
    pub(super) txid: Txid,
    /// 0 in the mempool, -1 there when it spends an output that is in the mempool too.
    height: i64,
}

impl Row {
    /// The height of its block, `None` in the mempool.
    pub(super) fn block(&self) -> Result<Option<u32>, Failure> {
        match self.height {
            ..=0 => Ok(None),
            height => u32::try_from(height)
                .map(Some)
                .map_err(|_| Failure::unusable(format_args!("height {height} of {}", self.txid))),
        }
    }
}

/// Asks for the whole history of a script: the protocol has no pages.
pub(super) fn ask(script: &[u8]) -> Request {
    Request::new("blockchain.scripthash.get_history", script_hash::of(script))
}

/// Where a transaction is, `None` in the mempool.
pub(super) type Place = (Txid, Option<u32>);

/// The history, newest first: what waits, then from the newest block down.
pub(super) fn read(answer: Answer) -> Result<Vec<Place>, Failure> {
    newest_first(&answer.read::<Vec<Row>>()?)
}

/// One that is listed twice, as when it gets into a block at that moment, counts once, as confirmed.
pub(super) fn newest_first(rows: &[Row]) -> Result<Vec<Place>, Failure> {
    let mut places: HashMap<Txid, (Option<u32>, Order)> = HashMap::with_capacity(rows.len());
    for (position, row) in rows.iter().enumerate() {
        let block = row.block()?;
        let order = Order::of(row, block, position);
        places
            .entry(row.txid)
            .and_modify(|known| *known = (block, order).max(*known))
            .or_insert((block, order));
    }
    let mut history: Vec<_> = places
        .into_iter()
        .map(|(txid, (block, order))| (order, txid, block))
        .collect();
    history.sort_unstable_by(|one, other| other.cmp(one));
    Ok(history.into_iter().map(|(_, txid, block)| (txid, block)).collect())
}

/// The order of a history, the oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// By height, within a block by the server's order, which is that of the block.
    InBlock { height: u32, position: usize },
    /// What spends an output of the mempool came after that. All else waits in the order of its ids: the server's order
    /// may change from call to call.
    Waiting { spends_waiting: bool },
}

impl Order {
    const fn of(row: &Row, block: Option<u32>, position: usize) -> Self {
        match block {
            Some(height) => Self::InBlock { height, position },
            None => Self::Waiting {
                spends_waiting: row.height < 0,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: u8, height: i64) -> Row {
        Row { txid: txid(id), height }
    }

    fn txid(id: u8) -> Txid {
        format!("{id:02x}").repeat(32).parse().unwrap()
    }

    #[test]
    fn pending_comes_before_confirmed_and_new_before_old() {
        let rows = [row(1, 7), row(9, 7), row(2, 8), row(3, 0), row(4, -1)];
        let expected = [
            (txid(4), None),
            (txid(3), None),
            (txid(2), Some(8)),
            (txid(9), Some(7)),
            (txid(1), Some(7)),
        ];
        assert_eq!(newest_first(&rows).unwrap(), expected);
    }

    #[test]
    fn what_is_listed_twice_counts_once() {
        for rows in [[row(1, 7), row(1, 0)], [row(1, 0), row(1, 7)], [row(1, 7), row(1, 7)]] {
            assert_eq!(newest_first(&rows).unwrap(), [(txid(1), Some(7))]);
        }
    }

    #[test]
    fn a_height_is_a_number_of_a_block() {
        assert!(newest_first(&[row(1, 4_294_967_296)]).is_err());
    }
}
