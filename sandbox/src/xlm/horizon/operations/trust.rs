//! The record fields of trustline operations.

use crate::xlm::horizon::view::{Fields, amount, put_account, put_asset};
use serde_json::Value;
use stellar_xdr::{
    AllowTrustOp, AlphaNum4, AlphaNum12, Asset, AssetCode, ChangeTrustAsset, ChangeTrustOp, MuxedAccount,
    SetTrustLineFlagsOp, TrustLineFlags,
};

const AUTHORIZED: u32 = TrustLineFlags::AuthorizedFlag as u32;
const MAINTAIN: u32 = TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag as u32;
const CLAWBACK: u32 = TrustLineFlags::TrustlineClawbackEnabledFlag as u32;

pub fn change(fields: &mut Fields, actor: &MuxedAccount, operation: &ChangeTrustOp) {
    fields.insert("limit".to_owned(), amount(operation.limit).into());
    put_account(fields, "trustor", actor);
    let (asset, issuer) = match &operation.line {
        ChangeTrustAsset::CreditAlphanum4(credit) => (Asset::CreditAlphanum4(credit.clone()), &credit.issuer),
        ChangeTrustAsset::CreditAlphanum12(credit) => (Asset::CreditAlphanum12(credit.clone()), &credit.issuer),
        ChangeTrustAsset::Native | ChangeTrustAsset::PoolShare(_) => return,
    };
    fields.insert("trustee".to_owned(), issuer.to_string().into());
    put_asset(fields, "", &asset);
}

pub fn allow(fields: &mut Fields, actor: &MuxedAccount, operation: &AllowTrustOp) {
    let issuer = actor.clone().account_id();
    let asset = match operation.asset.clone() {
        AssetCode::CreditAlphanum4(asset_code) => Asset::CreditAlphanum4(AlphaNum4 { asset_code, issuer }),
        AssetCode::CreditAlphanum12(asset_code) => Asset::CreditAlphanum12(AlphaNum12 { asset_code, issuer }),
    };
    put_asset(fields, "", &asset);
    put_account(fields, "trustee", actor);
    fields.insert("trustor".to_owned(), operation.trustor.to_string().into());
    let is_authorized = operation.authorize & AUTHORIZED != 0;
    fields.insert("authorize".to_owned(), is_authorized.into());
    if operation.authorize & MAINTAIN != 0 {
        fields.insert("authorize_to_maintain_liabilities".to_owned(), true.into());
    }
}

pub fn flags(fields: &mut Fields, operation: &SetTrustLineFlagsOp) {
    put_asset(fields, "", &operation.asset);
    fields.insert("trustor".to_owned(), operation.trustor.to_string().into());
    for (name, flags) in [
        ("set_flags", operation.set_flags),
        ("clear_flags", operation.clear_flags),
    ] {
        let set: Vec<_> = named().into_iter().filter(|(flag, _)| flags & flag != 0).collect();
        if !set.is_empty() {
            let numbers: Value = set.iter().map(|(flag, _)| *flag).collect();
            let texts: Value = set.iter().map(|(_, text)| *text).collect();
            fields.insert(name.to_owned(), numbers);
            fields.insert(format!("{name}_s"), texts);
        }
    }
}

/// Returns the flag names of Horizon, one of them with its original misspelling.
fn named() -> [(u32, &'static str); 3] {
    [
        (AUTHORIZED, "authorized"),
        (MAINTAIN, "authorized_to_maintain_liabilites"),
        (CLAWBACK, "clawback_enabled"),
    ]
}
