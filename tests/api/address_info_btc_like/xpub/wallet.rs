//! A wallet of a random HD seed on a sandbox chain, with separate code for derivation and signatures.

use super::chain::{Chain, Funds};
use bitcoin::absolute::LockTime;
use bitcoin::bip32::{ChildNumber, DerivationPath, Xpriv, Xpub};
use bitcoin::hashes::Hash;
use bitcoin::key::TapTweak;
use bitcoin::secp256k1::{All, Message, Secp256k1};
use bitcoin::sighash::{EcdsaSighashType, Prevouts, SighashCache, TapSighashType};
use bitcoin::transaction::Version;
use bitcoin::{
    Amount, NetworkKind, OutPoint, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Witness, XOnlyPublicKey, base58,
};
use std::collections::HashMap;

/// The kind of addresses of a wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    P2pkh,
    P2shP2wpkh,
    P2wpkh,
    P2tr,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::P2pkh, Self::P2shP2wpkh, Self::P2wpkh, Self::P2tr];

    const fn purpose(self) -> u32 {
        match self {
            Self::P2pkh => 44,
            Self::P2shP2wpkh => 49,
            Self::P2wpkh => 84,
            Self::P2tr => 86,
        }
    }
}

/// Branch and index of an address.
pub type Position = (u32, u32);

/// A wallet with the account 0 of a testnet.
pub struct Wallet {
    kind: Kind,
    account: Xpriv,
    curve: Secp256k1<All>,
    /// The next index of each branch.
    next: [u32; 2],
    /// The addresses derived so far.
    own: HashMap<ScriptBuf, Position>,
}

/// The fee of each transaction in satoshis.
const FEE: u64 = 2000;

impl Wallet {
    pub fn new(kind: Kind, seed: &[u8]) -> Self {
        let curve = Secp256k1::new();
        let path: DerivationPath = format!("{}'/1'/0'", kind.purpose()).parse().expect("a path");
        let master = Xpriv::new_master(NetworkKind::Test, seed).expect("a seed");
        let account = master.derive_priv(&curve, &path).expect("a key");
        Self {
            kind,
            account,
            curve,
            next: [0; 2],
            own: HashMap::new(),
        }
    }

    /// Returns the extended public key: by SLIP-132, and for taproot as a descriptor.
    pub fn xpub(&self) -> String {
        let key = Xpub::from_priv(&self.curve, &self.account);
        let version: u32 = match self.kind {
            Kind::P2pkh | Kind::P2tr => 0x0435_87cf,
            Kind::P2shP2wpkh => 0x044a_5262,
            Kind::P2wpkh => 0x045f_1cf6,
        };
        let mut bytes = key.encode();
        bytes[..4].copy_from_slice(&version.to_be_bytes());
        let text = base58::encode_check(&bytes);
        match self.kind {
            Kind::P2tr => format!("tr({text}/<0;1>/*)"),
            _ => text,
        }
    }

    fn key(&self, (branch, index): Position) -> Xpriv {
        let path = [branch, index].map(|number| ChildNumber::from_normal_idx(number).expect("a small index"));
        self.account.derive_priv(&self.curve, &path).expect("a key")
    }

    pub fn script(&self, position: Position) -> ScriptBuf {
        let key = self.key(position);
        let public = Xpub::from_priv(&self.curve, &key).to_pub();
        let witness = ScriptBuf::new_p2wpkh(&public.wpubkey_hash());
        match self.kind {
            Kind::P2pkh => ScriptBuf::new_p2pkh(&public.pubkey_hash()),
            Kind::P2shP2wpkh => ScriptBuf::new_p2sh(&witness.script_hash()),
            Kind::P2wpkh => witness,
            Kind::P2tr => ScriptBuf::new_p2tr(&self.curve, XOnlyPublicKey::from(public), None),
        }
    }

    /// Returns the next address of a branch after skipping some.
    pub fn fresh(&mut self, branch: u32, skipped: u32) -> ScriptBuf {
        let next = &mut self.next[usize::try_from(branch).expect("a branch")];
        let position = (branch, *next + skipped);
        *next = position.1 + 1;
        let script = self.script(position);
        self.own.insert(script.clone(), position);
        script
    }

