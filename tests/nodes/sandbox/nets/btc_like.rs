//! Random wallets on the UTXO chains: payments of several senders, to several recipients and to themselves, data,
//! pending transactions that spend each other, and the coinbases of the miner.

use super::{clock, number, sandbox_clock, serve, soon};
use bitcoin::absolute::LockTime;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::hashes::Hash;
use bitcoin::script::PushBytesBuf;
use bitcoin::secp256k1::{Message, PublicKey, Secp256k1, SecretKey};
use bitcoin::sighash::SighashCache;
use bitcoin::transaction::Version;
use bitcoin::{Amount, OutPoint, PubkeyHash, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Txid, Witness};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::task::JoinSet;
use wallet_btc_like::history::{AddressFacts, Position, View};
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_btc_like::{Address, Chain, Params};
use wallet_core::model::{ChainName, Direction, Network};
use wallet_sandbox::btc_like::ledger::Ledger;
use wallet_sandbox::btc_like::node::Node;
use wallet_sandbox::btc_like::policy::signature;
use wallet_sandbox::btc_like::rules::{self, Engine, Rules};
use wallet_tests::support::api::timeouts::client;
use wallet_tests::support::random::Random;
use wallet_upstream::config::setting_name;
use wallet_upstream_btc_like::BtcLikeUpstreams;

/// Number of wallets on each chain.
const WALLETS: usize = 125;
/// Number of random transactions on each chain.
const TRANSACTIONS: usize = 250;
/// Number of the last transactions on each chain, which stay pending.
const PENDING: usize = 12;
/// The smallest output: above every dust limit.
const SMALLEST: u64 = 2_000_000;
/// `SIGHASH_ALL`, and the combination with `SIGHASH_FORKID`.
const ALL: u8 = 1;
const ALL_FORKID: u8 = 0x41;

/// A wallet with a single key, which pays from p2pkh outputs on every chain.
struct Wallet {
    secret: SecretKey,
    public: PublicKey,
    script: ScriptBuf,
}

impl Wallet {
    fn new(random: &mut Random) -> Self {
        let secret = SecretKey::from_slice(&random.bytes::<32>()).unwrap();
        let public = secret.public_key(&Secp256k1::signing_only());
        let script = ScriptBuf::new_p2pkh(&PubkeyHash::hash(&public.serialize()));
        Self { secret, public, script }
    }

    fn script_sig(&self, rules: &Rules, unsigned: &Transaction, index: usize, value: u64) -> ScriptBuf {
        let (digest, kind) = match rules.engine {
            Engine::ForkId => {
                let digest = signature::fork_id_hash(unsigned, index, &self.script, value, ALL_FORKID);
                (digest.unwrap(), ALL_FORKID)
            }
            Engine::Consensus(_) => {
                let digest = SighashCache::new(unsigned).legacy_signature_hash(index, &self.script, ALL.into());
                (digest.unwrap().to_byte_array(), ALL)
            }
        };
        let signature = Secp256k1::signing_only().sign_ecdsa(&Message::from_digest(digest), &self.secret);
        let mut signature = signature.serialize_der().to_vec();
        signature.push(kind);
        ScriptBuf::builder()
            .push_slice(PushBytesBuf::try_from(signature).unwrap())
            .push_slice(self.public.serialize())
            .into_script()
    }
}

/// A chain with random wallets.
struct Fixture {
    node: Arc<Node>,
    wallets: Vec<Wallet>,
    upstreams: BtcLikeUpstreams,
    params: &'static Params,
    _server: JoinSet<()>,
}

impl Fixture {
    async fn new(chain: Chain, random: &mut Random) -> Self {
        let rules = Rules::of(rules::Chain::from_name(chain.name()).unwrap());
        let node = Arc::new(Node::open(rules, sandbox_clock(), None).unwrap());
        let (upstream, server) = serve(Arc::<Node>::clone(&node)).await;
        let name = setting_name(chain.name(), Network::Testnet);
        let setting = |requested: &str| (requested == name).then(|| upstream.clone());
        let client = client();
        Self {
            node,
            wallets: (0..WALLETS).map(|_| Wallet::new(random)).collect(),
            upstreams: BtcLikeUpstreams::from_settings(client, &clock(), setting).unwrap(),
            params: Params::of(chain, Network::Testnet).unwrap(),
            _server: server,
        }
    }

