//! The chains of a trial: one seed, a watched set on each chain, changes of the chains, and the truth about the chains.

use super::super::client::btc_like_transfer::Owner;
use super::super::client::{btc_like_bump, eth_like};
use super::super::notifications::Caller;
use super::Random;
use bitcoin::NetworkKind::Test;
use bitcoin::bip32::{DerivationPath, Xpriv, Xpub};
use bitcoin::secp256k1::Secp256k1;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::hd::{Path, Position, Seed};
use wallet_client::payments::btc_like::{self, Chain, Payment, Spend};
use wallet_client::payments::eth_like::{Action, Bump, BumpMode};
use wallet_client::payments::{self, Amount, Ed25519Signer, PaymentError, Signed, xlm};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::FeeMode;

/// The seed of the mnemonic of BIP 39 with eleven times `abandon`, without passphrase.
const SEED: &str = "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1\
                    9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4";

/// The number of addresses of a watched set that are paid.
const ADDRESSES: u32 = 4;

/// A block that the trial has mined.
pub struct Block {
    pub height: u64,
    pub hash: String,
    pub txids: Vec<String>,
    pub is_abandoned: bool,
    pub mined_at: Instant,
}

/// A chain with a watched set, and everything that has happened on the chain.
pub struct Watched {
    pub chain: &'static str,
    /// `addresses` or `key` of the subscription.
    pub set: (&'static str, Value),
    pub addresses: Vec<String>,
    /// The transactions that concern the set, with the received amount if the faucet has paid.
    pub transactions: BTreeMap<String, Option<u128>>,
    /// The payments on the fork of the liar, which are in no block of the chain.
    pub foreign: BTreeSet<String>,
    pub blocks: Vec<Block>,
    /// The times of the payments on a chain whose transactions are final at once.
    pub paid_at: BTreeMap<String, Instant>,
    /// True if the trial has dropped a pending transaction.
    pub has_drops: bool,
}

fn utxo(chain: &str) -> Option<Chain> {
    let chains = [Chain::Btc, Chain::Ltc, Chain::Bch, Chain::Doge];
    chains.into_iter().find(|known| known.to_string() == chain)
}

fn seed() -> Seed {
    Seed::from_bytes(&hex::decode(SEED).unwrap()).unwrap()
}

/// Returns the key of an address of a UTXO or EVM chain.
fn key(chain: &str, index: u32) -> Secp256k1Key {
    let position = Position::builder().index(index).build();
    let path = utxo(chain).map_or_else(
        || Path::eth_like(chain, position),
        |chain| Path::btc_like(chain, Testnet, Some(&AddressType::P2pkh), position),
    );
    seed().secp256k1(&path.unwrap()).unwrap()
}

/// Returns the extended public key of BIP 44, account 0.
fn extended_key() -> String {
    let secp = Secp256k1::new();
    let path: DerivationPath = "m/44'/1'/0'".parse().unwrap();
    let master = Xpriv::new_master(Test, &hex::decode(SEED).unwrap()).unwrap();
    Xpub::from_priv(&secp, &master.derive_priv(&secp, &path).unwrap()).to_string()
}

impl Watched {
    /// Returns the UTXO chain, `None` on a chain of a different family.
    pub fn utxo(&self) -> Option<Chain> {
        utxo(self.chain)
    }

    pub async fn new(client: &Client, chain: &'static str) -> Self {
        let mut addresses = Vec::new();
        for index in 0..ADDRESSES {
            let derived = match utxo(chain) {
                _ if chain == "xlm" => {
                    let key = seed().ed25519(&Path::xlm(index).unwrap()).unwrap();
                    xlm::derive(client, Testnet, key.public_key()).await
                }
                Some(utxo) => {
                    let public = key(chain, index).public_key();
                    btc_like::derive(client, utxo, Testnet, &public, Some(&AddressType::P2pkh)).await
                }
                None => payments::eth_like::derive(client, chain, Testnet, &key(chain, index).public_key()).await,
            };
            addresses.push(derived.unwrap());
        }
        let set = match utxo(chain) {
            Some(_) => ("key", json!({ "xpub": extended_key() })),
            None => ("addresses", json!(addresses)),
        };
        Self {
            chain,
            set,
            addresses,
            transactions: BTreeMap::new(),
            foreign: BTreeSet::new(),
            blocks: Vec::new(),
            paid_at: BTreeMap::new(),
            has_drops: false,
        }
    }

    /// Makes a random change of the chain.
    pub async fn change(&mut self, sandbox: &Caller, client: &Client, random: &mut Random) {
        match random.below(100) {
            0..45 => self.pay(sandbox, random).await,
            45..75 => self.mine(sandbox).await,
            75..85 => {
                let depth = random.below(6) + 1;
                self.reorganise(sandbox, depth).await;
            }
            85..92 => self.drop_pending(sandbox, random).await,
            // Without confirmed coins, which a reorganisation can take, nothing is sent.
            _ => {
                let _ = self.replace(client).await;
            }
        }
    }

