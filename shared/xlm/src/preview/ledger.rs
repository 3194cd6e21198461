//! The accounts and claimable balances of a previewed transaction, with balances and reserves.

use super::{PreviewFacts, StoredBalance};
use crate::account::state::{Account, Holding, TrustLine, TrustlineAsset};
use crate::chain::BalanceId;
use crate::operation::DataName;
use crate::value::address::AccountId;
use crate::value::amount::Stroops;
use crate::value::asset::{Asset, Credit};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Reasons why the preview of a transaction ends before the last operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The operation fails with this result code of Horizon.
    Fails(&'static str),
    /// The effect depends on facts that were not read; the name for `source.partial`.
    Unknown(&'static str),
}

/// The outcome of a step of the preview.
pub(super) type Step<T = ()> = Result<T, Stop>;

/// Reasons why a payment to or from an account fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BalanceFault {
    /// The account has no trustline.
    NoTrust,
    /// The issuer has not authorized the trustline.
    NotAuthorized,
    /// The balance or the limit of the trustline is too low.
    Amount,
}

impl BalanceFault {
    /// Returns the failure with the codes of the operation.
    pub(super) const fn stop(self, no_trust: &'static str, not_authorized: &'static str, amount: &'static str) -> Stop {
        Stop::Fails(match self {
            Self::NoTrust => no_trust,
            Self::NotAuthorized => not_authorized,
            Self::Amount => amount,
        })
    }
}

/// The sponsor of a data entry.
pub(super) enum DataSponsor {
    /// The sponsor, `None` without a sponsorship.
    Known(Option<AccountId>),
    /// The facts do not show whether the entry is sponsored.
    Unknown,
}

/// The maximum number of entries of an account.
const MAX_SUBENTRIES: u32 = 1000;

/// The failure of an entry without a sufficient reserve.
pub(super) const LOW_RESERVE: Stop = Stop::Fails("op_low_reserve");

/// The state of the ledger as far as it was read, changed by each operation.
pub(super) struct LedgerView {
    accounts: BTreeMap<AccountId, Option<Account>>,
    balances: HashMap<BalanceId, Option<StoredBalance>>,
    /// The sponsors of the data entries that the transaction creates.
    data_sponsors: BTreeMap<(AccountId, DataName), Option<AccountId>>,
    /// The active sponsorships: sponsored account to sponsor (CAP-33).
    pub(super) sponsors: BTreeMap<AccountId, AccountId>,
    pub(super) base_reserve: Stroops,
    /// The sequence number of the ledger that contains the transaction at the earliest.
    pub(super) next_ledger: u32,
    /// The time in Unix seconds.
    pub(super) now: u64,
}

impl LedgerView {
    pub(super) fn new(facts: &PreviewFacts) -> Self {
        Self {
            accounts: facts.accounts.clone(),
            balances: facts.balances.clone(),
            data_sponsors: BTreeMap::new(),
            sponsors: BTreeMap::new(),
            base_reserve: facts.ledger.base_reserve,
            next_ledger: facts.ledger.sequence.saturating_add(1),
            now: facts.now,
        }
    }

    /// Returns the account, `None` if it does not exist.
    pub(super) fn find(&self, id: AccountId) -> Step<Option<&Account>> {
        let account = self.accounts.get(&id).ok_or(Stop::Unknown("accounts"))?;
        Ok(account.as_ref())
    }

    /// Returns an account that exists.
    pub(super) fn account(&self, id: AccountId) -> Step<&Account> {
        self.find(id)?.ok_or(Stop::Fails("op_no_source_account"))
    }

    /// Returns an account that exists, for a change.
    pub(super) fn account_mut(&mut self, id: AccountId) -> Step<&mut Account> {
        let account = self.accounts.get_mut(&id).ok_or(Stop::Unknown("accounts"))?;
        account.as_mut().ok_or(Stop::Fails("op_no_source_account"))
    }

    /// Creates or deletes an account.
    pub(super) fn set(&mut self, id: AccountId, account: Option<Account>) {
        self.accounts.insert(id, account);
    }

    /// Returns a claimable balance, `None` if it does not exist.
    pub(super) fn balance(&self, id: &BalanceId) -> Step<Option<&StoredBalance>> {
        let balance = self.balances.get(id).ok_or(Stop::Unknown("claimable-balances"))?;
        Ok(balance.as_ref())
    }

