//! The encoding of transactions (RLP), and its reverse.

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

    /// Adds a list of encoded items.
    #[must_use]
    pub fn list(mut self, items: &[u8]) -> Self {
        self.0.extend(header(0xc0, items.len()));
        self.0.extend_from_slice(items);
        self
    }

    /// Returns the encoded list.
    pub fn encode(&self) -> Vec<u8> {
        let mut encoded = header(0xc0, self.0.len());
        encoded.extend_from_slice(&self.0);
        encoded
    }
}

/// An item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// Bytes.
    Bytes(&'a [u8]),
    /// The encoded items of a list.
    List(&'a [u8]),
}

impl<'a> Item<'a> {
    /// Returns the bytes.
    pub fn bytes(self) -> Option<&'a [u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::List(_) => None,
        }
    }

    /// Returns the encoded items.
    pub fn list(self) -> Option<&'a [u8]> {
        match self {
            Self::List(items) => Some(items),
            Self::Bytes(_) => None,
        }
    }

    /// Returns the number in the bytes.
    pub fn number(self) -> Option<Amount> {
        let bytes = self.bytes()?;
        let mut number = [0; 32];
        number[32_usize.checked_sub(bytes.len())?..].copy_from_slice(bytes);
        Some(Amount::from_be_bytes(number))
    }
}

/// Decodes a list that fills all of the bytes. Encodings that are not the shortest are not rejected: encode the items
/// again to compare.
pub fn decode(bytes: &[u8]) -> Option<Vec<Item<'_>>> {
    let (Item::List(mut rest), []) = split(bytes)? else {
        return None;
    };
    let mut items = Vec::new();
    while !rest.is_empty() {
        let (item, remaining) = split(rest)?;
        items.push(item);
        rest = remaining;
    }
    Some(items)
}

/// Splits the first item off.
fn split(bytes: &[u8]) -> Option<(Item<'_>, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    let (is_list, short) = match first {
        0..0x80 => return Some((Item::Bytes(&bytes[..1]), rest)),
        0x80..0xc0 => (false, first - 0x80),
        0xc0.. => (true, first - 0xc0),
    };
    let (length, rest) = match short.checked_sub(55) {
        None | Some(0) => (usize::from(short), rest),
        Some(count) => {
            let (digits, rest) = rest.split_at_checked(count.into())?;
            let length = digits.iter().try_fold(0_usize, |length, digit| {
                length.checked_mul(256)?.checked_add(usize::from(*digit))
            });
            (length?, rest)
        }
    };
    let (content, rest) = rest.split_at_checked(length)?;
    let item = if is_list {
        Item::List(content)
    } else {
        Item::Bytes(content)
    };
    Some((item, rest))
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

    #[test]
    fn encoded_items_are_decoded() {
        let (short, long) = (vec![7; 55], vec![9; 300]);
        let list = List::default().bytes(b"").bytes(&[5]).bytes(&short).bytes(&long);
        let encoded = list.number(1024_u64).list(&[]).list(&[7, 8]).encode();
        let items = decode(&encoded).expect("a list");
        let bytes = [&b""[..], &[5], &short, &long, &[4, 0]].map(Item::Bytes);
        assert_eq!(items[..5], bytes);
        assert_eq!(items[5..], [Item::List(&[]), Item::List(&[7, 8])]);
        assert_eq!(items[4].number(), Some(Amount::from(1024_u64)));
        for length in 0..encoded.len() {
            assert_eq!(decode(&encoded[..length]), None, "{length} bytes");
        }
        assert_eq!(decode(&[&encoded[..], &[0]].concat()), None, "further bytes");
        let huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0];
        assert_eq!(decode(&huge), None, "a length above the bytes");
    }
}
