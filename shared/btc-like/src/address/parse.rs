//! Address parsing, and detection of addresses of foreign networks.

use super::{ANCHOR, Address, CASHADDR_P2PKH, CASHADDR_P2SH, CASHADDR_TOKEN_P2PKH, CASHADDR_TOKEN_P2SH, Program};
use crate::address::cashaddr::{self, CashAddrError, Content};
use crate::chain::params::Params;
use bitcoin::base58;
use bitcoin::bech32::segwit;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Maximum address length. The longest address is a CashAddr with a 64-byte hash: 124 characters.
const MAX_LENGTH: usize = 130;

/// Lengths of a CashAddr payload with a 20-byte and a 32-byte hash, in characters.
const CASHADDR_LENGTHS: [usize; 2] = [42, 61];

/// Human-readable parts of unsupported networks. They make the `WrongNetwork` error identify such
/// addresses.
const FOREIGN_HRPS: [&str; 2] = ["bcrt", "rltc"];

/// Human-readable parts of Litecoin's extension blocks (LIP 3). A plain transaction cannot have such outputs.
const MWEB_HRPS: [&str; 2] = ["ltcmweb", "tmweb"];

/// An address with a valid checksum, not yet matched to a chain and network.
enum Decoded {
    Base58 {
        version: u8,
        hash: [u8; 20],
    },
    Segwit {
        hrp: String,
        program: Program,
    },
    CashAddr {
        prefix: String,
        program: Program,
    },
    /// A family of chains that is recognised by the outer format only.
    Other(&'static str),
}

impl Address {
    /// Parses an address in any format of the chain and network.
    pub fn parse(params: &'static Params, text: &str) -> Result<Self, AddressError> {
        let decoded = decode(params, text)?;
        let program = decoded.under(params).ok_or_else(|| decoded.foreign(params))?;
        Ok(Self::new(params, program))
    }

    /// Parses the address of a recipient: any address except pay to anchor, which requires no signature.
    pub fn parse_recipient(params: &'static Params, text: &str) -> Result<Self, AddressError> {
        let address = Self::parse(params, text)?;
        match address.program {
            Program::P2a => Err(AddressError::Anchor),
            _ => Ok(address),
        }
    }
}

impl Decoded {
    /// Returns the program if this is an address of the given chain and network.
    fn under(&self, params: &Params) -> Option<Program> {
        match self {
            Self::Base58 { version, hash } if *version == params.p2pkh_version => Some(Program::P2pkh(*hash)),
            Self::Base58 { version, hash } if params.p2sh_versions.contains(version) => Some(Program::P2sh(*hash)),
            Self::Segwit { hrp, program } if params.segwit_hrp == Some(hrp) => Some(*program),
            Self::CashAddr { prefix, program } if params.cashaddr_prefix == Some(prefix) => Some(*program),
            _ => None,
        }
    }

    fn foreign(&self, params: &Params) -> AddressError {
        let expected = params.to_string();
        let mut rows: Vec<String> = Params::all()
            .iter()
            .filter(|row| self.under(row).is_some())
            .map(ToString::to_string)
            .collect();
        match self {
            Self::Other(name) => rows.push((*name).to_owned()),
            Self::Segwit { hrp, .. } if rows.is_empty() => rows.push(format!("an unsupported network ({hrp}1…)")),
            Self::CashAddr { prefix, .. } if rows.is_empty() => {
                rows.push(format!("an unsupported network ({prefix}:…)"));
            }
            _ => {}
        }
        if rows.is_empty() {
            return AddressError::Unrecognised { expected };
        }
        AddressError::WrongNetwork {
            expected,
            looks_like: rows.join(" or "),
        }
    }
}

/// Detects the address format and verifies the checksum.
fn decode(params: &Params, text: &str) -> Result<Decoded, AddressError> {
    let unrecognised = || AddressError::Unrecognised {
        expected: params.to_string(),
    };
    if let Some(scheme) = uri_scheme(text) {
        return Err(AddressError::Uri { scheme });
    }
    if text.len() > MAX_LENGTH || !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b':') {
        return Err(unrecognised());
    }
    if let Some((prefix, payload)) = text.split_once(':') {
        return decode_cashaddr(text, &prefix.to_ascii_lowercase(), payload);
    }
    if let Some(hrp) = known_hrp(text) {
        // Some legacy addresses of Litecoin begin like a bech32 address: `LTC1`.
        let legacy = base58::decode_check(text).ok().as_deref().and_then(decode_base58);
        return legacy.map_or_else(|| decode_segwit(text, hrp), Ok);
    }
    if let Some(family) = other_family(text) {
        return Ok(Decoded::Other(family));
    }
    match base58::decode_check(text) {
        Ok(bytes) => decode_base58(&bytes).ok_or_else(unrecognised),
        Err(_) if looks_like_cashaddr(text) => decode_bare_cashaddr(text),
        Err(base58::Error::IncorrectChecksum(_)) => Err(AddressError::BadChecksum),
        Err(_) => Err(unrecognised()),
    }
}

