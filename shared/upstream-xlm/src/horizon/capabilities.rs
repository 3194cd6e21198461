//! The interfaces that a Horizon server has: all but the simulation of contract calls.

use super::Horizon;
use crate::upstreams::source::{ContractSource, Found, IndexSource, LedgerSource, ReadLedger, Reply, XlmSource};
use async_trait::async_trait;
use wallet_upstream::{Deadline, Failure};
use wallet_xlm::history::{AccountFacts, ClaimableFacts, HistoryFacts, Position};
use wallet_xlm::{
    Account, AccountId, AccountQuery, BalanceId, BestOffers, Envelope, FeeStats, Ledger, LedgerId, LedgerTransaction,
    Market, OfferFacts, OfferId, PathQuery, PaymentPath, StoredBalance, TransactionLookup,
};

#[async_trait]
impl XlmSource for Horizon {
    fn concurrency(&self) -> usize {
        self.endpoint.concurrency()
    }

    fn index(&self) -> Option<&(dyn IndexSource + 'static)> {
        Some(self)
    }

    fn ledgers(&self) -> Option<&(dyn LedgerSource + 'static)> {
        Some(self)
    }

    fn contracts(&self) -> Option<&(dyn ContractSource + 'static)> {
        None
    }

    async fn account(&self, query: &AccountQuery, deadline: Deadline) -> Result<Option<Account>, Failure> {
        self.account(query.id, deadline).await
    }

    async fn account_facts(&self, query: &AccountQuery, deadline: Deadline) -> Result<AccountFacts, Failure> {
        self.account_facts(query.id, deadline).await
    }

    async fn stored_balance(&self, id: BalanceId, deadline: Deadline) -> Result<Option<StoredBalance>, Failure> {
        self.stored_balance(id, deadline).await
    }

    async fn offers(
        &self,
        id: AccountId,
        after: Option<OfferId>,
        limit: u32,
        deadline: Deadline,
    ) -> Result<OfferFacts, Failure> {
        self.offers(id, after, limit, deadline).await
    }

    async fn offer(&self, id: AccountId, offer: OfferId, deadline: Deadline) -> Result<OfferFacts, Failure> {
        self.offer(id, offer, deadline).await
    }

    async fn ledger(&self, deadline: Deadline) -> Result<Ledger, Failure> {
        self.ledger(deadline).await
    }

    async fn fee_stats(&self, deadline: Deadline) -> Result<FeeStats, Failure> {
        self.fee_stats(deadline).await
    }

    async fn transaction(&self, hash: [u8; 32], deadline: Deadline) -> Result<Option<Found>, Failure> {
        self.transaction(hash, deadline).await
    }

    async fn status(&self, hash: [u8; 32], deadline: Deadline) -> Result<TransactionLookup, Failure> {
        let status = self.status(hash, deadline).await?;
        Ok(status.map_or(TransactionLookup::Missing(None), TransactionLookup::Found))
    }

    async fn post(&self, envelope: &Envelope, deadline: Deadline) -> Result<Reply, Failure> {
        self.post(envelope, deadline).await
    }
}

#[async_trait]
impl IndexSource for Horizon {
    async fn claimable(&self, id: AccountId, deadline: Deadline) -> Result<ClaimableFacts, Failure> {
        self.claimable(id, deadline).await
    }

    async fn history(
        &self,
        id: AccountId,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure> {
        self.history(id, from, limit, deadline).await
    }

    async fn paths(&self, query: PathQuery, deadline: Deadline) -> Result<Vec<PaymentPath>, Failure> {
        self.paths(query, deadline).await
    }

    async fn best_offers(&self, market: Market, deadline: Deadline) -> Result<BestOffers, Failure> {
        self.best_offers(market, deadline).await
    }
}

#[async_trait]
impl LedgerSource for Horizon {
    async fn latest_id(&self, deadline: Deadline) -> Result<LedgerId, Failure> {
        self.latest_id(deadline).await
    }

    async fn ledger_hash(&self, sequence: u32, deadline: Deadline) -> Result<Option<[u8; 32]>, Failure> {
        self.ledger_hash(sequence, deadline).await
    }

    async fn contents(&self, sequence: u32, deadline: Deadline) -> Result<Option<ReadLedger>, Failure> {
        self.contents(sequence, deadline).await
    }

    async fn ledger_transaction(
        &self,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<LedgerTransaction>, Failure> {
        self.ledger_transaction(hash, deadline).await
    }
}
