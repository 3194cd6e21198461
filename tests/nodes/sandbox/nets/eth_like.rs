//! Random wallets on EVM chains: payments to others and to themselves, payments by a contract, non-fungible tokens, and
//! failed transactions.

use super::{clock, number, sandbox_clock, serve, soon};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio::task::JoinSet;
use wallet_client::signers::KeyForm;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::history::{Entry, Position, Transfer, TransferAsset, View};
use wallet_eth_like::nft_calls::{erc721_transfer_data, erc1155_transfer_data};
use wallet_eth_like::ports::{EthLikeBlocks, EthLikeIndex, EthLikeNode};
use wallet_eth_like::{
    Address, Amount, Chain, GasPrice, NftKey, Params, PublicKey, Signature, TransactionFields, UnsignedTransaction,
};
use wallet_sandbox::chain::{Payment, SandboxChain};
use wallet_sandbox::eth_like::evm::contracts::{self, Argument, Contract};
use wallet_sandbox::eth_like::node::Node;
use wallet_sandbox::eth_like::rules::Rules;
use wallet_tests::support::api::timeouts::client;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::Signer;
use wallet_upstream::config::setting_name;
use wallet_upstream_eth_like::{EthLikeHistories, EthLikeNodes};

/// Number of wallets on each chain.
const WALLETS: usize = 150;
/// Number of random transactions on each chain.
const TRANSACTIONS: usize = 400;
/// Number of wallets whose non-fungible tokens are compared with the contracts.
const HOLDERS: usize = 20;
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
        let client = client();
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
        let (to, amount, data) = match random.between(0, 13) {
            0 => (own, amount, Vec::new()),
            1 => (own, Amount::ZERO, Vec::new()),
            2..5 => (forwarder, amount, split(&[others[0], own, others[1]])),
            5 => (forwarder, amount, regret(others[0])),
            6..10 => {
                let (contract, data) = nft_call(random, own, others[0]);
                (contract, Amount::ZERO, data)
            }
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

    /// Checks that the transfers of non-fungible tokens in the history of the wallet add up to the tokens that the
    /// contracts report. Returns the transfers by transaction.
    async fn check_nfts(&self, wallet: &Wallet) -> BTreeMap<String, Vec<Transfer>> {
        let address = wallet.address();
        let facts = self
            .histories
            .history(self.params, address, Position::Start, 1000, soon());
        let facts = facts.await.unwrap();
        assert!(facts.next.is_none() && facts.omitted.is_empty());
        let found: BTreeMap<_, _> = facts
            .entries
            .iter()
            .map(|entry| (entry.txid().to_string(), nfts(entry, address)))
            .filter(|(_, moved)| !moved.is_empty())
            .collect();
        let mut held: BTreeMap<NftKey, i128> = BTreeMap::new();
        for (key, moved) in found.values().flatten().map(|moved| (key(moved), moved)) {
            let value: i128 = moved.value.to_string().parse().unwrap();
            *held.entry(key).or_default() += if moved.to == address { value } else { 0 };
            *held.entry(key).or_default() -= if moved.from == Some(address) { value } else { 0 };
        }
        let keys: Vec<_> = held.keys().copied().collect();
        let owned = self
            .nodes
            .owned_nfts(self.params, address, &keys, soon())
            .await
            .unwrap();
        assert!(!owned.is_partial);
        let owned = owned.tokens.iter().map(|token| (token.key, token.amount.to_string()));
        let held = held.into_iter().filter(|(_, amount)| *amount != 0);
        let held = held.map(|(key, amount)| (key, amount.to_string()));
        assert_eq!(held.collect::<BTreeMap<_, _>>(), owned.collect(), "{address}");
        found
    }

    /// Checks that the logs in the blocks state the transfers that the index lists.
    async fn check_blocks(&self, address: Address, listed: &BTreeMap<String, Vec<Transfer>>) {
        let head = self.nodes.head(self.params, soon()).await.unwrap();
        let mut stated = BTreeMap::new();
        for height in 0..=head.latest.height {
            let block = self.nodes.block(self.params, height, soon()).await.unwrap().unwrap();
            for transaction in block.transactions {
                let moved = nfts(&transaction.entry, address);
                if !moved.is_empty() {
                    stated.insert(transaction.entry.txid().to_string(), moved);
                }
            }
        }
        assert_eq!(&stated, listed, "{address}");
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

/// Returns the transfers of non-fungible tokens from or to an address, without transfers of zero.
fn nfts(entry: &Entry, address: Address) -> Vec<Transfer> {
    let moved = entry.transfers.iter().filter(|moved| {
        matches!(moved.asset, TransferAsset::Nft(_)) && moved.concerns(address) && moved.value > Amount::ZERO
    });
    moved.copied().collect()
}

fn key(moved: &Transfer) -> NftKey {
    match moved.asset {
        TransferAsset::Nft(key) => key,
        _ => panic!("{moved:?}"),
    }
}

/// Returns a contract and a call that mints or transfers a token of a few ids, which fails if the token exists or is not
/// owned.
fn nft_call(random: &mut Random, own: Address, other: Address) -> (Address, Vec<u8>) {
    let id = random.between(0, 40);
    let (id, number) = (Amount::from(id), Argument::Number(id.to_string().parse().unwrap()));
    let owner = Argument::Address(own.to_string().parse().unwrap());
    let mint = |name: &str, signature: &str, arguments: &[Argument<'_>]| {
        Contract::named(name).call(signature, arguments).to_vec()
    };
    let (contract, data) = match random.between(0, 3) {
        0 => (contracts::ART, mint("Art", "mint(address,uint256)", &[owner, number])),
        1 => (contracts::ART, erc721_transfer_data(own, other, id).unwrap()),
        2 => {
            let mint = mint("Editions", "mint(address,uint256,uint256)", &[owner, number, number]);
            (contracts::EDITIONS, mint)
        }
        _ => {
            let amount = Amount::from(random.between(0, 3));
            (
                contracts::EDITIONS,
                erc1155_transfer_data(own, other, id, amount).unwrap(),
            )
        }
    };
    (contract.to_string().parse().unwrap(), data)
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
        if name == "eth" {
            let holders = &fixture.wallets[..HOLDERS];
            let mut transfers = 0;
            for wallet in holders {
                transfers += fixture.check_nfts(wallet).await.len();
            }
            assert!(transfers > 0, "no transfer of an NFT");
            let listed = fixture.check_nfts(&holders[0]).await;
            fixture.check_blocks(holders[0].address(), &listed).await;
        }
        assert!(rows > 2 * TRANSACTIONS, "{rows}");
        let expected = ["In Confirmed", "Out Confirmed", "Out Rejected", "Own Confirmed"];
        assert!(expected.iter().all(|kind| directions.contains(*kind)), "{directions:?}");
    }
}
