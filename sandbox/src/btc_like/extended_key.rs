//! Extended public keys as Blockbook accepts them: in base58 with the version bytes of the chain's configuration, or as
//! a descriptor of a taproot key without a path (trezor/blockbook, `configs/coins` and `bitcoinlikeparser.go`).

use super::key_kind::KeyKind;
use super::rules::Rules;
use bitcoin::bip32::{ChildNumber, Xpub};
use bitcoin::secp256k1::{Secp256k1, VerifyOnly};
use bitcoin::{ScriptBuf, base58};
use std::sync::LazyLock;

/// The version bytes of `tpub` (BIP 32), in which the keys are decoded.
const TPUB: [u8; 4] = [0x04, 0x35, 0x87, 0xcf];

static CURVE: LazyLock<Secp256k1<VerifyOnly>> = LazyLock::new(Secp256k1::verification_only);

/// An extended public key of an account.
#[derive(Clone, Copy, Debug)]
pub struct AccountKey {
    key: Xpub,
    kind: KeyKind,
}

impl AccountKey {
    /// Parses a key, `None` if it is not one of the chain.
    pub fn parse(rules: &Rules, text: &str) -> Option<Self> {
        let taproot = text.strip_prefix("tr(").and_then(|rest| rest.strip_suffix(')'));
        let mut bytes = base58::decode_check(taproot.unwrap_or(text)).ok()?;
        let version = u32::from_be_bytes(*bytes.first_chunk()?);
        let (_, kind) = rules.key_versions.iter().find(|(known, _)| *known == version)?;
        let kind = match taproot {
            Some(_) if rules.segwit => KeyKind::P2tr,
            Some(_) => return None,
            None => *kind,
        };
        bytes.get_mut(..4)?.copy_from_slice(&TPUB);
        let key = Xpub::decode(&bytes).ok()?;
        Some(Self { key, kind })
    }

    /// Returns the key of a branch, `None` if the key does not have it.
    pub fn branch(&self, branch: u32) -> Option<Branch> {
        let number = ChildNumber::from_normal_idx(branch).ok()?;
        Some(Branch {
            key: self.key.ckd_pub(&*CURVE, number).ok()?,
            kind: self.kind,
        })
    }

    /// Returns the path that Blockbook shows for an address: it derives the first steps from the kind of the key.
    pub fn path(&self, branch: u32, index: u32) -> String {
        let account = self.key.child_number;
        if self.key.depth == 3 {
            format!("m/{}'/1'/{account}/{branch}/{index}", self.kind.purpose())
        } else {
            format!("unknown/{account}/{branch}/{index}")
        }
    }
}

/// A branch of an account: addresses for payments, or for change.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    key: Xpub,
    kind: KeyKind,
}

impl Branch {
    /// Returns the output script of an address, `None` if the branch does not have the index.
    pub fn script(&self, index: u32) -> Option<ScriptBuf> {
        let key = self
            .key
            .ckd_pub(&*CURVE, ChildNumber::from_normal_idx(index).ok()?)
            .ok()?;
        let witness = ScriptBuf::new_p2wpkh(&key.to_pub().wpubkey_hash());
        Some(match self.kind {
            KeyKind::P2pkh => ScriptBuf::new_p2pkh(&key.to_pub().pubkey_hash()),
            KeyKind::P2shP2wpkh => ScriptBuf::new_p2sh(&witness.script_hash()),
            KeyKind::P2wpkh => witness,
            KeyKind::P2tr => ScriptBuf::new_p2tr(&CURVE, key.to_x_only_pub(), None),
        })
    }
}
