//! The script and witness that spend an output.

use super::Chain;
use super::owner::Owner;
use crate::blockchain_connector_btc_like::AddressType;
use bitcoin::script::{Builder, PushBytesBuf, ScriptBuf};
use bitcoin::secp256k1::ecdsa;
use bitcoin::{EcdsaSighashType, Witness};

/// The hash type of Bitcoin Cash: `SIGHASH_ALL` with the fork id.
const ALL_WITH_FORK_ID: u8 = 0x41;

/// Returns script and witness of an input with a valid signature: r and s. Returns `None` for other bytes.
pub fn unlock(owner: &Owner, signature: &[u8; 64]) -> Option<(ScriptBuf, Witness)> {
    if owner.address_type == AddressType::P2tr {
        return Some((ScriptBuf::new(), Witness::from_slice(&[signature])));
    }
    let hash_type = match owner.params.chain {
        Chain::Bch => ALL_WITH_FORK_ID,
        _ => EcdsaSighashType::All as u8,
    };
    let mut bytes = ecdsa::Signature::from_compact(signature).ok()?.serialize_der().to_vec();
    bytes.push(hash_type);
    let key = owner.public_key.to_bytes();
    match owner.address_type {
        AddressType::P2pkh => {
            let builder = Builder::new().push_slice(PushBytesBuf::try_from(bytes).ok()?);
            let script = builder.push_slice(PushBytesBuf::try_from(key).ok()?).into_script();
            Some((script, Witness::new()))
        }
        AddressType::P2shP2wpkh => {
            let redeem = ScriptBuf::new_p2wpkh(&owner.public_key.wpubkey_hash().ok()?);
            let script = Builder::new().push_slice(PushBytesBuf::try_from(redeem.into_bytes()).ok()?);
            Some((script.into_script(), Witness::from_slice(&[bytes, key])))
        }
        _ => Some((ScriptBuf::new(), Witness::from_slice(&[bytes, key]))),
    }
}
