//! Random wallets on EVM chains: payments to others and to themselves, payments by a contract, and failed transactions.

use super::{clock, number, sandbox_clock, serve, soon};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::task::JoinSet;
use wallet_client::signers::KeyForm;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::history::{Position, View};
use wallet_eth_like::ports::{EthLikeIndex, EthLikeNode};
use wallet_eth_like::{
    Address, Amount, Chain, GasPrice, Params, PublicKey, Signature, TransactionFields, UnsignedTransaction,
};
use wallet_sandbox::chain::{Payment, SandboxChain};
use wallet_sandbox::eth_like::evm::contracts::{self, Contract};
use wallet_sandbox::eth_like::node::Node;
use wallet_sandbox::eth_like::rules::Rules;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::Signer;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::config::setting_name;
use wallet_upstream_eth_like::{EthLikeHistories, EthLikeNodes};

/// Number of wallets on each chain.
const WALLETS: usize = 150;
/// Number of random transactions on each chain.
const TRANSACTIONS: usize = 400;
/// Gas limit of a call with a few transfers.
const GAS: u64 = 300_000;
/// Price in wei per gas, above the base fee of the sandbox.
const PRICE: u64 = 50_000_000_000;

struct Wallet {
    signer: Signer,
    key: PublicKey,
    nonce: u64,
}

impl Wallet {
    fn new(random: &mut Random) -> Self {
        let signer = Signer::random(random, KeyForm::Compressed);
        let key = PublicKey::parse(&signer.public_key()).unwrap();
        Self { signer, key, nonce: 0 }
    }

    fn address(&self) -> Address {
        self.key.address()
    }

    /// Returns the next signed transaction in hex.
    fn sign(&mut self, params: Params, to: Address, amount: Amount, data: Vec<u8>) -> String {
        let fields = TransactionFields {
            params,
            nonce: self.nonce,
            to: Some(to),
            amount,
            data,
            gas_limit: GAS,
            price: GasPrice::Legacy {
                gas_price: Amount::from(PRICE),
            },
        };
        self.nonce += 1;
        let fee = Amount::from(GAS * PRICE);
        let unsigned = UnsignedTransaction::build(fields, fee).unwrap();
        let signed = self.signer.sign(&hex::encode(unsigned.sighash().0));
        let signature = Signature::parse(&hex::encode(signed.r), &hex::encode(signed.s)).unwrap();
        unsigned.attach(&self.key, &signature, None).unwrap().to_hex()
    }
}

/// A chain with random wallets.
struct Fixture {
    node: Arc<Node>,
    wallets: Vec<Wallet>,
    nodes: EthLikeNodes,
    histories: EthLikeHistories,
    params: Params,
    _server: JoinSet<()>,
}

impl Fixture {
    async fn new(name: &str, random: &mut Random) -> Self {
        let chain = Chain::from_name(name).unwrap();
        let node = Node::open(Rules::named(name).unwrap(), &[], sandbox_clock(), None).unwrap();
        let node = Arc::new(node);
        let (upstream, server) = serve(Arc::<Node>::clone(&node)).await;
        let name = setting_name(chain.name(), Network::Testnet);
        let setting = |requested: &str| (requested == name).then(|| upstream.clone());
        let client = HttpClient::new(Limits::default()).unwrap();
        Self {
            node,
            wallets: (0..WALLETS).map(|_| Wallet::new(random)).collect(),
            nodes: EthLikeNodes::from_settings(client.clone(), &clock(), setting).unwrap(),
            histories: EthLikeHistories::from_settings(&client, &clock(), setting).unwrap(),
            params: Params::of(chain, Network::Testnet),
            _server: server,
        }
    }

    fn mine(&self) {
        self.node.mine(|_| ()).unwrap();
    }

    fn transact(&mut self, random: &mut Random) {
        for wallet in &self.wallets {
            let payment = Payment {
                address: wallet.address().to_string(),
                amount: random
                    .between(1_000_000_000_000_000_000, 9_000_000_000_000_000_000)
                    .to_string(),
                token: None,
            };
            SandboxChain::pay(&*self.node, &payment).unwrap();
        }
        self.mine();
        for _ in 0..TRANSACTIONS {
            self.send(random);
            if random.once_in(5) {
                self.mine();
            }
        }
        self.mine();
    }

