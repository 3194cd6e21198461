//! Generated histories of a UTXO wallet of several addresses: payments, change, mined coins, data outputs and joint inputs.

use super::{Balances, START, WALLETS, Wallet};
use wallet_btc_like::history::{Entry, Input, Output, Payee, View};
use wallet_btc_like::{Address, Chain, Params, Txid};
use wallet_core::model::{Asset, Network};
use wallet_tests::support::random::Random;

const OWN: [&str; 2] = [
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
];
const OTHERS: [&str; 2] = [
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
];

fn params() -> &'static Params {
    Params::of(Chain::Btc, Network::Livenet).expect("a network")
}

fn address(text: &str) -> Address {
    Address::parse(params(), text).expect("an address")
}

fn output(payee: Payee, value: u64) -> Output {
    Output { payee, value }
}

fn pays(address: &Address, value: u64) -> Output {
    output(Payee::Address(address.clone()), value)
}

/// The addresses of the tests.
struct Addresses {
    own: Vec<Address>,
    others: Vec<Address>,
}

/// Returns inputs that the wallet has and takes from the coins, with the sum.
fn spend(random: &mut Random, coins: &mut Vec<(Address, u64)>) -> (Vec<Input>, u64) {
    let count = usize::try_from(random.between(1, 3)).expect("few").min(coins.len());
    let spent: Vec<_> = coins.drain(..count).collect();
    let sum = spent.iter().map(|(_, value)| *value).sum();
    let inputs = spent.into_iter().map(|(owner, value)| Input {
        owner: Some(owner),
        value,
        spent: None,
    });
    (inputs.collect(), sum)
}

/// Makes one transaction, and changes the coins of the wallet.
fn transact(random: &mut Random, addresses: &Addresses, coins: &mut Vec<(Address, u64)>) -> (Vec<Input>, Vec<Output>) {
    let foreign = |random: &mut Random| Input {
        owner: Some(random.one_of(&addresses.others).clone()),
        value: random.between(1 << 20, 1 << 30),
        spent: None,
    };
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    let spends = !coins.is_empty() && !random.once_in(3);
    let mut available = 0;
    if spends {
        (inputs, available) = spend(random, coins);
    }
    let is_coinbase = !spends && random.once_in(4);
    if is_coinbase {
        inputs.push(Input {
            owner: None,
            value: 0,
            spent: None,
        });
        available = 5_000_000_000;
    } else if !spends || random.once_in(4) {
        let input = foreign(random);
        available += input.value;
        inputs.push(input);
    }
    let fee = if is_coinbase {
        0
    } else {
        random.between(0, available.min(5000))
    };
    available -= fee;
    while available > 0 && outputs.len() < 5 {
        let value = random.between(1, available);
        available -= value;
        outputs.push(match random.between(0, 9) {
            0 => output(Payee::Data, value),
            1 => output(Payee::Script, value),
            2..5 => pays(random.one_of(&addresses.others), value),
            _ => pays(random.one_of(&addresses.own), value),
        });
    }
    // The rest pays the fee.
    for output in &outputs {
        let owner = output.payee.address().filter(|owner| addresses.own.contains(owner));
        if let Some(owner) = owner {
            coins.push((owner.clone(), output.value));
        }
    }
    (inputs, outputs)
}

fn wallet(random: &mut Random, addresses: &Addresses) -> Wallet {
    let coin = Asset::Coin { chain: "btc" };
    let (mut entries, mut balances, mut coins, mut time) = (Vec::new(), Vec::new(), Vec::new(), START);
    for height in 1..=random.between(1, 40) {
        time += random.between(1, 7200);
        let (inputs, outputs) = transact(random, addresses, &mut coins);
        let sum = |values: Vec<u64>| values.into_iter().sum::<u64>();
        let spent = sum(inputs.iter().map(|input| input.value).collect());
        let paid = sum(outputs.iter().map(|output| output.value).collect());
        let mut txid = [0; 32];
        txid[..8].copy_from_slice(&height.to_le_bytes());
        entries.push(Entry {
            txid: txid_of(txid),
            height: Some(u32::try_from(height).expect("a height")),
            time,
            fee: spent.saturating_sub(paid),
            inputs,
            outputs,
        });
        let balance = coins.iter().map(|(_, value)| i128::from(*value)).sum();
        balances.push((time, Balances::from([(coin.clone(), balance)])));
    }
    entries.reverse();
    let view = View::of_addresses(params(), addresses.own.iter().cloned());
    Wallet {
        coin,
        transactions: view.own_transactions(&entries),
        balances,
    }
}

fn txid_of(bytes: [u8; 32]) -> Txid {
    hex::encode(bytes).parse().expect("an id")
}

#[tokio::test]
async fn statements_and_points_add_up_to_the_balances_on_utxo_chains() {
    let mut random = Random::new();
    let addresses = Addresses {
        own: OWN.map(address).into(),
        others: OTHERS.map(address).into(),
    };
    for _ in 0..WALLETS {
        let wallet = wallet(&mut random, &addresses);
        wallet.check(&mut random).await;
    }
}