    /// Sends random transactions, of which all but the last are mined occasionally.
    fn transact(&self, random: &mut Random) {
        let rules = self.node.rules();
        for wallet in &self.wallets {
            let amount = random.between(20 * SMALLEST, rules.faucet_maximum);
            self.node.pay(&wallet.script, amount).unwrap();
        }
        self.node.mine().unwrap();
        for sent in 1..=TRANSACTIONS {
            let transaction = self.transaction(random);
            self.node.submit(&serialize_hex(&transaction)).unwrap();
            if sent <= TRANSACTIONS - PENDING && random.once_in(12) {
                self.node.mine().unwrap();
            }
        }
    }

    /// Returns a transaction of up to three senders.
    fn transaction(&self, random: &mut Random) -> Transaction {
        let rules = self.node.rules();
        let (senders, inputs) = loop {
            let found = self.inputs(random);
            if !found.1.is_empty() {
                break found;
            }
        };
        let total: u64 = inputs.iter().map(|(_, value)| value).sum();
        let outputs = self.outputs(random, &senders, total);
        let unsigned = Transaction {
            version: Version::TWO,
            lock_time: LockTime::ZERO,
            input: inputs.iter().map(|(outpoint, _)| input(*outpoint)).collect(),
            output: outputs,
        };
        let mut signed = unsigned.clone();
        for (index, (_, value)) in inputs.iter().enumerate() {
            let script_sig = senders[index].script_sig(rules, &unsigned, index, *value);
            signed.input[index].script_sig = script_sig;
        }
        signed
    }

    /// Returns the unspent outputs of random wallets with their owners. They pay several times the largest fee.
    fn inputs(&self, random: &mut Random) -> (Vec<&Wallet>, Vec<(OutPoint, u64)>) {
        let count = random.between(1, 3);
        let mut senders = Vec::new();
        let mut inputs: Vec<(OutPoint, u64)> = Vec::new();
        for _ in 0..count {
            let wallet = random.one_of(&self.wallets);
            let found = self.node.read(|ledger| unspent(ledger, &wallet.script));
            let free: Vec<_> = found
                .iter()
                .filter(|one| !inputs.contains(one) && one.1 > 8 * SMALLEST)
                .collect();
            if !free.is_empty() {
                senders.push(wallet);
                inputs.push(**random.one_of(&free));
            }
        }
        (senders, inputs)
    }

    /// Returns up to four outputs, to the senders and others, and sometimes data.
    fn outputs(&self, random: &mut Random, senders: &[&Wallet], total: u64) -> Vec<TxOut> {
        let mut left = total - random.between(SMALLEST, 2 * SMALLEST);
        let mut outputs = Vec::new();
        for _ in 0..random.between(1, 4) {
            let to = if random.once_in(3) {
                *random.one_of(senders)
            } else {
                random.one_of(&self.wallets)
            };
            if left >= 2 * SMALLEST {
                let value = random.between(SMALLEST, left - SMALLEST);
                left -= value;
                outputs.push(output(to.script.clone(), value));
            }
        }
        outputs.push(output(random.one_of(senders).script.clone(), left));
        if random.once_in(4) {
            outputs.insert(0, output(ScriptBuf::new_op_return([7; 20]), 0));
        }
        outputs
    }

    async fn check(&self, random: &mut Random, script: &ScriptBuf) -> Checked {
        let text = self.node.rules().address.encode(script).unwrap();
        let address = Address::parse(self.params, &text).unwrap();
        let view = View::new(&address, text.clone());
        let limit = u32::try_from(random.between(1, 40)).unwrap();
        let (mut sum, mut position, mut checked) = (0, Position::default(), Checked::default());
        let expected = self.node.read(|ledger| Expected::of(ledger, self.node.rules(), script));
        loop {
            let facts = self.upstreams.address_facts(&address, position, limit, soon()).await;
            let facts = facts.unwrap();
            expected.check(&facts, &text);
            let page = facts.history.unwrap();
            assert!(!page.lacks_rows);
            for row in view.transactions(&page.entries, facts.tip) {
                sum += number(&row.net);
                checked.rows += 1;
                checked.directions.insert(format!("{:?}", row.direction));
                assert_eq!(row.direction == Direction::In, number(&row.net) > 0, "{row:?}");
            }
            match page.next {
                Some(next) => position = next,
                None => break,
            }
        }
        assert_eq!(sum, i128::from(expected.total), "{text}");
        checked.immature = expected.immature > 0;
        checked.unsettled = expected.spendable + expected.immature < expected.total;
        checked
    }
}

/// The properties of the checked wallets.
#[derive(Default)]
struct Checked {
    rows: usize,
    directions: BTreeSet<String>,
    immature: bool,
    unsettled: bool,
}

/// The balance of a script in the ledger.
struct Expected {
    total: u64,
    spendable: u64,
    immature: u64,
    confirmed: u64,
}

