//! The first block of every chain with the contracts, and the faucet, an account that has coins and all tokens from
//! there on.

use super::evm::contracts::{self, Argument, Contract};
use super::evm::state::{Account, EvmState};
use super::evm::{self, estimate};
use super::ledger::Ledger;
use super::mining::Builder;
use super::rules::{COIN, Rules};
use super::transaction::Transaction;
use crate::chain::{PayError, Token};
use alloy_consensus::{SignableTransaction, TxEip1559, TxEnvelope, TxLegacy};
use bitcoin::secp256k1::{Message, PublicKey, Secp256k1, SecretKey, SignOnly};
use revm::context::{BlockEnv, TxEnv};
use revm::primitives::alloy_primitives::Signature;
use revm::primitives::{Address, B256, Bytes, TxKind, U256, keccak256};
use revm::state::AccountInfo;
use std::sync::LazyLock;

/// The maximum number of coins per payment.
const MAX_COINS: u128 = 10_000;

/// A faucet payment request.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub to: Address,
    /// The amount in wei or in base units of the token.
    pub amount: U256,
    /// The token contract; `None` for the native coin.
    pub token: Option<Address>,
}

struct FaucetAccount {
    secp: Secp256k1<SignOnly>,
    secret: SecretKey,
    address: Address,
}

/// The key is public: the coins have no value.
static ACCOUNT: LazyLock<FaucetAccount> = LazyLock::new(|| {
    let secp = Secp256k1::signing_only();
    let seed = keccak256("the faucet of the sandbox");
    let secret = SecretKey::from_slice(seed.as_slice()).expect("the hash is nonzero and below the curve order");
    let public_key = PublicKey::from_secret_key(&secp, &secret).serialize_uncompressed();
    FaucetAccount {
        address: Address::from_raw_public_key(&public_key[1..]),
        secp,
        secret,
    }
});

/// Returns the faucet's address, the same on every chain.
fn faucet_address() -> Address {
    ACCOUNT.address
}

/// Builds and signs the payment transaction.
pub fn transaction(rules: &Rules, ledger: &Ledger, request: &Request) -> Result<Transaction, PayError> {
    let block = ledger.next_environment(rules, ledger.tip().map_or(0, |tip| tip.header.timestamp + 1));
    check_amount(rules, ledger, &block, request)?;
    let (to, value, data) = match request.token {
        None => (request.to, request.amount, Bytes::new()),
        Some(token) => (token, U256::ZERO, transfer(request)),
    };
    let simulation = TxEnv {
        caller: faucet_address(),
        kind: TxKind::Call(to),
        value,
        data: data.clone(),
        gas_price: 0,
        ..TxEnv::default()
    };
    let gas_limit =
        estimate::gas(rules, ledger.state(), &block, &simulation).map_err(|_| PayError::RecipientRejects)?;
    let nonce = ledger.pool().next_nonce(faucet_address(), ledger.state());
    let terms = Terms {
        nonce,
        gas_limit,
        // The payment can still be mined if the base fee doubles in the meantime.
        price: 2 * u128::from(block.basefee) + rules.suggested_tip(),
    };
    Ok(sign(rules, &terms, to, value, data))
}

fn check_amount(rules: &Rules, ledger: &Ledger, block: &BlockEnv, request: &Request) -> Result<(), PayError> {
    let maximum = match request.token {
        None => U256::from(MAX_COINS * COIN),
        Some(token) => balance(rules, ledger, block, token),
    };
    if maximum.is_zero() {
        return Err(PayError::UnknownToken);
    }
    if request.amount > maximum {
        return Err(PayError::above_maximum(&maximum));
    }
    Ok(())
}

fn balance(rules: &Rules, ledger: &Ledger, block: &BlockEnv, token: Address) -> U256 {
    let data = Contract::named("Token").call("balanceOf(address)", &[Argument::Address(faucet_address())]);
    evm::call_number(rules, ledger.state(), block, token, data)
}

fn transfer(request: &Request) -> Bytes {
    let arguments = [Argument::Address(request.to), Argument::Number(request.amount)];
    Contract::named("Token").call("transfer(address,uint256)", &arguments)
}

/// Nonce, gas limit and gas price of a transaction.
struct Terms {
    nonce: u64,
    gas_limit: u64,
    price: u128,
}

fn sign(rules: &Rules, terms: &Terms, to: Address, value: U256, input: Bytes) -> Transaction {
    let chain_id = rules.chain_id;
    let envelope = if rules.has_fee_market {
        let unsigned = TxEip1559 {
            chain_id,
            nonce: terms.nonce,
            gas_limit: terms.gas_limit,
            max_fee_per_gas: terms.price,
            max_priority_fee_per_gas: rules.suggested_tip(),
            to: TxKind::Call(to),
            value,
            access_list: Vec::new().into(),
            input,
        };
        let signature = signature(unsigned.signature_hash());
        TxEnvelope::Eip1559(unsigned.into_signed(signature))
    } else {
        let unsigned = TxLegacy {
            chain_id: Some(chain_id),
            nonce: terms.nonce,
            gas_price: terms.price,
            gas_limit: terms.gas_limit,
            to: TxKind::Call(to),
            value,
            input,
        };
        let signature = signature(unsigned.signature_hash());
        TxEnvelope::Legacy(unsigned.into_signed(signature))
    };
    Transaction {
        envelope,
        sender: faucet_address(),
    }
}

