//! How Horizon writes what many records have in common.

use serde_json::{Map, Value, json};
use stellar_xdr::{
    AccountFlags, AccountId, AlphaNum4, AlphaNum12, Asset, ClaimableBalanceId, Hash, MuxedAccount, Price, SignerKey,
    TrustLineAsset,
};
use time::OffsetDateTime;

/// Stroops of a unit.
const UNIT: i64 = 10_000_000;
/// The seconds of 400 years.
const CYCLE: u64 = 146_097 * 86_400;

/// The fields of a record.
pub type Fields = Map<String, Value>;

/// An amount with seven digits behind the point.
pub fn amount(stroops: i64) -> String {
    let sign = if stroops < 0 { "-" } else { "" };
    let stroops = stroops.unsigned_abs();
    let unit = UNIT.unsigned_abs();
    format!("{sign}{}.{:07}", stroops / unit, stroops % unit)
}

/// A moment in RFC 3339; behind the year 9999 with a plus and as many digits as it takes, since predicates may name any.
pub fn time(seconds: u64) -> String {
    // The calendar repeats every 400 years, and the one of the library ends with the year 9999.
    let (cycles, rest) = (seconds / CYCLE, seconds % CYCLE);
    let moment = i64::try_from(rest)
        .ok()
        .and_then(|rest| OffsetDateTime::from_unix_timestamp(rest).ok())
        .unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let year = u64::try_from(moment.year()).unwrap_or(0) + 400 * cycles;
    let (month, day) = (u8::from(moment.month()), moment.day());
    let (hour, minute, second) = moment.to_hms();
    let plus = if year > 9999 { "+" } else { "" };
    format!("{plus}{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
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

/// An asset as an object of its own.
pub fn asset(asset: &Asset) -> Value {
    let mut fields = Fields::new();
    put_asset(&mut fields, "", asset);
    Value::Object(fields)
}

/// A price, as a fraction and with seven digits behind the point.
pub fn put_price(fields: &mut Fields, price: &Price) {
    let fraction = json!({ "n": price.n, "d": price.d });
    fields.insert("price_r".to_owned(), fraction);
    fields.insert("price".to_owned(), decimal(price).into());
}

/// The nearest decimal number; a half goes up.
fn decimal(price: &Price) -> String {
    let (n, d) = (i64::from(price.n), i64::from(price.d).max(1));
    // Both are of 32 bits.
    amount((2 * n * UNIT + d) / (2 * d))
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

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn a_moment_has_as_many_digits_of_the_year_as_it_takes() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (253_402_300_800, "+10000-01-01T00:00:00Z"),
            // What `date -u -d @2147483647000` says.
            (2_147_483_647_000, "+70021-01-17T19:16:40Z"),
        ] {
            assert_eq!(time(seconds), text);
        }
    }
}
