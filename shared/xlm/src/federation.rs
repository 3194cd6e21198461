//! Federated names (SEP-2), and the file of a domain (SEP-1).

use crate::chain::passphrase;
use crate::transaction::memo::{Memo, MemoType};
use crate::transaction::signature::PublicKey;
use crate::value::address::MuxedAccount;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::{Network, percent_encode};
use wallet_core::name::{NameError, is_domain};

/// The maximum size of `stellar.toml` in bytes (SEP-1).
pub const MAX_TOML: usize = 100 * 1024;

/// The maximum size of the response of a federation server in bytes.
pub const MAX_RECORD: usize = 16 * 1024;

/// The maximum length of the part before the asterisk, in bytes.
const MAX_USER: usize = 256;

/// A federated name in canonical form: the domain in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FederatedName {
    user: String,
    domain: String,
}

/// Reasons why a string is not a federated name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FederatedNameError {
    /// The string does not have exactly one asterisk.
    #[error("a name on Stellar has the form user*domain, with one asterisk")]
    Asterisk,
    /// The part before the asterisk has characters that SEP-2 excludes, or is too long.
    #[error(
        "the part before the asterisk must have 1 to {MAX_USER} bytes, without spaces, control characters, '<' and '>'"
    )]
    User,
    /// The domain is not a fully qualified domain name in ASCII.
    #[error("the part after the asterisk must be a domain name; write other letters than a to z in Punycode (xn--…)")]
    Domain,
}

impl CodedError for FederatedNameError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Asterisk | Self::User | Self::Domain => ErrorInfo::describe(ErrorCode::InvalidName, self),
        }
    }
}

impl FromStr for FederatedName {
    type Err = FederatedNameError;

    fn from_str(text: &str) -> Result<Self, FederatedNameError> {
        let (user, domain) = text.split_once('*').ok_or(FederatedNameError::Asterisk)?;
        if domain.contains('*') {
            return Err(FederatedNameError::Asterisk);
        }
        let is_excluded = |letter: char| letter.is_control() || letter.is_whitespace() || "<>".contains(letter);
        if user.is_empty() || user.len() > MAX_USER || user.contains(is_excluded) {
            return Err(FederatedNameError::User);
        }
        if !is_domain(domain) {
            return Err(FederatedNameError::Domain);
        }
        Ok(Self {
            user: user.to_owned(),
            domain: domain.to_ascii_lowercase(),
        })
    }
}

impl fmt::Display for FederatedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}*{}", self.user, self.domain)
    }
}

impl FederatedName {
    /// Returns the domain in lower case.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// Returns the URL of the request to a federation server. The server's URL is not trusted; the sender of the request checks
    /// the result.
    pub fn query(&self, server: &str) -> String {
        let separator = if server.contains('?') { '&' } else { '?' };
        let server = server.trim_end_matches(['/', '?']);
        format!("{server}{separator}q={}&type=name", percent_encode(&self.to_string()))
    }
}

/// The file `stellar.toml` of a domain, as far as names and payment requests use it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub struct StellarToml {
    network_passphrase: Option<String>,
    federation_server: Option<String>,
    uri_request_signing_key: Option<String>,
}

impl StellarToml {
    /// Returns the URL of the file of a domain.
    pub fn url(domain: &str) -> String {
        format!("https://{}/.well-known/stellar.toml", domain.to_ascii_lowercase())
    }

    /// Parses the file of a domain.
    ///
    /// # Errors
    /// The bytes are not UTF-8 or not TOML, or an entry has the wrong type.
    pub fn parse(bytes: &[u8]) -> Result<Self, NameError> {
        const ERROR: NameError = NameError::Unusable("stellar.toml is not valid TOML");
        let text = std::str::from_utf8(bytes).map_err(|_| ERROR)?;
        // Some editors write a byte order mark.
        toml::from_str(text.trim_start_matches('\u{feff}')).map_err(|_| ERROR)
    }

    /// Returns the URL of the federation server.
    ///
    /// # Errors
    /// The domain has no federation server, or only for the other network.
    pub fn federation_server(&self, network: Network) -> Result<&str, NameError> {
        let stated = self.network_passphrase.as_deref();
        if stated.is_some_and(|stated| stated != passphrase(network)) {
            return Err(NameError::OtherNetwork);
        }
        self.federation_server.as_deref().ok_or(NameError::NoServer)
    }

    /// Returns the key that signs the payment requests of the domain, if stated and valid.
    pub fn request_signing_key(&self) -> Option<PublicKey> {
        PublicKey::parse(self.uri_request_signing_key.as_deref()?).ok()
    }
}

/// The account of a federated name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FederationRecord {
    /// The account: G…, or M… for one user of a multiplexed account.
    pub account: MuxedAccount,
    /// The memo that a payment must have.
    pub memo: Memo,
}

/// The response of a federation server.
#[derive(Deserialize)]
struct Record {
    stellar_address: Option<String>,
    account_id: String,
    memo_type: Option<String>,
    memo: Option<MemoValue>,
}

