//! Off-chain look-ups (EIP-3668): a contract reverts with URLs of gateways, and verifies the response in a second call.

use super::call::{CallOutcome, arguments, with_arguments};
use crate::calls::abi::{Kind, Value};
use crate::value::Address;
use ethers_core::abi::Token;
use serde::Deserialize;
use wallet_core::model::parse_hex;
use wallet_core::name::NameError;

/// The error `OffchainLookup(address,string[],bytes,bytes4,bytes)` (EIP-3668).
const OFFCHAIN_LOOKUP: [u8; 4] = [0x55, 0x6f, 0x18, 0x30];

/// The maximum size of the response of a gateway in bytes.
pub const MAX_GATEWAY_RESPONSE: usize = 64 * 1024;

/// The maximum number of gateways of a look-up.
const MAX_GATEWAYS: usize = 8;

/// The request of a contract for the data of a gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffchainLookup {
    /// The contract that reverts.
    sender: Address,
    /// The templates of the URLs in the order of preference.
    urls: Vec<String>,
    /// The data that the gateway receives.
    call_data: Vec<u8>,
    /// The function that verifies the response.
    callback: [u8; 4],
    /// The data that the function receives.
    extra_data: Vec<u8>,
}

impl OffchainLookup {
    /// Reads the data with which a contract reverts: `None` for a different error.
    ///
    /// # Errors
    /// The error names another contract, as that of a contract that the called one calls.
    pub fn parse(contract: Address, data: &[u8]) -> Result<Option<Self>, NameError> {
        const KINDS: [Kind; 5] = [
            Kind::Address,
            Kind::List(&Kind::Text),
            Kind::Bytes,
            Kind::Word,
            Kind::Bytes,
        ];
        /// The position of the fourth argument.
        const CALLBACK: usize = 4 + 3 * 32;
        if data.get(..4) != Some(&OFFCHAIN_LOOKUP) {
            return Ok(None);
        }
        let values = arguments(&KINDS, data);
        let Some(
            [
                Value::Address(sender),
                Value::List(urls),
                Value::Bytes(call_data),
                _,
                Value::Bytes(extra_data),
            ],
        ) = values.as_deref()
        else {
            return Err(NameError::Unusable("an off-chain look-up of an invalid form"));
        };
        if *sender != contract {
            return Err(NameError::Unusable("the off-chain look-up of a different contract"));
        }
        let urls = urls.iter().filter_map(|url| match url {
            Value::Bytes(text) => String::from_utf8(text.to_vec()).ok(),
            _ => None,
        });
        let [first, second, third, fourth, ..] = crate::calls::word(data, CALLBACK);
        Ok(Some(Self {
            sender: *sender,
            urls: urls.take(MAX_GATEWAYS).collect(),
            call_data: call_data.to_vec(),
            callback: [first, second, third, fourth],
            extra_data: extra_data.to_vec(),
        }))
    }

    /// Returns the requests in the order of preference: the URL, and the body of a `POST`.
    pub fn requests(&self) -> impl Iterator<Item = (String, Option<String>)> {
        let sender = format!("0x{}", hex::encode(self.sender.to_bytes()));
        let data = format!("0x{}", hex::encode(&self.call_data));
        self.urls.iter().map(move |url| {
            let is_get = url.contains("{data}");
            let body = (!is_get).then(|| format!("{{\"data\":\"{data}\",\"sender\":\"{sender}\"}}"));
            (url.replace("{sender}", &sender).replace("{data}", &data), body)
        })
    }

    /// Returns the call that verifies the response of a gateway.
    pub fn callback(&self, response: Vec<u8>) -> Vec<u8> {
        with_arguments(
            self.callback,
            &[Token::Bytes(response), Token::Bytes(self.extra_data.clone())],
        )
    }
}

impl CallOutcome {
    /// Returns true if a second node reports the same. The data of reverts differ among nodes, and matter for off-chain look-ups
    /// only.
    pub fn agrees_with(&self, other: &Self) -> bool {
        let is_plain_revert =
            |outcome: &Self| matches!(outcome, Self::Reverted(data) if !data.starts_with(&OFFCHAIN_LOOKUP));
        self == other || (is_plain_revert(self) && is_plain_revert(other))
    }
}

