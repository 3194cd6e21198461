//! Outputs that an estimate may spend: those of the sender, or those of the request.

use futures::stream::{self, StreamExt, TryStreamExt};
use std::collections::HashSet;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{Coin, Inputs, OutPoint, Sender};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::{ApiError, Field, ResultExt};

/// Maximum number of addresses of an estimate, each of which requires a query.
const MAX_ADDRESSES: usize = 50;

/// Maximum number of concurrent queries of a request.
const MAX_CONCURRENT: usize = 8;

/// Outputs to choose from.
pub struct Choice {
    /// Distinct owners of the outputs.
    owners: Vec<Sender>,
    /// The outputs of the request in their order; `None` for all outputs of the sender.
    requested: Option<Vec<OutPoint>>,
    min_confirmations: u32,
}

impl Choice {
    /// Reads the confirmations, and combines them with the outputs of the request or else the sender.
    pub fn read(sender: &Sender, inputs: Option<&Inputs>, min_confirmations: Field<u32>) -> Result<Self, ApiError> {
        let min_confirmations = min_confirmations.optional("minConfirmations")?.unwrap_or(0);
        let mut seen = HashSet::new();
        let owners = inputs.into_iter().flat_map(Inputs::owners);
        let mut owners: Vec<Sender> = owners
            .filter(|owner| seen.insert(owner.address().script_pubkey()))
            .cloned()
            .collect();
        if owners.len() > MAX_ADDRESSES {
            let message = format!("The outputs must belong to at most {MAX_ADDRESSES} addresses.");
            return Err(ApiError::invalid_request(message).at("utxo"));
        }
        if inputs.is_none() {
            owners.push(sender.clone());
        }
        let outpoints = |inputs: &Inputs| inputs.as_slice().iter().map(|input| input.utxo.outpoint).collect();
        Ok(Self {
            owners,
            requested: inputs.map(outpoints),
            min_confirmations,
        })
    }

    /// Returns the listed outputs of the owners.
    pub async fn list(&self, node: &dyn BtcLikeNode, deadline: Deadline) -> Result<Vec<Coin<Sender>>, UpstreamError> {
        let lists = stream::iter(self.owners.clone()).map(|owner| async move {
            let unspent = node.unspent(owner.address(), deadline).await?;
            let coins = unspent.into_iter().map(|unspent| Coin {
                owner: owner.clone(),
                unspent,
            });
            Ok(coins.collect::<Vec<_>>())
        });
        let lists: Vec<Vec<_>> = lists.buffered(MAX_CONCURRENT).try_collect().await?;
        Ok(lists.into_iter().flatten().collect())
    }

    /// Returns those of the listed outputs that may be spent. An output of the request that is not listed is an error: it is
    /// spent, or belongs to another address.
    pub fn filter(&self, mut listed: Vec<Coin<Sender>>) -> Result<Vec<Coin<Sender>>, ApiError> {
        if let Some(requested) = &self.requested {
            let found: HashSet<OutPoint> = listed.iter().map(|coin| coin.unspent.utxo.outpoint).collect();
            if let Some(index) = requested.iter().position(|outpoint| !found.contains(outpoint)) {
                let message = "The output is not an unspent output of the address of its public key and type.";
                return Err(ApiError::invalid_request(message)).at(format!("utxo[{index}]"));
            }
            let requested: HashSet<&OutPoint> = requested.iter().collect();
            listed.retain(|coin| requested.contains(&coin.unspent.utxo.outpoint));
        }
        listed.retain(|coin| coin.unspent.confirmations >= self.min_confirmations);
        Ok(listed)
    }
}
