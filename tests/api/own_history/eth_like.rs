//! Generated histories of an EVM address: payments, failed transactions, internal transfers, tokens, swaps and fees of others.

use super::{Balances, START, WALLETS, Wallet, add};
use wallet_core::model::{Asset, ChainName, Network};
use wallet_eth_like::history::{Entry, HistoryPosition, TopLevelCall, Transfer, TransferAsset, View};
use wallet_eth_like::{Address, Amount, Chain, Hash, Params};
use wallet_tests::support::random::Random;

const OWN: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const SHOP: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const TOKENS: [&str; 2] = [
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    "0x52908400098527886E0F7030069857D2E4169EE7",
];

fn chain() -> Chain {
    let eth = Chain::ALL.iter().find(|chain| chain.name() == "eth");
    *eth.expect("a chain")
}

fn address(text: &str) -> Address {
    text.parse().expect("an address")
}

fn token(contract: &str) -> Asset {
    Asset::Erc20 {
        chain: "eth",
        contract: contract.to_owned(),
    }
}

fn coin() -> Asset {
    Asset::Coin { chain: "eth" }
}

/// A wallet while it is generated.
struct Generator<'a> {
    random: &'a mut Random,
    balances: Balances,
    entry: Entry,
}

impl Generator<'_> {
    /// Returns an amount that the wallet has; 0 if the wallet has none.
    fn part(&mut self, asset: &Asset) -> u64 {
        let balance = self.balances.get(asset).copied().unwrap_or_default();
        let balance = u64::try_from(balance).expect("small balances");
        self.random.between(0, balance)
    }

    fn call(&mut self, is_own: bool, value: u64, succeeded: bool) {
        let (from, to) = if is_own { (OWN, SHOP) } else { (SHOP, OWN) };
        self.entry.outer = Some(TopLevelCall {
            from: address(from),
            to: Some(address(to)),
            value: Amount::from(value),
            succeeded,
        });
    }

    /// Pays a fee from the balance, or the fee of the other party.
    fn fee(&mut self, is_own: bool) {
        let fee = if is_own {
            self.part(&coin()).min(21_000)
        } else {
            self.random.between(1, 21_000)
        };
        self.entry.fee = Some(Amount::from(fee));
        if is_own {
            add(&mut self.balances, &coin(), -i128::from(fee));
        }
    }

    /// Adds a transfer, to the wallet or from the wallet.
    fn transfer(&mut self, asset: &Asset, amount: u64, is_received: bool) {
        let (from, to, sign) = if is_received { (SHOP, OWN, 1) } else { (OWN, SHOP, -1) };
        self.entry.transfers.push(Transfer {
            asset: match asset {
                Asset::Erc20 { contract, .. } => TransferAsset::Token {
                    contract: address(contract),
                    decimals: Some(6),
                },
                _ => TransferAsset::Coin,
            },
            from: Some(address(from)),
            to: address(to),
            value: Amount::from(amount),
        });
        add(&mut self.balances, asset, sign * i128::from(amount));
    }

    /// Makes one transaction of a random kind.
    fn transact(&mut self) {
        let contract: &str = self.random.one_of::<&str>(&TOKENS);
        let listed = token(contract);
        match self.random.between(0, 7) {
            0 | 1 => {
                let value = self.random.between(0, 1 << 40);
                self.call(false, value, true);
                self.fee(false);
                add(&mut self.balances, &coin(), value.into());
            }
            2 => {
                self.fee(true);
                let value = self.part(&coin());
                self.call(true, value, true);
                add(&mut self.balances, &coin(), -i128::from(value));
            }
            3 => {
                self.fee(true);
                let value = self.part(&coin());
                self.call(true, value, false);
            }
            // A swap: tokens for coins by an internal transfer, or the other way round.
            4 => {
                self.fee(true);
                let (sent, received) = if self.random.once_in(2) {
                    (coin(), listed)
                } else {
                    (listed, coin())
                };
                let amount = self.part(&sent);
                self.call(true, 0, true);
                self.transfer(&sent, amount, false);
                let amount = self.random.between(1, 1 << 40);
                self.transfer(&received, amount, true);
            }
            // A transaction of others, of which the index lists only the transfers.
            5 => {
                let amount = self.random.between(0, 1 << 40);
                self.transfer(&listed, amount, true);
                let amount = self.part(&listed);
                self.transfer(&listed, amount, false);
            }
            6 => {
                self.fee(true);
                self.call(true, 0, true);
                for contract in TOKENS {
                    let amount = self.part(&token(contract));
                    self.transfer(&token(contract), amount, false);
                    let amount = self.random.between(0, 1 << 30);
                    self.transfer(&coin(), amount, true);
                }
            }
            // A payment to the own address.
            _ => {
                self.fee(true);
                let value = self.part(&coin());
                self.entry.outer = Some(TopLevelCall {
                    from: address(OWN),
                    to: Some(address(OWN)),
                    value: Amount::from(value),
                    succeeded: true,
                });
            }
        }
    }
}

fn empty(block: u64, time: u64) -> Entry {
    let mut txid = [0; 32];
    txid[24..].copy_from_slice(&block.to_be_bytes());
    Entry {
        position: HistoryPosition::Mined {
            block,
            index: Some(0),
            txid: Hash(txid),
        },
        time,
        outer: None,
        fee: None,
        lacks_l1_fee: false,
        lacks_gas_fee: false,
        transfers: Vec::new(),
        labels: Vec::new(),
    }
}

fn wallet(random: &mut Random) -> Wallet {
    let (mut entries, mut balances, mut time) = (Vec::new(), Vec::new(), START);
    let mut kept = Balances::new();
    for block in 1..=random.between(1, 40) {
        time += random.between(1, 7200);
        let mut generator = Generator {
            random: &mut *random,
            balances: kept,
            entry: empty(block, time),
        };
        generator.transact();
        entries.push(generator.entry);
        kept = generator.balances;
        balances.push((time, kept.clone()));
    }
    entries.reverse();
    let params = Params::of(chain(), Network::Livenet);
    let view = View::of_addresses(params, [address(OWN)], [(address(TOKENS[0]), 6)]);
    let transactions = view.own_transactions(&entries).into_iter();
    Wallet {
        coin: coin(),
        transactions: transactions.map(|row| row.expect("small amounts")).collect(),
        balances,
    }
}

#[tokio::test]
async fn statements_and_points_add_up_to_the_balances_on_evm_chains() {
    let mut random = Random::new();
    for _ in 0..WALLETS {
        let wallet = wallet(&mut random);
        wallet.check(&mut random).await;
    }
}
