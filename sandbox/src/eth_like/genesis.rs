//! The genesis state of every chain: the faucet's coins and the contracts.

use super::contracts::{self, Argument, Contract};
use super::faucet;
use super::machine;
use super::rules::{COIN, Rules};
use super::world::{Account, World};
use revm::context::{BlockEnv, TxEnv};
use revm::primitives::{Address, TxKind, U256};
use revm::state::AccountInfo;
use wallet_assets::{AssetId, seed};

/// The genesis time of every chain: 2026-01-01 00:00:00 UTC, in seconds since the Unix epoch.
pub const TIMESTAMP: u64 = 1_767_225_600;
/// The initial coin balance of the faucet.
const FAUCET_COINS: u128 = 1_000_000_000;
/// The initial balance of the faucet in whole units of each token.
const FAUCET_TOKENS: u64 = 1_000_000_000_000;
/// The maximum decimals for which the supply fits in 256 bits.
const MAX_DECIMALS: u8 = 64;

/// The metadata of a token.
struct Token<'a> {
    name: &'a str,
    ticker: &'a str,
    decimals: u8,
}

/// Returns the state before the first block.
pub fn world(rules: &Rules) -> World {
    let mut world = World::default();
    world.add(faucet::address(), U256::from(FAUCET_COINS) * U256::from(COIN));
    if rules.params.has_multicall() {
        deploy(rules, &mut world, contracts::MULTICALL3, "Multicall3", &[]);
    }
    if rules.params.is_rollup() {
        deploy(rules, &mut world, contracts::GAS_PRICE_ORACLE, "GasPriceOracle", &[]);
    }
    deploy(rules, &mut world, contracts::FORWARDER, "Forwarder", &[]);
    let no_return = Token {
        name: "Silent Token",
        ticker: "HUSH",
        decimals: 6,
    };
    deploy_token(rules, &mut world, contracts::SILENT_TOKEN, "SilentToken", &no_return);
    let restricted = Token {
        name: "Refusing Token",
        ticker: "NOPE",
        decimals: 18,
    };
    deploy_token(
        rules,
        &mut world,
        contracts::REFUSING_TOKEN,
        "RefusingToken",
        &restricted,
    );
    deploy_catalogue(rules, &mut world);
    world
}

/// Deploys every token that asset info lists for the chain, at its livenet address.
fn deploy_catalogue(rules: &Rules, world: &mut World) {
    for (id, meta) in seed() {
        let AssetId::Erc20(contract) = id else { continue };
        if contract.chain != rules.params.chain {
            continue;
        }
        let token = Token {
            name: meta.name.as_str(),
            ticker: meta.ticker.as_str(),
            decimals: meta.decimals,
        };
        if let Ok(address) = contract.address.to_string().parse() {
            deploy_token(rules, world, address, "Token", &token);
        }
    }
}

fn deploy_token(rules: &Rules, world: &mut World, address: Address, contract: &str, token: &Token<'_>) {
    let unit = U256::from(10).pow(U256::from(token.decimals.min(MAX_DECIMALS)));
    let arguments = [
        Argument::Bytes(token.name.as_bytes()),
        Argument::Bytes(token.ticker.as_bytes()),
        Argument::Number(U256::from(token.decimals)),
        Argument::Address(faucet::address()),
        Argument::Number(U256::from(FAUCET_TOKENS) * unit),
    ];
    deploy(rules, world, address, contract, &arguments);
}

/// Runs the constructor and stores the resulting account at a fixed address.
fn deploy(rules: &Rules, world: &mut World, address: Address, contract: &str, arguments: &[Argument<'_>]) {
    let creation = TxEnv {
        kind: TxKind::Create,
        data: Contract::named(contract).creation(arguments),
        gas_limit: rules.params.max_gas(),
        gas_price: 0,
        ..TxEnv::default()
    };
    let created = machine::attempt(rules, &World::default(), &BlockEnv::default(), creation)
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
    world.put(address, account);
}
