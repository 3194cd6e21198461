//! Amounts up to 2^256 − 1.

use std::fmt;
use std::str::FromStr;

/// An amount in base units: an unsigned integer of 256 bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount([u8; 32]);

/// The error of a string that is not an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an amount must be a string of decimal digits without leading zeros, at most 2^256 - 1")]
pub struct AmountError;

/// The error of an amount that exceeds the maximum of the integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the amount exceeds the maximum of the integer type")]
pub struct TryFromAmountError;

impl Amount {
    /// Creates an amount from its big-endian bytes.
    pub const fn from_be_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the big-endian bytes.
    pub const fn to_be_bytes(self) -> [u8; 32] {
        self.0
    }

    /// Multiplies by a small factor and adds a small number. Returns `None` if the result exceeds 256 bits.
    fn times_plus(self, factor: u16, addend: u16) -> Option<Self> {
        let mut carry = u32::from(addend);
        let mut bytes = self.0;
        for byte in bytes.iter_mut().rev() {
            let product = u32::from(*byte) * u32::from(factor) + carry;
            *byte = (product & 0xff) as u8;
            carry = product >> 8;
        }
        (carry == 0).then_some(Self(bytes))
    }

    /// Divides by a small divisor that is not 0. Returns the quotient, rounded down, and the remainder.
    pub(super) fn divided(self, divisor: u8) -> (Self, u8) {
        let mut bytes = self.0;
        let (mut remainder, divisor) = (0_u16, u16::from(divisor));
        for byte in &mut bytes {
            let value = remainder * 256 + u16::from(*byte);
            *byte = u8::try_from(value / divisor).expect("the remainder is below the divisor");
            remainder = value % divisor;
        }
        (Self(bytes), u8::try_from(remainder).expect("it is below the divisor"))
    }

    /// Multiplies two amounts. Returns `None` if the result exceeds 256 bits.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        let mut product = Self::default();
        for byte in other.0 {
            product = product.times_plus(256, 0)?;
            let part = self.times_plus(u16::from(byte), 0)?;
            product = product.checked_add(part)?;
        }
        Some(product)
    }

    /// Adds two amounts. Returns `None` if the result exceeds 256 bits.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let mut carry = 0_u16;
        let mut bytes = self.0;
        for (byte, other) in bytes.iter_mut().zip(other.0).rev() {
            let sum = u16::from(*byte) + u16::from(other) + carry;
            *byte = (sum & 0xff) as u8;
            carry = sum >> 8;
        }
        (carry == 0).then_some(Self(bytes))
    }
}

impl From<u128> for Amount {
    fn from(value: u128) -> Self {
        let mut bytes = [0; 32];
        bytes[16..].copy_from_slice(&value.to_be_bytes());
        Self(bytes)
    }
}

impl From<u64> for Amount {
    fn from(value: u64) -> Self {
        u128::from(value).into()
    }
}

impl TryFrom<Amount> for u128 {
    type Error = TryFromAmountError;

    fn try_from(amount: Amount) -> Result<Self, TryFromAmountError> {
        let (high, low) = amount.0.split_at(16);
        let low = low.try_into().map_err(|_| TryFromAmountError)?;
        if high.iter().all(|byte| *byte == 0) {
            Ok(Self::from_be_bytes(low))
        } else {
            Err(TryFromAmountError)
        }
    }
}

impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        let is_canonical = text == "0" || !text.starts_with('0');
        if text.is_empty() || !is_canonical || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(AmountError);
        }
        text.bytes().try_fold(Self::default(), |amount, digit| {
            amount.times_plus(10, u16::from(digit - b'0')).ok_or(AmountError)
        })
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = *self;
        let mut digits = Vec::new();
        while rest != Self::default() {
            let (quotient, digit) = rest.divided(10);
            digits.extend(char::from_digit(digit.into(), 10));
            rest = quotient;
        }
        if digits.is_empty() {
            digits.push('0');
        }
        let text: String = digits.into_iter().rev().collect();
        f.pad_integral(true, "", &text)
    }
}

impl fmt::Debug for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(text: &str) -> Amount {
        text.parse().expect("an amount")
    }

    const MAXIMUM: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639935";

    #[test]
    fn amounts_are_decimal_digits_of_at_most_256_bits() {
        for text in ["0", "1", "340282366920938463463374607431768211456", MAXIMUM] {
            assert_eq!(amount(text).to_string(), text);
        }
        assert_eq!(amount(MAXIMUM).to_be_bytes(), [0xff; 32]);
        let above = MAXIMUM.replace("9935", "9936");
        for text in ["", "00", "01", "-1", "+1", "1.0", " 1", "1e3", "٣", &above] {
            assert_eq!(text.parse::<Amount>(), Err(AmountError), "{text:?}");
        }
    }

    #[test]
    fn amounts_of_at_most_128_bits_are_integers() {
        for number in [0, 1, u128::MAX] {
            assert_eq!(u128::try_from(Amount::from(number)), Ok(number));
        }
        let above = amount("340282366920938463463374607431768211456");
        assert_eq!(u128::try_from(above), Err(TryFromAmountError));
    }

    #[test]
    fn products_and_sums_are_checked() {
        let wei = amount("1000000000000000000");
        assert_eq!(
            wei.checked_mul(wei).unwrap().to_string(),
            format!("1{}", "0".repeat(36))
        );
        assert_eq!(amount(MAXIMUM).checked_mul(Amount::from(1_u64)), Some(amount(MAXIMUM)));
        assert_eq!(amount(MAXIMUM).checked_mul(Amount::from(2_u64)), None);
        assert_eq!(amount(MAXIMUM).checked_add(Amount::from(1_u64)), None);
        assert_eq!(
            Amount::from(u128::MAX).checked_add(Amount::from(1_u64)),
            Some(amount("340282366920938463463374607431768211456"))
        );
    }
}
