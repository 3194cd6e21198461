//! Outputs that an estimate may spend: those of the sender, or those of the request.

use futures::stream::{self, StreamExt, TryStreamExt};
use std::collections::{HashMap, HashSet};
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{Coin, Input, Inputs, OutPoint, Sender};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::{ApiError, ResultExt};

/// Maximum number of addresses of an estimate, each of which requires a query.
const MAX_ADDRESSES: usize = 50;

/// Maximum number of concurrent queries of a request.
const MAX_CONCURRENT: usize = 8;

/// Outputs to choose from.
pub struct Choice {
    /// Distinct owners of the outputs.
    owners: Vec<Sender>,
    /// The outputs of the request with their indexes in its list; `None` for all outputs of the sender.
    requested: Option<Vec<(usize, Input)>>,
    min_confirmations: u32,
}

impl Choice {
    /// Returns the choice among the outputs of the request, or else those of the sender.
    pub fn new(sender: &Sender, inputs: Option<&Inputs>, min_confirmations: u32) -> Result<Self, ApiError> {
        match inputs {
            Some(inputs) => Self::of(
                inputs.as_slice().iter().cloned().enumerate().collect(),
                min_confirmations,
            ),
            None => Ok(Self {
                owners: vec![sender.clone()],
                requested: None,
                min_confirmations,
            }),
        }
    }

    /// Returns the choice among these outputs of the request.
    pub fn of(requested: Vec<(usize, Input)>, min_confirmations: u32) -> Result<Self, ApiError> {
        let mut seen = HashSet::new();
        let owners = requested.iter().map(|(_, input)| &input.owner);
        let owners: Vec<Sender> = owners
            .filter(|owner| seen.insert(owner.address().script_pubkey()))
            .cloned()
            .collect();
        if owners.len() > MAX_ADDRESSES {
            let message = format!("The outputs must belong to at most {MAX_ADDRESSES} addresses.");
            return Err(ApiError::invalid_request(message).at("utxo"));
        }
        Ok(Self {
            owners,
            requested: Some(requested),
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
            let owners = requested.iter().map(|(_, input)| (input.utxo.outpoint, &input.owner));
            let owners: HashMap<OutPoint, &Sender> = owners.collect();
            listed.retain(|coin| owners.get(&coin.unspent.utxo.outpoint) == Some(&&coin.owner));
            let found: HashSet<OutPoint> = listed.iter().map(|coin| coin.unspent.utxo.outpoint).collect();
            let mut missing = requested
                .iter()
                .filter(|(_, input)| !found.contains(&input.utxo.outpoint));
            if let Some((index, _)) = missing.next() {
                let message = "The output is not an unspent output of the address of its public key and type.";
                return Err(ApiError::invalid_request(message)).at(format!("utxo[{index}]"));
            }
        }
        listed.retain(|coin| coin.unspent.confirmations >= self.min_confirmations);
        Ok(listed)
    }
}
