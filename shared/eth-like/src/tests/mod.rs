//! Tests across modules: published vectors, complete transactions, properties.

mod bounds;
mod decoding;
mod eip155;
mod errors;
mod ethereum_tests;
mod gas_prices;
mod payment_request;
mod price_survey;
mod properties;
mod signatures;

use crate::*;
use secp256k1::{self, Message, Secp256k1, SecretKey};
use wallet_core::ecdsa::{PublicKeyError, SignatureError};
use wallet_core::model::{ChainName, Network};

fn livenet(chain: &str) -> Params {
    Params::of(Chain::from_name(chain).expect(chain), Network::Livenet)
}

/// Returns a publicly known secret key.
fn secret(seed: u8) -> SecretKey {
    SecretKey::from_slice(&[seed; 32]).unwrap()
}

fn public(secret: &SecretKey) -> PublicKey {
    let key = secp256k1::PublicKey::from_secret_key(&Secp256k1::new(), secret);
    PublicKey::parse(&hex::encode(key.serialize())).unwrap()
}

/// Signs a hash; returns the signature with a low s, and the recovery id.
fn sign(secret: &SecretKey, Hash(hash): Hash) -> (Signature, u64) {
    let signature = Secp256k1::new().sign_ecdsa_recoverable(&Message::from_digest(hash), secret);
    let (id, compact) = signature.serialize_compact();
    let (r, s) = compact.split_at(32);
    let signature = Signature::parse(&hex::encode(r), &hex::encode(s)).unwrap();
    (signature, u64::try_from(id.to_i32()).unwrap())
}

fn gwei(amount: u64) -> Amount {
    Amount::from(u128::from(amount) * 1_000_000_000)
}

fn wei(amount: u64) -> Amount {
    Amount::from(amount)
}

/// Returns the fields of a plain payment on eth.
fn payment() -> TransactionFields {
    TransactionFields {
        params: livenet("eth"),
        nonce: 7,
        to: Some(Address::from_bytes([0x35; 20])),
        amount: wei(1),
        data: Vec::new(),
        gas_limit: 21_000,
        price: GasPrice::Legacy { gas_price: gwei(20) },
    }
}

fn fee_market(max_fee_per_gas: Amount, max_priority_fee_per_gas: Amount) -> GasPrice {
    GasPrice::FeeMarket {
        max_fee_per_gas,
        max_priority_fee_per_gas,
    }
}

/// Builds the fields with the matching fee.
fn build(fields: &TransactionFields) -> Result<UnsignedTransaction, BuildError> {
    let fee = fields.price.max_fee_per_gas().checked_mul(fields.gas_limit.into());
    UnsignedTransaction::build(fields.clone(), fee.unwrap_or(Amount::MAX))
}

fn signed(fields: &TransactionFields, secret: &SecretKey) -> SignedTransaction {
    let unsigned = build(fields).unwrap();
    let (signature, _) = sign(secret, unsigned.sighash());
    unsigned.attach(&public(secret), &signature, None).unwrap()
}
