//! Entries of the latest ledger: `getLedgerEntries`.

use super::StellarRpc;
use futures::future::try_join;
use serde::Deserialize;
use serde_json::json;
use wallet_upstream::{Deadline, Failure, Kind};
use wallet_xlm::history::AccountFacts;
use wallet_xlm::{
    Account, AccountId, AccountQuery, BalanceId, MAX_KEYS, OfferFacts, OfferId, OpenOffer, StoredBalance, StoredEntry,
};

/// Found entries; missing entries are omitted.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireEntries {
    /// Absent or `null` from some servers without an entry.
    #[serde(default)]
    entries: Option<Vec<WireEntry>>,
    latest_ledger: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireEntry {
    xdr: String,
    /// Absent from some proxies.
    ext_xdr: Option<String>,
}

/// Item as of a ledger.
pub(super) struct AsOf<T> {
    pub(super) item: T,
    pub(super) ledger: u32,
}

impl StellarRpc {
    /// Returns an account with the entries of the query, `None` if not found.
    pub(super) async fn account(
        &self,
        query: &AccountQuery,
        deadline: Deadline,
    ) -> Result<AsOf<Option<Account>>, Failure> {
        self.entries(query.keys(), deadline).await?.account(query)
    }

    /// Requests the account and the latest ledger concurrently.
    pub(super) async fn account_facts(
        &self,
        query: &AccountQuery,
        deadline: Deadline,
    ) -> Result<AccountFacts, Failure> {
        let (mut ledger, read) = try_join(self.ledger(deadline), self.account(query, deadline)).await?;
        // The latest ledger is cached for a while, and the account may have changed since.
        ledger.sequence = ledger.sequence.max(read.ledger);
        Ok(AccountFacts {
            upstream: Kind::StellarRpc.name(),
            ledger,
            account: read.item,
            lacks_rows: false,
        })
    }

    /// Returns that the offers are unknown, or none of an account without further entries.
    pub(super) async fn offers(&self, id: AccountId, deadline: Deadline) -> Result<OfferFacts, Failure> {
        let facts = self.account_facts(&AccountQuery::from(id), deadline).await?;
        let account = facts.account.as_ref();
        Ok(OfferFacts {
            upstream: facts.upstream,
            ledger: facts.ledger,
            offers: Vec::new(),
            next: None,
            lacks_rows: false,
            lacks_offers: account.is_some_and(|account| account.settings.unlisted > 0),
        })
    }

    /// Requests the offer of an account and the latest ledger concurrently.
    pub(super) async fn offer(&self, id: AccountId, offer: OfferId, deadline: Deadline) -> Result<OfferFacts, Failure> {
        let entries = self.entries(vec![offer.key(id)], deadline);
        let (mut ledger, entries) = try_join(self.ledger(deadline), entries).await?;
        ledger.sequence = ledger.sequence.max(entries.latest_ledger);
        let found = OpenOffer::of_entries(id, offer, &entries.read()?).map_err(Failure::unusable)?;
        Ok(OfferFacts {
            upstream: Kind::StellarRpc.name(),
            ledger,
            offers: found.into_iter().collect(),
            next: None,
            lacks_rows: false,
            lacks_offers: false,
        })
    }

    /// Returns the claimable balance with this id, `None` if there is no such balance.
    pub(super) async fn stored_balance(
        &self,
        id: BalanceId,
        deadline: Deadline,
    ) -> Result<Option<StoredBalance>, Failure> {
        self.entries(vec![id.key()], deadline).await?.balance(id)
    }

    async fn entries(&self, keys: Vec<String>, deadline: Deadline) -> Result<WireEntries, Failure> {
        let mut found = WireEntries::default();
        for keys in keys.chunks(MAX_KEYS) {
            let params = json!({ "keys": keys, "xdrFormat": "base64" });
            let read: WireEntries = self.call("getLedgerEntries", params, deadline).await?;
            found.add(read, keys.len())?;
        }
        Ok(found)
    }
}

impl WireEntries {
    /// Adds the entries of a response to a request for this number of keys. The oldest ledger counts.
    fn add(&mut self, read: Self, keys: usize) -> Result<(), Failure> {
        let entries = read.entries.unwrap_or_default();
        if entries.len() > keys {
            return Err(Failure::unusable("more entries than requested"));
        }
        self.latest_ledger = match self.latest_ledger {
            0 => read.latest_ledger,
            earlier => earlier.min(read.latest_ledger),
        };
        self.entries.get_or_insert_default().extend(entries);
        Ok(())
    }

    pub(super) fn account(&self, query: &AccountQuery) -> Result<AsOf<Option<Account>>, Failure> {
        let item = Account::of_entries(query, &self.read()?).map_err(Failure::unusable)?;
        Ok(AsOf {
            item,
            ledger: self.latest_ledger,
        })
    }

    pub(super) fn balance(&self, id: BalanceId) -> Result<Option<StoredBalance>, Failure> {
        StoredBalance::of_entries(id, &self.read()?).map_err(Failure::unusable)
    }

    fn read(&self) -> Result<Vec<StoredEntry>, Failure> {
        let entries = self.entries.as_deref().unwrap_or_default();
        let read = entries
            .iter()
            .map(|entry| StoredEntry::read(&entry.xdr, entry.ext_xdr.as_deref()));
        read.collect::<Result<_, _>>().map_err(Failure::unusable)
    }
}
