//! Tests of the node. A test wallet with separate code builds and signs the transactions.

mod blockbook;
mod policy;
mod reorganisation;
mod replacement;

use super::node::{Node, SubmitError};
use super::policy::Rejection;
use super::policy::signature::{self, FORKID};
use super::rules::{Chain, Engine, Rules};
use crate::btc_like::ledger::Ledger;
use crate::clock::{Clock, Timestamp};
use crate::journal::JournalError;
use bitcoin::absolute::LockTime;
use bitcoin::hashes::Hash;
use bitcoin::key::TapTweak;
use bitcoin::script::PushBytesBuf;
use bitcoin::secp256k1::{Keypair, Message, Secp256k1, SecretKey};
use bitcoin::sighash::{EcdsaSighashType, Prevouts, SighashCache, TapSighashType};
use bitcoin::transaction::Version;
use bitcoin::{
    Amount, CompressedPublicKey, OutPoint, PubkeyHash, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Witness,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The fee of the test transactions, sufficient on every chain including doge.
const FEE: u64 = 100_000;

/// Returns a clock with a fixed time.
fn clock() -> Arc<dyn Clock> {
    Arc::new(|| Timestamp::from_secs(1_800_000_000))
}

fn node(chain: Chain) -> Node {
    Node::open(Rules::of(chain), clock(), None).unwrap()
}

/// A kind of output that the wallet can spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    P2pkh,
    P2wpkh,
    P2shP2wpkh,
    P2wshMultisig,
    P2tr,
}

/// A key and all of the script kinds.
struct TestWallet {
    secret: SecretKey,
}

/// An output of the chain that belongs to the wallet.
#[derive(Clone)]
struct Owned {
    outpoint: OutPoint,
    output: TxOut,
}

impl TestWallet {
    fn new(seed: u8) -> Self {
        Self {
            secret: SecretKey::from_slice(&[seed; 32]).unwrap(),
        }
    }

    fn public(&self) -> CompressedPublicKey {
        CompressedPublicKey(self.secret.public_key(&Secp256k1::new()))
    }

    fn keypair(&self) -> Keypair {
        self.secret.keypair(&Secp256k1::new())
    }

    fn script(&self, kind: Kind) -> ScriptBuf {
        match kind {
            Kind::P2pkh => ScriptBuf::new_p2pkh(&PubkeyHash::hash(&self.public().to_bytes())),
            Kind::P2wpkh => ScriptBuf::new_p2wpkh(&self.public().wpubkey_hash()),
            Kind::P2shP2wpkh => ScriptBuf::new_p2sh(&self.script(Kind::P2wpkh).script_hash()),
            Kind::P2wshMultisig => ScriptBuf::new_p2wsh(&self.multisig().wscript_hash()),
            Kind::P2tr => ScriptBuf::new_p2tr(&Secp256k1::new(), self.keypair().x_only_public_key().0, None),
        }
    }

    /// A 1-of-1 multisig script.
    fn multisig(&self) -> ScriptBuf {
        let one = bitcoin::opcodes::all::OP_PUSHNUM_1;
        ScriptBuf::builder()
            .push_opcode(one)
            .push_slice(self.public().to_bytes())
            .push_opcode(one)
            .push_opcode(bitcoin::opcodes::all::OP_CHECKMULTISIG)
            .into_script()
    }

    /// Funds the wallet from the faucet and mines a block.
    fn funded(&self, node: &Node, kind: Kind, amount: u64) -> Owned {
        let txid = node.pay(&self.script(kind), amount).unwrap();
        node.mine().unwrap();
        let outpoint = OutPoint { txid, vout: 0 };
        Owned {
            outpoint,
            output: node.read(|ledger| ledger.coin(outpoint).unwrap().output.clone()),
        }
    }

