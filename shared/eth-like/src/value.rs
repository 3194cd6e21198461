//! Values with their text forms: addresses, 20 bytes encoded with the ERC-55 checksum; amounts, which are wei, base units of
//! tokens and gas prices; hashes, public keys, and hex encoding.

use ethers_core::types::{H160, U256};
use ethers_core::utils::{get_contract_address, keccak256, to_checksum};
use std::fmt;
use std::str::FromStr;
use wallet_core::ecdsa::{PublicKeyError, parse_public_key};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::lists::{Listable, RecipientDigest};
use wallet_core::model::{AmountError, is_amount, parse_hex};

/// Address of an account or a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address(pub(crate) H160);

impl Address {
    /// The zero address, which has no owner and is rejected by tokens.
    pub const ZERO: Self = Self(H160::zero());

    /// Creates an address from the bytes.
    pub const fn from_bytes(bytes: [u8; 20]) -> Self {
        Self(H160(bytes))
    }

    /// Returns the bytes.
    pub const fn to_bytes(self) -> [u8; 20] {
        self.0.0
    }

    /// Returns the address of the contract that this account deploys with a transaction of this nonce.
    #[must_use]
    pub fn deployed(self, nonce: u64) -> Self {
        Self(get_contract_address(self.0, nonce))
    }
}

/// Error of parsing an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Not 40 hex digits after `0x`.
    #[error("address must be 0x and 40 hex digits")]
    Form,
    /// A payment URI, which another endpoint parses.
    #[error("this is an ethereum: URI; payment-request/parse returns its address and amount")]
    Uri,
    /// Mixed case that differs from the ERC-55 checksum.
    #[error("invalid address checksum (ERC-55): a digit may be mistyped")]
    Checksum,
}

impl CodedError for AddressError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Form | Self::Uri | Self::Checksum => ErrorInfo::describe(ErrorCode::InvalidAddress, self),
        }
    }
}

impl FromStr for Address {
    type Err = AddressError;

    /// Parses `0x` and 40 hex digits in a single case or in ERC-55 mixed case.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let is_uri = |(scheme, _): (&str, &str)| scheme.eq_ignore_ascii_case("ethereum");
        let invalid = if text.split_once(':').is_some_and(is_uri) {
            AddressError::Uri
        } else {
            AddressError::Form
        };
        let digits = text.strip_prefix("0x").ok_or(invalid)?;
        let mut bytes = [0; 20];
        hex::decode_to_slice(digits, &mut bytes).map_err(|_| AddressError::Form)?;
        let address = Self(H160(bytes));
        let has = |case: fn(&u8) -> bool| digits.as_bytes().iter().any(case);
        let mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
        if mixed && address.to_string()[2..] != *digits {
            return Err(AddressError::Checksum);
        }
        Ok(address)
    }
}

impl Listable for Address {
    /// Hashes the bytes: an address has the same owner on all EVM chains.
    fn digest(&self) -> RecipientDigest {
        RecipientDigest::of("evm", self.0.as_bytes())
    }
}

impl fmt::Display for Address {
    /// Writes `0x` and the digits with the ERC-55 checksum, without chain id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_checksum(&self.0, None))
    }
}

/// Unsigned 256-bit integer: an amount in wei or in base units of a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(pub(crate) U256);

impl Amount {
    /// Zero.
    pub const ZERO: Self = Self(U256::zero());
    /// 2^256 − 1.
    pub const MAX: Self = Self(U256::MAX);

    /// Creates an amount from 32 big-endian bytes, as in an ABI word.
    pub fn from_be_bytes(bytes: [u8; 32]) -> Self {
        Self(U256::from_big_endian(&bytes))
    }

