//! Decoding of the records of contract calls.

use super::fields::{Fields, read};
use wallet_upstream::failure::Failure;
use wallet_xlm::MuxedAccount;
use wallet_xlm::history::{Body, Party, Transfer};

/// Reads the transfers of a contract call, except those that are unreadable: contracts can hold more of an asset than
/// accounts can.
pub(super) fn call_contract(fields: Fields<'_>) -> Result<Body, Failure> {
    let transfers = transfers(fields)?.into_iter().flatten();
    Ok(Body::CallContract {
        transfers: transfers.collect(),
    })
}

/// Reads the transfers of a contract call, each `None` if it is unreadable.
pub(super) fn transfers(fields: Fields<'_>) -> Result<Vec<Option<Transfer>>, Failure> {
    let changes = fields.objects("asset_balance_changes")?;
    Ok(changes.into_iter().map(|change| transfer(change).ok()).collect())
}

fn transfer(change: Fields<'_>) -> Result<Transfer, Failure> {
    let side = |name: &str| {
        let text = change.optional(name)?.filter(|text| !text.is_empty());
        text.map(|text| read(name, text)).transpose()
    };
    let id: Option<u64> = change.read_optional("destination_muxed_id")?;
    let to = side("to")?.map(|to| match (to, id) {
        (Party::Account(MuxedAccount { account, id: None }), Some(_)) => Party::Account(MuxedAccount { account, id }),
        (to, _) => to,
    });
    Ok(Transfer {
        asset: change.asset("")?,
        amount: change.amount("amount")?,
        from: side("from")?,
        to,
    })
}
