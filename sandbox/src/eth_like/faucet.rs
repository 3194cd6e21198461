//! What the faucet pays with: an account that holds coins and tokens of every kind from the beginning.

use super::contracts::{Argument, Contract};
use super::estimate::{self, EstimateError};
use super::ledger::Ledger;
use super::machine;
use super::node::SubmitError;
use super::rules::{COIN, Rules};
use super::transaction::Transaction;
use alloy_consensus::{SignableTransaction, TxEip1559, TxEnvelope, TxLegacy};
use bitcoin::secp256k1::{Message, PublicKey, Secp256k1, SecretKey, SignOnly};
use revm::context::{BlockEnv, TxEnv};
use revm::primitives::alloy_primitives::Signature;
use revm::primitives::{Address, B256, Bytes, TxKind, U256, keccak256};
use std::sync::LazyLock;

/// The most coins that one call gives.
const MAX_COINS: u128 = 10_000;

/// What to pay to whom.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Who is paid.
    pub to: Address,
    /// How much, in wei or smallest units of the token.
    pub amount: U256,
    /// The token; `None` is the coin.
    pub token: Option<Address>,
}

/// Why the faucet does not pay.
#[derive(Debug, thiserror::Error)]
pub enum PayError {
    /// The amount is more than one call gives.
    #[error("the faucet pays at most {maximum} in one call")]
    AboveMaximum {
        /// The largest amount, in smallest units.
        maximum: U256,
    },
    /// The faucet has nothing of the token, or there is none.
    #[error("the faucet has no such token")]
    NoSuchToken,
    /// The recipient is a contract that does not want it.
    #[error("the recipient refuses the payment")]
    Refused,
    /// The payment did not get into the mempool.
    #[error(transparent)]
    Submit(#[from] SubmitError),
}

struct Account {
    secp: Secp256k1<SignOnly>,
    secret: SecretKey,
    address: Address,
}

/// The key is no secret: the coins are worth nothing.
static ACCOUNT: LazyLock<Account> = LazyLock::new(|| {
    let secp = Secp256k1::signing_only();
    let seed = keccak256("the faucet of the sandbox");
    let secret = SecretKey::from_slice(seed.as_slice()).expect("this hash is a number below the order of the curve");
    let public_key = PublicKey::from_secret_key(&secp, &secret).serialize_uncompressed();
    Account {
        address: Address::from_raw_public_key(&public_key[1..]),
        secp,
        secret,
    }
});

/// The faucet's account, the same on every chain.
pub fn address() -> Address {
    ACCOUNT.address
}

/// The signed transaction that pays.
pub fn transaction(rules: &Rules, ledger: &Ledger, request: &Request) -> Result<Transaction, PayError> {
    let block = ledger.next_environment(rules, ledger.tip().map_or(0, |tip| tip.header.timestamp + 1));
    check_amount(rules, ledger, &block, request)?;
    let (to, value, data) = match request.token {
        None => (request.to, request.amount, Bytes::new()),
        Some(token) => (token, U256::ZERO, transfer(request)),
    };
    let question = TxEnv {
        caller: address(),
        kind: TxKind::Call(to),
        value,
        data: data.clone(),
        gas_price: 0,
        ..TxEnv::default()
    };
    let gas_limit = estimate::gas(rules, ledger.world(), &block, &question).map_err(|error| match error {
        EstimateError::Invalid(_) | EstimateError::Failed(_) | EstimateError::AboveAllowance(_) => PayError::Refused,
    })?;
    let nonce = ledger.pool().next_nonce(address(), ledger.world());
    let terms = Terms {
        nonce,
        gas_limit,
        // What waits for long is still paid for when the base fee has doubled.
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
        return Err(PayError::NoSuchToken);
    }
    if request.amount > maximum {
        return Err(PayError::AboveMaximum { maximum });
    }
    Ok(())
}

fn balance(rules: &Rules, ledger: &Ledger, block: &BlockEnv, token: Address) -> U256 {
    let data = Contract::named("Token").call("balanceOf(address)", &[Argument::Address(address())]);
    machine::ask_number(rules, ledger.world(), block, token, data)
}

fn transfer(request: &Request) -> Bytes {
    let arguments = [Argument::Address(request.to), Argument::Number(request.amount)];
    Contract::named("Token").call("transfer(address,uint256)", &arguments)
}

/// The price and place of a transaction.
struct Terms {
    nonce: u64,
    gas_limit: u64,
    price: u128,
}

fn sign(rules: &Rules, terms: &Terms, to: Address, value: U256, input: Bytes) -> Transaction {
    let chain_id = rules.params.chain_id();
    let envelope = if rules.params.has_fee_market() {
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
        sender: address(),
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
