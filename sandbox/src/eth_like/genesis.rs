//! The first block of every chain: the faucet's coins and the contracts.

use super::builder::Builder;
use super::contracts::{self, Argument, Contract};
use super::evm_state::{Account, EvmState};
use super::faucet;
use super::ledger::Ledger;
use super::machine;
use super::rules::{COIN, Rules};
use crate::token::Token;
use revm::context::{BlockEnv, TxEnv};
use revm::primitives::{Address, TxKind, U256};
use revm::state::AccountInfo;

/// The genesis time of every chain: 2026-01-01 00:00:00 UTC, in seconds since the Unix epoch.
const TIMESTAMP: u64 = 1_767_225_600;
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

/// Returns a chain that contains only its first block.
pub fn ledger(rules: &Rules, tokens: &[Token]) -> Ledger {
    let mut ledger = Ledger::new(state(rules, tokens));
    let (block, state) = Builder::new(rules, &ledger, TIMESTAMP).finish();
    ledger.connect(block, state);
    ledger
}

/// Returns the state before the first block.
fn state(rules: &Rules, tokens: &[Token]) -> EvmState {
    let mut state = EvmState::default();
    state.add(faucet::address(), U256::from(FAUCET_COINS) * U256::from(COIN));
    if rules.has_multicall {
        deploy(rules, &mut state, contracts::MULTICALL3, "Multicall3", &[]);
    }
    if rules.is_op_stack() {
        deploy(rules, &mut state, contracts::GAS_PRICE_ORACLE, "GasPriceOracle", &[]);
    }
    deploy(rules, &mut state, contracts::FORWARDER, "Forwarder", &[]);
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
        Argument::Address(faucet::address()),
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
    let created = machine::simulate(rules, &EvmState::default(), &BlockEnv::default(), creation)
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
