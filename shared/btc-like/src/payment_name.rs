//! Payment instructions in the DNS (BIP 353): the name, the proof by DNSSEC, and the request for a payment that the proof shows.

use crate::address::AddressError;
use crate::chain::params::Params;
use crate::payment_request::{PaymentRequest, PaymentRequestError};
use dnssec_prover::query::{ProofBuilder, ProofBuildingError, QueryBuf};
use dnssec_prover::rr::{Name, RR, TXT_TYPE};
use dnssec_prover::ser::parse_rr_stream;
use dnssec_prover::validation::verify_rr_stream;
use std::fmt;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::name::{NameError, is_domain};
use wallet_core::ports::public_fetch::FetchError;

/// The maximum size of a response of the DNS in bytes.
pub const MAX_DNS_RESPONSE: usize = 65_535;

/// The maximum number of queries of a proof: the record, and the keys of each zone and their delegation.
pub const MAX_DNS_QUERIES: usize = 20;

/// The scheme of payment instructions.
const SCHEME: &str = "bitcoin:";

/// A name `user@domain` with payment instructions in the DNS, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentName {
    user: String,
    domain: String,
    record: Name,
}

/// Reasons why a string is not a name with payment instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentNameError {
    /// The string does not have exactly one `@`.
    #[error("a name has the form user@domain, also with a leading \u{20bf}")]
    At,
    /// The part before the `@` is no label of the DNS.
    #[error("the part before the @ must have 1 to 63 of a to z, 0 to 9, '-' and '_', in parts separated by dots")]
    User,
    /// The part after the `@` is not a domain name in ASCII, or the name is too long.
    #[error("the part after the @ must be a domain name; write other letters than a to z in Punycode (xn--…)")]
    Domain,
}

impl CodedError for PaymentNameError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidName, self)
    }
}

impl FromStr for PaymentName {
    type Err = PaymentNameError;

    fn from_str(text: &str) -> Result<Self, PaymentNameError> {
        let text = text.strip_prefix('\u{20bf}').unwrap_or(text);
        let (user, domain) = text.split_once('@').ok_or(PaymentNameError::At)?;
        if domain.contains('@') {
            return Err(PaymentNameError::At);
        }
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        let is_label = |label: &str| (1..=63).contains(&label.len()) && label.bytes().all(is_letter);
        if !user.split('.').all(is_label) {
            return Err(PaymentNameError::User);
        }
        if !is_domain(domain) {
            return Err(PaymentNameError::Domain);
        }
        let (user, domain) = (user.to_ascii_lowercase(), domain.to_ascii_lowercase());
        let record = format!("{user}.user._bitcoin-payment.{domain}.");
        let record = Name::try_from(record).map_err(|()| PaymentNameError::Domain)?;
        Ok(Self { user, domain, record })
    }
}

impl fmt::Display for PaymentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.user, self.domain)
    }
}

/// A proof by DNSSEC that is being built of responses of a resolver, which is not trusted.
pub struct NameProof {
    name: PaymentName,
    builder: ProofBuilder,
}

/// The payment instructions of a name, as proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentInstructions {
    /// The request for a payment (BIP 21).
    pub uri: String,
    /// The time in Unix seconds until which the instructions may be used.
    pub expires_at: u64,
}

impl NameProof {
    /// Starts a proof, and returns the first query in the wire format of the DNS.
    pub fn start(name: PaymentName) -> (Self, Vec<u8>) {
        let (builder, query) = ProofBuilder::new(&name.record, TXT_TYPE);
        (Self { name, builder }, query.into_vec())
    }

    /// Adds a response, and returns further queries.
    ///
    /// # Errors
    /// The name does not exist or has no signatures, or the response cannot be used.
    pub fn add(&mut self, response: &[u8]) -> Result<Vec<Vec<u8>>, NameError> {
        const UNUSABLE: NameError = NameError::Unusable("the response of the DNS cannot be used");
        if response.len() > MAX_DNS_RESPONSE {
            return Err(UNUSABLE);
        }
        let mut buffer = QueryBuf::new_zeroed(0);
        buffer.extend_from_slice(response);
        let queries = self.builder.process_response(&buffer).map_err(|error| match error {
            ProofBuildingError::NoSuchName => NameError::Unknown,
            ProofBuildingError::Unauthenticated => NameError::Unsigned,
            ProofBuildingError::ServerFailure => NameError::Fetch(FetchError::Unavailable),
            ProofBuildingError::MissingRecord
            | ProofBuildingError::InvalidResponse
            | ProofBuildingError::NoResponseExpected => UNUSABLE,
        })?;
        Ok(queries.into_iter().map(QueryBuf::into_vec).collect())
    }