    /// Spends outputs of a kind to the given outputs.
    fn spend(&self, rules: &Rules, kind: Kind, spent: &[Owned], outputs: Vec<TxOut>) -> Transaction {
        let input = |owned: &Owned| TxIn {
            previous_output: owned.outpoint,
            script_sig: ScriptBuf::new(),
            sequence: Sequence::ENABLE_RBF_NO_LOCKTIME,
            witness: Witness::new(),
        };
        let transaction = Transaction {
            version: Version::TWO,
            lock_time: LockTime::ZERO,
            input: spent.iter().map(input).collect(),
            output: outputs,
        };
        self.sign(rules, kind, spent, transaction)
    }

    fn sign(&self, rules: &Rules, kind: Kind, spent: &[Owned], mut transaction: Transaction) -> Transaction {
        for index in 0..spent.len() {
            let (script_sig, witness) = self.signed_input(rules, kind, spent, &transaction, index);
            transaction.input[index].script_sig = script_sig;
            transaction.input[index].witness = witness;
        }
        transaction
    }

    fn signed_input(
        &self,
        rules: &Rules,
        kind: Kind,
        spent: &[Owned],
        transaction: &Transaction,
        index: usize,
    ) -> (ScriptBuf, Witness) {
        let mut cache = SighashCache::new(transaction);
        let value = &spent[index].output.value;
        let all = EcdsaSighashType::All;
        let key = self.public().to_bytes().to_vec();
        let p2wpkh = self.script(Kind::P2wpkh);
        match kind {
            Kind::P2pkh => (
                self.p2pkh_script_sig(rules, &spent[index].output, transaction, index),
                Witness::new(),
            ),
            Kind::P2wpkh | Kind::P2shP2wpkh => {
                let hash = cache.p2wpkh_signature_hash(index, &p2wpkh, *value, all).unwrap();
                let witness = Witness::from_slice(&[self.ecdsa(hash.to_byte_array(), 1), key]);
                let nested = PushBytesBuf::try_from(p2wpkh.into_bytes()).unwrap();
                let script_sig = if kind == Kind::P2wpkh {
                    ScriptBuf::new()
                } else {
                    ScriptBuf::builder().push_slice(nested).into_script()
                };
                (script_sig, witness)
            }
            Kind::P2wshMultisig => {
                let hash = cache
                    .p2wsh_signature_hash(index, &self.multisig(), *value, all)
                    .unwrap();
                let items = [
                    Vec::new(),
                    self.ecdsa(hash.to_byte_array(), 1),
                    self.multisig().into_bytes(),
                ];
                (ScriptBuf::new(), Witness::from_slice(&items))
            }
            Kind::P2tr => (ScriptBuf::new(), self.taproot_witness(spent, transaction, index)),
        }
    }

    fn p2pkh_script_sig(&self, rules: &Rules, spent: &TxOut, transaction: &Transaction, index: usize) -> ScriptBuf {
        let TxOut { value, script_pubkey } = spent;
        let (hash, hash_type) = if rules.engine == Engine::ForkId {
            let hash = signature::fork_id_hash(transaction, index, script_pubkey, value.to_sat(), 1 | FORKID);
            (hash.unwrap(), 1 | FORKID)
        } else {
            let hash = SighashCache::new(transaction).legacy_signature_hash(index, script_pubkey, 1);
            (hash.unwrap().to_byte_array(), 1)
        };
        let signature = PushBytesBuf::try_from(self.ecdsa(hash, hash_type)).unwrap();
        ScriptBuf::builder()
            .push_slice(signature)
            .push_slice(self.public().to_bytes())
            .into_script()
    }

    fn taproot_witness(&self, spent: &[Owned], transaction: &Transaction, index: usize) -> Witness {
        let outputs: Vec<_> = spent.iter().map(|owned| &owned.output).collect();
        let hash = SighashCache::new(transaction)
            .taproot_key_spend_signature_hash(index, &Prevouts::All(&outputs), TapSighashType::Default)
            .unwrap();
        let secp = Secp256k1::new();
        let key = self.keypair().tap_tweak(&secp, None).to_keypair();
        let signature = secp.sign_schnorr_no_aux_rand(&Message::from(hash), &key);
        Witness::from_slice(&[signature.as_ref().to_vec()])
    }