impl Expected {
    fn of(ledger: &Ledger, rules: &Rules, script: &ScriptBuf) -> Self {
        let mut sums = Self {
            total: 0,
            spendable: 0,
            immature: 0,
            confirmed: 0,
        };
        for (outpoint, value) in unspent(ledger, script) {
            let coin = ledger.coin(outpoint).unwrap();
            let confirmations = ledger.confirmations(coin.height);
            sums.total += value;
            if coin.coinbase && confirmations < rules.coinbase_maturity {
                sums.immature += value;
            } else if confirmations > 0 || is_change(ledger, outpoint.txid, script) {
                sums.spendable += value;
            }
        }
        // Pending transactions still count as unspent what they spend.
        let history = ledger.script(script);
        let txids = history.into_iter().flat_map(|history| &history.txids);
        for entry in txids
            .filter_map(|txid| ledger.entry(*txid))
            .filter(|entry| entry.height.is_some())
        {
            let paid = entry
                .transaction
                .output
                .iter()
                .filter(|output| output.script_pubkey == *script);
            let spent = entry
                .transaction
                .input
                .iter()
                .filter_map(|input| ledger.coin(input.previous_output));
            let spent = spent.filter(|coin| coin.output.script_pubkey == *script);
            sums.confirmed += paid.map(|output| output.value.to_sat()).sum::<u64>();
            sums.confirmed -= spent.map(|coin| coin.output.value.to_sat()).sum::<u64>();
        }
        sums
    }

    fn check(&self, facts: &AddressFacts, address: &str) {
        let unavailable = facts.unavailable.unwrap();
        let found = (
            facts.funds.total(),
            facts.funds.spendable(&unavailable),
            unavailable.immature,
            facts.funds.confirmed(),
        );
        assert_eq!(
            found,
            (self.total, self.spendable, self.immature, self.confirmed),
            "{address}"
        );
        let unconfirmed = i128::from(self.total) - i128::from(self.confirmed);
        assert_eq!(facts.funds.unconfirmed(), unconfirmed, "{address}");
    }
}

/// Returns true if all inputs of a pending transaction are confirmed outputs or change of the script.
fn is_change(ledger: &Ledger, txid: Txid, script: &ScriptBuf) -> bool {
    let entry = ledger.entry(txid).unwrap();
    entry.transaction.input.iter().all(|input| {
        let coin = ledger.coin(input.previous_output).unwrap();
        let is_settled = coin.height.is_some() || is_change(ledger, input.previous_output.txid, script);
        coin.output.script_pubkey == *script && is_settled
    })
}

/// Returns the unspent outputs of a script with their values.
fn unspent(ledger: &Ledger, script: &ScriptBuf) -> Vec<(OutPoint, u64)> {
    let outpoints = ledger.script(script).into_iter().flat_map(|history| &history.unspent);
    let values = outpoints.map(|outpoint| (*outpoint, ledger.coin(*outpoint).unwrap().output.value.to_sat()));
    values.collect()
}

fn input(previous_output: OutPoint) -> TxIn {
    TxIn {
        previous_output,
        script_sig: ScriptBuf::new(),
        sequence: Sequence::MAX,
        witness: Witness::new(),
    }
}

fn output(script_pubkey: ScriptBuf, value: u64) -> TxOut {
    TxOut {
        value: Amount::from_sat(value),
        script_pubkey,
    }
}

/// Returns the script of the miner.
fn miner(node: &Node) -> ScriptBuf {
    node.read(|ledger| {
        let coinbase = ledger.entry(ledger.blocks()[0].txids[0]).unwrap();
        coinbase.transaction.output[0].script_pubkey.clone()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn nets_of_random_wallets_add_up_to_their_balances() {
    let mut random = Random::new();
    for chain in [Chain::Btc, Chain::Ltc, Chain::Bch, Chain::Doge] {
        let fixture = Fixture::new(chain, &mut random).await;
        fixture.transact(&mut random);
        let mut all = Vec::new();
        for wallet in &fixture.wallets {
            all.push(fixture.check(&mut random, &wallet.script).await);
        }
        let rows: usize = all.iter().map(|checked| checked.rows).sum();
        assert!(rows > 2 * TRANSACTIONS && all.iter().any(|checked| checked.unsettled));
        let directions: BTreeSet<_> = all.iter().flat_map(|checked| &checked.directions).collect();
        assert_eq!(directions.len(), 3, "{directions:?}");
        let miner = fixture.check(&mut random, &miner(&fixture.node)).await;
        assert!(miner.immature && miner.rows > 100, "{}", miner.rows);
    }
}