/// Returns the scheme of a payment URI of any chain. The prefixes of bch are schemes only before parameters.
fn uri_scheme(text: &str) -> Option<&'static str> {
    let (scheme, rest) = text.split_once(':')?;
    let row = Params::all()
        .iter()
        .find(|row| scheme.eq_ignore_ascii_case(row.uri_scheme))?;
    (row.cashaddr_prefix.is_none() || rest.contains('?')).then_some(row.uri_scheme)
}

fn decode_base58(bytes: &[u8]) -> Option<Decoded> {
    let (&version, hash) = bytes.split_first()?;
    Some(Decoded::Base58 {
        version,
        hash: hash.try_into().ok()?,
    })
}

/// Returns the human-readable part of a bech32 address if known.
fn known_hrp(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    let served = Params::all().iter().filter_map(|row| row.segwit_hrp);
    let mut known = served.chain(FOREIGN_HRPS).chain(MWEB_HRPS);
    known.find(|hrp| lower.strip_prefix(hrp).is_some_and(|rest| rest.starts_with('1')))
}

fn decode_segwit(text: &str, hrp: &str) -> Result<Decoded, AddressError> {
    if is_mixed_case(text) {
        return Err(AddressError::MixedCase);
    }
    if MWEB_HRPS.contains(&hrp) {
        return Err(AddressError::Mweb);
    }
    let (_, version, bytes) = segwit::decode(text).map_err(|_| AddressError::BadChecksum)?;
    let program = witness_program(hrp, version.to_u8(), &bytes)?;
    Ok(Decoded::Segwit {
        hrp: hrp.to_owned(),
        program,
    })
}

fn witness_program(hrp: &str, version: u8, bytes: &[u8]) -> Result<Program, AddressError> {
    let unknown = AddressError::UnknownWitnessVersion {
        version,
        length: bytes.len(),
    };
    match (version, bytes.len()) {
        (0, 20) => bytes.try_into().map(Program::P2wpkh),
        (0, 32) => bytes.try_into().map(Program::P2wsh),
        (1, 32) => bytes.try_into().map(Program::P2tr),
        (1, 2) if bytes == ANCHOR && has_anchors(hrp) => Ok(Program::P2a),
        _ => return Err(unknown),
    }
    .map_err(|_| unknown)
}

fn has_anchors(hrp: &str) -> bool {
    let mut rows = Params::all().iter();
    rows.any(|row| row.segwit_hrp == Some(hrp) && row.has_anchors)
}

fn decode_cashaddr(text: &str, prefix: &str, payload: &str) -> Result<Decoded, AddressError> {
    if is_mixed_case(text) {
        return Err(AddressError::MixedCase);
    }
    let content = cashaddr::decode(prefix, payload).map_err(|error| match error {
        CashAddrError::Character | CashAddrError::Checksum => AddressError::BadChecksum,
        CashAddrError::Version => AddressError::CashAddrLength,
    })?;
    let program = cashaddr_program(&content)?;
    Ok(Decoded::CashAddr {
        prefix: prefix.to_owned(),
        program,
    })
}

/// Decodes a payload without prefix. The checksum identifies the prefix.
fn decode_bare_cashaddr(payload: &str) -> Result<Decoded, AddressError> {
    if is_mixed_case(payload) {
        return Err(AddressError::MixedCase);
    }
    let prefixes = Params::all().iter().filter_map(|row| row.cashaddr_prefix);
    let mut readings = prefixes.filter(|prefix| cashaddr::decode(prefix, payload).is_ok());
    let prefix = readings.next().ok_or(AddressError::BadChecksum)?;
    decode_cashaddr(payload, prefix, payload)
}