    /// Creates, changes or deletes a claimable balance.
    pub(super) fn set_balance(&mut self, id: BalanceId, balance: Option<StoredBalance>) {
        self.balances.insert(id, balance);
    }

    /// Returns the amounts of all assets that the accounts hold.
    pub(super) fn holdings(&self) -> BTreeMap<AccountId, Vec<(Asset, Stroops)>> {
        let held = |account: &Account| {
            let lines = account.lines.iter().filter_map(|line| match line.asset {
                TrustlineAsset::Credit(credit) => Some((Asset::Credit(credit), line.holding.balance)),
                TrustlineAsset::PoolShares(_) => None,
            });
            std::iter::once((Asset::Native, account.native.balance))
                .chain(lines)
                .collect()
        };
        let existing = |(id, account): (&AccountId, &Option<Account>)| Some((*id, held(account.as_ref()?)));
        self.accounts.iter().filter_map(existing).collect()
    }

    /// Returns the existing accounts.
    pub(super) fn existing(&self) -> BTreeSet<AccountId> {
        let accounts = self.accounts.iter();
        accounts
            .filter_map(|(id, account)| account.as_ref().map(|_| *id))
            .collect()
    }
}

/// Returns the lumens that an account can pay, below 0 if the balance is below the reserve.
pub(super) fn available(account: &Account, base_reserve: Stroops) -> i64 {
    let counted = 2 + i64::from(account.subentries) + i64::from(account.sponsoring) - i64::from(account.sponsored);
    let reserve = base_reserve.get().saturating_mul(counted);
    let free = account.native.balance.get() - account.native.selling_liabilities.get();
    free.saturating_sub(reserve)
}

/// Adds an amount to a balance up to this limit.
fn add(holding: &mut Holding, limit: Stroops, amount: i64) -> Result<(), BalanceFault> {
    let taken = holding.balance.checked_add(holding.buying_liabilities);
    let room = taken.and_then(|taken| limit.checked_sub(taken)).unwrap_or_default();
    if room.get() < amount {
        return Err(BalanceFault::Amount);
    }
    holding.balance = Stroops::new(holding.balance.get() + amount).ok_or(BalanceFault::Amount)?;
    Ok(())
}

/// Subtracts an amount that is available.
fn subtract(holding: &mut Holding, amount: i64) -> Result<(), BalanceFault> {
    holding.balance = Stroops::new(holding.balance.get() - amount).ok_or(BalanceFault::Amount)?;
    Ok(())
}

/// The trustline of an account for an asset.
pub(super) fn line_mut(account: &mut Account, credit: Credit) -> Option<&mut TrustLine> {
    let held = TrustlineAsset::Credit(credit);
    account.lines.iter_mut().find(|line| line.asset == held)
}

impl LedgerView {
    /// Adds an amount to the balance of an account. An issuer receives any amount, also without an account.
    pub(super) fn receive(&mut self, id: AccountId, asset: Asset, amount: i64) -> Step<Result<(), BalanceFault>> {
        match asset {
            Asset::Credit(credit) if credit.issuer == id => Ok(Ok(())),
            Asset::Native => Ok(add(&mut self.account_mut(id)?.native, Stroops::MAX, amount)),
            Asset::Credit(credit) => Ok(match line_mut(self.account_mut(id)?, credit) {
                None => Err(BalanceFault::NoTrust),
                Some(line) if !line.is_authorized => Err(BalanceFault::NotAuthorized),
                Some(line) => add(&mut line.holding, line.limit, amount),
            }),
        }
    }

    /// Subtracts an amount from the balance of an account. An issuer pays any amount.
    pub(super) fn spend(&mut self, id: AccountId, asset: Asset, amount: i64) -> Step<Result<(), BalanceFault>> {
        let base_reserve = self.base_reserve;
        match asset {
            Asset::Credit(credit) if credit.issuer == id => Ok(Ok(())),
            Asset::Native => {
                let account = self.account_mut(id)?;
                if available(account, base_reserve) < amount {
                    return Ok(Err(BalanceFault::Amount));
                }
                Ok(subtract(&mut account.native, amount))
            }
            Asset::Credit(credit) => Ok(match line_mut(self.account_mut(id)?, credit) {
                None => Err(BalanceFault::NoTrust),
                Some(line) if !line.is_authorized => Err(BalanceFault::NotAuthorized),
                Some(line) if line.holding.free().get() < amount => Err(BalanceFault::Amount),
                Some(line) => subtract(&mut line.holding, amount),
            }),
        }
    }

