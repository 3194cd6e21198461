//! The owner of outputs: a key with the script of its address.

use super::params::Params;
use crate::blockchain_connector_btc_like::{AddressType, Utxo};
use crate::payments::check::PaymentError;
use crate::payments::signer::EcdsaSigner;
use bitcoin::hashes::{Hash, sha256d};
use bitcoin::key::XOnlyPublicKey;
use bitcoin::secp256k1::{Message, Secp256k1, ecdsa, schnorr};
use bitcoin::sighash::{Prevouts, SighashCache, TapSighashType};
use bitcoin::{CompressedPublicKey, EcdsaSighashType, PublicKey, ScriptBuf, Transaction, TxOut};
use std::fmt::Display;
use wallet_core::model::BtcLikeChain as Chain;

/// `SIGHASH_ALL` with the fork id of Bitcoin Cash.
const ALL_WITH_FORK_ID: [u8; 4] = [0x41, 0, 0, 0];
/// The bytes before the key in a taproot output script: `OP_1` and the length of the key.
const TAPROOT_PREFIX: usize = 2;

/// The owner of outputs.
#[derive(Clone, Debug)]
pub struct Owner {
    pub params: Params,
    pub public_key: PublicKey,
    pub address_type: AddressType,
    /// The output script of the address.
    pub script: ScriptBuf,
}

impl Owner {
    /// Creates the owner with a key. Without a type, the address is p2wpkh on chains with segregated witness. On the
    /// other chains the type has no effect.
    pub fn new(params: Params, public_key: &str, address_type: Option<&AddressType>) -> Result<Self, PaymentError> {
        let key: PublicKey = public_key.parse().map_err(|error| invalid_key(&error))?;
        let address_type = match (params.segwit, address_type) {
            (Some(_), Some(address_type)) => address_type.clone(),
            (Some(_), None) => AddressType::P2wpkh,
            (None, _) => AddressType::P2pkh,
        };
        let script = match &address_type {
            AddressType::P2pkh => ScriptBuf::new_p2pkh(&key.pubkey_hash()),
            AddressType::P2wpkh => witness_script(key)?,
            AddressType::P2shP2wpkh => witness_script(key)?.to_p2sh(),
            AddressType::P2tr => {
                let key = CompressedPublicKey::try_from(key).map_err(|error| invalid_key(&error))?;
                let (internal, _) = key.0.x_only_public_key();
                ScriptBuf::new_p2tr(&Secp256k1::verification_only(), internal, None)
            }
            AddressType::Other(name) => {
                let problem = format!("this version does not know the type {name}");
                return Err(PaymentError::invalid("address_type", problem));
            }
        };
        Ok(Self {
            params,
            public_key: key,
            address_type,
            script,
        })
    }

