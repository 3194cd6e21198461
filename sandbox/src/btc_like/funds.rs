//! The faucet wallet: the coinbase outputs of the sandbox miner.
//!
//! The key is the hash of a fixed string and therefore public. The coins have no value, and a chain file stays
//! usable with every build of the server.

use super::ledger::Ledger;
use super::policy::signature::{self, FORKID};
use super::rules::{Engine, Rules};
use bitcoin::absolute::LockTime;
use bitcoin::hashes::{Hash, sha256};
use bitcoin::script::PushBytesBuf;
use bitcoin::secp256k1::{Message, PublicKey, Secp256k1, SecretKey};
use bitcoin::sighash::{EcdsaSighashType, SighashCache};
use bitcoin::transaction::Version;
use bitcoin::{Amount, OutPoint, PubkeyHash, Script, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Witness};

/// The size of a transaction without inputs and outputs in bytes.
const OVERHEAD: u64 = 10;
/// The maximum size of an input that spends p2pkh with a compressed key, in bytes.
const INPUT: u64 = 148;
/// The size of the largest output that the faucet pays (p2wsh, p2tr, 32-byte p2sh) in bytes.
const OUTPUT: u64 = 44;

/// The miner's key.
#[derive(Debug)]
pub struct Funds {
    secret: SecretKey,
    public: PublicKey,
}

impl Default for Funds {
    /// Returns the key, which is the same in every sandbox.
    fn default() -> Self {
        let seed = sha256::Hash::hash(b"the miner of the wallet cloud sandbox");
        let secret =
            SecretKey::from_slice(seed.as_byte_array()).expect("the hash is nonzero and below the curve order");
        Self {
            secret,
            public: secret.public_key(&Secp256k1::signing_only()),
        }
    }
}

impl Funds {
    /// Returns the script that the coinbase outputs pay to.
    pub fn script(&self) -> ScriptBuf {
        ScriptBuf::new_p2pkh(&PubkeyHash::hash(&self.public.serialize()))
    }

    /// Returns a signed transaction that pays `amount` base units to `to`, or `None` if the mature coins do not
    /// suffice.
    pub fn pay(&self, rules: &Rules, ledger: &Ledger, to: &Script, amount: u64) -> Option<Transaction> {
        let mut picked = Vec::new();
        let mut available = 0;
        for (outpoint, output) in self.spendable(rules, ledger) {
            picked.push(outpoint);
            available += output.value.to_sat();
            let fee = fee(rules, picked.len() as u64, amount);
            if let Some(change) = available.checked_sub(amount + fee) {
                let outputs = [(to.to_owned(), amount), (self.script(), change)];
                return Some(self.sign(rules, unsigned(rules, &picked, &outputs), ledger));
            }
        }
        None
    }

    /// Returns the coins that may be spent now: confirmed before unconfirmed, then by descending value.
    fn spendable(&self, rules: &Rules, ledger: &Ledger) -> Vec<(OutPoint, TxOut)> {
        let unspent = ledger.script(&self.script()).map(|history| &history.unspent);
        let mut coins: Vec<_> = unspent
            .into_iter()
            .flatten()
            .filter_map(|outpoint| Some((*outpoint, ledger.coin(*outpoint)?)))
            .filter(|(_, coin)| !coin.coinbase || ledger.confirmations(coin.height) >= rules.coinbase_maturity)
            .collect();
        coins.sort_by_key(|(_, coin)| (coin.height.is_none(), std::cmp::Reverse(coin.output.value)));
        coins
            .into_iter()
            .map(|(outpoint, coin)| (outpoint, coin.output.clone()))
            .collect()
    }

    fn sign(&self, rules: &Rules, mut transaction: Transaction, ledger: &Ledger) -> Transaction {
        let script = self.script();
        let scripts: Vec<ScriptBuf> = (0..transaction.input.len())
            .map(|index| {
                let value = ledger
                    .coin(transaction.input[index].previous_output)
                    .map_or(0, |coin| coin.output.value.to_sat());
                self.script_sig(rules, &transaction, index, &script, value)
            })
            .collect();
        for (input, script_sig) in transaction.input.iter_mut().zip(scripts) {
            input.script_sig = script_sig;
        }
        transaction
    }

    fn script_sig(
        &self,
        rules: &Rules,
        transaction: &Transaction,
        index: usize,
        spent: &Script,
        value: u64,
    ) -> ScriptBuf {
        const ALL: u8 = EcdsaSighashType::All as u8;
        let (hash, hash_type) = match rules.engine {
            Engine::ForkId => (
                signature::fork_id_hash(transaction, index, spent, value, ALL | FORKID),
                ALL | FORKID,
            ),
            Engine::Consensus(_) => {
                let hash = SighashCache::new(transaction).legacy_signature_hash(index, spent, u32::from(ALL));
                (hash.ok().map(Hash::to_byte_array), ALL)
            }
        };
        let message = Message::from_digest(hash.expect("the index is that of an input of the transaction"));
        let mut signature = Secp256k1::signing_only()
            .sign_ecdsa(&message, &self.secret)
            .serialize_der()
            .to_vec();
        signature.push(hash_type);
        let signature = PushBytesBuf::try_from(signature).expect("a signature is shorter than the maximum push");
        ScriptBuf::builder()
            .push_slice(signature)
            .push_slice(self.public.serialize())
            .into_script()
    }
}

/// Returns the fee for two outputs at the rate for fast confirmation, in base units.
fn fee(rules: &Rules, inputs: u64, amount: u64) -> u64 {
    let size = OVERHEAD + inputs * INPUT + 2 * OUTPUT;
    let small_outputs = rules.minimum_fee(0, std::iter::once(amount));
    (size * rules.estimates[0]).div_ceil(1000) + small_outputs
}

/// Returns the unsigned transaction; the value of an output below the relay limit is added to the fee.
fn unsigned(rules: &Rules, inputs: &[OutPoint], outputs: &[(ScriptBuf, u64)]) -> Transaction {
    let input = inputs.iter().map(|outpoint| TxIn {
        previous_output: *outpoint,
        script_sig: ScriptBuf::new(),
        sequence: Sequence::MAX,
        witness: Witness::new(),
    });
    let relayed = outputs
        .iter()
        .enumerate()
        .filter(|(index, (_, value))| *index == 0 || *value >= rules.minimum_change());
    let output = relayed.map(|(_, (script, value))| TxOut {
        value: Amount::from_sat(*value),
        script_pubkey: script.clone(),
    });
    Transaction {
        version: Version::TWO,
        lock_time: LockTime::ZERO,
        input: input.collect(),
        output: output.collect(),
    }
}
