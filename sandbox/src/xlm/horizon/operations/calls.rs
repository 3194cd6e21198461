//! The fields of contract calls, with the movements of assets that the contracts of assets report.

use crate::xlm::codec;
use crate::xlm::events;
use crate::xlm::horizon::view::{put_asset, sum};
use crate::xlm::ledger::Included;
use crate::xlm::state::account::issuer;
use serde_json::{Value, json};
use stellar_xdr::{
    Asset, ContractEvent, ContractEventBody, HostFunction, InvokeHostFunctionOp, ScAddress, ScMapEntry, ScVal,
};

/// A movement of an asset.
#[derive(Clone, Debug)]
pub struct Moved {
    pub kind: &'static str,
    pub asset: Asset,
    pub from: Option<ScAddress>,
    pub to: Option<ScAddress>,
    pub amount: i128,
    /// The id of the user of the recipient.
    id: Option<u64>,
}

/// Inserts the fields of a call.
pub fn put(fields: &mut Value, included: &Included, index: usize, operation: &InvokeHostFunctionOp) {
    let HostFunction::InvokeContract(call) = &operation.host_function else {
        return;
    };
    let parameter = |value: &ScVal| json!({ "value": codec::base64(value), "type": kind(value) });
    let contract = ScVal::Address(call.contract_address.clone());
    let function = ScVal::Symbol(call.function_name.clone());
    let parameters = [&contract, &function].into_iter().chain(call.args.iter());
    fields["function"] = "HostFunctionTypeHostFunctionTypeInvokeContract".into();
    fields["parameters"] = parameters.map(parameter).collect();
    fields["address"] = "".into();
    fields["salt"] = "".into();
    let movements = movements(included, index);
    fields["asset_balance_changes"] = movements.iter().map(Moved::show).collect();
}

/// Returns the name of a type as Horizon shows it: `Sym`, `I128`.
fn kind(value: &ScVal) -> &'static str {
    match value {
        ScVal::Symbol(_) => "Sym",
        ScVal::String(_) => "Str",
        other => other.name(),
    }
}

/// Returns the movements of assets by a called contract.
pub fn movements(included: &Included, index: usize) -> Vec<Moved> {
    let events = events::of_operation(included, index);
    events.iter().filter_map(Moved::of).collect()
}

impl Moved {
    fn of(event: &ContractEvent) -> Option<Self> {
        let ContractEventBody::V0(body) = &event.body;
        let address = |topic: &ScVal| match topic {
            ScVal::Address(address) => Some(address.clone()),
            _ => None,
        };
        let (name, from, to, asset) = match body.topics.as_slice() {
            [ScVal::Symbol(name), from, to, asset] => (name, address(from), address(to), asset),
            [ScVal::Symbol(name), holder, asset] => match name.0.to_utf8_string_lossy().as_str() {
                "mint" => (name, None, address(holder), asset),
                _ => (name, address(holder), None, asset),
            },
            _ => return None,
        };
        let kind = match name.0.to_utf8_string_lossy().as_str() {
            "transfer" => "transfer",
            "mint" => "mint",
            "burn" => "burn",
            _ => return None,
        };
        let (amount, id) = amount_of(&body.data)?;
        let asset = asset_of(asset)?;
        let issuer = || issuer(&asset).map(|id| ScAddress::Account(id.clone()));
        Some(Self {
            kind,
            from: from.or_else(issuer),
            to: to.or_else(issuer),
            amount,
            id,
            asset,
        })
    }

    fn show(&self) -> Value {
        let mut fields = json!({ "type": self.kind, "amount": sum(self.amount) });
        put_asset(&mut fields, "", &self.asset);
        // A mint has no payer, and a burn no recipient.
        if let Some(from) = self.from.as_ref().filter(|_| self.kind != "mint") {
            fields["from"] = from.to_string().into();
        }
        if let Some(to) = self.to.as_ref().filter(|_| self.kind != "burn") {
            fields["to"] = to.to_string().into();
        }
        if let Some(id) = self.id {
            fields["destination_muxed_id"] = id.to_string().into();
        }
        fields
    }
}

/// Returns the amount, and the id of a user.
fn amount_of(data: &ScVal) -> Option<(i128, Option<u64>)> {
    let number = |value: &ScVal| match value {
        ScVal::I128(parts) => Some(parts.into()),
        _ => None,
    };
    let ScVal::Map(Some(entries)) = data else {
        return Some((number(data)?, None));
    };
    let named = |name: &str| {
        let is_named =
            |entry: &&ScMapEntry| matches!(&entry.key, ScVal::Symbol(key) if key.0.as_slice() == name.as_bytes());
        entries.iter().find(is_named).map(|entry| &entry.val)
    };
    let id = match named("to_muxed_id") {
        Some(ScVal::U64(id)) => Some(*id),
        _ => None,
    };
    Some((number(named("amount")?)?, id))
}

fn asset_of(topic: &ScVal) -> Option<Asset> {
    let ScVal::String(text) = topic else {
        return None;
    };
    match text.0.to_utf8_string_lossy().as_str() {
        "native" => Some(Asset::Native),
        text => {
            let (code, issuer) = text.split_once(':')?;
            let issuer = issuer.parse().ok()?;
            Some(crate::xlm::state::account::issued(&issuer, &code.parse().ok()?))
        }
    }
}
