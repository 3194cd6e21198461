//! Decoding of the rows of each list.

use super::row::{WireRow, given, is_flag, number, read};
use crate::windows::Row;
use wallet_eth_like::history::{Entry, HistoryPosition, TokenLabel, TopLevelCall, Transfer, TransferAsset};
use wallet_eth_like::{Address, Amount, Hash};
use wallet_upstream::failure::Failure;

/// Call types that transfer no value, although they may show the value of the enclosing call.
const DELEGATED: [&str; 3] = ["delegatecall", "callcode", "staticcall"];

/// Decodes a row of `txlist`: a transaction, or an allocation of the genesis block.
pub(super) fn transaction(row: &WireRow) -> Result<Row, Failure> {
    if row.is_genesis_allocation() {
        return genesis_allocation(row);
    }
    let failed = is_flag("isError", row.is_error.as_deref(), 1)?
        || is_flag("txreceipt_status", row.receipt_status.as_deref(), 0)?;
    row.outer_row(outer(row, !failed)?)
}

/// Decodes an allocation of the genesis block, which has neither a transaction nor a sender
/// (docs/decisions/evm-history.md#allocations-of-the-genesis-block).
fn genesis_allocation(row: &WireRow) -> Result<Row, Failure> {
    let to = row
        .recipient()?
        .ok_or_else(|| Failure::unusable("to: missing recipient"))?;
    let transfer = Transfer {
        asset: TransferAsset::Coin,
        from: None,
        to,
        value: row.value()?,
    };
    row.genesis_row(transfer)
}

/// Decodes a row of `txlistinternal`: an internal transfer of a contract.
pub(super) fn internal_transfer(row: &WireRow) -> Result<Row, Failure> {
    let kinds = [&row.r#type, &row.call_type];
    let is_delegated = kinds
        .into_iter()
        .flatten()
        .any(|kind| DELEGATED.contains(&kind.as_str()));
    let was_reverted = is_flag("isError", row.is_error.as_deref(), 1)?;
    let creates = given(row.r#type.as_deref()).is_some_and(|kind| kind.starts_with("create"));
    let asset = if creates {
        TransferAsset::Endowment
    } else {
        TransferAsset::Coin
    };
    let value = row.value()?;
    let transfer = if is_delegated || was_reverted {
        None
    } else {
        transfer(row, asset, value)?
    };
    // Its gas is that of the call, so it has no fee.
    row.inner_row(transfer, None)
}

/// Decodes a row of `tokentx`: a token transfer.
pub(super) fn token_transfer(row: &WireRow) -> Result<Row, Failure> {
    let contract: Address = read("contractAddress", row.contract_address.as_deref().unwrap_or_default())?;
    let decimals = given(row.token_decimal.as_deref()).and_then(|text| number("tokenDecimal", text).ok());
    let is_nft = row.token_id.is_some();
    let value = if is_nft { Amount::ZERO } else { row.value()? };
    let transfer = transfer(row, TransferAsset::Token { contract, decimals }, value)?;
    let mut decoded = row.inner_row(transfer, row.fee(row.gas_used.as_deref())?)?;
    if let Some(entry) = &mut decoded.entry {
        let label = TokenLabel::new(contract, row.token_name.as_deref(), row.token_symbol.as_deref());
        entry.labels.push(label);
    }
    Ok(Row {
        omits_nft: is_nft,
        ..decoded
    })
}

/// Decodes a row of `pendingtxlist`: a pending transaction, without the time at which the server first saw it.
pub(super) fn pending(row: &WireRow, first_seen: impl Fn(Hash) -> u64) -> Result<Row, Failure> {
    let txid = row.txid()?;
    let nonce = number("nonce", row.nonce.as_deref().unwrap_or_default())?;
    let entry = Entry {
        position: HistoryPosition::Pending { nonce, txid },
        time: first_seen(txid),
        outer: Some(outer(row, true)?),
        // Maximum fee.
        fee: row.fee(row.gas.as_deref())?,
        lacks_l1_fee: false,
        lacks_gas_fee: false,
        transfers: Vec::new(),
        labels: Vec::new(),
    };
    Ok(Row {
        block: None,
        entry: Some(entry),
        omits_nft: false,
    })
}

fn outer(row: &WireRow, succeeded: bool) -> Result<TopLevelCall, Failure> {
    Ok(TopLevelCall {
        from: row.sender()?,
        to: row.recipient()?,
        value: row.value()?,
        succeeded,
    })
}

/// Decodes a transfer. Transfers without a value are omitted, since a contract may report them in any name.
fn transfer(row: &WireRow, asset: TransferAsset, value: Amount) -> Result<Option<Transfer>, Failure> {
    let from = row.sender()?;
    let to = if matches!(asset, TransferAsset::Token { .. }) {
        given(row.to.as_deref()).map(|to| read("to", to)).transpose()?
    } else {
        row.recipient()?
    };
    if value == Amount::ZERO {
        return Ok(None);
    }
    Ok(Some(Transfer {
        asset,
        from: Some(from),
        to: to.ok_or_else(|| Failure::unusable("to: missing recipient"))?,
        value,
    }))
}
