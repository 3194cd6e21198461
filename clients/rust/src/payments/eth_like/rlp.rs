//! The encoding of transactions (RLP).

use crate::payments::amount::Amount;

/// A list of encoded items.
#[derive(Clone, Debug, Default)]
pub struct List(Vec<u8>);

impl List {
    /// Adds bytes.
    #[must_use]
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        match bytes {
            [byte] if *byte < 0x80 => self.0.push(*byte),
            _ => {
                self.0.extend(header(0x80, bytes.len()));
                self.0.extend_from_slice(bytes);
            }
        }
        self
    }

    /// Adds a number: its big-endian bytes without leading zeros.
    #[must_use]
    pub fn number(self, number: impl Into<Amount>) -> Self {
        let bytes = number.into().to_be_bytes();
        self.bytes(without_zeros(&bytes))
    }

    /// Adds an empty list.
    #[must_use]
    pub fn empty_list(mut self) -> Self {
        self.0.push(0xc0);
        self
    }

    /// Returns the encoded list.
    pub fn encode(&self) -> Vec<u8> {
        let mut encoded = header(0xc0, self.0.len());
        encoded.extend_from_slice(&self.0);
        encoded
    }
}

/// Returns the bytes without leading zeros.
fn without_zeros(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len());
    &bytes[start..]
}

/// Returns the header of a string (0x80) or a list (0xc0).
fn header(kind: u8, length: usize) -> Vec<u8> {
    match u8::try_from(length) {
        Ok(short) if short < 56 => vec![kind + short],
        _ => {
            let bytes = length.to_be_bytes();
            let digits = without_zeros(&bytes);
            let count = u8::try_from(digits.len()).expect("a length has at most 8 bytes");
            let mut header = vec![kind + 55 + count];
            header.extend_from_slice(digits);
            header
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the Ethereum documentation of RLP.
    #[test]
    fn encoding_matches_the_published_examples() {
        assert_eq!(
            hex::encode(List::default().bytes(b"cat").bytes(b"dog").encode()),
            "c88363617483646f67"
        );
        assert_eq!(List::default().encode(), [0xc0]);
        assert_eq!(List::default().bytes(b"").encode(), [0xc1, 0x80]);
        assert_eq!(List::default().number(0_u64).encode(), [0xc1, 0x80]);
        assert_eq!(List::default().number(15_u64).encode(), [0xc1, 0x0f]);
        assert_eq!(List::default().number(1024_u64).encode(), [0xc3, 0x82, 0x04, 0x00]);
        let text = b"Lorem ipsum dolor sit amet, consectetur adipisicing elit";
        let encoded = List::default().bytes(text).encode();
        assert_eq!(encoded[..4], [0xf8, 0x3a, 0xb8, 0x38]);
        assert_eq!(encoded[4..], text[..]);
    }
}