fn cashaddr_program(content: &Content) -> Result<Program, AddressError> {
    let hash = content.hash.as_slice();
    match (content.kind, hash.len()) {
        (CASHADDR_P2PKH | CASHADDR_TOKEN_P2PKH, 20) => hash.try_into().map(Program::P2pkh),
        (CASHADDR_P2SH | CASHADDR_TOKEN_P2SH, 20) => hash.try_into().map(Program::P2sh),
        (CASHADDR_P2SH | CASHADDR_TOKEN_P2SH, 32) => hash.try_into().map(Program::P2sh32),
        (CASHADDR_P2PKH | CASHADDR_TOKEN_P2PKH | CASHADDR_P2SH | CASHADDR_TOKEN_P2SH, _) => {
            return Err(AddressError::CashAddrLength);
        }
        _ => return Err(AddressError::UnknownCashAddrType),
    }
    .map_err(|_| AddressError::CashAddrLength)
}

fn looks_like_cashaddr(text: &str) -> bool {
    CASHADDR_LENGTHS.contains(&text.len()) && cashaddr::has_only_payload_characters(text)
}

/// Returns the name of a foreign family of chains, detected from the outer format only.
fn other_family(text: &str) -> Option<&'static str> {
    let is_hex = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_base32 = |byte: u8| byte.is_ascii_uppercase() || (b'2'..=b'7').contains(&byte);
    match (text.as_bytes().first(), text.len()) {
        (Some(b'0'), 42) if text.strip_prefix("0x").is_some_and(is_hex) => Some("an eth-like chain"),
        (Some(b'G'), 56) | (Some(b'M'), 69) if text.bytes().all(is_base32) => Some("xlm"),
        _ => None,
    }
}

fn is_mixed_case(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_lowercase()) && text.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Error of [`Address::parse`](super::Address::parse) and
/// [`Address::parse_recipient`](super::Address::parse_recipient).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The string has no known address format.
    #[error("not a valid address of {expected}")]
    Unrecognised {
        /// The expected chain and network, for example `btc livenet`.
        expected: String,
    },
    /// The string has an address format, but an invalid checksum.
    #[error("invalid address checksum: a character is mistyped or missing")]
    BadChecksum,
    /// A payment URI, which another endpoint parses.
    #[error("this is a {scheme}: URI; payment-request/parse returns its address and amount")]
    Uri {
        /// The scheme without the colon, in lower case.
        scheme: &'static str,
    },
    /// A pay-to-anchor address as the recipient of a payment.
    #[error("a pay-to-anchor output requires no signature: funds sent to it would be lost")]
    Anchor,
    /// The string mixes cases. Bech32 and CashAddr allow either case, but not both.
    #[error("the address mixes upper and lower case: use one case")]
    MixedCase,
    /// An address of Litecoin's extension blocks.
    #[error("addresses of Litecoin's extension blocks (ltcmweb) are not supported: use a plain address")]
    Mweb,
    /// A witness program without a defined meaning. Such a payment could be lost.
    #[error("unknown witness version {version} with a program of {length} bytes: funds sent to it could be lost")]
    UnknownWitnessVersion {
        /// The witness version, 0 to 16.
        version: u8,
        /// The program length in bytes.
        length: usize,
    },
    /// A CashAddr type without a defined meaning.
    #[error("unknown CashAddr type: funds sent to this address could be lost")]
    UnknownCashAddrType,
    /// A CashAddr hash with a length that is invalid for the type or differs from the version byte.
    #[error("invalid CashAddr hash length: funds sent to this address could be lost")]
    CashAddrLength,
    /// A valid address of a different network or chain.
    #[error("the address belongs to {looks_like}, expected {expected}")]
    WrongNetwork {
        /// The expected chain and network, for example `btc livenet`.
        expected: String,
        /// The chains and networks on which the address is valid, for example `btc testnet or bch
        /// testnet`.
        looks_like: String,
    },
}

impl CodedError for AddressError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Unrecognised { .. }
            | Self::BadChecksum
            | Self::Uri { .. }
            | Self::Anchor
            | Self::MixedCase
            | Self::Mweb
            | Self::UnknownWitnessVersion { .. }
            | Self::UnknownCashAddrType
            | Self::CashAddrLength
            | Self::WrongNetwork { .. } => ErrorInfo::describe(ErrorCode::InvalidAddress, self),
        }
    }
}
