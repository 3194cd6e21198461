//! Reading of calldata as contracts read them (<https://docs.soliditylang.org/en/latest/abi-spec.html>).
//!
//! The decoder of the contract decides which encodings are valid. This reader accepts the union: further
//! bytes, offsets in any order and before their base, missing bytes as zeros, and bits that a type does not have, which
//! older contracts ignore (docs/decisions/evm-payments.md#calldata-as-contracts-read-them).

use crate::value::{Address, Amount};
use std::fmt;

const WORD: usize = 32;
/// The elements of lists that may share their bytes. Without a limit, 100 kB of calldata could have 80 MB of contents.
const SHARED_ITEMS: usize = 1024;

/// The type of an argument.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// An address.
    Address,
    /// A truth value.
    Bool,
    /// An unsigned integer of at most this many bits.
    Uint(usize),
    /// 32 bytes.
    Word,
    /// Bytes of any number.
    Bytes,
    /// A text.
    Text,
    /// A list.
    List(&'static Self),
    /// A struct.
    Struct(&'static [Self]),
}

#[derive(Clone, Debug)]
pub(crate) enum Value<'data> {
    Address(Address),
    Bool(bool),
    Uint(Amount),
    Word,
    Bytes(&'data [u8]),
    /// The elements of a list or the fields of a struct.
    List(Vec<Self>),
}

/// Arguments of a call.
pub(crate) struct Arguments<'data> {
    pub values: Vec<Value<'data>>,
    /// True if the calldata are exactly the encoding of the arguments.
    pub is_exact: bool,
}

/// The reason why arguments are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// A list exceeds the calldata, so that contracts revert.
    Form,
    /// The lists have more elements than are read.
    TooLarge,
}

/// The number of list elements that are read of a transaction.
pub(crate) struct Budget(usize);

impl Budget {
    /// Returns the budget of calldata: what they have room for, and a constant number of shared elements.
    pub(crate) const fn of(data: &[u8]) -> Self {
        Self(data.len() / WORD + SHARED_ITEMS)
    }

    fn take(&mut self, items: usize) -> Result<(), ReadError> {
        self.0 = self.0.checked_sub(items).ok_or(ReadError::TooLarge)?;
        Ok(())
    }
}

impl Kind {
    /// Returns true if the value is behind an offset.
    fn is_dynamic(self) -> bool {
        match self {
            Self::Bytes | Self::Text | Self::List(_) => true,
            Self::Struct(fields) => fields.iter().any(|field| field.is_dynamic()),
            Self::Address | Self::Bool | Self::Uint(_) | Self::Word => false,
        }
    }

    /// Returns the size of the head in bytes.
    fn head(self) -> usize {
        match self {
            Self::Struct(fields) if !self.is_dynamic() => heads(fields),
            _ => WORD,
        }
    }
}

fn heads(fields: &[Kind]) -> usize {
    fields.iter().map(|field| field.head()).sum()
}

impl fmt::Display for Kind {
    /// Writes the type as in a signature.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address => f.write_str("address"),
            Self::Bool => f.write_str("bool"),
            Self::Uint(bits) => write!(f, "uint{bits}"),
            Self::Word => f.write_str("bytes32"),
            Self::Bytes => f.write_str("bytes"),
            Self::Text => f.write_str("string"),
            Self::List(item) => write!(f, "{item}[]"),
            Self::Struct(fields) => write!(f, "({})", types(fields)),
        }
    }
}

/// Returns types as in a signature.
pub(super) fn types(kinds: &[Kind]) -> String {
    let kinds: Vec<String> = kinds.iter().map(Kind::to_string).collect();
    kinds.join(",")
}

/// Reads the arguments of calldata, which start with a selector.
pub(crate) fn read<'data>(
    kinds: &[Kind],
    data: &'data [u8],
    budget: &mut Budget,
) -> Result<Arguments<'data>, ReadError> {
    const SELECTOR: usize = 4;
    let mut reader = Reader {
        data,
        budget,
        end: SELECTOR + heads(kinds),
        is_exact: true,
    };
    let values = reader.fields(kinds, SELECTOR, SELECTOR)?;
    Ok(Arguments {
        values,
        is_exact: reader.is_exact && reader.end == data.len(),
    })
}

struct Reader<'data, 'budget> {
    data: &'data [u8],
    budget: &'budget mut Budget,
    /// The end of what was read, at which an exact encoding continues.
    end: usize,
    is_exact: bool,
}