    pub async fn pay(&mut self, sandbox: &Caller, random: &mut Random) {
        let index = random.below(self.addresses.len() as u64);
        let address = &self.addresses[usize::try_from(index).unwrap()];
        let base: u128 = match (self.chain, utxo(self.chain)) {
            ("xlm", _) => 30_000_000,
            (_, Some(_)) => 50_000_000,
            (_, None) => 30_000_000_000_000_000,
        };
        let amount = base + u128::from(random.below(1_000_000));
        let txid = sandbox.pay(self.chain, address, &amount.to_string()).await;
        if self.chain == "xlm" {
            self.paid_at.insert(txid.clone(), Instant::now());
        }
        self.transactions.insert(txid, Some(amount));
    }

    pub async fn mine(&mut self, sandbox: &Caller) {
        if self.chain == "xlm" {
            return;
        }
        let mined = sandbox.post("/sandbox/v1/mine", &json!({ "chain": self.chain })).await;
        self.blocks.push(Block {
            height: text(&mined["block"]).parse().unwrap(),
            hash: text(&mined["hash"]),
            txids: mined["txids"].as_array().unwrap().iter().map(text).collect(),
            is_abandoned: false,
            mined_at: Instant::now(),
        });
    }

    /// Reorganises the chain, unless the chain has too few blocks.
    async fn reorganise(&mut self, sandbox: &Caller, depth: u64) {
        let body = json!({ "chain": self.chain, "depth": depth });
        let Some(undone) = sandbox.try_post("/sandbox/v1/reorganise", &body).await else {
            return;
        };
        let head: u64 = text(&undone["block"]).parse().unwrap();
        for block in self.blocks.iter_mut().filter(|block| block.height + depth >= head) {
            block.is_abandoned = true;
        }
    }

    /// Returns true if a block of the best chain has the transaction.
    pub fn is_mined(&self, txid: &str) -> bool {
        let mut best = self.blocks.iter().filter(|block| !block.is_abandoned);
        self.chain == "xlm" || best.any(|block| block.txids.iter().any(|mined| mined == txid))
    }

    async fn drop_pending(&mut self, sandbox: &Caller, random: &mut Random) {
        let pending: Vec<_> = self.transactions.keys().filter(|txid| !self.is_mined(txid)).collect();
        if pending.is_empty() {
            return;
        }
        let txid = pending[usize::try_from(random.below(pending.len() as u64)).unwrap()];
        let body = json!({ "chain": self.chain, "txid": txid });
        self.has_drops |= sandbox.try_post("/sandbox/v1/drop", &body).await.is_some();
    }

    /// Pays from the first address to the second, and replaces the payment.
    async fn replace(&mut self, client: &Client) -> Result<(), PaymentError> {
        match utxo(self.chain) {
            _ if self.chain == "xlm" => Ok(()),
            Some(chain) => self.replace_utxo(client, chain).await,
            None => self.replace_nonce(client).await,
        }
    }

    async fn replace_nonce(&mut self, client: &Client) -> Result<(), PaymentError> {
        let key = key(self.chain, 0);
        let action = Action::Pay {
            to: self.addresses[1].clone(),
            amount: Amount::from(1_000_u64),
        };
        let payment = eth_like::payment(self.chain, &key, action);
        let quote = payments::eth_like::quote(client, &payment).await?;
        let signed = quote.prepare(client, FeeMode::Slow).await?.sign(client, &key).await?;
        self.send(client, &signed).await?;
        let bump = Bump::builder()
            .signed(signed)
            .public_key(key.public_key())
            .mode(BumpMode::SpeedUp)
            .build();
        let faster = payments::eth_like::bump(client, &bump).await?;
        let faster = faster.prepare(client).await?.sign(client, &key).await?;
        self.send(client, &faster).await
    }

    async fn replace_utxo(&mut self, client: &Client, chain: Chain) -> Result<(), PaymentError> {
        let owner = Owner {
            key: key(self.chain, 0),
            address_type: AddressType::P2pkh,
            address: self.addresses[0].clone(),
        };
        let payment = Payment::builder()
            .chain(chain)
            .network(Testnet)
            .public_key(owner.key.public_key())
            .address_type(AddressType::P2pkh)
            .to(self.addresses[1].clone())
            .amount(Spend::Exact(10_000_000))
            .build();
        let quote = btc_like::quote(client, &payment).await?;
        let prepared = quote.prepare(client, FeeMode::Slow).await?;
        let signed = prepared.sign(client, &owner.key).await?;
        self.send(client, &signed).await?;
        // Chains without replacements reject the second payment.
        let faster = btc_like::bump(client, &btc_like_bump::bump_of(&signed, &owner)).await?;
        let faster = faster.prepare(client, FeeMode::Fast).await?;
        self.send(client, &faster.sign(client, &owner.key).await?).await
    }

    /// Sends a transaction, which counts from the attempt on, since an error does not exclude that nodes have it.
    async fn send(&mut self, client: &Client, signed: &Signed) -> Result<(), PaymentError> {
        self.transactions.insert(signed.txid.clone(), None);
        signed.send(client).await.map(drop)
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
