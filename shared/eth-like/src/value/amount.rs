//! EVM amounts: wei, base units of tokens, gas prices.

use ethers_core::types::U256;
use std::fmt;
use std::str::FromStr;
use wallet_core::model::{AmountError, is_amount};

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
}
