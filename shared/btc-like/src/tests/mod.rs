//! Tests across modules: published vectors, complete payments, properties.

mod addresses;
mod bip143;
mod bip173_bip350;
mod blocks;
mod building;
mod cashaddr;
mod coin_selection;
mod errors;
mod mixed;
mod payment_request;
mod properties;
mod psbt;
mod recorded;
mod sending;
mod signatures;
mod sweeping;
mod taproot;

use crate::*;
use bitcoin::TxOut;
use bitcoin::hashes::Hash;
use bitcoin::secp256k1::{Message, Secp256k1, SecretKey};
use bitcoinconsensus::{VERIFY_ALL_PRE_TAPROOT, VERIFY_TAPROOT, verify_with_flags};
use wallet_core::ecdsa::{PublicKeyError, SignatureError};
use wallet_core::model::{ChainName, Network};

const LIVENET: Network = Network::Livenet;
const TESTNET: Network = Network::Testnet;

fn params(chain: Chain, network: Network) -> &'static Params {
    Params::of(chain, network).unwrap()
}

/// Returns a publicly known secret key.
fn secret(seed: u8) -> SecretKey {
    SecretKey::from_slice(&[seed; 32]).unwrap()
}

fn public(secret: &SecretKey, compressed: bool) -> PublicKey {
    let key = secret.public_key(&Secp256k1::new());
    let hex = if compressed {
        hex::encode(key.serialize())
    } else {
        hex::encode(key.serialize_uncompressed())
    };
    PublicKey::parse(&hex).unwrap()
}

fn sender(chain: Chain, address_type: AddressType) -> Sender {
    Sender::new(params(chain, LIVENET), public(&secret(7), true), address_type).unwrap()
}

/// Returns the address of a different key on the sender's chain.
fn recipient(sender: &Sender) -> Address {
    let key = public(&secret(9), true);
    Sender::new(sender.params(), key, sender.address_type())
        .unwrap()
        .address()
        .clone()
}

fn outpoint(seed: u32) -> OutPoint {
    let mut txid = [0xab; 32];
    txid[..4].copy_from_slice(&seed.to_le_bytes());
    OutPoint::new(Txid::from_byte_array(txid), seed % 7)
}

/// Returns inputs of the sender with the values.
fn inputs(sender: &Sender, values: &[u64]) -> Inputs {
    let list = (0..).zip(values).map(|(seed, &value)| Input {
        utxo: Utxo {
            outpoint: outpoint(seed),
            value,
        },
        owner: sender.clone(),
        sequence: None,
    });
    Inputs::new(sender.params(), list.collect()).unwrap()
}

/// Returns a payment of this amount to [`recipient`], with change to the sender.
fn payment(sender: &Sender, amount: u64) -> Payments {
    let payment = Payment::new(recipient(sender), amount).unwrap();
    Payments::new(vec![payment], sender.address().clone()).unwrap()
}

/// Builds an ordinary transaction.
fn build_ordinary(inputs: &Inputs, payments: &Payments, fee: u64) -> Result<UnsignedTransaction, BuildError> {
    UnsignedTransaction::build(inputs, payments, Terms::ordinary(payments.params()), fee)
}

/// Returns the outputs as coins of the sender.
fn coins(sender: &Sender, unspent: &[Unspent]) -> Vec<Coin<Sender>> {
    let coin = |&unspent| Coin {
        owner: sender.clone(),
        unspent,
    };
    unspent.iter().map(coin).collect()
}

/// Signs every hash, like a wallet.
fn sign(transaction: &UnsignedTransaction, secret: &SecretKey) -> Vec<InputSignature> {
    let secp = Secp256k1::new();
    (0..)
        .zip(transaction.sighashes())
        .map(|(input_index, hash)| {
            let compact = secp.sign_ecdsa(&Message::from_digest(hash), secret).serialize_compact();
            let signature =
                SignatureNumbers::parse(&hex::encode(&compact[..32]), &hex::encode(&compact[32..])).unwrap();
            InputSignature { input_index, signature }
        })
        .collect()
}

/// Verifies every input of a transaction in network serialisation by the script engine of Bitcoin Core 26, with taproot; `spent`
/// are the spent outputs, in input order. The engine verifies all signatures but those of the bch fork.
fn verify_by_engine(transaction: &[u8], spent: &[TxOut]) -> Result<(), (usize, bitcoinconsensus::Error)> {
    let utxo = |output: &TxOut| bitcoinconsensus::Utxo {
        script_pubkey: output.script_pubkey.as_bytes().as_ptr(),
        script_pubkey_len: u32::try_from(output.script_pubkey.len()).unwrap(),
        value: i64::try_from(output.value.to_sat()).unwrap(),
    };
    let outputs: Vec<bitcoinconsensus::Utxo> = spent.iter().map(utxo).collect();
    let flags = VERIFY_ALL_PRE_TAPROOT | VERIFY_TAPROOT;
    for (index, output) in spent.iter().enumerate() {
        let (script, value) = (output.script_pubkey.as_bytes(), output.value.to_sat());
        verify_with_flags(script, value, transaction, Some(&outputs), index, flags).map_err(|error| (index, error))?;
    }
    Ok(())
}
