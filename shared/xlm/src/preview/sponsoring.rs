//! Sponsorship of reserves: begin, end and transfer (CAP-33).

use super::ledger::Stop::{Fails, Unknown};
use super::ledger::{DataSponsor, Step};
use super::run::Run;
use crate::account::signer::SignerKey;
use crate::account::state::TrustlineAsset;
use crate::chain::BalanceId;
use crate::operation::{DataName, SponsoredLine};
use crate::value::address::AccountId;

/// A sponsored entry of an account.
struct Sponsored {
    /// The account of the entry, `None` for a claimable balance.
    owner: Option<AccountId>,
    /// The present sponsor of the entry.
    sponsor: Option<AccountId>,
    /// The number of base reserves.
    reserves: u32,
}

impl Run {
    pub(super) fn begin_sponsoring(&mut self, source: AccountId, sponsored: AccountId) -> Step {
        let sponsors = &mut self.ledger.sponsors;
        if sponsors.contains_key(&sponsored) {
            return Err(Fails("op_already_sponsored"));
        }
        let is_recursive = sponsors.contains_key(&source) || sponsors.values().any(|sponsor| *sponsor == sponsored);
        if is_recursive {
            return Err(Fails("op_recursive"));
        }
        sponsors.insert(sponsored, source);
        Ok(())
    }

    pub(super) fn end_sponsoring(&mut self, source: AccountId) -> Step {
        let ended = self.ledger.sponsors.remove(&source);
        ended.map(|_| ()).ok_or(Fails("op_not_sponsored"))
    }

    pub(super) fn revoke_account(&mut self, source: AccountId, owner: AccountId) -> Step {
        let account = self.ledger.find(owner)?.ok_or(Fails("op_does_not_exist"))?;
        if account.is_sponsored && account.settings.sponsor.is_none() {
            return Err(Unknown("sponsorships"));
        }
        let entry = Sponsored {
            owner: Some(owner),
            sponsor: account.settings.sponsor,
            reserves: 2,
        };
        let next = self.transfer(source, &entry)?;
        let account = self.ledger.account_mut(owner)?;
        account.settings.sponsor = next;
        account.is_sponsored = next.is_some();
        Ok(())
    }

    pub(super) fn revoke_line(&mut self, source: AccountId, owner: AccountId, line: SponsoredLine) -> Step {
        let asset = match line {
            SponsoredLine::Credit(credit) => TrustlineAsset::Credit(credit),
            SponsoredLine::Pool(pool) => TrustlineAsset::PoolShares(pool),
        };
        let account = self.ledger.find(owner)?.ok_or(Fails("op_does_not_exist"))?;
        let line = account.lines.iter().find(|line| line.asset == asset);
        let line = line.ok_or(Fails("op_does_not_exist"))?;
        let entry = Sponsored {
            owner: Some(owner),
            sponsor: line.sponsor,
            reserves: if matches!(asset, TrustlineAsset::Credit(_)) {
                1
            } else {
                2
            },
        };
        let next = self.transfer(source, &entry)?;
        let lines = &mut self.ledger.account_mut(owner)?.lines;
        for line in lines.iter_mut().filter(|line| line.asset == asset) {
            line.sponsor = next;
        }
        Ok(())
    }

    pub(super) fn revoke_data(&mut self, source: AccountId, owner: AccountId, name: &DataName) -> Step {
        let account = self.ledger.find(owner)?.ok_or(Fails("op_does_not_exist"))?;
        if !account.settings.data.contains_key(name) {
            let lacks_entries = account.settings.lacks_entries;
            return Err(if lacks_entries {
                Unknown("accounts")
            } else {
                Fails("op_does_not_exist")
            });
        }
        let DataSponsor::Known(sponsor) = self.ledger.data_sponsor(owner, name)? else {
            return Err(Unknown("sponsorships"));
        };
        let entry = Sponsored {
            owner: Some(owner),
            sponsor,
            reserves: 1,
        };
        let next = self.transfer(source, &entry)?;
        self.ledger.set_data_sponsor(owner, name.clone(), next);
        Ok(())
    }

    pub(super) fn revoke_signer(&mut self, source: AccountId, owner: AccountId, key: &SignerKey) -> Step {
        let account = self.ledger.find(owner)?.ok_or(Fails("op_does_not_exist"))?;
        let is_master = *key == SignerKey::Ed25519(owner.0);
        let signer = account.signers.iter().find(|signer| signer.key == *key && !is_master);
        let signer = signer.ok_or(Fails("op_does_not_exist"))?;
        let entry = Sponsored {
            owner: Some(owner),
            sponsor: signer.sponsor,
            reserves: 1,
        };
        let next = self.transfer(source, &entry)?;
        let signers = &mut self.ledger.account_mut(owner)?.signers;
        for signer in signers.iter_mut().filter(|signer| signer.key == *key) {
            signer.sponsor = next;
        }
        Ok(())
    }

    pub(super) fn revoke_balance(&mut self, source: AccountId, id: &BalanceId) -> Step {
        let balance = self.ledger.balance(id)?.cloned().ok_or(Fails("op_does_not_exist"))?;
        let entry = Sponsored {
            owner: None,
            sponsor: balance.sponsor,
            reserves: balance.reserves(),
        };
        let sponsor = self.transfer(source, &entry)?;
        self.ledger
            .set_balance(*id, Some(super::StoredBalance { sponsor, ..balance }));
        Ok(())
    }

    /// Moves the reserve of an entry from the source, which pays it, to the sponsor of the source, or back to the
    /// account of the entry. Returns the next sponsor.
    fn transfer(&mut self, source: AccountId, entry: &Sponsored) -> Step<Option<AccountId>> {
        if entry.sponsor.or(entry.owner) != Some(source) {
            return Err(Fails("op_not_sponsor"));
        }
        let next = self.ledger.sponsors.get(&source).copied();
        let next = next.filter(|next| Some(*next) != entry.owner);
        let owner = match (entry.owner, next) {
            (None, None) => return Err(Fails("op_only_transferable")),
            (owner, _) => owner,
        };
        match (entry.sponsor, next, owner) {
            (_, Some(next), _) => self.ledger.hold(next, entry.reserves)?,
            (Some(_), None, Some(owner)) => self.ledger.require(owner, entry.reserves)?,
            (_, None, _) => {}
        }
        if let Some(sponsor) = entry.sponsor {
            self.ledger.release(sponsor, entry.reserves);
        }
        if let Some(owner) = owner {
            let account = self.ledger.account_mut(owner)?;
            let without = account
                .sponsored
                .saturating_sub(if entry.sponsor.is_some() { entry.reserves } else { 0 });
            account.sponsored = without + if next.is_some() { entry.reserves } else { 0 };
        }
        Ok(next)
    }
}
