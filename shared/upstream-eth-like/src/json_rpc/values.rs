//! Values in JSON-RPC: numbers, bytes, hashes and addresses as hex with a `0x` prefix.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use wallet_eth_like::{Address, Amount, Hash};

/// Number of at most 256 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quantity(pub(super) Amount);

/// Number of at most 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number(pub(super) u64);

#[derive(Clone, Debug)]
pub(super) struct Bytes(pub(super) Vec<u8>);

/// Hash of a block or a transaction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Id(pub(super) Hash);

#[derive(Clone, Copy, Debug)]
pub(super) struct Account(pub(super) Address);

/// Deserialises a string with `read`; `what` is the error message.
fn text<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    what: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    let text: Cow<'de, str> = Deserialize::deserialize(deserializer)?;
    read(&text).ok_or_else(|| D::Error::custom(what))
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "expected a hex quantity", Amount::from_quantity).map(Self)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| Amount::from_quantity(text)?.as_u64();
        text(deserializer, "expected a hex quantity of at most 64 bits", read).map(Self)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| hex::decode(text.strip_prefix("0x")?).ok();
        text(deserializer, "expected bytes in hex", read).map(Self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "expected a hash", |text| text.parse().ok()).map(Self)
    }
}

impl<'de> Deserialize<'de> for Account {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "expected an address", |text| text.parse().ok()).map(Self)
    }
}

/// Encodes bytes as hex with a `0x` prefix.
pub(super) fn hex_of(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}

/// Formats an address without the checksum, which some nodes would check by rules of a different chain.
pub(super) fn plain(address: Address) -> String {
    address.to_string().to_ascii_lowercase()
}

/// Encodes a number as a hex quantity.
pub(super) fn quantity(number: u64) -> String {
    Amount::from(number).to_quantity()
}
