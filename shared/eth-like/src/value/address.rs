//! EVM addresses: 20 bytes, encoded with the ERC-55 checksum.

use ethers_core::types::H160;
use ethers_core::utils::{get_contract_address, to_checksum};
use std::fmt;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::lists::{Listable, RecipientDigest};

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
}
