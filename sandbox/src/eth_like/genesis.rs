//! What every chain begins with: the faucet's coins, and the contracts.

use super::contracts::{self, Argument, Contract};
use super::faucet;
use super::machine;
use super::rules::{COIN, Rules};
use super::world::{Account, World};
use revm::context::{BlockEnv, TxEnv};
use revm::primitives::{Address, TxKind, U256};
use revm::state::AccountInfo;
use wallet_assets::{AssetId, seed};

/// When every chain began: 2026-01-01 00:00:00 UTC, in seconds since the Unix epoch.
pub const TIMESTAMP: u64 = 1_767_225_600;
/// The coins that the faucet begins with.
const FAUCET_COINS: u128 = 1_000_000_000;
/// The whole tokens of each kind that it begins with.
const FAUCET_TOKENS: u64 = 1_000_000_000_000;
/// Decimals beyond which a supply of that size would not fit the EVM's numbers.
const MAX_DECIMALS: u8 = 64;

/// A token as it is called.
struct Token<'a> {
    name: &'a str,
    ticker: &'a str,
    decimals: u8,
}

/// The state before the first block.
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
    let silent = Token {
        name: "Silent Token",
        ticker: "HUSH",
        decimals: 6,
    };
    deploy_token(rules, &mut world, contracts::SILENT_TOKEN, "SilentToken", &silent);
    let refusing = Token {
        name: "Refusing Token",
        ticker: "NOPE",
        decimals: 18,
    };
    deploy_token(rules, &mut world, contracts::REFUSING_TOKEN, "RefusingToken", &refusing);
    deploy_catalogue(rules, &mut world);
    world
}

/// Every token that asset info lists for the chain, at the address where livenet has it.
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

fn deploy_token(rules: &Rules, world: &mut World, place: Address, contract: &str, token: &Token<'_>) {
    let unit = U256::from(10).pow(U256::from(token.decimals.min(MAX_DECIMALS)));
    let arguments = [
        Argument::Bytes(token.name.as_bytes()),
        Argument::Bytes(token.ticker.as_bytes()),
        Argument::Number(U256::from(token.decimals)),
        Argument::Address(faucet::address()),
        Argument::Number(U256::from(FAUCET_TOKENS) * unit),
    ];
    deploy(rules, world, place, contract, &arguments);
}

/// Runs the constructor, and puts what it made at an address of our choice.
fn deploy(rules: &Rules, world: &mut World, place: Address, contract: &str, arguments: &[Argument<'_>]) {
    let creation = TxEnv {
        kind: TxKind::Create,
        data: Contract::named(contract).creation(arguments),
        gas_limit: rules.params.max_gas(),
        gas_price: 0,
        ..TxEnv::default()
    };
    let made = machine::attempt(rules, &World::default(), &BlockEnv::default(), creation)
        .ok()
        .and_then(|mut outcome| outcome.changes.remove(&outcome.result.created_address()?))
        .expect("the tests deploy every contract on every chain");
    let account = Account {
        info: AccountInfo {
            balance: U256::ZERO,
            ..made.info
        },
        storage: made
            .storage
            .into_iter()
            .map(|(key, slot)| (key, slot.present_value))
            .collect(),
    };
    world.put(place, account);
}
