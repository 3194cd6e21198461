//! Movements of assets by contracts: the events of asset contracts (CAP-46-6 and CAP-67).

use crate::contract::ContractId;
use crate::history::operation::Transfer;
use crate::history::party::Party;
use crate::{Asset, MuxedAccount, Stroops};
use stellar_xdr as xdr;
use wallet_core::model::Network;
use xdr::ScVal;

/// Returns the transfers of assets by the operation at this index, in order. Only the contract of an asset moves that
/// asset: events of other contracts are omitted, and so are amounts that no account can hold.
pub(super) fn transfers(meta: &xdr::TransactionMeta, index: usize, network: Network) -> Vec<Transfer> {
    let events = events(meta, index).iter();
    events.filter_map(|event| transfer(event, network)).collect()
}

/// Returns the events of an operation. Before CAP-67, the only operation of the transaction has all events.
fn events(meta: &xdr::TransactionMeta, index: usize) -> &[xdr::ContractEvent] {
    match meta {
        xdr::TransactionMeta::V3(meta) => meta.soroban_meta.as_ref().map_or(&[], |meta| &meta.events),
        xdr::TransactionMeta::V4(meta) => meta.operations.get(index).map_or(&[], |done| &done.events),
        xdr::TransactionMeta::V0(_) | xdr::TransactionMeta::V1(_) | xdr::TransactionMeta::V2(_) => &[],
    }
}

fn transfer(event: &xdr::ContractEvent, network: Network) -> Option<Transfer> {
    let xdr::ContractEventBody::V0(body) = &event.body;
    if event.type_ != xdr::ContractEventType::Contract {
        return None;
    }
    let [ScVal::Symbol(name), parties @ .., ScVal::String(asset)] = body.topics.as_slice() else {
        return None;
    };
    let asset: Asset = asset.0.to_utf8_string().ok()?.parse().ok()?;
    if event.contract_id.as_ref()?.0.0 != ContractId::of_asset(asset, network).0 {
        return None;
    }
    let name = name.0.to_utf8_string_lossy();
    let (from, to) = match (name.as_str(), parties) {
        ("transfer", [from, to]) => (Some(party(from)?), Some(party(to)?)),
        // The administrator is a topic before CAP-67.
        ("mint", [to] | [_, to]) => (None, Some(party(to)?)),
        ("clawback", [from] | [_, from]) | ("burn", [from]) => (Some(party(from)?), None),
        _ => return None,
    };
    let (amount, id) = moved(&body.data)?;
    let to = to.map(|to| match (to, id) {
        (Party::Account(MuxedAccount { account, id: None }), Some(_)) => Party::Account(MuxedAccount { account, id }),
        (to, _) => to,
    });
    Some(Transfer {
        asset,
        amount,
        from,
        to,
    })
}

/// Returns the amount of an event, and the user id of the recipient.
fn moved(data: &ScVal) -> Option<(Stroops, Option<u64>)> {
    let entries = match data {
        ScVal::Map(Some(entries)) => entries,
        amount => return Some((stroops(amount)?, None)),
    };
    let field = |name: &str| {
        let named = entries
            .iter()
            .find(|entry| matches!(&entry.key, ScVal::Symbol(key) if key.0.as_slice() == name.as_bytes()));
        named.map(|entry| &entry.val)
    };
    let id = match field("to_muxed_id") {
        Some(ScVal::U64(id)) => Some(*id),
        _ => None,
    };
    Some((stroops(field("amount")?)?, id))
}

fn stroops(value: &ScVal) -> Option<Stroops> {
    match value {
        ScVal::I128(number) => Stroops::new(i64::try_from(i128::from(number)).ok()?),
        _ => None,
    }
}

fn party(value: &ScVal) -> Option<Party> {
    match value {
        ScVal::Address(address) => address.to_string().parse().ok(),
        _ => None,
    }
}