    /// Returns the owner of an output: the stated one, by default this one.
    pub fn of_output(&self, utxo: &Utxo) -> Result<Self, PaymentError> {
        if utxo.public_key.is_none() && utxo.r#type.is_none() {
            return Ok(self.clone());
        }
        let own_key = self.public_key.to_string();
        let public_key = utxo.public_key.as_deref().unwrap_or(&own_key);
        let address_type = utxo.r#type.as_ref().unwrap_or(&self.address_type);
        Self::new(self.params, public_key, Some(address_type))
    }

    /// Returns true if a signature of this owner contains the value of its input.
    pub fn signs_value(&self) -> bool {
        self.params.chain == Chain::Bch || self.address_type != AddressType::P2pkh
    }

    /// Returns true if a signature of this owner contains the values of all inputs (BIP 341).
    pub fn signs_all_values(&self) -> bool {
        self.address_type == AddressType::P2tr
    }

    /// Returns the hash to sign for an input. `spent` contains the output that each input spends.
    pub fn hash(
        &self,
        cache: &mut SighashCache<&Transaction>,
        index: usize,
        spent: &[TxOut],
    ) -> Result<[u8; 32], PaymentError> {
        let all = EcdsaSighashType::All;
        let value = spent.get(index).map(|output| output.value).unwrap_or_default();
        match (self.params.chain, &self.address_type) {
            (Chain::Bch, _) => {
                let mut preimage = Vec::new();
                let encoded = cache.segwit_v0_encode_signing_data_to(&mut preimage, index, &self.script, value, all);
                encoded.map_err(|error| invalid_input(&format!("{error:?}")))?;
                let end = preimage.len() - ALL_WITH_FORK_ID.len();
                preimage[end..].copy_from_slice(&ALL_WITH_FORK_ID);
                Ok(sha256d::Hash::hash(&preimage).to_byte_array())
            }
            (_, AddressType::P2wpkh | AddressType::P2shP2wpkh) => {
                let script = witness_script(self.public_key)?;
                let hash = cache.p2wpkh_signature_hash(index, &script, value, all);
                Ok(hash.map_err(|error| invalid_input(&error))?.to_byte_array())
            }
            (_, AddressType::P2tr) => {
                let hash =
                    cache.taproot_key_spend_signature_hash(index, &Prevouts::All(spent), TapSighashType::Default);
                Ok(hash.map_err(|error| invalid_input(&error))?.to_byte_array())
            }
            _ => {
                let hash = cache.legacy_signature_hash(index, &self.script, all.to_u32());
                Ok(hash.map_err(|error| invalid_input(&error))?.to_byte_array())
            }
        }
    }

    /// Returns the signer with the key of this owner.
    pub fn signer<'a>(&self, signers: &[&'a dyn EcdsaSigner]) -> Result<&'a dyn EcdsaSigner, PaymentError> {
        let has_key = |signer: &&&dyn EcdsaSigner| {
            let key = signer.public_key().parse::<PublicKey>();
            key.is_ok_and(|key| key.inner == self.public_key.inner)
        };
        let found = signers.iter().find(has_key).copied();
        found.ok_or_else(|| PaymentError::invalid("signers", format!("the key {} is missing", self.public_key)))
    }

    /// Signs the hash of an input by the algorithm of the address type, and verifies the signature: r and s.
    pub async fn sign(&self, signer: &dyn EcdsaSigner, hash: [u8; 32]) -> Result<[u8; 64], PaymentError> {
        if self.address_type == AddressType::P2tr {
            let signature = signer.sign_taproot(hash).await.map_err(PaymentError::Signer)?;
            self.verify_taproot(hash, &signature)?;
            return Ok(signature);
        }
        let signature = signer.sign(hash).await.map_err(PaymentError::Signer)?;
        let compact = [signature.r, signature.s].concat();
        let parsed = ecdsa::Signature::from_compact(&compact).map_err(|_| PaymentError::InvalidSignature)?;
        let verified =
            Secp256k1::verification_only().verify_ecdsa(&Message::from_digest(hash), &parsed, &self.public_key.inner);
        verified.map_err(|_| PaymentError::InvalidSignature)?;
        Ok(parsed.serialize_compact())
    }

    /// Verifies a signature (BIP 340) with the output key.
    fn verify_taproot(&self, hash: [u8; 32], signature: &[u8; 64]) -> Result<(), PaymentError> {
        let output_key = self.script.as_bytes().get(TAPROOT_PREFIX..).unwrap_or_default();
        let output_key = XOnlyPublicKey::from_slice(output_key).map_err(|_| PaymentError::InvalidSignature)?;
        let signature = schnorr::Signature::from_slice(signature).map_err(|_| PaymentError::InvalidSignature)?;
        let verified =
            Secp256k1::verification_only().verify_schnorr(&signature, &Message::from_digest(hash), &output_key);
        verified.map_err(|_| PaymentError::InvalidSignature)
    }
}

/// Returns the p2wpkh script of a key.
fn witness_script(key: PublicKey) -> Result<ScriptBuf, PaymentError> {
    let key = CompressedPublicKey::try_from(key).map_err(|error| invalid_key(&error))?;
    Ok(ScriptBuf::new_p2wpkh(&key.wpubkey_hash()))
}

fn invalid_key(error: &dyn Display) -> PaymentError {
    PaymentError::invalid("public_key", error)
}

