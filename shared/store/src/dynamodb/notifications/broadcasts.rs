//! Records of broadcast transactions.

use super::row::sort_key;
use super::{DynamoNotifications, END, START};
use crate::broadcasts::broadcasts_key;
use crate::dynamodb::TTL_ATTRIBUTE;
use crate::dynamodb::item::{item, key, number, number_of};
use crate::dynamodb::transaction::{Condition, Transaction};
use async_trait::async_trait;
use wallet_core::model::Network;
use wallet_core::ports::broadcasts::{Broadcasts, LIFETIME};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::ChainKey;
use wallet_notifications::ports::Broadcast;

#[async_trait]
impl Broadcasts for DynamoNotifications {
    async fn record(&self, chain: &str, network: Network, txid: &str, now: Timestamp) -> Result<(), StoreError> {
        let mut record = key((broadcasts_key(chain, network), txid));
        record.extend(item([(TTL_ATTRIBUTE, number(now.after(LIFETIME).as_secs()))]));
        let record = Transaction::new("record broadcast").put(&self.table, record, Condition::absent())?;
        record.send(&self.client).await.map(drop)
    }
}

impl DynamoNotifications {
    /// Returns the records of a chain that have not expired: at most a page, 1 MB.
    pub(super) async fn recorded(&self, chain: &ChainKey, now: Timestamp) -> Result<Vec<Broadcast>, StoreError> {
        let pk = broadcasts_key(&chain.chain, chain.network);
        let (rows, _) = self.page(&pk, (START, END), None, None).await?;
        let records = rows.iter().map(|row| {
            let expires_at = number_of(row, TTL_ATTRIBUTE)?;
            Ok(Broadcast {
                txid: sort_key(row, "")?.to_owned(),
                at: Timestamp::from_secs(expires_at.saturating_sub(LIFETIME.as_secs())),
            })
        });
        let records = records.collect::<Result<Vec<_>, StoreError>>()?.into_iter();
        Ok(records.filter(|record| record.at.after(LIFETIME) > now).collect())
    }

    /// Removes records of a chain.
    pub(super) async fn remove_recorded(&self, chain: &ChainKey, txids: &[String]) -> Result<(), StoreError> {
        let pk = broadcasts_key(&chain.chain, chain.network);
        self.delete_rows(txids.iter().map(|txid| (&pk, txid).into())).await
    }
}
