//! Movements of assets and tokens by contracts: the events of asset contracts (CAP-46-6 and CAP-67), and of tokens
//! (SEP-41).

use crate::contract::ContractId;
use crate::history::operation::{Transfer, TransferAmount};
use crate::history::party::Party;
use crate::{MuxedAccount, Stroops};
use stellar_xdr as xdr;
use wallet_core::model::Network;
use xdr::ScVal;

/// Returns the transfers by the operation at this index, in order. Only the contract of an asset moves that asset: events of
/// other contracts that name an asset are omitted, and so are amounts that no account can hold. Every contract moves its own
/// token only.
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
    let contract = ContractId(event.contract_id.as_ref()?.0.0);
    let [ScVal::Symbol(name), topics @ ..] = body.topics.as_slice() else {
        return None;
    };
    let (asset, parties) = match topics {
        [parties @ .., ScVal::String(asset)] => {
            let name = asset.0.to_utf8_string().ok()?;
            (Some(contract.asset_named(&name, network)?), parties)
        }
        parties => (None, parties),
    };
    let name = name.0.to_utf8_string_lossy();
    let (from, to) = match (name.as_str(), parties) {
        ("transfer", [from, to]) => (Some(party(from)?), Some(party(to)?)),
        // The administrator is a topic before CAP-67.
        ("mint", [to] | [_, to]) => (None, Some(party(to)?)),
        ("clawback", [from] | [_, from]) | ("burn", [from]) => (Some(party(from)?), None),
        _ => return None,
    };
    let (number, id) = moved(&body.data)?;
    let to = to.map(|to| match (to, id) {
        (Party::Account(MuxedAccount { account, id: None }), Some(_)) => Party::Account(MuxedAccount { account, id }),
        (to, _) => to,
    });
    let amount = match asset {
        Some(asset) => TransferAmount::Asset(asset, Stroops::new(i64::try_from(number).ok()?)?),
        None => TransferAmount::Token(contract, number),
    };
    Some(Transfer { amount, from, to })
}

