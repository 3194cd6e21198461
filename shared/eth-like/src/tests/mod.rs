//! Tests across modules: published vectors, complete transactions, properties, and in this file the errors as clients
//! receive them.

mod bounds;
mod decoding;
mod gas_prices;
mod payment_request;
mod price_survey;
mod properties;
mod signatures;

use crate::account::erc20::ZeroAddressError;
use crate::{Amount, AttachError, BoundsError, BuildError, ParityError, TransactionError, *};
use secp256k1::{self, Message, Secp256k1, SecretKey};
use wallet_core::ecdsa::{PublicKeyError, SignatureError};
use wallet_core::error::{CodedError, ErrorCode};
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

#[test]
fn request_errors_have_the_field_and_the_expected_value() {
    let of = |error: BuildError| {
        let error = error.info();
        (error.code, error.field.unwrap(), error.details)
    };
    let maximum = Amount::from(10_u128.pow(18));
    let (code, field, details) = of(BuildError::FeeMismatch { expected: maximum });
    assert_eq!((code, field.as_str()), (ErrorCode::FeeMismatch, "fee"));
    assert_eq!(details["expected"], "1000000000000000000");
    let (code, field, details) = of(BoundsError::FeeTooHigh { maximum }.into());
    assert_eq!((code, field.as_str()), (ErrorCode::FeeTooHigh, "fee"));
    assert_eq!(details["maximum"], "1000000000000000000");
    let (code, field, details) = of(BoundsError::IntrinsicGas { minimum: 53_000 }.into());
    assert_eq!((code, field.as_str()), (ErrorCode::InvalidRequest, "gasLimit"));
    assert_eq!(details["minimum"], "53000");
}

#[test]
fn finished_transaction_out_of_bounds_is_invalid_transaction_or_fee_too_high() {
    let of = |error: BoundsError| {
        let error = TransactionError::from(error).info();
        (error.code, error.field)
    };
    assert_eq!(
        of(BoundsError::Nonce { maximum: 1 }),
        (ErrorCode::InvalidTransaction, None)
    );
    let too_high = BoundsError::FeeTooHigh { maximum: Amount::ZERO };
    assert_eq!(of(too_high), (ErrorCode::FeeTooHigh, None));
}

#[test]
fn every_message_is_one_sentence() {
    let errors: [&dyn CodedError; 8] = [
        &ParityError::V { even: 37, odd: 38 },
        &AttachError::OtherParity,
        &TransactionError::Unprotected,
        &TransactionError::UnsupportedType { byte: 3, name: "x" },
        &TransactionError::Signature,
        &BoundsError::NoFeeMarket,
        &BoundsError::EmptyDeployment,
        &ZeroAddressError,
    ];
    for error in errors {
        let text = error.info().message;
        let first = text.chars().next().unwrap();
        assert!(first.is_ascii_uppercase() && text.ends_with('.'), "{text}");
        assert_eq!(text.matches('.').count(), 1, "{text}");
    }
}
