//! Balances, reserves, claimable balances and tokens of contracts of an address as records of the specification.

use super::facts::ClaimableBalance;
use super::view::View;
use crate::contract::{ContractId, TokenHolding};
use crate::record::{
    BalanceDetails, ClaimConditions, ClaimState, PoolShares, Reserves, TokenBalance, TokenProblem, XlmBalance,
};
use crate::{
    Account, Asset, ClaimStatus, Credit, DECIMALS, Holding, Reserve, Stroops, TrustLine, TrustlineAsset, Window,
    claim_status, record,
};
use wallet_core::model::{AssetValue, Balance};

impl View {
    /// Returns the balances of the lumen and of all trustlines, including empty trustlines. Returns an empty list
    /// without an account. Pool shares are returned by [`Self::pool_shares`].
    pub fn balances(&self, account: Option<&Account>, base_reserve: Stroops) -> Vec<XlmBalance> {
        let Some(account) = account else { return Vec::new() };
        let lines = account.lines.iter().filter_map(|line| match line.asset {
            TrustlineAsset::Credit(credit) => Some(self.line(credit, line)),
            TrustlineAsset::PoolShares(_) => None,
        });
        let lumens = XlmBalance {
            balance: self.balance(&Asset::Native, account.native, account.spendable(base_reserve)),
            details: liabilities(account.native),
        };
        std::iter::once(lumens).chain(lines).collect()
    }

    fn line(&self, credit: Credit, line: &TrustLine) -> XlmBalance {
        XlmBalance {
            balance: self.balance(&Asset::Credit(credit), line.holding, line.spendable()),
            details: BalanceDetails {
                limit: Some(line.limit.to_string()),
                authorized: Some(line.is_authorized),
                authorized_to_maintain_liabilities: Some(line.may_maintain_liabilities),
                clawback_enabled: Some(line.has_clawback),
                sponsor: line.sponsor.map(|sponsor| self.address(sponsor)),
                ..liabilities(line.holding)
            },
        }
    }

    fn balance(&self, asset: &Asset, holding: Holding, spendable: Stroops) -> Balance {
        Balance {
            asset: self.asset(asset),
            balance: AssetValue::new(holding.balance, DECIMALS),
            spendable: Some(AssetValue::new(spendable, DECIMALS)),
        }
    }

    /// Returns the pool shares of the account's trustlines.
    pub fn pool_shares(account: Option<&Account>) -> Vec<PoolShares> {
        let lines = account.into_iter().flat_map(|account| &account.lines);
        let shares = lines.filter_map(|line| match line.asset {
            TrustlineAsset::Credit(_) => None,
            TrustlineAsset::PoolShares(pool) => Some(PoolShares {
                id: pool.to_string(),
                shares: AssetValue::new(line.holding.balance, DECIMALS),
            }),
        });
        shares.collect()
    }

    /// Returns the reserves of the account; zero without an account.
    pub fn reserves(&self, account: Option<&Account>, base_reserve: Stroops) -> Reserves {
        let total = account.map(|account| Reserve::of(account, base_reserve).total);
        let lines = account.map_or(0, |account| account.lines.len());
        Reserves {
            base_reserve: base_reserve.to_string(),
            trustlines_count: lines,
            reserved_balance: Balance {
                asset: self.asset(&Asset::Native),
                balance: AssetValue::new(total.unwrap_or_default(), DECIMALS),
                spendable: None,
            },
        }
    }

    /// Returns the record of a balance that the account of the view may claim, as of this Unix time.
    pub fn claimable(&self, balance: &ClaimableBalance, now: u64) -> record::ClaimableBalance {
        // Validators convert relative times to absolute times at the creation of a balance (CAP-23).
        // A relative time without a known creation time counts from now.
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
            to: self.requested_address().to_owned(),
            conditions: window.map(conditions).unwrap_or_default(),
        }
    }

    /// Returns the record of a token, `holding` `None` if no upstream simulated the calls.
    pub fn token_balance(&self, contract: ContractId, holding: Option<&TokenHolding>) -> TokenBalance {
        let record = TokenBalance {
            contract: contract.to_string(),
            asset: None,
            symbol: None,
            balance: None,
            problem: None,
        };
        match holding {
            None => TokenBalance {
                problem: Some(TokenProblem::Unavailable),
                ..record
            },
            Some(TokenHolding::NoToken) => TokenBalance {
                problem: Some(TokenProblem::NoToken),
                ..record
            },
            Some(TokenHolding::OfAsset(asset, amount)) => TokenBalance {
                asset: Some(self.asset(asset)),
                symbol: match asset {
                    Asset::Native => None,
                    Asset::Credit(credit) => Some(credit.code.to_string()),
                },
                balance: amount.map(|amount| AssetValue::new(amount, DECIMALS)),
                problem: amount.is_none().then_some(TokenProblem::NotHeld),
                ..record
            },
            Some(TokenHolding::OfContract {
                amount,
                decimals,
                symbol,
            }) => TokenBalance {
                symbol: symbol.clone(),
                balance: Some(AssetValue::new(amount, *decimals)),
                ..record
            },
        }
    }
}

/// Returns the details that every balance has.
fn liabilities(holding: Holding) -> BalanceDetails {
    BalanceDetails {
        selling_liabilities: holding.selling_liabilities.to_string(),
        buying_liabilities: holding.buying_liabilities.to_string(),
        ..BalanceDetails::default()
    }
}

fn conditions(window: Window) -> ClaimConditions {
    ClaimConditions {
        valid_from: (window.from > 0).then_some(window.from),
        valid_to: window.to,
    }
}
