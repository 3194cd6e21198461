//! Tests of the node. A test wallet with separate code builds and signs the transactions. The tests of the
//! workspace (`tests/nodes`) validate the wallet's transactions with third-party libraries and nodes.

mod blocks;
mod explorer;
mod mines;
mod queries;
mod rejections;
mod reorganisation;
mod simulations;

use super::address;
use super::evm::contracts::{self, Argument, Contract};
use super::faucet::Request;
use super::node::{Node, SubmitError};
use super::rules::{CHAINS, Rules};
use crate::chain::Token;
use crate::clock::{Clock, Timestamp};
use alloy_consensus::{SignableTransaction, TxEip1559, TxEnvelope, TxLegacy};
use alloy_eips::eip2718::Encodable2718;
use bitcoin::secp256k1::{Message, PublicKey, Secp256k1, SecretKey};
use revm::primitives::alloy_primitives::Signature;
use revm::primitives::{Address, B256, Bytes, TxKind, U256, hex};
use std::path::Path;
use std::sync::Arc;

const GWEI: u128 = 1_000_000_000;
const COIN: u128 = 1_000_000_000_000_000_000;
const TO: Address = Address::repeat_byte(0x77);

/// A token of the bsc chain.
const LISTED_TOKEN: Address = Address::repeat_byte(0x55);

/// Returns a clock with a fixed time.
fn clock() -> Arc<dyn Clock> {
    Arc::new(|| Timestamp::from_secs(1_800_000_000))
}

fn rules(chain: &str) -> &'static Rules {
    Rules::named(chain).unwrap()
}

fn tokens() -> [Token; 1] {
    [Token {
        chain: "bsc".to_owned(),
        contract: LISTED_TOKEN.to_string(),
        name: "Listed Token".to_owned(),
        ticker: "LIST".to_owned(),
        decimals: 18,
    }]
}

fn node(chain: &str) -> Node {
    open(chain, None)
}

fn open(chain: &str, file: Option<&Path>) -> Node {
    Node::open(rules(chain), &tokens(), clock(), file).unwrap()
}

/// A test wallet with a single key.
struct TestWallet(SecretKey);

impl TestWallet {
    /// Returns a wallet with a single coin on the chain.
    fn funded(node: &Node, seed: u8) -> Self {
        let wallet = Self(SecretKey::from_slice(&[seed; 32]).unwrap());
        pay(node, wallet.address(), COIN, None);
        mine(node);
        wallet
    }

    fn address(&self) -> Address {
        let public_key = PublicKey::from_secret_key(&Secp256k1::new(), &self.0).serialize_uncompressed();
        Address::from_raw_public_key(&public_key[1..])
    }

    fn signature(&self, hash: B256) -> Signature {
        let signed = Secp256k1::new().sign_ecdsa_recoverable(&Message::from_digest(hash.0), &self.0);
        let (recovery, compact) = signed.serialize_compact();
        Signature::from_bytes_and_parity(&compact, recovery.to_i32() == 1)
    }

    fn sign(&self, unsigned: TxEip1559) -> String {
        let signature = self.signature(unsigned.signature_hash());
        hex_of(&TxEnvelope::Eip1559(unsigned.into_signed(signature)))
    }

    fn sign_legacy(&self, unsigned: TxLegacy) -> String {
        let signature = self.signature(unsigned.signature_hash());
        hex_of(&TxEnvelope::Legacy(unsigned.into_signed(signature)))
    }
}

fn hex_of(envelope: &TxEnvelope) -> String {
    hex::encode_prefixed(envelope.encoded_2718())
}

/// Returns a payment of 1 wei with fees that always suffice.
fn payment(node: &Node, nonce: u64) -> TxEip1559 {
    TxEip1559 {
        chain_id: node.rules().chain_id,
        nonce,
        gas_limit: 21_000,
        max_fee_per_gas: 100 * GWEI,
        max_priority_fee_per_gas: 40 * GWEI,
        to: TxKind::Call(TO),
        value: U256::from(1),
        ..TxEip1559::default()
    }
}

/// Returns a contract call.
fn call(node: &Node, nonce: u64, contract: Address, data: Bytes) -> TxEip1559 {
    TxEip1559 {
        gas_limit: 300_000,
        to: TxKind::Call(contract),
        value: U256::ZERO,
        input: data,
        ..payment(node, nonce)
    }
}

fn transfer_data(to: Address, amount: u64) -> Bytes {
    let arguments = [Argument::Address(to), Argument::Number(U256::from(amount))];
    Contract::named("Token").call("transfer(address,uint256)", &arguments)
}

/// Returns the calldata with which the forwarder pays everything to [`TO`]: `split([TO])`.
fn split_data() -> Bytes {
    let selector = Contract::named("Forwarder").call("split(address[])", &[]);
    let words = [U256::from(32), U256::from(1), U256::from_be_slice(TO.as_slice())];
    let words = words.iter().flat_map(U256::to_be_bytes::<32>);
    selector.iter().copied().chain(words).collect()
}

fn pay(node: &Node, to: Address, amount: u128, token: Option<Address>) -> B256 {
    let amount = U256::from(amount);
    node.pay(&Request { to, amount, token }).unwrap()
}

fn mine(node: &Node) -> Vec<B256> {
    node.mine(|block| block.transactions.iter().map(|done| done.transaction.hash()).collect())
        .unwrap()
}

fn balance(node: &Node, address: Address) -> U256 {
    node.read(|ledger| ledger.state().info(address).balance)
}

#[track_caller]
fn rejection_message(node: &Node, raw: &str) -> String {
    match node.submit(raw) {
        Err(SubmitError::Rejected(rejection)) => rejection.to_string(),
        other => panic!("not rejected: {other:?}"),
    }
}

/// The test cases of ERC-55.
#[test]
fn addresses_are_accepted_in_one_case_or_with_their_checksum() {
    for text in [
        "0x52908400098527886E0F7030069857D2E4169EE7",
        "0xde709f2102306220921060314715629080e2fb77",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    ] {
        let expected = Some(text.parse().unwrap());
        for form in [text, &text[2..], &text.to_lowercase(), &text[2..].to_uppercase()] {
            assert_eq!(address(form), expected, "{form}");
        }
    }
    for text in [
        "",
        "0x",
        "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg",
    ] {
        assert_eq!(address(text), None, "{text}");
    }
}
