//! Derivation paths (BIP 32), and the usual path of each chain.

use crate::blockchain_connector_btc_like::AddressType;
use crate::payments::btc_like::Chain;
use crate::payments::eth_like::chain_id;
use bitcoin::bip32::ChildNumber;
use bon::Builder;
use std::fmt;
use std::str::FromStr;
use wallet_core::model::Network;

/// A path from a seed to a key: `m/84'/0'/0'/0/0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path(Vec<ChildNumber>);

/// The error of a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// The text is not a path.
    #[error("a path is m/84'/0'/0'/0/0: at most 255 numbers below 2147483648, hardened ones with an apostrophe")]
    Form,
    /// A number of the position is 2147483648 or more.
    #[error("the numbers of accounts and addresses are below 2147483648")]
    Position,
    /// This version has no path for the chain.
    #[error("no path is known for the chain {0}")]
    Chain(String),
    /// This version has no path for the address type.
    #[error("no path is known for the address type {0}")]
    AddressType(String),
}

/// The position of a key within the chain. The default is the first address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Position {
    /// The account, from 0.
    #[builder(default)]
    pub account: u32,
    /// True for an address of change, of UTXO chains.
    #[builder(default)]
    pub change: bool,
    /// The address within the account, from 0.
    #[builder(default)]
    pub index: u32,
}

impl Path {
    /// Returns the path of a key on btc, ltc, bch or doge: BIP 84, or BIP 44 for p2pkh addresses. The address type is
    /// p2wpkh if absent, and without effect on bch and doge. All testnets have the coin type 1 (SLIP-44).
    pub fn btc_like(
        chain: Chain,
        network: Network,
        address_type: Option<&AddressType>,
        position: Position,
    ) -> Result<Self, PathError> {
        let has_segwit = matches!(chain, Chain::Btc | Chain::Ltc);
        let purpose = match address_type {
            _ if !has_segwit => 44,
            None | Some(AddressType::P2wpkh) => 84,
            Some(AddressType::P2pkh) => 44,
            Some(AddressType::P2shP2wpkh) => 49,
            Some(AddressType::P2tr) => 86,
            Some(AddressType::Other(name)) => return Err(PathError::AddressType(name.clone())),
        };
        let coin = match (chain, network) {
            (_, Network::Testnet) => 1,
            (Chain::Btc, _) => 0,
            (Chain::Ltc, _) => 2,
            (Chain::Doge, _) => 3,
            (Chain::Bch, _) => 145,
        };
        Self::bip44(purpose, coin, position)
    }

    /// Returns the path of a key on an EVM chain (BIP 44). The path is the same on both networks, and that of eth on
    /// all chains except etc, so that a user has the same address on them.
    pub fn eth_like(chain: &str, position: Position) -> Result<Self, PathError> {
        if chain_id(chain, Network::Livenet).is_none() {
            return Err(PathError::Chain(chain.to_owned()));
        }
        Self::bip44(44, if chain == "etc" { 61 } else { 60 }, position)
    }

    /// Returns the path of a key on Stellar (SEP-5). The path is the same on both networks.
    pub fn xlm(account: u32) -> Result<Self, PathError> {
        Ok(Self(vec![hardened(44)?, hardened(148)?, hardened(account)?]))
    }

    fn bip44(purpose: u32, coin: u32, position: Position) -> Result<Self, PathError> {
        Ok(Self(vec![
            hardened(purpose)?,
            hardened(coin)?,
            hardened(position.account)?,
            normal(u32::from(position.change))?,
            normal(position.index)?,
        ]))
    }

    pub(super) fn numbers(&self) -> &[ChildNumber] {
        &self.0
    }
}

fn hardened(index: u32) -> Result<ChildNumber, PathError> {
    ChildNumber::from_hardened_idx(index).map_err(|_| PathError::Position)
}

fn normal(index: u32) -> Result<ChildNumber, PathError> {
    ChildNumber::from_normal_idx(index).map_err(|_| PathError::Position)
}

impl FromStr for Path {
    type Err = PathError;

    /// Reads a path with `'` at hardened numbers, as in the list of chains.
    fn from_str(text: &str) -> Result<Self, PathError> {
        let mut parts = text.split('/');
        if parts.next() != Some("m") {
            return Err(PathError::Form);
        }
        let numbers: Result<Vec<_>, _> = parts.map(number).collect();
        numbers.map(Self).and_then(|path| {
            if path.0.len() > 255 {
                Err(PathError::Form)
            } else {
                Ok(path)
            }
        })
    }
}

fn number(part: &str) -> Result<ChildNumber, PathError> {
    let digits = part.strip_suffix('\'');
    let text = digits.unwrap_or(part);
    let is_number = text.bytes().all(|digit| digit.is_ascii_digit());
    let index = text.parse().ok().filter(|_| is_number).ok_or(PathError::Form)?;
    let number = if digits.is_some() {
        hardened(index)
    } else {
        normal(index)
    };
    number.map_err(|_| PathError::Form)
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("m")?;
        self.0.iter().try_for_each(|number| write!(f, "/{number}"))
    }
}