fn signature(hash: B256) -> Signature {
    let message = Message::from_digest(hash.0);
    let (recovery, compact) = ACCOUNT
        .secp
        .sign_ecdsa_recoverable(&message, &ACCOUNT.secret)
        .serialize_compact();
    Signature::from_bytes_and_parity(&compact, recovery.to_i32() == 1)
}

/// The genesis time of every chain: 2026-01-01 00:00:00 UTC, in seconds since the Unix epoch.
const GENESIS_TIME: u64 = 1_767_225_600;
/// The initial coin balance of the faucet.
const FAUCET_COINS: u128 = 1_000_000_000;
/// The initial balance of the faucet in whole units of each token.
const FAUCET_TOKENS: u64 = 1_000_000_000_000;
/// The maximum decimals for which the supply fits in 256 bits.
const MAX_DECIMALS: u8 = 64;

/// The metadata of a token.
struct Metadata<'a> {
    name: &'a str,
    ticker: &'a str,
    decimals: u8,
}

/// Returns a chain that contains only the first block.
pub fn genesis(rules: &Rules, tokens: &[Token]) -> Ledger {
    let mut ledger = Ledger::new(genesis_state(rules, tokens));
    let (block, state) = Builder::new(rules, &ledger, GENESIS_TIME).finish();
    ledger.connect(block, state);
    ledger
}

/// Returns the state before the first block.
fn genesis_state(rules: &Rules, tokens: &[Token]) -> EvmState {
    let mut state = EvmState::default();
    state.add(faucet_address(), U256::from(FAUCET_COINS) * U256::from(COIN));
    if rules.has_multicall {
        deploy(rules, &mut state, contracts::MULTICALL3, "Multicall3", &[]);
    }
    if rules.is_op_stack() {
        deploy(rules, &mut state, contracts::GAS_PRICE_ORACLE, "GasPriceOracle", &[]);
    }
    deploy(rules, &mut state, contracts::FORWARDER, "Forwarder", &[]);
    deploy(rules, &mut state, contracts::ART, "Art", &[]);
    deploy(rules, &mut state, contracts::EDITIONS, "Editions", &[]);
    deploy(rules, &mut state, contracts::PERMIT2, "Permit2", &[]);
    let no_return = Metadata {
        name: "Silent Token",
        ticker: "HUSH",
        decimals: 6,
    };
    deploy_token(rules, &mut state, contracts::SILENT_TOKEN, "SilentToken", &no_return);
    let restricted = Metadata {
        name: "Refusing Token",
        ticker: "NOPE",
        decimals: 18,
    };
    deploy_token(
        rules,
        &mut state,
        contracts::REFUSING_TOKEN,
        "RefusingToken",
        &restricted,
    );
    deploy_tokens(rules, &mut state, tokens);
    state
}

/// Deploys the tokens of the chain at their addresses.
fn deploy_tokens(rules: &Rules, state: &mut EvmState, tokens: &[Token]) {
    for token in tokens.iter().filter(|token| token.chain == rules.name) {
        let metadata = Metadata {
            name: &token.name,
            ticker: &token.ticker,
            decimals: token.decimals,
        };
        if let Ok(address) = token.contract.parse() {
            deploy_token(rules, state, address, "Token", &metadata);
        }
    }
}

fn deploy_token(rules: &Rules, state: &mut EvmState, address: Address, contract: &str, token: &Metadata<'_>) {
    let unit = U256::from(10).pow(U256::from(token.decimals.min(MAX_DECIMALS)));
    let arguments = [
        Argument::Bytes(token.name.as_bytes()),
        Argument::Bytes(token.ticker.as_bytes()),
        Argument::Number(U256::from(token.decimals)),
        Argument::Address(faucet_address()),
        Argument::Number(U256::from(FAUCET_TOKENS) * unit),
    ];
    deploy(rules, state, address, contract, &arguments);
}

/// Runs the constructor and stores the resulting account at a fixed address.
fn deploy(rules: &Rules, state: &mut EvmState, address: Address, contract: &str, arguments: &[Argument<'_>]) {
    let creation = TxEnv {
        kind: TxKind::Create,
        data: Contract::named(contract).creation(arguments),
        gas_limit: rules.execution_gas(),
        gas_price: 0,
        ..TxEnv::default()
    };
    let created = evm::simulate(rules, &EvmState::default(), &BlockEnv::default(), creation)
        .ok()
        .and_then(|mut outcome| outcome.changes.remove(&outcome.result.created_address()?))
        .expect("the tests deploy every contract on every chain");
    let account = Account {
        info: AccountInfo {
            balance: U256::ZERO,
            ..created.info
        },
        storage: created
            .storage
            .into_iter()
            .map(|(key, slot)| (key, slot.present_value))
            .collect(),
    };
    state.put(address, account);
}