    /// Returns the parts of the balance of the addresses derived so far.
    pub fn funds(&self, chain: &Chain) -> Funds {
        chain.funds(|script| self.own.contains_key(script))
    }

    /// Returns the outputs of the addresses derived so far.
    pub fn coins(&self, chain: &Chain) -> Vec<(OutPoint, TxOut)> {
        let mut coins = chain.unspent(|script| self.own.contains_key(script));
        coins.sort_by_key(|(outpoint, _)| *outpoint);
        coins
    }

    /// Spends the coins to the outputs, with the rest to the change address.
    pub fn pay(&self, chain: &Chain, coins: &[(OutPoint, TxOut)], mut outputs: Vec<TxOut>, change: ScriptBuf) {
        let total: u64 = coins.iter().map(|(_, output)| output.value.to_sat()).sum();
        let paid: u64 = outputs.iter().map(|output| output.value.to_sat()).sum();
        outputs.push(TxOut {
            value: Amount::from_sat(total - paid - FEE),
            script_pubkey: change,
        });
        let input = |(previous_output, _): &(OutPoint, TxOut)| TxIn {
            previous_output: *previous_output,
            script_sig: ScriptBuf::new(),
            sequence: Sequence::ENABLE_RBF_NO_LOCKTIME,
            witness: Witness::new(),
        };
        let unsigned = Transaction {
            version: Version::TWO,
            lock_time: LockTime::ZERO,
            input: coins.iter().map(input).collect(),
            output: outputs,
        };
        let spent: Vec<_> = coins.iter().map(|(_, output)| output.clone()).collect();
        let mut signed = unsigned.clone();
        for index in 0..spent.len() {
            let (script_sig, witness) = self.sign(&unsigned, &spent, index);
            signed.input[index].script_sig = script_sig;
            signed.input[index].witness = witness;
        }
        chain.submit(&signed);
    }

    fn sign(&self, unsigned: &Transaction, spent: &[TxOut], index: usize) -> (ScriptBuf, Witness) {
        let TxOut { value, script_pubkey } = &spent[index];
        let key = self.key(self.own[script_pubkey]);
        let public = Xpub::from_priv(&self.curve, &key).to_pub();
        let mut cache = SighashCache::new(unsigned);
        let ecdsa = |hash: [u8; 32]| {
            let signature = self.curve.sign_ecdsa(&Message::from_digest(hash), &key.private_key);
            [&signature.serialize_der()[..], &[1]].concat()
        };
        let all = EcdsaSighashType::All;
        let nested = ScriptBuf::new_p2wpkh(&public.wpubkey_hash());
        match self.kind {
            Kind::P2pkh => {
                let hash = cache.legacy_signature_hash(index, script_pubkey, 1).expect("a hash");
                let signature = bitcoin::script::PushBytesBuf::try_from(ecdsa(hash.to_byte_array())).expect("short");
                let script = ScriptBuf::builder().push_slice(signature).push_slice(public.to_bytes());
                (script.into_script(), Witness::new())
            }
            Kind::P2wpkh | Kind::P2shP2wpkh => {
                let hash = cache
                    .p2wpkh_signature_hash(index, &nested, *value, all)
                    .expect("a hash");
                let witness = Witness::from_slice(&[ecdsa(hash.to_byte_array()), public.to_bytes().to_vec()]);
                let nested = bitcoin::script::PushBytesBuf::try_from(nested.into_bytes()).expect("short");
                let script = ScriptBuf::builder().push_slice(nested).into_script();
                (
                    if self.kind == Kind::P2wpkh {
                        ScriptBuf::new()
                    } else {
                        script
                    },
                    witness,
                )
            }
            Kind::P2tr => {
                let prevouts = Prevouts::All(spent);
                let hash = cache.taproot_key_spend_signature_hash(index, &prevouts, TapSighashType::Default);
                let tweaked = key
                    .private_key
                    .keypair(&self.curve)
                    .tap_tweak(&self.curve, None)
                    .to_keypair();
                let signature = self
                    .curve
                    .sign_schnorr_no_aux_rand(&Message::from(hash.expect("a hash")), &tweaked);
                (ScriptBuf::new(), Witness::from_slice(&[signature.as_ref().to_vec()]))
            }
        }
    }
}
