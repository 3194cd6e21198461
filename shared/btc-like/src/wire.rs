//! Content of request fields, with parsers and schemas.

use crate::address::Address;
use crate::address::sender::PublicKey;
use crate::chain::address_type::AddressType;
use crate::chain::params::Params;
use crate::coin::utxo::{parse_outpoints, parse_txid};
use crate::extended_key::ExtendedKey;
use crate::history::{Cursor, Position};
use crate::transaction::decoded::DecodedTransaction;
use crate::transaction::signed::{SignedTransaction, TransactionError};
use bitcoin::consensus::encode;
use bitcoin::{OutPoint, Transaction, Txid};
use std::str::FromStr;
use wallet_core::model::{parse_amount, parse_hex};
use wallet_core::wire::{
    AddressTypeText, AmountText, BtcLikeAddressText, BtcLikeSpendText, BtcLikeTransactionText, CursorText,
    ExtendedKeyText, HashText, OutpointListText, PositiveAmountText, PublicKeyText,
};

/// The id of a transaction.
pub struct TxidField;

/// Up to five outputs that a transaction spends.
pub struct OutpointList;

/// The address of a recipient.
pub struct Recipient;

/// A transaction that created an input, with or without witnesses.
pub struct Parent;

/// An amount of at most the money supply of the chain, in base units.
pub struct Units;

/// An amount above zero in the schema, of at most the money supply of the chain. The reader accepts zero: the rules of the
/// payment reject an amount that is too low.
pub struct PositiveUnits;

/// An amount of at most the money supply of the chain, or `max` for all funds: `None`.
pub struct Spend;

wallet_core::wire_value! {
    PublicKey as PublicKeyText => Self, Self::parse;
    AddressType as AddressTypeText => Self, Self::from_str;
    Address<&'static Params> as BtcLikeAddressText => Self, Self::parse;
    Recipient<&'static Params> as BtcLikeAddressText => Address, Address::parse_recipient;
    TxidField as HashText => Txid, parse_txid;
    OutpointList as OutpointListText => Vec<OutPoint>, parse_outpoints;
    Units<&'static Params> as AmountText => u64, |params: &Params, text: &str| parse_amount(text, params.max_money);
    PositiveUnits<&'static Params> as PositiveAmountText => u64,
        |params: &Params, text: &str| parse_amount(text, params.max_money);
    Spend<&'static Params> as BtcLikeSpendText => Option<u64>, |params: &Params, text: &str| match text {
        "max" => Ok(None),
        text => parse_amount(text, params.max_money).map(Some),
    };
    ExtendedKey<&'static Params> as ExtendedKeyText => Self, Self::parse;
    SignedTransaction<&'static Params> as BtcLikeTransactionText => Self, Self::parse;
    DecodedTransaction<&'static Params> as BtcLikeTransactionText => Self, Self::parse;
    Parent as BtcLikeTransactionText => Transaction, parse_parent;
    Cursor as CursorText => Position, |text: &str| Self::from_str(text).map(|Self(position)| position);
}

fn parse_parent(text: &str) -> Result<Transaction, TransactionError> {
    let bytes = parse_hex(text).map_err(|_| TransactionError::NotHex)?;
    encode::deserialize(&bytes).map_err(|_| TransactionError::Malformed)
}
