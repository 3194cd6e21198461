//! The transaction of a payment, built independently of the service.

use super::params::Params;
use crate::blockchain_connector_btc_like::{AddressType, Utxo};
use crate::payments::check::PaymentError;
use bitcoin::absolute::LockTime;
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use bitcoin::hashes::{Hash, sha256d};
use bitcoin::script::ScriptBuf;
use bitcoin::sighash::SighashCache;
use bitcoin::transaction::Version;
use bitcoin::{
    Amount, CompressedPublicKey, EcdsaSighashType, OutPoint, PublicKey, Sequence, Transaction, TxIn, TxOut, Witness,
};
use wallet_core::model::BtcLikeChain as Chain;

/// `SIGHASH_ALL` with the fork id of Bitcoin Cash.
const ALL_WITH_FORK_ID: [u8; 4] = [0x41, 0, 0, 0];

/// The sender: a key with the script of its address.
#[derive(Clone, Debug)]
pub struct Sender {
    pub params: Params,
    pub public_key: PublicKey,
    pub address_type: AddressType,
    pub script: ScriptBuf,
}

impl Sender {
    /// Creates the sender of a key. Without a type, the address is p2wpkh on chains with segregated witness.
    pub fn new(params: Params, public_key: &str, address_type: Option<&AddressType>) -> Result<Self, PaymentError> {
        let key: PublicKey = public_key
            .parse()
            .map_err(|error| PaymentError::invalid("public_key", error))?;
        let address_type = match (params.segwit, address_type) {
            (Some(_), Some(address_type)) => address_type.clone(),
            (Some(_), None) => AddressType::P2wpkh,
            (None, _) => AddressType::P2pkh,
        };
        let script = match &address_type {
            AddressType::P2pkh => ScriptBuf::new_p2pkh(&key.pubkey_hash()),
            AddressType::P2wpkh => {
                let key = CompressedPublicKey::try_from(key);
                let key = key.map_err(|error| PaymentError::invalid("public_key", error))?;
                ScriptBuf::new_p2wpkh(&key.wpubkey_hash())
            }
            // Keys of these types are supported by the endpoints, but not verified by this module.
            AddressType::P2shP2wpkh | AddressType::P2tr | AddressType::Other(_) => {
                return Err(PaymentError::invalid(
                    "address_type",
                    "only p2pkh and p2wpkh are supported",
                ));
            }
        };
        Ok(Self {
            params,
            public_key: key,
            address_type,
            script,
        })
    }

    fn dust(&self) -> u64 {
        match self.address_type {
            AddressType::P2wpkh => self.params.dust_p2wpkh,
            _ => self.params.dust_p2pkh,
        }
    }
}

/// An unsigned transaction with the values of its inputs.
#[derive(Clone, Debug)]
pub struct Unsigned {
    pub transaction: Transaction,
    pub values: Vec<u64>,
    /// The fee including a change that would be below the dust limit, in base units.
    pub fee: u64,
    /// The change to the sender in base units.
    pub change: Option<u64>,
}

impl Unsigned {
    /// Builds the transaction: the recipient first, then the change to the sender, unless it is dust.
    pub fn build(
        sender: &Sender,
        utxo: &[Utxo],
        recipient: ScriptBuf,
        amount: u64,
        fee: u64,
    ) -> Result<Self, PaymentError> {
        let inputs: Result<Vec<_>, _> = utxo.iter().map(|utxo| input(sender.params, utxo)).collect();
        let (input, values): (Vec<_>, Vec<_>) = inputs?.into_iter().unzip();
        let total = values.iter().try_fold(0_u64, |sum, value| sum.checked_add(*value));
        let rest = total.and_then(|total| total.checked_sub(amount)?.checked_sub(fee));
        let rest = rest.ok_or_else(|| PaymentError::invalid("utxo", "the inputs do not cover amount and fee"))?;
        let change = (rest >= sender.dust()).then_some(rest);
        let output = |value, script_pubkey| TxOut {
            value: Amount::from_sat(value),
            script_pubkey,
        };
        let mut outputs = vec![output(amount, recipient)];
        outputs.extend(change.map(|change| output(change, sender.script.clone())));
        Ok(Self {
            transaction: Transaction {
                version: Version::TWO,
                lock_time: LockTime::ZERO,
                input,
                output: outputs,
            },
            values,
            fee: fee + if change.is_some() { 0 } else { rest },
            change,
        })
    }

    /// Returns the transaction in hex.
    pub fn to_hex(&self) -> String {
        serialize_hex(&self.transaction)
    }

    /// Returns the hash to sign of each input.
    pub fn hashes(&self, sender: &Sender) -> Result<Vec<[u8; 32]>, PaymentError> {
        let mut cache = SighashCache::new(&self.transaction);
        let values = self.values.iter().enumerate();
        values
            .map(|(index, value)| hash(&mut cache, sender, index, *value))
            .collect()
    }

    /// Parses a signed transaction. Returns it if it is this transaction with signatures.
    pub fn signed(&self, txdata: &str) -> Option<Transaction> {
        let signed: Transaction = deserialize_hex(txdata).ok()?;
        let mut stripped = signed.clone();
        for input in &mut stripped.input {
            input.script_sig = ScriptBuf::new();
            input.witness = Witness::new();
        }
        (stripped == self.transaction).then_some(signed)
    }
}

fn input(params: Params, utxo: &Utxo) -> Result<(TxIn, u64), PaymentError> {
    let txid = utxo
        .txid
        .parse()
        .map_err(|error| PaymentError::invalid("utxo", error))?;
    let value = utxo
        .value
        .parse()
        .map_err(|error| PaymentError::invalid("utxo", error))?;
    let input = TxIn {
        previous_output: OutPoint::new(txid, utxo.vout),
        script_sig: ScriptBuf::new(),
        sequence: Sequence(params.sequence),
        witness: Witness::new(),
    };
    Ok((input, value))
}

fn hash(
    cache: &mut SighashCache<&Transaction>,
    sender: &Sender,
    index: usize,
    value: u64,
) -> Result<[u8; 32], PaymentError> {
    let error = |error: &dyn std::fmt::Display| PaymentError::invalid("utxo", error);
    let (value, all) = (Amount::from_sat(value), EcdsaSighashType::All);
    match (sender.params.chain, &sender.address_type) {
        (Chain::Bch, _) => {
            let mut preimage = Vec::new();
            let encoded = cache.segwit_v0_encode_signing_data_to(&mut preimage, index, &sender.script, value, all);
            encoded.map_err(|failure| error(&format!("{failure:?}")))?;
            let end = preimage.len() - ALL_WITH_FORK_ID.len();
            preimage[end..].copy_from_slice(&ALL_WITH_FORK_ID);
            Ok(sha256d::Hash::hash(&preimage).to_byte_array())
        }
        (_, AddressType::P2wpkh) => {
            let hash = cache.p2wpkh_signature_hash(index, &sender.script, value, all);
            Ok(hash.map_err(|failure| error(&failure))?.to_byte_array())
        }
        _ => {
            let hash = cache.legacy_signature_hash(index, &sender.script, all.to_u32());
            Ok(hash.map_err(|failure| error(&failure))?.to_byte_array())
        }
    }
}