    fn send(&mut self, random: &mut Random) {
        let sender = any_wallet(random);
        let others: Vec<Address> = (0..3).map(|_| self.wallets[any_wallet(random)].address()).collect();
        let own = self.wallets[sender].address();
        let forwarder: Address = contracts::FORWARDER.to_string().parse().unwrap();
        let amount = Amount::from(random.magnitude(50_000_000_000_000_000));
        let (to, amount, data) = match random.between(0, 9) {
            0 => (own, amount, Vec::new()),
            1 => (own, Amount::ZERO, Vec::new()),
            2..5 => (forwarder, amount, split(&[others[0], own, others[1]])),
            5 => (forwarder, amount, regret(others[0])),
            _ => (others[0], amount, Vec::new()),
        };
        let signed = self.wallets[sender].sign(self.params, to, amount, data);
        self.node.submit(&signed).unwrap();
    }

    /// Checks the wallet, and returns the rows and directions.
    async fn check(&self, random: &mut Random, wallet: &Wallet) -> (usize, BTreeSet<String>) {
        let address = wallet.address();
        let view = View::new(self.params, address, address.to_string(), []);
        let limit = u32::try_from(random.between(1, 40)).unwrap();
        let (mut sum, mut position, mut rows, mut directions) = (0, Position::Start, 0, BTreeSet::new());
        loop {
            let facts = self.histories.history(self.params, address, position, limit, soon());
            let mut facts = facts.await.unwrap();
            if self.params.has_fee_in_receipt() {
                let unpriced: Vec<_> = facts
                    .entries
                    .iter()
                    .filter_map(|entry| entry.unpriced(address))
                    .collect();
                let paid = self.nodes.paid_rollup_fees(self.params, &unpriced, soon()).await;
                facts.complete_fees(address, &paid);
            }
            assert!(!facts.lacks_rows && !facts.lacks_internal_transfers && !facts.lacks_l1_fees);
            for row in view.transactions(&facts.entries, u64::MAX) {
                sum += number(&row.net);
                rows += 1;
                directions.insert(format!("{:?} {:?}", row.direction, row.status));
            }
            match facts.next {
                Some(next) => position = next,
                None => break,
            }
        }
        assert_eq!(sum.to_string(), self.balance(address), "{address}");
        (rows, directions)
    }

    /// Returns the balance in the state of the chain, in wei.
    fn balance(&self, address: Address) -> String {
        self.node.read(|ledger| {
            let account = ledger.state().account(address.to_string().parse().unwrap());
            account.unwrap().info.balance.to_string()
        })
    }
}

/// Returns the index of a random wallet.
fn any_wallet(random: &mut Random) -> usize {
    usize::try_from(random.between(0, WALLETS as u64 - 1)).unwrap()
}

/// Returns the call `split(address[])`.
fn split(recipients: &[Address]) -> Vec<u8> {
    let mut data = selector("split(address[])");
    data.extend(word(&[0x20]));
    data.extend(word(&[u8::try_from(recipients.len()).unwrap()]));
    for recipient in recipients {
        data.extend(word(&bytes(*recipient)));
    }
    data
}

/// Returns the call `regret(address)`, which fails.
fn regret(recipient: Address) -> Vec<u8> {
    let mut data = selector("regret(address)");
    data.extend(word(&bytes(recipient)));
    data
}

fn selector(signature: &str) -> Vec<u8> {
    Contract::named("Forwarder").call(signature, &[]).to_vec()
}

fn bytes(address: Address) -> Vec<u8> {
    hex::decode(&address.to_string()[2..]).unwrap()
}

/// Returns a word of the ABI: the bytes, padded at the start.
fn word(bytes: &[u8]) -> Vec<u8> {
    [vec![0; 32 - bytes.len()], bytes.to_vec()].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn nets_of_random_wallets_add_up_to_their_balances() {
    let mut random = Random::new();
    for name in ["eth", "op", "arb"] {
        let mut fixture = Fixture::new(name, &mut random).await;
        fixture.transact(&mut random);
        let (mut rows, mut directions) = (0, BTreeSet::new());
        for wallet in &fixture.wallets {
            let (count, found) = fixture.check(&mut random, wallet).await;
            rows += count;
            directions.extend(found);
        }
        assert!(rows > 2 * TRANSACTIONS, "{rows}");
        let expected = ["In Confirmed", "Out Confirmed", "Out Rejected", "Own Confirmed"];
        assert!(expected.iter().all(|kind| directions.contains(*kind)), "{directions:?}");
    }
}