    /// Adds an entry of the account: the reserve is that of the sponsor, if a sponsorship is active, otherwise of the
    /// account. Returns the sponsor.
    pub(super) fn add_entry(&mut self, owner: AccountId) -> Step<Option<AccountId>> {
        if self.account(owner)?.subentries >= MAX_SUBENTRIES {
            return Err(Stop::Fails("op_too_many_subentries"));
        }
        let sponsor = self.sponsors.get(&owner).copied();
        match sponsor {
            Some(sponsor) => self.hold(sponsor, 1)?,
            None => self.require(owner, 1)?,
        }
        let account = self.account_mut(owner)?;
        account.subentries += 1;
        account.sponsored += u32::from(sponsor.is_some());
        Ok(sponsor)
    }

    /// Removes an entry of the account, the reserve of which was paid by this sponsor or by the account.
    pub(super) fn remove_entry(&mut self, owner: AccountId, sponsor: Option<AccountId>) -> Step {
        let account = self.account_mut(owner)?;
        account.subentries = account.subentries.saturating_sub(1);
        if let Some(sponsor) = sponsor {
            account.sponsored = account.sponsored.saturating_sub(1);
            self.release(sponsor, 1);
        }
        Ok(())
    }

    /// Checks that the account can pay further base reserves.
    pub(super) fn require(&self, id: AccountId, reserves: u32) -> Step {
        let account = self.account(id)?;
        let required = self.base_reserve.get().saturating_mul(reserves.into());
        if available(account, self.base_reserve) < required {
            return Err(LOW_RESERVE);
        }
        Ok(())
    }

    /// Adds base reserves to those that the account pays for others.
    pub(super) fn hold(&mut self, sponsor: AccountId, reserves: u32) -> Step {
        self.require(sponsor, reserves)?;
        let account = self.account_mut(sponsor)?;
        let sum = account.sponsoring.checked_add(reserves);
        let sum = sum.filter(|sum| sum.checked_add(account.subentries).is_some());
        account.sponsoring = sum.ok_or(Stop::Fails("op_too_many_sponsoring"))?;
        Ok(())
    }

    /// Removes base reserves from those that the account pays for others. A sponsor without a part in the transaction
    /// was not read, and no operation depends on the reserve of that sponsor.
    pub(super) fn release(&mut self, sponsor: AccountId, reserves: u32) {
        if let Some(Some(account)) = self.accounts.get_mut(&sponsor) {
            account.sponsoring = account.sponsoring.saturating_sub(reserves);
        }
    }

    /// Records the sponsor of a data entry that the transaction creates.
    pub(super) fn set_data_sponsor(&mut self, owner: AccountId, name: DataName, sponsor: Option<AccountId>) {
        self.data_sponsors.insert((owner, name), sponsor);
    }

    /// Returns the sponsor of a data entry. An index lists the sponsors of the
    /// account, of trustlines and of signers, and the number of all sponsored reserves.
    pub(super) fn data_sponsor(&self, owner: AccountId, name: &DataName) -> Step<DataSponsor> {
        if let Some(sponsor) = self.data_sponsors.get(&(owner, name.clone())) {
            return Ok(DataSponsor::Known(*sponsor));
        }
        let account = self.account(owner)?;
        let lines = account.lines.iter().filter(|line| line.sponsor.is_some());
        let lines = lines.map(|line| match line.asset {
            TrustlineAsset::Credit(_) => 1,
            TrustlineAsset::PoolShares(_) => 2,
        });
        let signers = account.signers.iter().filter(|signer| signer.sponsor.is_some());
        let created = self.data_sponsors.iter();
        let created = created.filter(|((account, _), sponsor)| *account == owner && sponsor.is_some());
        let known = lines.sum::<usize>() + signers.count() + created.count();
        let known = known + if account.is_sponsored { 2 } else { 0 };
        Ok(if account.sponsored as usize == known {
            DataSponsor::Known(None)
        } else {
            DataSponsor::Unknown
        })
    }

    /// Removes the record of a data entry that the transaction deletes.
    pub(super) fn remove_data_sponsor(&mut self, owner: AccountId, name: &DataName) {
        self.data_sponsors.remove(&(owner, name.clone()));
    }
}
