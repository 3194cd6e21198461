//! The owner of outputs: a key with its address.

use crate::blockchain_connector_btc_like::{AddressType, Utxo};
use crate::payments::check::PaymentError;
use crate::payments::signer::{EcdsaSigner, is_same_key};
use bitcoin::OutPoint;
use wallet_btc_like::{Address, Input, Params, PublicKey, Sender, SignatureNumbers, parse_txid};
use wallet_core::model::{BtcLikeChain as Chain, Network};

/// Returns the parameters of a chain on a network.
pub fn params(chain: Chain, network: Network) -> &'static Params {
    Params::of(chain, network).expect("the table has every chain on both networks")
}

/// Returns the owner with a key. Without a type, the address is p2wpkh on chains with segregated witness. On the other chains
/// the type has no effect.
pub fn new(
    params: &'static Params,
    public_key: &str,
    address_type: Option<&AddressType>,
) -> Result<Sender, PaymentError> {
    let key = PublicKey::parse(public_key).map_err(|error| PaymentError::invalid("public_key", error))?;
    let requested = match address_type.filter(|_| params.has_segwit()) {
        None => wallet_btc_like::AddressType::default(),
        Some(name) => name.name().parse().map_err(|_| {
            let problem = format!("this version does not know the type {name}");
            PaymentError::invalid("address_type", problem)
        })?,
    };
    Sender::new(params, key, requested).map_err(|error| PaymentError::invalid("public_key", error))
}

/// Returns the owner of an output: the stated one, by default the sender.
pub fn of_output(sender: &Sender, utxo: &Utxo) -> Result<Sender, PaymentError> {
    if utxo.public_key.is_none() && utxo.r#type.is_none() {
        return Ok(sender.clone());
    }
    let own_key = sender.public_key().to_string();
    let public_key = utxo.public_key.as_deref().unwrap_or(&own_key);
    let own_type = AddressType::from(sender.address_type().name().to_owned());
    let address_type = utxo.r#type.as_ref().unwrap_or(&own_type);
    new(sender.params(), public_key, Some(address_type))
}

/// Parses the address of a recipient.
pub fn address(params: &'static Params, field: &'static str, text: &str) -> Result<Address, PaymentError> {
    Address::parse_recipient(params, text).map_err(|error| PaymentError::invalid(field, error))
}

/// Reads an output of `sender`, or of the owner that the output states.
pub fn input(sender: &Sender, utxo: &Utxo) -> Result<Input, PaymentError> {
    Ok(Input {
        owner: of_output(sender, utxo)?,
        utxo: wallet_btc_like::Utxo {
            outpoint: outpoint(utxo)?,
            value: super::number("utxo", &utxo.value)?,
        },
        sequence: utxo.sequence,
    })
}

/// Returns the transaction and the index of an output.
pub fn outpoint(utxo: &Utxo) -> Result<OutPoint, PaymentError> {
    let txid = parse_txid(&utxo.txid).map_err(|error| PaymentError::invalid("utxo", error))?;
    Ok(OutPoint::new(txid, utxo.vout))
}

/// Returns true if a signature of the owner contains the values of all inputs (BIP 341).
pub fn signs_all_values(owner: &Sender) -> bool {
    owner.address_type() == wallet_btc_like::AddressType::P2tr
}

/// Returns the signer with the key of the owner.
pub fn signer<'a>(owner: &Sender, signers: &[&'a dyn EcdsaSigner]) -> Result<&'a dyn EcdsaSigner, PaymentError> {
    let key = owner.public_key().to_string();
    let found = signers.iter().find(|signer| is_same_key(&signer.public_key(), &key));
    let found = found.copied();
    found.ok_or_else(|| PaymentError::invalid("signers", format!("the key {key} is missing")))
}

/// Signs the hash of an input by the algorithm of the address type.
pub async fn sign(owner: &Sender, signer: &dyn EcdsaSigner, hash: [u8; 32]) -> Result<[String; 2], PaymentError> {
    let [r, s] = if signs_all_values(owner) {
        let signature = signer.sign_taproot(hash).await.map_err(PaymentError::Signer)?;
        let (r, s) = signature.split_at(32);
        [r, s].map(hex::encode)
    } else {
        let signature = signer.sign(hash).await.map_err(PaymentError::Signer)?;
        [signature.r, signature.s].map(hex::encode)
    };
    Ok([r, s])
}

/// Reads the two numbers of a signature in hex.
pub fn numbers([r, s]: &[String; 2]) -> Result<SignatureNumbers, PaymentError> {
    SignatureNumbers::parse(r, s).map_err(|_| PaymentError::InvalidSignature)
}