/// Returns the amount of an event, and the user id of the recipient.
fn moved(data: &ScVal) -> Option<(u128, Option<u64>)> {
    let entries = match data {
        ScVal::Map(Some(entries)) => entries,
        amount => return Some((number(amount)?, None)),
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
    Some((number(field("amount")?)?, id))
}

/// Returns an amount of at least 0.
fn number(value: &ScVal) -> Option<u128> {
    match value {
        ScVal::I128(number) => u128::try_from(i128::from(number)).ok(),
        _ => None,
    }
}

fn party(value: &ScVal) -> Option<Party> {
    match value {
        ScVal::Address(address) => address.to_string().parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AccountId, Asset};
    use Network::Livenet;

    const TOKEN: ContractId = ContractId([7; 32]);
    const FROM: AccountId = AccountId([1; 32]);
    const TO: AccountId = AccountId([2; 32]);

    fn symbol(text: &str) -> ScVal {
        ScVal::Symbol(xdr::ScSymbol(text.try_into().unwrap()))
    }

    fn text(text: &str) -> ScVal {
        ScVal::String(xdr::ScString(text.try_into().unwrap()))
    }

    fn address(account: AccountId) -> ScVal {
        ScVal::Address(xdr::ScAddress::Account(account.to_xdr()))
    }

    fn event(contract: ContractId, topics: Vec<ScVal>, data: ScVal) -> xdr::ContractEvent {
        xdr::ContractEvent {
            ext: xdr::ExtensionPoint::V0,
            contract_id: Some(xdr::ContractId(xdr::Hash(contract.0))),
            type_: xdr::ContractEventType::Contract,
            body: xdr::ContractEventBody::V0(xdr::ContractEventV0 {
                topics: topics.try_into().unwrap(),
                data,
            }),
        }
    }

    fn sent(data: ScVal) -> xdr::ContractEvent {
        event(TOKEN, vec![symbol("transfer"), address(FROM), address(TO)], data)
    }

    fn map(entries: Vec<(&str, ScVal)>) -> ScVal {
        let entries = entries
            .into_iter()
            .map(|(name, val)| xdr::ScMapEntry { key: symbol(name), val });
        ScVal::Map(Some(xdr::ScMap(entries.collect::<Vec<_>>().try_into().unwrap())))
    }

    fn side(account: AccountId, id: Option<u64>) -> Party {
        Party::Account(MuxedAccount { account, id })
    }

    #[test]
    fn events_of_tokens_are_transfers_of_the_contract() {
        for (topics, (from, to)) in [
            (
                vec![symbol("transfer"), address(FROM), address(TO)],
                (Some(side(FROM, None)), Some(side(TO, None))),
            ),
            (vec![symbol("mint"), address(TO)], (None, Some(side(TO, None)))),
            (
                vec![symbol("mint"), address(FROM), address(TO)],
                (None, Some(side(TO, None))),
            ),
            (vec![symbol("burn"), address(FROM)], (Some(side(FROM, None)), None)),
            (
                vec![symbol("clawback"), address(TO), address(FROM)],
                (Some(side(FROM, None)), None),
            ),
        ] {
            let moved = transfer(&event(TOKEN, topics, i128::MAX.into()), Livenet);
            let amount = TransferAmount::Token(TOKEN, i128::MAX.unsigned_abs());
            assert_eq!(moved, Some(Transfer { amount, from, to }));
        }
        let data = map(vec![("amount", 5_i128.into()), ("to_muxed_id", ScVal::U64(9))]);
        let moved = transfer(&sent(data), Livenet).unwrap();
        assert_eq!(
            (moved.amount, moved.to),
            (TransferAmount::Token(TOKEN, 5), Some(side(TO, Some(9))))
        );
    }

    #[test]
    fn hostile_events_are_no_transfers() {
        let topics = |from, to| vec![symbol("transfer"), from, to];
        let five = || ScVal::from(5_i128);
        let wide = ScVal::U256(xdr::UInt256Parts {
            hi_hi: 0,
            hi_lo: 0,
            lo_hi: 0,
            lo_lo: 5,
        });
        for data in [
            (-5_i128).into(),
            wide,
            ScVal::U128(xdr::UInt128Parts { hi: u64::MAX, lo: 5 }),
            ScVal::U64(5),
            text("5"),
            ScVal::Void,
            ScVal::Map(None),
            map(vec![("amount", (-5_i128).into())]),
            map(vec![("value", five())]),
        ] {
            assert_eq!(transfer(&sent(data.clone()), Livenet), None, "{data:?}");
        }
        for topics in [
            topics(symbol("from"), address(TO)),
            topics(address(FROM), ScVal::U32(7)),
            vec![text("transfer"), address(FROM), address(TO)],
            vec![symbol("transfer"), address(FROM)],
            vec![symbol("transfer"), address(FROM), address(TO), address(TO)],
            vec![symbol("approve"), address(FROM), address(TO)],
            // Another contract names an asset.
            vec![symbol("transfer"), address(FROM), address(TO), text("native")],
            vec![symbol("transfer"), address(FROM), address(TO), text("no asset")],
            Vec::new(),
        ] {
            assert_eq!(
                transfer(&event(TOKEN, topics.clone(), five()), Livenet),
                None,
                "{topics:?}"
            );
        }
        let mut system = sent(five());
        system.type_ = xdr::ContractEventType::System;
        assert_eq!(transfer(&system, Livenet), None);
        let anonymous = xdr::ContractEvent {
            contract_id: None,
            ..sent(five())
        };
        assert_eq!(transfer(&anonymous, Livenet), None);
    }

    #[test]
    fn assets_have_amounts_that_accounts_can_hold() {
        let lumen = ContractId::of_asset(Asset::Native, Livenet);
        let of = |number: i128| {
            let topics = vec![symbol("transfer"), address(FROM), address(TO), text("native")];
            transfer(&event(lumen, topics, number.into()), Livenet).map(|moved| moved.amount)
        };
        assert_eq!(
            of(i64::MAX.into()),
            Some(TransferAmount::Asset(Asset::Native, Stroops::MAX))
        );
        assert_eq!(of(i128::from(i64::MAX) + 1), None);
    }
}