fn invalid_input(error: &dyn Display) -> PaymentError {
    PaymentError::invalid("utxo", error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitcoin::Amount;
    use bitcoin::consensus::encode::deserialize_hex;
    use wallet_core::model::Network;

    fn owner(key: &str, address_type: &AddressType) -> Owner {
        Owner::new(Params::of(Chain::Btc, Network::Livenet), key, Some(address_type)).expect("an owner")
    }

    fn output(script: &str, value: u64) -> TxOut {
        TxOut {
            value: Amount::from_sat(value),
            script_pubkey: ScriptBuf::from_hex(script).expect("a script"),
        }
    }

    /// BIP 143, "P2SH-P2WPKH": the output script and the hash.
    #[test]
    fn nested_witness_hash_matches_bip143() {
        let key = "03ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a26873";
        let owner = owner(key, &AddressType::P2shP2wpkh);
        let script = "a9144733f37cf4db86fbc2efed2500b4f4e49f31202387";
        assert_eq!(owner.script.to_hex_string(), script);
        let transaction: Transaction = deserialize_hex(
            "0100000001db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a54770100000000feffffff02b8b4eb0b000000\
             001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8\
             bd8ad6d77c88ac92040000",
        )
        .expect("a transaction");
        let spent = [output(script, 1_000_000_000)];
        let hash = owner.hash(&mut SighashCache::new(&transaction), 0, &spent).unwrap();
        assert_eq!(
            hex::encode(hash),
            "64f3b0f4dd2bb3aa1ce8566d220cc74dda9df97d8490cc81d89d735c92e59fb6"
        );
    }

    /// BIP 86, "Test vectors", and the first output of the wallet vectors of BIP 341 (Bitcoin Core, MIT,
    /// `src/test/data/bip341_wallet_vectors.json`).
    #[test]
    fn taproot_scripts_match_bip86_and_bip341() {
        for (internal, script) in [
            (
                "cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115",
                "5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c",
            ),
            (
                "83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145",
                "5120a82f29944d65b86ae6b5e5cc75e294ead6c59391a1edc5e016e3498c67fc7bbb",
            ),
            (
                "d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d",
                "512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343",
            ),
        ] {
            for parity in ["02", "03"] {
                let owner = owner(&format!("{parity}{internal}"), &AddressType::P2tr);
                assert_eq!(owner.script.to_hex_string(), script);
            }
        }
    }

    /// The outputs that the transaction of the wallet vectors of BIP 341 spends.
    const SPENT: [(&str, u64); 9] = [
        (
            "512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343",
            420_000_000,
        ),
        (
            "5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3",
            462_000_000,
        ),
        ("76a914751e76e8199196d454941c45d1b3a323f1433bd688ac", 294_000_000),
        (
            "5120e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e",
            504_000_000,
        ),
        (
            "512091b64d5324723a985170e4dc5a0f84c041804f2cd12660fa5dec09fc21783605",
            630_000_000,
        ),
        ("00147dd65592d0ab2fe0d0257d571abf032cd9db93dc", 378_000_000),
        (
            "512075169f4001aa68f15bbed28b218df1d0a62cbbcf1188c6665110c293c907b831",
            672_000_000,
        ),
        (
            "5120712447206d7a5238acc7ff53fbe94a3b64539ad291c7cdbc490b7577e4b17df5",
            546_000_000,
        ),
        (
            "512077e30a5522dd9f894c3f8b8bd4c4b2cf82ca7da8a3ea6a239655c39c050ab220",
            588_000_000,
        ),
    ];

    /// Input 4 of the wallet vectors of BIP 341, the one with `SIGHASH_DEFAULT`: the hash, and the signature with the
    /// output key.
    #[test]
    fn taproot_hash_and_signature_match_bip341() {
        let transaction: Transaction = deserialize_hex(
            "02000000097de20cbff686da83a54981d2b9bab3586f4ca7e48f57f5b55963115f3b334e9c010000000000000000d7b7cab57b1393ac\
             e2d064f4d4a2cb8af6def61273e127517d44759b6dafdd990000000000fffffffff8e1f583384333689228c5d28eac13366be082dc57\
             441760d957275419a418420000000000fffffffff0689180aa63b30cb162a73c6d2a38b7eeda2a83ece74310fda0843ad604853b0100\
             000000feffffffaa5202bdf6d8ccd2ee0f0202afbbb7461d9264a25e5bfd3c5a52ee1239e0ba6c0000000000feffffff956149bdc66f\
             aa968eb2be2d2faa29718acbfe3941215893a2a3446d32acd050000000000000000000e664b9773b88c09c32cb70a2a3e4da0ced63b7\
             ba3b22f848531bbb1d5d5f4c94010000000000000000e9aa6b8e6c9de67619e6a3924ae25696bb7b694bb677a632a74ef7eadfd4eabf\
             0000000000ffffffffa778eb6a263dc090464cd125c466b5a99667720b1c110468831d058aa1b82af10100000000ffffffff0200ca9a\
             3b000000001976a91406afd46bcdfd22ef94ac122aa11f241244a37ecc88ac807840cb0000000020ac9a87f5594be208f8532db38cff\
             670c450ed2fea8fcdefcc9a663f78bab962b0065cd1d",
        )
        .expect("a transaction");
        let spent = SPENT.map(|(script, value)| output(script, value));
        let key = format!("02{}", &spent[4].script_pubkey.to_hex_string()[4..]);
        let mut owner = owner(&key, &AddressType::P2tr);
        owner.script.clone_from(&spent[4].script_pubkey);
        let hash = owner.hash(&mut SighashCache::new(&transaction), 4, &spent).unwrap();
        assert_eq!(
            hex::encode(hash),
            "4f900a0bae3f1446fd48490c2958b5a023228f01661cda3496a11da502a7f7ef"
        );
        let signature = "b4010dd48a617db09926f729e79c33ae0b4e94b79f04a1ae93ede6315eb3669d\
                         e185a17d2b0ac9ee09fd4c64b678a0b61a0a86fa888a273c8511be83bfd6810f";
        let mut signature: [u8; 64] = hex::decode(signature).unwrap().try_into().unwrap();
        owner.verify_taproot(hash, &signature).expect("a valid signature");
        signature[63] ^= 1;
        assert!(owner.verify_taproot(hash, &signature).is_err());
    }
}