    fn ecdsa(&self, hash: [u8; 32], hash_type: u8) -> Vec<u8> {
        let signature = Secp256k1::new().sign_ecdsa(&Message::from_digest(hash), &self.secret);
        [&signature.serialize_der()[..], &[hash_type]].concat()
    }
}

fn output(script: ScriptBuf, value: u64) -> TxOut {
    TxOut {
        value: Amount::from_sat(value),
        script_pubkey: script,
    }
}

/// Returns a wallet, the only output, and a transaction that spends all of the output except the fee.
fn payment(node: &Node, kind: Kind) -> (TestWallet, Owned, Transaction) {
    let wallet = TestWallet::new(7);
    let owned = wallet.funded(node, kind, 50_000_000);
    let outputs = vec![output(TestWallet::new(8).script(Kind::P2pkh), 50_000_000 - FEE)];
    let transaction = wallet.spend(node.rules(), kind, std::slice::from_ref(&owned), outputs);
    (wallet, owned, transaction)
}

fn send(node: &Node, transaction: &Transaction) -> Result<bitcoin::Txid, Rejection> {
    match node.submit(&bitcoin::consensus::encode::serialize_hex(transaction)) {
        Ok(txid) => Ok(txid),
        Err(SubmitError::Rejected(rejection)) => Err(rejection),
        Err(SubmitError::Journal(error)) => panic!("{error}"),
    }
}

#[track_caller]
fn check_rejected(node: &Node, transaction: &Transaction, code: i32, text: &str) {
    let rejection = send(node, transaction).unwrap_err();
    assert_eq!((rejection.rpc_code(), rejection.to_string().as_str()), (code, text));
}

fn open(chain: Chain, file: &Path) -> Result<Node, JournalError> {
    Node::open(Rules::of(chain), clock(), Some(file))
}

fn in_folder(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("chain.jsonl")
}

#[test]
fn chain_and_mempool_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    for chain in [Chain::Btc, Chain::Bch] {
        let file = folder.path().join(format!("{chain}.jsonl"));
        let node = open(chain, &file).unwrap();
        let (_, _, transaction) = payment(&node, Kind::P2pkh);
        let txid = send(&node, &transaction).unwrap();
        let tip = node.read(Ledger::tip);
        drop(node);

        let node = open(chain, &file).unwrap();
        assert_eq!(node.read(Ledger::tip), tip);
        assert_eq!(node.read(|ledger| ledger.mempool().to_vec()), [txid]);
        assert_eq!(node.mine().unwrap().txids, [txid]);
    }
}

#[test]
fn incomplete_last_line_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let file = in_folder(&folder);
    let tip = open(Chain::Btc, &file).unwrap().mine().unwrap().hash;
    let mut text = fs::read_to_string(&file).unwrap();
    let whole = text.len();
    text.push_str(r#"{"block":{"header":"0200"#);
    fs::write(&file, text).unwrap();

    let node = open(Chain::Btc, &file).unwrap();
    assert_eq!(node.read(Ledger::tip), tip);
    assert_eq!(fs::metadata(&file).unwrap().len(), whole as u64);
    drop(node);
    open(Chain::Btc, &file).unwrap().mine().unwrap();
    open(Chain::Btc, &file).unwrap();
}

#[test]
fn modified_journal_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = in_folder(&folder);
    let node = open(Chain::Btc, &file).unwrap();
    let (_, _, transaction) = payment(&node, Kind::P2pkh);
    send(&node, &transaction).unwrap();
    drop(node);
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let (first, last) = (1, lines.len());
    // The value of the payment output, a base unit above the signed value.
    let stolen = text.replace("e069f90200000000", "e169f90200000000");
    check_damaged(&file, &lines[1..].join("\n"), first);
    check_damaged(&file, &[&lines[..], &lines[last - 1..]].concat().join("\n"), last + 1);
    check_damaged(&file, stolen.trim_end(), last);
}

#[track_caller]
fn check_damaged(file: &Path, text: &str, line: usize) {
    fs::write(file, format!("{text}\n")).unwrap();
    match open(Chain::Btc, file) {
        Err(JournalError::Damaged { number, .. }) => assert_eq!(number, line),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("the damage at line {line} was not detected"),
    }
}
