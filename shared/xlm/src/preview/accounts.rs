//! Creation and merge of accounts, settings, signers, data entries and sequence numbers.

use super::ledger::Stop::{Fails, Unknown};
use super::ledger::{DataSponsor, LOW_RESERVE, Step, available};
use super::run::Run;
use crate::account::signer::SignerKey;
use crate::account::state::{Account, AccountFlags, AccountSettings, Holding, Thresholds, WeightedSigner};
use crate::operation::{BumpSequence, CreateAccount, ManageData, SetOptions, Signer};
use crate::value::address::AccountId;

/// The maximum number of signers besides the master key.
const MAX_SIGNERS: usize = 20;

/// The base reserves of an account entry.
const RESERVES_OF_ACCOUNT: u32 = 2;

impl Run {
    pub(super) fn create_account(&mut self, source: AccountId, create: &CreateAccount) -> Step {
        let (id, balance) = (create.destination, create.starting_balance.0);
        if self.ledger.find(id)?.is_some() {
            return Err(Fails("op_already_exists"));
        }
        let sponsor = self.ledger.sponsors.get(&id).copied();
        match sponsor {
            Some(sponsor) => self.ledger.hold(sponsor, RESERVES_OF_ACCOUNT)?,
            None if balance < crate::starting_balance(self.ledger.base_reserve) => return Err(LOW_RESERVE),
            None => {}
        }
        let payer = self.ledger.account(source)?;
        if available(payer, self.ledger.base_reserve) < balance.get() {
            return Err(Fails("op_underfunded"));
        }
        let spent = self.ledger.spend(source, crate::Asset::Native, balance.get())?;
        spent.map_err(|fault| fault.stop("op_underfunded", "op_underfunded", "op_underfunded"))?;
        let account = Account {
            id,
            sequence: i64::from(self.ledger.next_ledger) << 32,
            subentries: 0,
            sponsoring: 0,
            sponsored: if sponsor.is_some() { RESERVES_OF_ACCOUNT } else { 0 },
            is_sponsored: sponsor.is_some(),
            native: Holding {
                balance,
                ..Holding::default()
            },
            lines: Vec::new(),
            signers: vec![WeightedSigner {
                key: SignerKey::Ed25519(id.0),
                weight: 1,
                sponsor: None,
            }],
            requires_memo: false,
            settings: AccountSettings {
                sponsor,
                ..AccountSettings::default()
            },
        };
        self.ledger.set(id, Some(account));
        Ok(())
    }

    pub(super) fn merge(&mut self, source: AccountId, to: AccountId) -> Step {
        if self.ledger.find(to)?.is_none() {
            return Err(Fails("op_no_account"));
        }
        let account = self.ledger.account(source)?.clone();
        if account.settings.flags.immutable {
            return Err(Fails("op_immutable_set"));
        }
        if account.settings.lacks_entries {
            return Err(Unknown("accounts"));
        }
        let signers = account.signers.iter().filter(|signer| !is_master(&account, signer));
        if account.subentries as usize != signers.clone().count() {
            return Err(Fails("op_has_sub_entries"));
        }
        if account.sequence >= i64::from(self.ledger.next_ledger) << 32 {
            return Err(Fails("op_seq_num_too_far"));
        }
        let is_sponsor = self.ledger.sponsors.values().any(|sponsor| *sponsor == source);
        if is_sponsor || account.sponsoring > 0 {
            return Err(Fails("op_is_sponsor"));
        }
        let received = self
            .ledger
            .receive(to, crate::Asset::Native, account.native.balance.get())?;
        received.map_err(|fault| fault.stop("op_dest_full", "op_dest_full", "op_dest_full"))?;
        for sponsor in signers.filter_map(|signer| signer.sponsor) {
            self.ledger.release(sponsor, 1);
        }
        if let Some(sponsor) = account.settings.sponsor {
            self.ledger.release(sponsor, RESERVES_OF_ACCOUNT);
        }
        self.ledger.set(source, None);
        Ok(())
    }

    pub(super) fn set_options(&mut self, source: AccountId, options: &SetOptions) -> Step {
        if let Some(voted) = options.inflation_dest
            && self.ledger.find(voted)?.is_none()
        {
            return Err(Fails("op_invalid_inflation"));
        }
        let account = self.ledger.account_mut(source)?;
        let (set, clear) = (options.set_flags.unwrap_or(0), options.clear_flags.unwrap_or(0));
        let settings = &mut account.settings;
        if set | clear != 0 && settings.flags.immutable {
            return Err(Fails("op_cant_change"));
        }
        settings.flags = changed(settings.flags, set, clear);
        // An issuer with clawback must be able to revoke authorizations (CAP-35).
        if settings.flags.clawback_enabled && !settings.flags.revocable {
            return Err(Fails("op_auth_revocable_required"));
        }
        if let Some(domain) = &options.home_domain {
            settings.home_domain = Some(domain.clone());
        }
        set_weights(account, options);
        match &options.signer {
            Some(signer) => self.set_signer(source, signer),
            None => Ok(()),
        }
    }