/// The content of a memo, which some servers send as a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum MemoValue {
    Text(String),
    Number(u64),
}

impl FederationRecord {
    /// Parses the response of a federation server for a name.
    ///
    /// # Errors
    /// The response is not as SEP-2 requires: nothing is guessed, since a payment with a wrong memo may be lost.
    pub fn parse(name: &FederatedName, bytes: &[u8]) -> Result<Self, NameError> {
        const FORM: NameError = NameError::Unusable("not a federation record");
        let record: Record = serde_json::from_slice(bytes).map_err(|_| FORM)?;
        let is_other = |stated: &String| !stated.eq_ignore_ascii_case(&name.to_string());
        if record.stellar_address.as_ref().is_some_and(is_other) {
            return Err(NameError::Unusable("the record of a different name"));
        }
        let account: MuxedAccount = record
            .account_id
            .parse()
            .map_err(|_| NameError::Unusable("account_id is not an address"))?;
        let memo = memo(record.memo_type.as_deref().unwrap_or_default(), record.memo)?;
        if account.id.is_some() && memo != Memo::NONE {
            return Err(NameError::Unusable("a memo for a multiplexed account"));
        }
        Ok(Self { account, memo })
    }
}

/// Reads the memo of a record. A hash is in base64.
fn memo(kind: &str, value: Option<MemoValue>) -> Result<Memo, NameError> {
    const INVALID: NameError = NameError::Unusable("the memo is not a value of its type");
    let value = match value {
        None => String::new(),
        Some(MemoValue::Text(text)) => text,
        Some(MemoValue::Number(number)) if kind == "id" => number.to_string(),
        Some(MemoValue::Number(_)) => return Err(INVALID),
    };
    if value.is_empty() {
        return if matches!(kind, "" | "none" | "text") {
            Ok(Memo::NONE)
        } else {
            Err(INVALID)
        };
    }
    match kind {
        "text" => Memo::parse(MemoType::Text, &value).map_err(|_| INVALID),
        "id" => Memo::parse(MemoType::Id, &value).map_err(|_| INVALID),
        "hash" => {
            let hash = STANDARD.decode(&value).ok().and_then(|bytes| bytes.try_into().ok());
            Ok(Memo::of_hash(hash.ok_or(INVALID)?))
        }
        _ => Err(NameError::Unusable("memo_type must be text, id or hash")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const ACCOUNT: &str = "GCIBUCGPOHWMMMFPFTDWBSVHQRT4DIBJ7AD6BZJYDITBK2LCVBYW7HUQ";
    /// SEP-23, the first valid muxed account.
    const MUXED: &str = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK";

    fn name(text: &str) -> FederatedName {
        text.parse().expect(text)
    }

    #[test]
    fn names_of_the_specification_are_parsed() {
        // SEP-2, the examples of valid names; the user may be an email address.
        for text in ["jed*stellar.org", "maria@gmail.com*stellar.org", "bob*stellar.org"] {
            assert_eq!(name(text).to_string(), text);
        }
        assert_eq!(name("Bob*Stellar.ORG").to_string(), "Bob*stellar.org");
    }

    #[test]
    fn other_strings_are_rejected() {
        let long = format!("{}*stellar.org", "a".repeat(257));
        for (text, expected) in [
            ("", FederatedNameError::Asterisk),
            ("stellar.org", FederatedNameError::Asterisk),
            ("a*b*stellar.org", FederatedNameError::Asterisk),
            ("*stellar.org", FederatedNameError::User),
            ("a b*stellar.org", FederatedNameError::User),
            ("<a>*stellar.org", FederatedNameError::User),
            ("a\u{0}*stellar.org", FederatedNameError::User),
            (&long, FederatedNameError::User),
            ("a*stellar", FederatedNameError::Domain),
            ("a*127.0.0.1", FederatedNameError::Domain),
            ("a*stellar.org:8080", FederatedNameError::Domain),
            ("a*stellar.org/x", FederatedNameError::Domain),
            ("a*user@stellar.org", FederatedNameError::Domain),
            ("a*st\u{e9}llar.org", FederatedNameError::Domain),
        ] {
            assert_eq!(text.parse::<FederatedName>(), Err(expected), "{text}");
        }
    }

    #[test]
    fn query_is_that_of_the_specification() {
        // SEP-2: https://YOUR_FEDERATION_SERVER/federation?q=jed*stellar.org&type=name
        let url = name("maria+a@x.com*stellar.org").query("https://f.stellar.org/federation");
        assert_eq!(
            url,
            "https://f.stellar.org/federation?q=maria%2Ba%40x.com%2Astellar.org&type=name"
        );
        let url = name("a*b.c").query("https://f.stellar.org/?key=1");
        assert_eq!(url, "https://f.stellar.org/?key=1&q=a%2Ab.c&type=name");
    }

    #[test]
    fn file_of_a_domain_is_parsed() {
        // The example of SEP-1, shortened.
        let file = "VERSION=\"2.0.0\"\n\nNETWORK_PASSPHRASE=\"Public Global Stellar Network ; September 2015\"\n\
            FEDERATION_SERVER=\"https://stellarid.io/federation/\"\n\
            SIGNING_KEY=\"GBBHQ7H4V6RRORKYLHTCAWP6MOHNORRFJSDPXDFYDGJB2LPZUFPXUEW3\"\n\
            URI_REQUEST_SIGNING_KEY=\"GCIBUCGPOHWMMMFPFTDWBSVHQRT4DIBJ7AD6BZJYDITBK2LCVBYW7HUQ\"\n\
            ACCOUNTS=[\n\"GD5DJQDDBKGAYNEAXU562HYGOOSYAEOO6AS53PZXBOZGCP5M2OPGMZV3\",\n]\n\n\
            [DOCUMENTATION]\nORG_NAME=\"Organization Name\"\n\n[[CURRENCIES]]\ncode=\"USD\"\ndisplay_decimals=2\n";
        let parsed = StellarToml::parse(file.as_bytes()).expect("a file");
        assert_eq!(
            parsed.federation_server(Network::Livenet),
            Ok("https://stellarid.io/federation/")
        );
        assert_eq!(parsed.federation_server(Network::Testnet), Err(NameError::OtherNetwork));
        assert!(parsed.request_signing_key() == PublicKey::parse(ACCOUNT).ok());
        let empty = StellarToml::parse("\u{feff}# empty".as_bytes()).expect("a file");
        assert_eq!(empty.federation_server(Network::Livenet), Err(NameError::NoServer));
        assert!(empty.request_signing_key().is_none());
    }

    #[test]
    fn malformed_files_are_unusable() {
        let deep = format!("a={}", "[".repeat(50_000));
        for file in [
            "<html>",
            "FEDERATION_SERVER=1",
            "FEDERATION_SERVER=\"a\"\nFEDERATION_SERVER=\"b\"",
            &deep,
        ] {
            let error = StellarToml::parse(file.as_bytes()).expect_err("an error");
            assert!(matches!(error, NameError::Unusable(_)), "{error}");
        }
        assert!(StellarToml::parse(b"\xff").is_err());
    }

    fn record(value: &Value) -> Result<FederationRecord, NameError> {
        FederationRecord::parse(&name("bob*stellar.org"), value.to_string().as_bytes())
    }

    #[test]
    fn records_have_their_memo() {
        let hash = STANDARD.encode([7; 32]);
        let memo = |kind, text: &str| Memo::parse(kind, text).expect("a memo");
        for (fields, expected) in [
            (json!({}), Memo::NONE),
            (json!({ "memo_type": null, "memo": null }), Memo::NONE),
            (json!({ "memo_type": "text", "memo": "" }), Memo::NONE),
            (json!({ "memo_type": "text", "memo": "hi" }), memo(MemoType::Text, "hi")),
            (json!({ "memo_type": "id", "memo": "123" }), memo(MemoType::Id, "123")),
            (
                json!({ "memo_type": "id", "memo": u64::MAX }),
                memo(MemoType::Id, "18446744073709551615"),
            ),
            (
                json!({ "memo_type": "hash", "memo": hash }),
                memo(MemoType::Hash, &"07".repeat(32)),
            ),
        ] {
            let mut value = json!({ "stellar_address": "Bob*Stellar.org", "account_id": ACCOUNT });
            let members = value.as_object_mut().expect("an object");
            members.extend(fields.as_object().expect("an object").clone());
            assert_eq!(record(&value).expect("a record").memo, expected, "{value}");
        }
        let muxed = record(&json!({ "account_id": MUXED })).expect("a record");
        assert_eq!(muxed.account.to_string(), MUXED);
    }

    #[test]
    fn records_with_a_doubt_are_unusable() {
        for value in [
            json!(null),
            json!({ "detail": "not found" }),
            json!({ "account_id": "x" }),
            json!({ "account_id": ACCOUNT, "stellar_address": "eve*stellar.org" }),
            json!({ "account_id": ACCOUNT, "memo": "1" }),
            json!({ "account_id": ACCOUNT, "memo_type": "id" }),
            json!({ "account_id": ACCOUNT, "memo_type": "id", "memo": "x" }),
            json!({ "account_id": ACCOUNT, "memo_type": "text", "memo": 1 }),
            json!({ "account_id": ACCOUNT, "memo_type": "id", "memo": -1 }),
            json!({ "account_id": ACCOUNT, "memo_type": "text", "memo": "x".repeat(29) }),
            json!({ "account_id": ACCOUNT, "memo_type": "hash", "memo": "07".repeat(32) }),
            json!({ "account_id": ACCOUNT, "memo_type": "return", "memo": STANDARD.encode([7; 32]) }),
            json!({ "account_id": MUXED, "memo_type": "id", "memo": "1" }),
        ] {
            let error = record(&value).expect_err("an error");
            assert!(matches!(error, NameError::Unusable(_)), "{value}: {error}");
        }
    }
}