/// Reads the response of a gateway.
///
/// # Errors
/// The response is not a JSON object with hexadecimal `data`.
pub fn gateway_data(body: &[u8]) -> Result<Vec<u8>, NameError> {
    #[derive(Deserialize)]
    struct Response {
        data: String,
    }
    const FORM: NameError = NameError::Unusable("the response of a gateway has no data");
    let response: Response = serde_json::from_slice(body).map_err(|_| FORM)?;
    parse_hex(&response.data).map_err(|_| FORM)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Hash;

    fn contract() -> Address {
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
            .parse()
            .expect("an address")
    }

    fn reverted(urls: &[&str]) -> Vec<u8> {
        let urls = urls.iter().map(|url| Token::String((*url).to_owned())).collect();
        let arguments = [
            Token::Address(contract().0),
            Token::Array(urls),
            Token::Bytes(vec![1, 2]),
            Token::FixedBytes(vec![0xb4, 0xa8, 0x58, 0x01]),
            Token::Bytes(vec![3]),
        ];
        with_arguments(OFFCHAIN_LOOKUP, &arguments)
    }

    #[test]
    fn look_up_has_requests_and_a_callback() {
        let signature = Hash::of("OffchainLookup(address,string[],bytes,bytes4,bytes)");
        assert_eq!(signature.0[..4], OFFCHAIN_LOOKUP);
        let urls = ["https://a.example/{sender}/{data}.json", "https://b.example/"];
        let lookup = OffchainLookup::parse(contract(), &reverted(&urls))
            .expect("a look-up")
            .expect("a look-up");
        let sender = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
        let requests: Vec<_> = lookup.requests().collect();
        assert_eq!(
            requests,
            [
                (format!("https://a.example/{sender}/0x0102.json"), None),
                (
                    "https://b.example/".to_owned(),
                    Some(format!("{{\"data\":\"0x0102\",\"sender\":\"{sender}\"}}"))
                ),
            ]
        );
        let expected = with_arguments(
            [0xb4, 0xa8, 0x58, 0x01],
            &[Token::Bytes(vec![9]), Token::Bytes(vec![3])],
        );
        assert_eq!(lookup.callback(vec![9]), expected);
    }

    #[test]
    fn other_errors_and_hostile_data_are_no_look_ups() {
        assert_eq!(OffchainLookup::parse(contract(), &[]), Ok(None));
        assert_eq!(OffchainLookup::parse(contract(), &[0x08, 0xc3, 0x79, 0xa0]), Ok(None));
        assert!(OffchainLookup::parse(Address::ZERO, &reverted(&[])).is_err());
        let endless = [OFFCHAIN_LOOKUP.as_slice(), &[0; 32], &[0xff; 400]].concat();
        assert!(OffchainLookup::parse(Address::ZERO, &endless).is_err());
        let many = vec!["https://a.example/"; 100];
        let lookup = OffchainLookup::parse(contract(), &reverted(&many))
            .expect("a look-up")
            .expect("a look-up");
        assert_eq!(lookup.requests().count(), MAX_GATEWAYS);
    }

    #[test]
    fn outcomes_agree_apart_from_the_data_of_plain_reverts() {
        let lookup = |byte| CallOutcome::Reverted([OFFCHAIN_LOOKUP.as_slice(), &[byte]].concat());
        let [none, reason] = [Vec::new(), vec![0x08, 0xc3, 0x79, 0xa0]].map(CallOutcome::Reverted);
        let returned = |byte| CallOutcome::Returned(vec![byte]);
        for (one, other, expected) in [
            (returned(1), returned(1), true),
            (returned(1), returned(2), false),
            (returned(1), none.clone(), false),
            (none.clone(), reason.clone(), true),
            (lookup(1), lookup(1), true),
            (lookup(1), lookup(2), false),
            (lookup(1), none, false),
            (reason, lookup(1), false),
        ] {
            assert_eq!(one.agrees_with(&other), expected, "{one:?} {other:?}");
            assert_eq!(other.agrees_with(&one), expected, "{other:?} {one:?}");
        }
    }

    #[test]
    fn response_of_a_gateway_is_hexadecimal() {
        assert_eq!(gateway_data(br#"{"data":"0x01ff"}"#), Ok(vec![1, 0xff]));
        for body in [
            "",
            "[]",
            "{}",
            r#"{"data":1}"#,
            r#"{"data":"0xz"}"#,
            r#"{"message":"evil"}"#,
        ] {
            assert!(gateway_data(body.as_bytes()).is_err(), "{body}");
        }
    }
}