    fn set_signer(&mut self, source: AccountId, signer: &Signer) -> Step {
        let account = self.ledger.account_mut(source)?;
        if account.settings.lacks_entries {
            return Err(Unknown("accounts"));
        }
        let known = account.signers.iter().position(|known| known.key == signer.key);
        match known {
            Some(index) if signer.weight == 0 => {
                let removed = account.signers.remove(index);
                self.ledger.remove_entry(source, removed.sponsor)
            }
            Some(index) => {
                account.signers[index].weight = signer.weight.into();
                Ok(())
            }
            None if signer.weight == 0 => Ok(()),
            None => {
                let others = account.signers.iter().filter(|other| !is_master(account, other));
                if others.count() >= MAX_SIGNERS {
                    return Err(Fails("op_too_many_signers"));
                }
                let sponsor = self.ledger.add_entry(source)?;
                self.ledger.account_mut(source)?.signers.push(WeightedSigner {
                    key: signer.key.clone(),
                    weight: signer.weight.into(),
                    sponsor,
                });
                Ok(())
            }
        }
    }

    pub(super) fn manage_data(&mut self, source: AccountId, data: &ManageData) -> Step {
        let account = self.ledger.account(source)?;
        let exists = account.settings.data.contains_key(&data.name);
        if !exists && account.settings.lacks_entries {
            return Err(Unknown("accounts"));
        }
        match (&data.value, exists) {
            (None, false) => Err(Fails("op_data_name_not_found")),
            (Some(value), true) => {
                let entries = &mut self.ledger.account_mut(source)?.settings.data;
                entries.insert(data.name.clone(), value.as_slice().to_vec());
                Ok(())
            }
            (Some(value), false) => {
                let sponsor = self.ledger.add_entry(source)?;
                self.ledger.set_data_sponsor(source, data.name.clone(), sponsor);
                let entries = &mut self.ledger.account_mut(source)?.settings.data;
                entries.insert(data.name.clone(), value.as_slice().to_vec());
                Ok(())
            }
            (None, true) => {
                match self.ledger.data_sponsor(source, &data.name)? {
                    DataSponsor::Known(sponsor) => self.ledger.remove_entry(source, sponsor)?,
                    // The deletion succeeds; only the reserves of later operations depend on the sponsor.
                    DataSponsor::Unknown => self.later_depends_on("sponsorships"),
                }
                self.ledger.remove_data_sponsor(source, &data.name);
                self.ledger.account_mut(source)?.settings.data.remove(&data.name);
                Ok(())
            }
        }
    }

    pub(super) fn bump_sequence(&mut self, source: AccountId, bump: &BumpSequence) -> Step {
        let account = self.ledger.account_mut(source)?;
        account.sequence = account.sequence.max(bump.bump_to.get());
        Ok(())
    }
}

/// Returns true if the signer is the master key of the account.
pub(super) fn is_master(account: &Account, signer: &WeightedSigner) -> bool {
    signer.key == SignerKey::Ed25519(account.id.0)
}

/// Returns the flags with these bits set and cleared.
const fn changed(flags: AccountFlags, set: u32, clear: u32) -> AccountFlags {
    const fn bit(flag: bool, bit: u32, set: u32, clear: u32) -> bool {
        (flag && clear & bit == 0) || set & bit != 0
    }
    AccountFlags {
        required: bit(flags.required, 1, set, clear),
        revocable: bit(flags.revocable, 2, set, clear),
        immutable: bit(flags.immutable, 4, set, clear),
        clawback_enabled: bit(flags.clawback_enabled, 8, set, clear),
    }
}

fn set_weights(account: &mut Account, options: &SetOptions) {
    let thresholds = &mut account.settings.thresholds;
    *thresholds = Thresholds {
        low: options.low_threshold.unwrap_or(thresholds.low),
        medium: options.med_threshold.unwrap_or(thresholds.medium),
        high: options.high_threshold.unwrap_or(thresholds.high),
    };
    let master = SignerKey::Ed25519(account.id.0);
    let master = account.signers.iter_mut().find(|signer| signer.key == master);
    if let (Some(weight), Some(master)) = (options.master_weight, master) {
        master.weight = weight.into();
    }
}
