//! Balances over time and statements of generated wallets of all families, compared with balances that the tests keep.

mod btc_like;
mod eth_like;
mod pages;
mod xlm;

use async_trait::async_trait;
use std::collections::BTreeMap;
use std::convert::identity;
use wallet_core::model::{Asset, HOUR};
use wallet_core::own_history::{
    BalanceInterval, BalancePeriod, CurrentBalance, OwnHistory, OwnPage, OwnTransaction, StatementAmount,
    StatementCursor, StatementFormat, StatementPeriod, StatementRow, balance_history, read_statement,
};
use wallet_core::ports::upstream::UpstreamError;
use wallet_tests::support::random::Random;

/// The number of wallets of each family: 1,002 together.
const WALLETS: usize = 334;

/// The time of the first block of the generated chains: the start of an hour.
const START: u64 = 1_767_355_200;

/// Balances in base units by asset.
type Balances = BTreeMap<Asset, i128>;

/// A generated wallet with the expected balances.
struct Wallet {
    coin: Asset,
    /// The transactions, latest first, each in a separate block.
    transactions: Vec<OwnTransaction>,
    /// The time of each block and the balances after the block, in the order of time, from no balance on.
    balances: Vec<(u64, Balances)>,
}

/// A history of which every page has a fixed number of transactions.
struct Pages<'a> {
    transactions: &'a [OwnTransaction],
    size: usize,
}

#[async_trait]
impl OwnHistory for Pages<'_> {
    /// The block before the page, 0 for the start.
    type Position = u64;

    const CLOCK_SKEW: u64 = 0;

    async fn page(&self, from: u64) -> Result<OwnPage<u64>, UpstreamError> {
        let follows = |row: &&OwnTransaction| from == 0 || row.block.is_some_and(|block| block < from);
        let mut rows = self.transactions.iter().filter(follows).cloned();
        let transactions: Vec<_> = rows.by_ref().take(self.size).collect();
        let last = transactions.last().and_then(|row| row.block);
        Ok(OwnPage {
            transactions,
            next: rows.next().and(last),
            ..OwnPage::default()
        })
    }
}

/// Returns the rows of all pages of a statement.
async fn rows(history: &Pages<'_>, period: StatementPeriod) -> Vec<StatementRow> {
    let (mut cursor, mut rows) = (StatementCursor::<u64>::default(), Vec::new());
    loop {
        let page = read_statement(history, period, cursor, identity).await.expect("a page");
        let next = page.next(|position| *position);
        let page = page.respond(StatementFormat::Json, |position| *position, None, |_| String::new());
        let page = page.rows.expect("rows");
        assert!(page.len() <= 1000);
        rows.extend(page);
        match next {
            Some(next) => cursor = next,
            None => return rows,
        }
    }
}

/// Returns the change of the balances by the rows.
fn sums(rows: &[StatementRow]) -> Balances {
    let mut sums = Balances::new();
    let mut add = |amount: &Option<StatementAmount>, sign: i128| {
        if let Some(StatementAmount { asset, value, .. }) = amount {
            let amount: i128 = value.amount.parse().expect("a number");
            assert!(amount > 0, "{asset:?}");
            *sums.entry(asset.clone()).or_default() += sign * amount;
        }
    };
    for row in rows {
        add(&row.received, 1);
        add(&row.sent, -1);
        add(&row.fee, -1);
    }
    sums.retain(|_, sum| *sum != 0);
    sums
}

impl Wallet {
    /// Returns the balances after all blocks before a time.
    fn before(&self, time: u64) -> Balances {
        let blocks = self.balances.iter().rev();
        let last = blocks.into_iter().find(|(at, _)| *at < time);
        last.map(|(_, balances)| balances.clone()).unwrap_or_default()
    }

    /// Compares the statement of a random period, and the balance at each hour, with the balances of the wallet.
    async fn check(&self, random: &mut Random) {
        let history = Pages {
            transactions: &self.transactions,
            size: usize::try_from(random.between(1, 60)).expect("a small number"),
        };
        let end = self.balances.last().map_or(START, |(at, _)| *at) + HOUR;
        for _ in 0..3 {
            let from = random.between(START - 1, end - 2);
            let to = random.between(from + 1, end);
            let period = StatementPeriod::new(from, to, end).expect("a period");
            let mut expected = self.before(to);
            for (asset, balance) in self.before(from) {
                *expected.entry(asset).or_default() -= balance;
            }
            expected.retain(|_, change| *change != 0);
            assert_eq!(sums(&rows(&history, period).await), expected, "{from} {to}");
        }
        let all = Pages { size: 200, ..history };
        let coin = |balances: &Balances| balances.get(&self.coin).copied().unwrap_or_default();
        let current = CurrentBalance {
            asset: self.coin.clone(),
            decimals: 8,
            balance: Some(coin(&self.before(u64::MAX))),
            upstream: "test",
            block: u64::MAX,
            page: all.page(0).await,
        };
        let period = BalancePeriod::new(Some(START), None, BalanceInterval::Hour, end).expect("a period");
        let found = balance_history(&all, current, &period, None).await;
        assert_eq!(found.source.partial, Vec::<&str>::new());
        assert_eq!(
            found.points.len(),
            usize::try_from((end - START).div_ceil(HOUR)).expect("few") + 1
        );
        for point in found.points {
            assert_eq!(
                point.balance.amount,
                coin(&self.before(point.at)).to_string(),
                "{}",
                point.at
            );
        }
    }
}

/// Adds an amount to the balance of an asset.
fn add(balances: &mut Balances, asset: &Asset, amount: i128) {
    let balance = balances.entry(asset.clone()).or_default();
    *balance += amount;
    assert!(*balance >= 0, "{asset:?}");
}