    /// Returns the 32 big-endian bytes.
    pub fn to_be_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.to_big_endian(&mut bytes);
        bytes
    }

    /// Parses a JSON-RPC quantity: `0x` and hex digits; leading zeros are accepted. Returns `None` for different
    /// strings and for more than 256 bits.
    pub fn from_quantity(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x")?;
        let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex
            .then(|| U256::from_str_radix(digits, 16).ok())
            .flatten()
            .map(Self)
    }

    /// Encodes a JSON-RPC quantity: `0x` and hex digits without leading zeros.
    pub fn to_quantity(self) -> String {
        format!("{:#x}", self.0)
    }

    /// Returns true for an allowance that no balance reaches: 2^127 or more, or 2^96 − 1, which tokens with balances of
    /// 96 bits treat as infinite (docs/decisions/evm-payments.md#unlimited-approvals).
    pub fn is_unlimited(self) -> bool {
        const MAX_96_BITS: u128 = (1 << 96) - 1;
        self.0.bits() > 127 || self == Self::from(MAX_96_BITS)
    }

    /// Returns the number if at most 64 bits.
    pub fn as_u64(self) -> Option<u64> {
        self.0.try_into().ok()
    }

    /// Returns the sum, or `None` above 2^256 − 1.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// Returns the difference, or `None` below 0.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// Returns the product, or `None` above 2^256 − 1.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        self.0.checked_mul(other.0).map(Self)
    }

    /// Returns the quotient, rounded down, or `None` for the divisor 0.
    pub fn checked_div(self, divisor: Self) -> Option<Self> {
        self.0.checked_div(divisor.0).map(Self)
    }
}

impl TryFrom<Amount> for u128 {
    type Error = AmountError<Self>;

    fn try_from(amount: Amount) -> Result<Self, Self::Error> {
        Self::try_from(amount.0).map_err(|_| AmountError::TooLarge { maximum: Self::MAX })
    }
}

impl From<u64> for Amount {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl From<u128> for Amount {
    fn from(number: u128) -> Self {
        Self(number.into())
    }
}

impl FromStr for Amount {
    type Err = AmountError<Self>;

    /// Parses decimal digits without sign, decimal point or leading zeros.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !is_amount(text) {
            return Err(AmountError::NotAnInteger);
        }
        let number = U256::from_dec_str(text).map_err(|_| AmountError::TooLarge { maximum: Self::MAX })?;
        Ok(Self(number))
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Keccak-256 hash: 32 bytes, encoded as `0x` and 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The zero hash, which identifies allocations of the genesis block
    /// (docs/decisions/evm-history.md#allocations-of-the-genesis-block).
    pub const ZERO: Self = Self([0; 32]);

    /// Hashes bytes.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self(keccak256(bytes))
    }
}

/// The string is not a valid hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("transaction hash must be 0x and 64 hex digits")]
pub struct HashError;

impl CodedError for HashError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl FromStr for Hash {
    type Err = HashError;

    /// Parses 64 hex digits in either case. The prefix `0x` is optional.
    fn from_str(text: &str) -> Result<Self, HashError> {
        let bytes = parse_hex(text).map_err(|_| HashError)?;
        bytes.try_into().map(Self).map_err(|_| HashError)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{}", hex::encode(self.0))
    }
}

/// A secp256k1 public key. The compressed and uncompressed forms have the same address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(secp256k1::PublicKey);