    /// Verifies the proof from the keys of the root, and returns the payment instructions.
    ///
    /// # Errors
    /// The proof is incomplete, invalid or not valid at the time `now` in Unix seconds, or the name has no payment instructions.
    pub fn finish(self, now: u64) -> Result<PaymentInstructions, NameError> {
        const INVALID: NameError = NameError::Unusable("the proof by DNSSEC is not valid");
        let (proof, _) = self.builder.finish_proof().map_err(|()| INVALID)?;
        let records = parse_rr_stream(&proof).map_err(|()| INVALID)?;
        let verified = verify_rr_stream(&records).map_err(|_| INVALID)?;
        if !(verified.valid_from..verified.expires).contains(&now) {
            return Err(INVALID);
        }
        let texts = verified
            .resolve_name(&self.name.record)
            .into_iter()
            .filter_map(|record| match record {
                RR::Txt(text) => Some(text.data.as_vec()),
                _ => None,
            });
        let is_instruction = |text: &Vec<u8>| {
            let start = text.get(..SCHEME.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(SCHEME.as_bytes()))
        };
        let mut instructions = texts.filter(is_instruction);
        let uri = instructions.next().ok_or(NameError::Unknown)?;
        if instructions.next().is_some() {
            return Err(NameError::Unusable("the name has several payment instructions"));
        }
        Ok(PaymentInstructions {
            uri: String::from_utf8(uri).map_err(|_| NameError::Unusable("the payment instructions are not a text"))?,
            expires_at: now
                .saturating_add(u64::from(verified.max_cache_ttl))
                .min(verified.expires),
        })
    }
}

impl PaymentInstructions {
    /// Returns the request for a payment on a chain and network.
    ///
    /// # Errors
    /// The instructions have no address of the chain and network, or conditions that are not supported.
    pub fn request(&self, params: &'static Params) -> Result<PaymentRequest, NameError> {
        match PaymentRequest::parse(params, &self.uri) {
            Ok(request) => Ok(request),
            Err(PaymentRequestError::NoAddress | PaymentRequestError::Scheme { .. }) => Err(NameError::NoAddress),
            Err(PaymentRequestError::Address(AddressError::WrongNetwork { .. })) => Err(NameError::OtherNetwork),
            Err(_) => Err(NameError::Unusable("the payment instructions are not supported")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::params::Chain;
    use wallet_core::model::Network;

    #[test]
    fn names_are_parsed_with_and_without_the_sign() {
        // BIP 353, the form of the names.
        for text in [
            "matt@mattcorallo.com",
            "\u{20bf}matt@mattcorallo.com",
            "\u{20bf}Matt@MattCorallo.COM",
        ] {
            let name: PaymentName = text.parse().expect(text);
            assert_eq!(name.to_string(), "matt@mattcorallo.com");
            assert_eq!(name.record.as_str(), "matt.user._bitcoin-payment.mattcorallo.com.");
        }
        let long = format!("{}@example.com", "a".repeat(64));
        let too_long = format!("{0}.{0}.{0}@{0}.example.com", "a".repeat(60));
        for (text, error) in [
            ("", PaymentNameError::At),
            ("example.com", PaymentNameError::At),
            ("a@b@example.com", PaymentNameError::At),
            ("@example.com", PaymentNameError::User),
            ("a b@example.com", PaymentNameError::User),
            ("a..b@example.com", PaymentNameError::User),
            ("\u{430}@example.com", PaymentNameError::User),
            (&long, PaymentNameError::User),
            ("a@example", PaymentNameError::Domain),
            ("a@127.0.0.1", PaymentNameError::Domain),
            ("a@ex\u{e4}mple.com", PaymentNameError::Domain),
            ("a@example.com:53", PaymentNameError::Domain),
            (&too_long, PaymentNameError::Domain),
        ] {
            assert_eq!(text.parse::<PaymentName>(), Err(error), "{text}");
        }
    }

    #[test]
    fn incomplete_and_hostile_proofs_are_unusable() {
        let start = || NameProof::start("matt@mattcorallo.com".parse().expect("a name")).0;
        assert!(matches!(start().finish(1_786_000_000), Err(NameError::Unusable(_))));
        for response in [vec![], vec![0; 11], vec![0xff; 500], vec![0; MAX_DNS_RESPONSE + 1]] {
            assert!(start().add(&response).is_err(), "{} bytes", response.len());
        }
        // NXDOMAIN, and a server failure.
        let with_code = |code: u8| {
            [
                &[0, 0, 0x81, 0xa0 | code, 0, 1, 0, 0, 0, 0, 0, 0],
                b"\x01a\x00\x00\x10\x00\x01".as_slice(),
            ]
            .concat()
        };
        assert_eq!(start().add(&with_code(3)), Err(NameError::Unknown));
        assert_eq!(
            start().add(&with_code(2)),
            Err(NameError::Fetch(FetchError::Unavailable))
        );
    }

    #[test]
    fn instructions_have_an_address_of_the_chain_and_network() {
        let request = |uri: &str| {
            let params = Params::of(Chain::Btc, Network::Livenet).expect("parameters");
            let uri = uri.to_owned();
            PaymentInstructions { uri, expires_at: 0 }
                .request(params)
                .map(|request| request.to.to_string())
        };
        let address = "bc1qztwy6xen3zdtt7z0vrgapmjtfz8acjkfp5fp7l";
        assert_eq!(
            request(&format!("bitcoin:{address}?lno=lno1abc")),
            Ok(address.to_owned())
        );
        assert_eq!(request("bitcoin:?lno=lno1abc"), Err(NameError::NoAddress));
        assert_eq!(
            request("bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"),
            Err(NameError::OtherNetwork)
        );
        for uri in [
            format!("bitcoin:{address}?req-x=1"),
            "bitcoin:x".to_owned(),
            "BITCOIN".to_owned(),
        ] {
            assert!(matches!(request(&uri), Err(NameError::Unusable(_))), "{uri}");
        }
    }
}
