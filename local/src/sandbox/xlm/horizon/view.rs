//! How Horizon writes what many records have in common.

use serde_json::{Map, Value, json};
use stellar_xdr::{
    AccountFlags, AccountId, AlphaNum4, AlphaNum12, Asset, ClaimableBalanceId, Hash, MuxedAccount, SignerKey,
    TrustLineAsset,
};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Stroops of a unit.
const UNIT: i64 = 10_000_000;

/// The fields of a record.
pub type Fields = Map<String, Value>;

/// An amount with seven digits behind the point.
pub fn amount(stroops: i64) -> String {
    let sign = if stroops < 0 { "-" } else { "" };
    let stroops = stroops.unsigned_abs();
    let unit = UNIT.unsigned_abs();
    format!("{sign}{}.{:07}", stroops / unit, stroops % unit)
}

/// A moment in RFC 3339; one that the calendar does not reach is the last of the year 9999.
pub fn time(seconds: u64) -> String {
    let moment = i64::try_from(seconds)
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    let text = moment.and_then(|moment| moment.format(&Rfc3339).ok());
    text.unwrap_or_else(|| "9999-12-31T23:59:59Z".to_owned())
}

/// `asset_type`, `asset_code` and `asset_issuer`, each with something before it.
pub fn put_asset(fields: &mut Fields, prefix: &str, asset: &Asset) {
    let mut put = |name: &str, value: String| fields.insert(format!("{prefix}{name}"), value.into());
    match asset {
        Asset::Native => {
            put("asset_type", "native".to_owned());
        }
        Asset::CreditAlphanum4(AlphaNum4 { asset_code, issuer }) => {
            put("asset_type", "credit_alphanum4".to_owned());
            put("asset_code", asset_code.to_string());
            put("asset_issuer", issuer.to_string());
        }
        Asset::CreditAlphanum12(AlphaNum12 { asset_code, issuer }) => {
            put("asset_type", "credit_alphanum12".to_owned());
            put("asset_code", asset_code.to_string());
            put("asset_issuer", issuer.to_string());
        }
    }
}

/// The asset of a trustline, unless it is a share of a pool.
pub fn asset_of_line(asset: &TrustLineAsset) -> Option<Asset> {
    match asset {
        TrustLineAsset::Native => Some(Asset::Native),
        TrustLineAsset::CreditAlphanum4(credit) => Some(Asset::CreditAlphanum4(credit.clone())),
        TrustLineAsset::CreditAlphanum12(credit) => Some(Asset::CreditAlphanum12(credit.clone())),
        TrustLineAsset::PoolShare(_) => None,
    }
}

/// An asset in one text: `native`, or code and issuer.
pub fn asset_text(asset: &Asset) -> String {
    match asset {
        Asset::Native => "native".to_owned(),
        Asset::CreditAlphanum4(AlphaNum4 { asset_code, issuer }) => format!("{asset_code}:{issuer}"),
        Asset::CreditAlphanum12(AlphaNum12 { asset_code, issuer }) => format!("{asset_code}:{issuer}"),
    }
}

/// An account, and who of its users where that is told.
pub fn put_account(fields: &mut Fields, name: &str, account: &MuxedAccount) {
    fields.insert(name.to_owned(), account.clone().account_id().to_string().into());
    if let MuxedAccount::MuxedEd25519(muxed) = account {
        fields.insert(format!("{name}_muxed"), account.to_string().into());
        fields.insert(format!("{name}_muxed_id"), muxed.id.to_string().into());
    }
}

/// The names of an account's flags.
pub fn account_flags(flags: u32) -> Vec<(u32, &'static str)> {
    let all = [
        (AccountFlags::RequiredFlag as u32, "auth_required"),
        (AccountFlags::RevocableFlag as u32, "auth_revocable"),
        (AccountFlags::ImmutableFlag as u32, "auth_immutable"),
        (AccountFlags::ClawbackEnabledFlag as u32, "auth_clawback_enabled"),
    ];
    all.into_iter().filter(|(flag, _)| flags & flag != 0).collect()
}

/// What kind of signer it is.
pub fn signer_type(key: &SignerKey) -> &'static str {
    match key {
        SignerKey::Ed25519(_) => "ed25519_public_key",
        SignerKey::PreAuthTx(_) => "preauth_tx",
        SignerKey::HashX(_) => "sha256_hash",
        SignerKey::Ed25519SignedPayload(_) => "ed25519_signed_payload",
    }
}

/// The id of a claimable balance in hex, with its type before it.
pub fn balance_id(id: &ClaimableBalanceId) -> String {
    let ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash(hash)) = id;
    format!("00000000{}", hex::encode(hash))
}

/// Reads an account as Horizon does: only the form that begins with G.
pub fn account_id(text: &str) -> Option<AccountId> {
    text.parse().ok()
}

/// A number among all ledgers, their transactions and the operations of these.
pub fn token(ledger: u32, place: u32, operation: u32) -> i64 {
    i64::from(ledger) << 32 | i64::from(place) << 12 | i64::from(operation)
}

/// When something may be claimed.
pub fn predicate(predicate: &stellar_xdr::ClaimPredicate) -> Value {
    use stellar_xdr::ClaimPredicate as Predicate;
    let all = |predicates: &[Predicate]| -> Vec<Value> { predicates.iter().map(self::predicate).collect() };
    match predicate {
        Predicate::Unconditional => json!({ "unconditional": true }),
        Predicate::And(both) => json!({ "and": all(both) }),
        Predicate::Or(either) => json!({ "or": all(either) }),
        Predicate::Not(Some(inner)) => json!({ "not": self::predicate(inner) }),
        Predicate::Not(None) => json!({}),
        Predicate::BeforeAbsoluteTime(seconds) => json!({
            "abs_before": time(u64::try_from(*seconds).unwrap_or(0)),
            "abs_before_epoch": seconds.to_string(),
        }),
        Predicate::BeforeRelativeTime(seconds) => json!({ "rel_before": seconds.to_string() }),
    }
}
