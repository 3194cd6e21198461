//! The effects of changed trustlines and of their authorization.

use super::Effect;
use crate::xlm::horizon::view::{self, Fields, amount, put_asset};
use crate::xlm::participants::EntryChange;
use serde_json::{Value, json};
use stellar_xdr::{
    AccountId, AllowTrustOp, AlphaNum4, AlphaNum12, Asset, AssetCode, ChangeTrustOp, LedgerEntryData, MuxedAccount,
    SetTrustLineFlagsOp, TrustLineFlags,
};

const AUTHORIZED: u32 = TrustLineFlags::AuthorizedFlag as u32;
const MAINTAIN: u32 = TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag as u32;
const CLAWBACK: u32 = TrustLineFlags::TrustlineClawbackEnabledFlag as u32;

pub fn line(actor: &MuxedAccount, operation: &ChangeTrustOp, changes: &[EntryChange<'_>]) -> Vec<Effect> {
    let lines = changes.iter().find_map(|change| match change.data() {
        Some(LedgerEntryData::Trustline(line)) => Some((change, line)),
        _ => None,
    });
    let Some((change, line)) = lines else {
        return Vec::new();
    };
    let kind = match (change.before, change.after) {
        (None, _) => ("trustline_created", 20),
        (Some(_), None) => ("trustline_removed", 21),
        (Some(_), Some(_)) => ("trustline_updated", 22),
    };
    let mut fields = Fields::new();
    put_asset(
        &mut fields,
        "",
        &view::asset_of_line(&line.asset).unwrap_or(Asset::Native),
    );
    fields.insert("limit".to_owned(), amount(operation.limit).into());
    vec![Effect::new(actor.clone(), kind, Value::Object(fields))]
}

pub fn allowed(actor: &MuxedAccount, operation: &AllowTrustOp) -> Vec<Effect> {
    let issuer = actor.clone().account_id();
    let (asset, kind, code) = match operation.asset.clone() {
        AssetCode::CreditAlphanum4(asset_code) => {
            let code = asset_code.to_string();
            let asset = Asset::CreditAlphanum4(AlphaNum4 { asset_code, issuer });
            (asset, "credit_alphanum4", code)
        }
        AssetCode::CreditAlphanum12(asset_code) => {
            let code = asset_code.to_string();
            let asset = Asset::CreditAlphanum12(AlphaNum12 { asset_code, issuer });
            (asset, "credit_alphanum12", code)
        }
    };
    let (effect, set, cleared) = match operation.authorize {
        authorize if authorize & AUTHORIZED != 0 => (("trustline_authorized", 23), AUTHORIZED, 0),
        authorize if authorize & MAINTAIN != 0 => (("trustline_authorized_to_maintain_liabilities", 25), MAINTAIN, 0),
        _ => (("trustline_deauthorized", 24), 0, AUTHORIZED | MAINTAIN),
    };
    let trustor = operation.trustor.to_string();
    let fields = json!({ "trustor": trustor, "asset_type": kind, "asset_code": code });
    vec![
        Effect::new(actor.clone(), effect, fields),
        flags(actor, &operation.trustor, &asset, set, cleared),
    ]
}

pub fn flags_of_operation(actor: &MuxedAccount, operation: &SetTrustLineFlagsOp) -> Effect {
    let (set, cleared) = (operation.set_flags, operation.clear_flags);
    flags(actor, &operation.trustor, &operation.asset, set, cleared)
}

fn flags(actor: &MuxedAccount, trustor: &AccountId, asset: &Asset, set: u32, cleared: u32) -> Effect {
    let mut fields = Fields::new();
    put_asset(&mut fields, "", asset);
    fields.insert("trustor".to_owned(), trustor.to_string().into());
    for (flag, name) in [
        (AUTHORIZED, "authorized_flag"),
        // The misspelling is Horizon's.
        (MAINTAIN, "authorized_to_maintain_liabilites_flag"),
        (CLAWBACK, "clawback_enabled_flag"),
    ] {
        if (set | cleared) & flag != 0 {
            fields.insert(name.to_owned(), (cleared & flag == 0).into());
        }
    }
    Effect::new(actor.clone(), ("trustline_flags_updated", 26), Value::Object(fields))
}
