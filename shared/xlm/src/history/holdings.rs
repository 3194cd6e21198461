//! What an address holds, must keep and may claim, in the records of the specification.

use super::facts::ClaimableBalance;
use super::view::View;
use crate::record::{self, ClaimConditions, ClaimState, PoolShares, Reserves};
use crate::{Account, Asset, ClaimStatus, DECIMALS, Held, Reserve, Stroops, Window, claim_status};
use wallet_core::model::{AssetValue, Balance};

impl View {
    /// The lumens and what the trustlines hold, those that hold nothing included; nothing without an account. Shares of
    /// pools are told by [`Self::pool_shares`].
    pub fn balances(&self, account: Option<&Account>) -> Vec<Balance> {
        let Some(account) = account else { return Vec::new() };
        let balance = |asset: &Asset, amount: Stroops| Balance {
            asset: self.asset(asset),
            balance: AssetValue::new(amount, DECIMALS),
        };
        let lines = account.lines.iter().filter_map(|line| match line.asset {
            Held::Credit(credit) => Some(balance(&Asset::Credit(credit), line.holding.balance)),
            Held::PoolShares(_) => None,
        });
        let lumens = balance(&Asset::Native, account.native.balance);
        std::iter::once(lumens).chain(lines).collect()
    }

    /// The shares of pools that the account has trustlines for.
    pub fn pool_shares(account: Option<&Account>) -> Vec<PoolShares> {
        let lines = account.into_iter().flat_map(|account| &account.lines);
        let shares = lines.filter_map(|line| match line.asset {
            Held::Credit(_) => None,
            Held::PoolShares(pool) => Some(PoolShares {
                id: pool.to_string(),
                shares: AssetValue::new(line.holding.balance, DECIMALS),
            }),
        });
        shares.collect()
    }

    /// What the account must keep; nothing where there is none.
    pub fn reserves(&self, account: Option<&Account>, base_reserve: Stroops) -> Reserves {
        let total = account.map(|account| Reserve::of(account, base_reserve).total);
        let lines = account.map_or(0, |account| account.lines.len());
        Reserves {
            base_reserve: base_reserve.to_string(),
            trustlines_count: lines,
            reserved_balance: Balance {
                asset: self.asset(&Asset::Native),
                balance: AssetValue::new(total.unwrap_or_default(), DECIMALS),
            },
        }
    }

    /// A balance that the address may claim, seen at this Unix time.
    pub fn claimable(&self, balance: &ClaimableBalance, now: u64) -> record::ClaimableBalance {
        // Validators turn times that count from when a balance is made into times of the clock (CAP-23). Where one is
        // told nevertheless without that moment, it counts from now.
        let made = balance.made.unwrap_or(now);
        let (status, window) = match claim_status(&balance.predicate, made, now) {
            ClaimStatus::Claimable(window) => (ClaimState::Claimable, Some(window)),
            ClaimStatus::Upcoming(window) => (ClaimState::Upcoming, Some(window)),
            ClaimStatus::Expired(window) => (ClaimState::Expired, window),
        };
        record::ClaimableBalance {
            status,
            asset: self.asset(&balance.asset),
            balance: AssetValue::new(balance.amount, DECIMALS),
            id: balance.id.to_string(),
            from: balance.sponsor.map(|sponsor| self.address(sponsor)),
            to: self.asked().to_owned(),
            conditions: window.map(conditions).unwrap_or_default(),
        }
    }
}

fn conditions(window: Window) -> ClaimConditions {
    ClaimConditions {
        valid_from: (window.from > 0).then_some(window.from),
        valid_to: window.to,
    }
}
