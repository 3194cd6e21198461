//! What the rows of each list say of a transaction.

use super::row::{WireRow, given, read};
use crate::windows::Row;
use wallet_eth_like::history::{Entry, Moved, Outer, Spot, Transfer};
use wallet_eth_like::{Address, Amount, Hash};
use wallet_upstream::failure::Failure;

/// Calls in which nothing changes hands, though they may show the value of the call around them.
const BORROWED: [&str; 3] = ["delegatecall", "callcode", "staticcall"];

/// `txlist`: a transaction by its own words.
pub(super) fn transaction(row: &WireRow) -> Result<Row, Failure> {
    let failed = row.is_error.as_deref() == Some("1") || row.receipt_status.as_deref() == Some("0");
    row.told_by_itself(outer(row, !failed)?)
}

/// `txlistinternal`: what a contract passes on.
pub(super) fn internal_transfer(row: &WireRow) -> Result<Row, Failure> {
    let kinds = [&row.r#type, &row.call_type];
    let is_borrowed = kinds
        .into_iter()
        .flatten()
        .any(|kind| BORROWED.contains(&kind.as_str()));
    let was_undone = row.is_error.as_deref() == Some("1");
    let creates = given(row.r#type.as_deref()).is_some_and(|kind| kind.starts_with("create"));
    let moved = if creates { Moved::Endowment } else { Moved::Coin };
    let transfer = transfer(row, moved, row.value()?)?;
    // Its gas is that of the call, from which no fee follows.
    row.told_within(transfer.filter(|_| !is_borrowed && !was_undone), None)
}

/// `tokentx`: a transfer of a token.
pub(super) fn token_transfer(row: &WireRow) -> Result<Row, Failure> {
    let contract: Address = read("contractAddress", row.contract_address.as_deref().unwrap_or_default())?;
    let decimals = given(row.token_decimal.as_deref()).and_then(|text| text.parse().ok());
    let is_amount = row.value.is_some() && row.token_id.is_none();
    let value = if is_amount { row.value()? } else { Amount::ZERO };
    let transfer = transfer(row, Moved::Token { contract, decimals }, value)?;
    row.told_within(transfer, row.fee(row.gas_used.as_deref())?)
}

/// `pendingtxlist`: a transaction that waits, of which the server does not know since when.
pub(super) fn pending(row: &WireRow, first_seen: impl Fn(Hash) -> u64) -> Result<Row, Failure> {
    let txid = row.txid()?;
    let nonce = read("nonce", row.nonce.as_deref().unwrap_or_default())?;
    let entry = Entry {
        spot: Spot::Pending { nonce, txid },
        time: first_seen(txid),
        outer: Some(outer(row, true)?),
        // The most that it may cost.
        fee: row.fee(row.gas.as_deref())?,
        transfers: Vec::new(),
    };
    Ok(Row {
        block: None,
        entry: Some(entry),
    })
}

fn outer(row: &WireRow, succeeded: bool) -> Result<Outer, Failure> {
    Ok(Outer {
        from: read("from", &row.from)?,
        to: row.recipient()?,
        value: row.value()?,
        succeeded,
    })
}

/// Something that moves. What is worth nothing is left out: a contract may report such in anybody's name.
fn transfer(row: &WireRow, moved: Moved, value: Amount) -> Result<Option<Transfer>, Failure> {
    let from = read("from", &row.from)?;
    let to = if matches!(moved, Moved::Token { .. }) {
        given(row.to.as_deref()).map(|to| read("to", to)).transpose()?
    } else {
        row.recipient()?
    };
    let to = to.filter(|_| value > Amount::ZERO);
    Ok(to.map(|to| Transfer { moved, from, to, value }))
}