impl PublicKey {
    /// Parses hex, with or without `0x`, in either case, compressed or not.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        parse_public_key(text).map(|(key, _)| Self(key))
    }

    /// Wraps a key recovered from a signature.
    pub(crate) const fn recovered(key: secp256k1::PublicKey) -> Self {
        Self(key)
    }

    /// Returns the address: the last 20 bytes of the hash of the 64-byte point (Yellow Paper, section 4.2 and
    /// appendix F).
    pub fn address(&self) -> Address {
        let Hash(hash) = Hash::of(&self.0.serialize_uncompressed()[1..]);
        let mut bytes = [0; 20];
        bytes.copy_from_slice(&hash[12..]);
        Address::from_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The test cases of ERC-55: all upper, all lower, mixed.
    const ERC_55: [&str; 8] = [
        "0x52908400098527886E0F7030069857D2E4169EE7",
        "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
        "0xde709f2102306220921060314715629080e2fb77",
        "0x27b1fdb04752bbc536007a920d24acb045561c26",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
        "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ];

    #[test]
    fn erc55_addresses_parse_in_any_case_and_encode_with_checksum() {
        for text in ERC_55 {
            for form in [
                text.to_owned(),
                text.to_lowercase(),
                format!("0x{}", text[2..].to_uppercase()),
            ] {
                let address: Address = form.parse().expect(&form);
                assert_eq!(address.to_string(), text, "{form}");
            }
        }
    }

    #[test]
    fn invalid_checksum_is_rejected() {
        for text in [
            "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xd1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
        ] {
            assert_eq!(text.parse::<Address>(), Err(AddressError::Checksum), "{text}");
        }
    }

    #[test]
    fn malformed_addresses_are_rejected() {
        for text in [
            "",
            "0x",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg",
            " 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0x0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA",
            "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
            "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        ] {
            assert_eq!(text.parse::<Address>(), Err(AddressError::Form), "{text}");
        }
    }

    proptest! {
        #[test]
        fn addresses_round_trip(bytes in any::<[u8; 20]>()) {
            let address = Address(H160(bytes));
            prop_assert_eq!(address.to_string().parse(), Ok(address));
            prop_assert_eq!(address.to_string().to_lowercase().parse(), Ok(address));
        }

        #[test]
        fn parser_never_panics(text in ".{0,50}") {
            let _ = text.parse::<Address>();
        }
    }

    const MAX: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639935";

    #[test]
    fn maximum_parses_and_overflow_is_rejected() {
        assert_eq!(MAX.parse(), Ok(Amount::MAX));
        let one_more = format!("{}6", &MAX[..77]);
        let too_large = Err(AmountError::TooLarge { maximum: Amount::MAX });
        assert_eq!(one_more.parse::<Amount>(), too_large);
        assert_eq!("9".repeat(200).parse::<Amount>(), too_large);
    }

    #[test]
    fn amount_accepts_digits_only() {
        for invalid in ["", "-1", "+1", "01", "1.0", "1e5", "0x1", " 1", "١"] {
            assert_eq!(invalid.parse::<Amount>(), Err(AmountError::NotAnInteger), "{invalid:?}");
        }
    }

    #[test]
    fn quantities_are_prefixed_hex() {
        assert_eq!(Amount::from_quantity("0x0"), Some(Amount::ZERO));
        assert_eq!(Amount::from_quantity("0x00ff"), Some(Amount::from(255_u64)));
        assert_eq!(Amount::from_quantity(&Amount::MAX.to_quantity()), Some(Amount::MAX));
        let long = format!("0x1{}", "0".repeat(64));
        for invalid in ["", "0x", "ff", "0xg", "0x-1", "0x+1", "0X1", "0x1_0", " 0x1", &long] {
            assert_eq!(Amount::from_quantity(invalid), None, "{invalid:?}");
        }
    }

    proptest! {
        #[test]
        fn amounts_round_trip(bytes in any::<[u8; 32]>()) {
            let amount = Amount::from_be_bytes(bytes);
            prop_assert_eq!(amount.to_be_bytes(), bytes);
            prop_assert_eq!(amount.to_string().parse(), Ok(amount));
            prop_assert_eq!(Amount::from_quantity(&amount.to_quantity()), Some(amount));
        }
    }

    #[test]
    fn hash_has_64_hex_digits() {
        let digits = "ABcd".repeat(16);
        let hash: Hash = digits.parse().unwrap();
        assert_eq!(hash.to_string(), format!("0x{}", digits.to_lowercase()));
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for invalid in [
            "",
            "0x",
            &digits[1..],
            &format!("{digits}00"),
            &digits.replace('A', "g"),
        ] {
            assert_eq!(invalid.parse::<Hash>(), Err(HashError), "{invalid}");
        }
    }
}
