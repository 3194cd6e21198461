//! Formatting of values that many records share.

use serde_json::{Value, json};
use std::fmt::Write as _;
use stellar_xdr::{
    AccountFlags, AccountId, AlphaNum4, AlphaNum12, Asset, ClaimableBalanceId, Hash, MuxedAccount, Price, SignerKey,
    TrustLineAsset,
};
use time::OffsetDateTime;

const UNIT: i64 = 10_000_000;
/// The number of seconds in 400 years.
const CYCLE: u64 = 146_097 * 86_400;

/// Formats an amount with seven decimals.
pub fn amount(stroops: i64) -> String {
    let sign = if stroops < 0 { "-" } else { "" };
    let stroops = stroops.unsigned_abs();
    let unit = UNIT.unsigned_abs();
    format!("{sign}{}.{:07}", stroops / unit, stroops % unit)
}

/// Formats a sum of amounts, which may exceed an amount.
pub fn sum(stroops: i128) -> String {
    let unit = i128::from(UNIT);
    format!("{}.{:07}", stroops / unit, (stroops % unit).abs())
}

/// Parses an amount with at most seven decimals.
pub fn parse_amount(text: &str) -> Option<i64> {
    let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(places) || places.len() > 7 {
        return None;
    }
    format!("{whole}{places:0<7}").parse().ok()
}

/// Encodes a parameter of a query, except characters that need no escape there.
pub fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:,".contains(&byte);
    let mut written = String::new();
    for byte in text.bytes() {
        if plain(byte) {
            written.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(written, "%{byte:02X}");
        }
    }
    written
}

/// Formats a time in RFC 3339. Years after 9999 get a plus sign and all of their digits, because predicates may
/// contain any time.
pub fn time(seconds: u64) -> String {
    // The calendar repeats every 400 years, and the library supports years up to 9999.
    let (cycles, rest) = (seconds / CYCLE, seconds % CYCLE);
    let time_in_cycle = i64::try_from(rest)
        .ok()
        .and_then(|rest| OffsetDateTime::from_unix_timestamp(rest).ok())
        .unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let year = u64::try_from(time_in_cycle.year()).unwrap_or(0) + 400 * cycles;
    let (month, day) = (u8::from(time_in_cycle.month()), time_in_cycle.day());
    let (hour, minute, second) = time_in_cycle.to_hms();
    let plus = if year > 9999 { "+" } else { "" };
    format!("{plus}{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Inserts `asset_type`, `asset_code` and `asset_issuer`, each with a prefix.
pub fn put_asset(fields: &mut Value, prefix: &str, asset: &Asset) {
    let (kind, credit) = match asset {
        Asset::Native => ("native", None),
        Asset::CreditAlphanum4(credit) => {
            let parts = (credit.asset_code.to_string(), &credit.issuer);
            ("credit_alphanum4", Some(parts))
        }
        Asset::CreditAlphanum12(credit) => {
            let parts = (credit.asset_code.to_string(), &credit.issuer);
            ("credit_alphanum12", Some(parts))
        }
    };
    fields[format!("{prefix}asset_type")] = kind.into();
    if let Some((code, issuer)) = credit {
        fields[format!("{prefix}asset_code")] = code.into();
        fields[format!("{prefix}asset_issuer")] = issuer.to_string().into();
    }
}

/// Formats an asset as a separate object.
pub fn asset(asset: &Asset) -> Value {
    let mut fields = json!({});
    put_asset(&mut fields, "", asset);
    fields
}

/// Inserts a price as a fraction and with seven decimals.
pub fn put_price(fields: &mut Value, price: &Price) {
    let fraction = json!({ "n": price.n, "d": price.d });
    fields["price_r"] = fraction;
    fields["price"] = decimal(price).into();
}

/// Rounds to the nearest decimal; halves are rounded up.
fn decimal(price: &Price) -> String {
    let (n, d) = (i64::from(price.n), i64::from(price.d).max(1));
    // Both numbers have 32 bits, so nothing overflows.
    amount((2 * n * UNIT + d) / (2 * d))
}

/// Returns the asset of a trustline, or `None` for a pool share.
pub fn asset_of_line(asset: &TrustLineAsset) -> Option<Asset> {
    match asset {
        TrustLineAsset::Native => Some(Asset::Native),
        TrustLineAsset::CreditAlphanum4(credit) => Some(Asset::CreditAlphanum4(credit.clone())),
        TrustLineAsset::CreditAlphanum12(credit) => Some(Asset::CreditAlphanum12(credit.clone())),
        TrustLineAsset::PoolShare(_) => None,
    }
}

/// Formats an asset as a string: `native`, or code and issuer.
pub fn asset_text(asset: &Asset) -> String {
    match asset {
        Asset::Native => "native".to_owned(),
        Asset::CreditAlphanum4(AlphaNum4 { asset_code, issuer }) => format!("{asset_code}:{issuer}"),
        Asset::CreditAlphanum12(AlphaNum12 { asset_code, issuer }) => format!("{asset_code}:{issuer}"),
    }
}

/// Inserts an account, including the muxed form if it has one.
pub fn put_account(fields: &mut Value, name: &str, account: &MuxedAccount) {
    fields[name] = account.clone().account_id().to_string().into();
    put_muxed(fields, name, account);
}

/// Inserts the muxed form of an account, if it has one.
pub fn put_muxed(fields: &mut Value, name: &str, account: &MuxedAccount) {
    if let MuxedAccount::MuxedEd25519(muxed) = account {
        fields[format!("{name}_muxed")] = account.to_string().into();
        fields[format!("{name}_muxed_id")] = muxed.id.to_string().into();
    }
}

/// Inserts a sponsor, unless absent.
pub fn put_sponsor(fields: &mut Value, sponsor: Option<&AccountId>) {
    if let Some(sponsor) = sponsor {
        fields["sponsor"] = sponsor.to_string().into();
    }
}

/// Formats the flags of an account as a separate object.
pub fn flags(flags: u32) -> Value {
    let has = |flag: AccountFlags| flags & flag as u32 != 0;
    json!({
        "auth_required": has(AccountFlags::RequiredFlag),
        "auth_revocable": has(AccountFlags::RevocableFlag),
        "auth_immutable": has(AccountFlags::ImmutableFlag),
        "auth_clawback_enabled": has(AccountFlags::ClawbackEnabledFlag),
    })
}

/// Returns the flags that are set, with their names.
pub fn account_flags(flags: u32) -> Vec<(u32, &'static str)> {
    let all = [
        (AccountFlags::RequiredFlag as u32, "auth_required"),
        (AccountFlags::RevocableFlag as u32, "auth_revocable"),
        (AccountFlags::ImmutableFlag as u32, "auth_immutable"),
        (AccountFlags::ClawbackEnabledFlag as u32, "auth_clawback_enabled"),
    ];
    all.into_iter().filter(|(flag, _)| flags & flag != 0).collect()
}

/// Returns the name of a signer type.
pub fn signer_type(key: &SignerKey) -> &'static str {
    match key {
        SignerKey::Ed25519(_) => "ed25519_public_key",
        SignerKey::PreAuthTx(_) => "preauth_tx",
        SignerKey::HashX(_) => "sha256_hash",
        SignerKey::Ed25519SignedPayload(_) => "ed25519_signed_payload",
    }
}

/// Formats the id of a claimable balance in hex, prefixed with the type.
pub fn balance_id(id: &ClaimableBalanceId) -> String {
    let ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash(hash)) = id;
    format!("00000000{}", hex::encode(hash))
}

