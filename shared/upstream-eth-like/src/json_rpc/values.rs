//! Values as nodes write them: numbers, bytes, hashes and addresses as hex behind `0x`.

use serde::{Deserialize, Deserializer, de::Error};
use std::borrow::Cow;
use wallet_eth_like::{Address, Amount, Hash};

/// A number of at most 256 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quantity(pub(super) Amount);

/// A number of at most 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number(pub(super) u64);

/// Bytes.
#[derive(Clone, Debug)]
pub(super) struct Bytes(pub(super) Vec<u8>);

/// The hash of a block or a transaction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Id(pub(super) Hash);

/// An address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account(pub(super) Address);

/// A text that `read` reads.
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
        text(deserializer, "no quantity", Amount::from_quantity).map(Self)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| Amount::from_quantity(text)?.as_u64();
        text(deserializer, "no quantity of 64 bits", read).map(Self)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| hex::decode(text.strip_prefix("0x")?).ok();
        text(deserializer, "no bytes in hex", read).map(Self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "no hash", |text| text.parse().ok()).map(Self)
    }
}

impl<'de> Deserialize<'de> for Account {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "no address", |text| text.parse().ok()).map(Self)
    }
}

/// Bytes as nodes take them.
pub(super) fn hex_of(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}

/// An address as nodes take it: without the checksum, which some would check by rules of their own.
pub(super) fn plain(address: Address) -> String {
    address.to_string().to_ascii_lowercase()
}

/// A number as nodes take it.
pub(super) fn quantity(number: u64) -> String {
    Amount::from(number).to_quantity()
}