impl<'data> Reader<'data, '_> {
    /// Reads fields with heads at `head`; offsets count from `base`.
    fn fields(&mut self, kinds: &[Kind], mut head: usize, base: usize) -> Result<Vec<Value<'data>>, ReadError> {
        let mut values = Vec::with_capacity(kinds.len());
        for kind in kinds {
            values.push(self.value(*kind, head, base)?);
            head += kind.head();
        }
        Ok(values)
    }

    fn value(&mut self, kind: Kind, head: usize, base: usize) -> Result<Value<'data>, ReadError> {
        match kind {
            Kind::Struct(fields) if !kind.is_dynamic() => self.fields(fields, head, base).map(Value::List),
            Kind::Bytes | Kind::Text => Ok(Value::Bytes(self.bytes(head, base))),
            Kind::List(item) => self.list(*item, head, base),
            Kind::Struct(fields) => {
                let position = self.follow(head, base).ok_or(ReadError::Form)?;
                self.end = position + heads(fields);
                self.fields(fields, position, position).map(Value::List)
            }
            Kind::Address | Kind::Bool | Kind::Uint(_) | Kind::Word => Ok(self.word_value(kind, head)),
        }
    }

    /// Returns the position at the offset in a head, if within the calldata.
    fn follow(&mut self, head: usize, base: usize) -> Option<usize> {
        let position = position(base, self.word(head)).filter(|position| *position <= self.data.len());
        self.is_exact &= position == Some(self.end);
        position
    }

    /// Returns the bytes at an offset, as far as the calldata have them.
    fn bytes(&mut self, head: usize, base: usize) -> &'data [u8] {
        let Some((count, start)) = self.follow(head, base).map(|position| self.length(position)) else {
            return &[];
        };
        let rest = self.data.get(start..).unwrap_or_default();
        let padding = count
            .checked_next_multiple_of(WORD)
            .and_then(|padded| rest.get(count..padded));
        self.is_exact &= padding.is_some_and(|padding| padding.iter().all(|byte| *byte == 0));
        self.end = start + count.min(rest.len()) + padding.map_or(0, <[u8]>::len);
        rest.get(..count).unwrap_or(rest)
    }

    fn list(&mut self, item: Kind, head: usize, base: usize) -> Result<Value<'data>, ReadError> {
        let (count, start) = self
            .follow(head, base)
            .map(|position| self.length(position))
            .ok_or(ReadError::Form)?;
        let rest = self.data.len().saturating_sub(start);
        if count > rest / item.head() {
            return Err(ReadError::Form);
        }
        self.budget.take(count)?;
        self.end = start + count * item.head();
        let items = (0..count).map(|index| self.value(item, start + index * item.head(), start));
        items.collect::<Result<_, _>>().map(Value::List)
    }

    /// Returns the length at a position, at most that of memory, and the position after it.
    fn length(&self, position: usize) -> (usize, usize) {
        let length = Amount::from_be_bytes(self.word(position)).as_u64();
        let length = length.and_then(|length| usize::try_from(length).ok());
        (length.unwrap_or(usize::MAX), position + WORD)
    }

    /// Reads a value of a single word. Bits that the type does not have are ignored.
    fn word_value(&mut self, kind: Kind, head: usize) -> Value<'data> {
        let word = self.word(head);
        let bits = match kind {
            Kind::Address => 160,
            Kind::Bool => 1,
            Kind::Uint(bits) => bits,
            _ => 256,
        };
        let unused = WORD - bits.div_ceil(8);
        self.is_exact &= word[..unused].iter().all(|byte| *byte == 0);
        match kind {
            Kind::Address => {
                let mut address = [0; 20];
                address.copy_from_slice(&word[12..]);
                Value::Address(Address::from_bytes(address))
            }
            Kind::Bool => {
                self.is_exact &= word[WORD - 1] <= 1;
                Value::Bool(word != [0; WORD])
            }
            Kind::Uint(_) => {
                let mut number = [0; WORD];
                number[unused..].copy_from_slice(&word[unused..]);
                Value::Uint(Amount::from_be_bytes(number))
            }
            _ => Value::Word,
        }
    }

    /// Returns 32 bytes, padded with zeros behind the end.
    fn word(&self, position: usize) -> [u8; WORD] {
        word(self.data, position)
    }
}

/// Returns the 32 bytes of calldata at a position, padded with zeros behind the end.
pub(crate) fn word(data: &[u8], position: usize) -> [u8; WORD] {
    let mut word = [0; WORD];
    let rest = data.get(position..).unwrap_or_default();
    for (byte, found) in word.iter_mut().zip(rest) {
        *byte = *found;
    }
    word
}

/// Returns the position at an offset. Contracts add offsets without a check of overflows, so that the highest offsets
/// are before the base.
fn position(base: usize, offset: [u8; WORD]) -> Option<usize> {
    let (high, low) = offset.split_at(WORD - 8);
    let low = u64::from_be_bytes(low.try_into().ok()?);
    if high.iter().all(|byte| *byte == 0) {
        return base.checked_add(usize::try_from(low).ok()?);
    }
    let is_negative = high.iter().all(|byte| *byte == 0xff);
    let distance = is_negative
        .then(|| low.wrapping_neg())
        .filter(|distance| *distance != 0)?;
    base.checked_sub(usize::try_from(distance).ok()?)
}