/// Parses an account id as Horizon does: only the form that starts with G.
pub fn account_id(text: &str) -> Option<AccountId> {
    text.parse().ok()
}

/// Returns the paging token: ledger number, transaction index and operation index in a number.
pub fn token(ledger: u32, index: u32, operation: u32) -> i64 {
    i64::from(ledger) << 32 | i64::from(index) << 12 | i64::from(operation)
}

/// Returns a paging token after all records of a ledger.
pub fn end_of(ledger: u32) -> i64 {
    token(ledger, 0xf_ffff, 0xfff)
}

/// Parses a paging token of an operation and an index in it. An operation alone is a position after all the parts.
pub fn parse_pair(text: &str) -> Option<(i64, i64)> {
    let (operation, index) = match text.split_once('-') {
        Some((operation, index)) => (operation, index.parse().ok()?),
        None => (text, i64::MAX),
    };
    let operation = operation.parse().ok().filter(|operation| *operation >= 0)?;
    Some((operation, index))
}

/// Formats a claim predicate.
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
    use super::{escaped, parse_amount, parse_pair, sum, time};

    #[test]
    fn amounts_have_at_most_seven_decimals() {
        for (text, stroops) in [
            ("1", Some(10_000_000)),
            ("0.0000001", Some(1)),
            ("922337203685.4775807", Some(i64::MAX)),
            ("922337203685.4775808", None),
            ("0.00000001", None),
            ("-1", None),
            ("1.", None),
            (".1", None),
            ("1e3", None),
            ("", None),
        ] {
            assert_eq!(parse_amount(text), stroops, "{text}");
        }
        assert_eq!(sum(2 * i128::from(i64::MAX)), "1844674407370.9551614");
    }

    #[test]
    fn parameters_are_escaped() {
        assert_eq!(escaped("USD:G,a_b&c=d é"), "USD:G,a_b%26c%3Dd%20%C3%A9");
    }

    #[test]
    fn cursor_of_an_operation_is_its_end() {
        assert_eq!(parse_pair("7-2"), Some((7, 2)));
        assert_eq!(parse_pair("7"), Some((7, i64::MAX)));
        for invalid in ["", "-", "7-", "-7-1", "a-1", "7-b"] {
            assert_eq!(parse_pair(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn years_after_9999_have_all_their_digits() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (253_402_300_800, "+10000-01-01T00:00:00Z"),
            // The output of `date -u -d @2147483647000`.
            (2_147_483_647_000, "+70021-01-17T19:16:40Z"),
        ] {
            assert_eq!(time(seconds), text);
        }
    }
}
