//! State of accounts: balances at one block, code and transaction counts: `eth_getBalance`, `eth_getCode` and
//! `eth_getTransactionCount`.

use super::contract_reads::Snapshot;
use super::message::Call;
use super::multicall::{BALANCE_OF, DECIMALS, address_argument};
use super::multicall::{Read, Returned, first_word};
use super::values::{Bytes, Number, Quantity, plain};
use super::{JsonRpc, Outcome};
use futures::future::join_all;
use serde_json::json;
use std::collections::HashMap;
use wallet_eth_like::{
    Address, Amount, Balances, Erc20Token, Holder, MAX_NONCE, TransactionCounts, plausible_decimals,
};
use wallet_upstream::{Deadline, Failure, Kind, Lane};

impl JsonRpc {
    /// Returns the coin and token balances of addresses at a block, and the transaction counts. Without the counts the
    /// balances are still useful.
    pub(crate) async fn balances(
        &self,
        holders: &[Holder],
        listed: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Balances>, Failure> {
        let counts = async { Ok(self.counts_of(holders, deadline).await) };
        let (balances, counts) = futures::try_join!(self.holdings(holders, listed, deadline), counts)?;
        let with_counts = balances.into_iter().zip(counts);
        Ok(with_counts
            .map(|(balances, counts)| Balances { counts, ..balances })
            .collect())
    }

    async fn holdings(
        &self,
        holders: &[Holder],
        listed: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Balances>, Failure> {
        let further = further_contracts(holders);
        let required = required_reads(holders, listed);
        let optional = optional_reads(holders, &further);
        let snapshot = self.snapshot(&required, &optional, deadline).await?;
        balances(holders, listed, &further, snapshot)
    }
}

/// Returns each contract of a further token once.
fn further_contracts(holders: &[Holder]) -> Vec<Address> {
    let mut contracts: Vec<_> = holders.iter().flat_map(|holder| &holder.further).copied().collect();
    contracts.sort_unstable();
    contracts.dedup();
    contracts
}

fn balance_of(contract: Address, holder: Address) -> Read {
    Read::Call(contract, address_argument(BALANCE_OF, holder))
}

/// Returns the reads for every holder: the coin, then the listed tokens.
fn required_reads(holders: &[Holder], listed: &[Address]) -> Vec<Read> {
    let of_holder = |holder: &Holder| {
        let address = holder.address;
        let tokens = listed.iter().map(move |token| balance_of(*token, address));
        [Read::Coin(address)].into_iter().chain(tokens)
    };
    holders.iter().flat_map(of_holder).collect()
}

/// Returns the reads of further tokens: the decimals of each, then the balances of every holder.
fn optional_reads(holders: &[Holder], contracts: &[Address]) -> Vec<Read> {
    let decimals = contracts.iter().map(|token| Read::Call(*token, DECIMALS.to_vec()));
    let balances = holders.iter().flat_map(|holder| {
        let tokens = holder.further.iter();
        tokens.map(|token| balance_of(*token, holder.address))
    });
    decimals.chain(balances).collect()
}

/// Assigns the results of the reads to the holders.
fn balances(
    holders: &[Holder],
    listed: &[Address],
    contracts: &[Address],
    snapshot: Snapshot,
) -> Result<Vec<Balances>, Failure> {
    let mut required = snapshot.required.iter();
    let further = snapshot.optional.map(|values| Further::new(contracts, &values));
    let mut further_amounts = further.as_ref().map(|further| further.amounts.iter().copied());
    holders
        .iter()
        .map(|holder| {
            let coin = required.next().and_then(first_word);
            let listed: Vec<_> = listed.iter().zip(required.by_ref()).collect();
            let reverts = listed.iter().any(|(_, returned)| is_unreadable(returned));
            let tokens = listed.into_iter();
            let tokens = tokens.filter_map(|(token, returned)| Some((*token, first_word(returned)?)));
            let further: Option<Vec<_>> = further
                .as_ref()
                .zip(further_amounts.as_mut())
                .map(|(further, amounts)| {
                    let tokens = holder.further.iter().zip(amounts);
                    tokens
                        .filter_map(|(token, amount)| Some((further.token(*token)?, amount?)))
                        .collect()
                });
            Ok(Balances {
                upstream: Kind::JsonRpc.name(),
                block: snapshot.block,
                coin: coin.ok_or_else(|| Failure::unusable("no coin balance"))?,
                counts: None,
                tokens: tokens.collect(),
                lacks_tokens: reverts || further.as_ref().is_none_or(|found| found.len() < holder.further.len()),
                further,
            })
        })
        .collect()
}

/// Returns true if a token reverts or returns less than a balance. Without code, as a listed token on a different
/// network, it returns nothing.
fn is_unreadable(returned: &Returned) -> bool {
    first_word(returned).is_none() && returned.as_ref().is_none_or(|data| !data.is_empty())
}

/// Results about further tokens.
struct Further {
    decimals: HashMap<Address, u8>,
    /// The balances of all holders.
    amounts: Vec<Option<Amount>>,
}

impl Further {
    fn new(contracts: &[Address], values: &[Returned]) -> Self {
        let (decimals, amounts) = values.split_at(contracts.len().min(values.len()));
        let decimals = contracts.iter().zip(decimals).filter_map(|(contract, returned)| {
            let decimals = first_word(returned).and_then(plausible_decimals)?;
            Some((*contract, decimals))
        });
        Self {
            decimals: decimals.collect(),
            amounts: amounts.iter().map(first_word).collect(),
        }
    }

    fn token(&self, contract: Address) -> Option<Erc20Token> {
        let decimals = *self.decimals.get(&contract)?;
        Some(Erc20Token { contract, decimals })
    }
}

impl JsonRpc {
    /// Returns the coin balance of an address in wei.
    pub(crate) async fn balance(&self, address: Address, deadline: Deadline) -> Result<Amount, Failure> {
        let call = Call::new("eth_getBalance", json!([plain(address), "latest"]));
        let Quantity(balance) = self.call(call, deadline).await?.value()?;
        Ok(balance)
    }

    /// Returns true if an address has code.
    pub(crate) async fn has_code(&self, address: Address, lane: Lane, deadline: Deadline) -> Result<bool, Failure> {
        let call = Call::new("eth_getCode", json!([plain(address), "latest"]));
        let Bytes(code) = self.call_in(lane, call, deadline).await?.value()?;
        Ok(!code.is_empty())
    }
}

/// Maximum number of addresses of a batch, which has two calls for each: some nodes accept a hundred calls.
const MAX_ADDRESSES: usize = 50;

impl JsonRpc {
    /// Returns both counts of an address: the pool of a node behind a load balancer may lag behind the latest
    /// block, and some nodes have no pool.
    pub(crate) async fn transaction_counts(
        &self,
        address: Address,
        deadline: Deadline,
    ) -> Result<TransactionCounts, Failure> {
        let [pending, latest] = self.call_batch(calls(address), deadline).await?;
        decode_counts(&pending, &latest)
    }

    /// Returns the counts of holders in order, `None` for counts that the node does not return.
    async fn counts_of(&self, holders: &[Holder], deadline: Deadline) -> Vec<Option<TransactionCounts>> {
        let batches = holders.chunks(MAX_ADDRESSES).map(async |holders| {
            let calls: Vec<_> = holders.iter().flat_map(|holder| calls(holder.address)).collect();
            let outcomes = self.call_each(&calls, Lane::Required, deadline).await;
            let outcomes = outcomes.unwrap_or_default();
            (0..holders.len())
                .map(|index| decode_counts(outcomes.get(2 * index)?, outcomes.get(2 * index + 1)?).ok())
                .collect::<Vec<_>>()
        });
        join_all(batches).await.concat()
    }
}

/// Returns the calls for the counts of an address with and without pending transactions.
fn calls(address: Address) -> [Call; 2] {
    ["pending", "latest"].map(|block| Call::new("eth_getTransactionCount", json!([plain(address), block])))
}

/// Returns the counts with and without pending transactions.
pub(super) fn decode_counts(pending: &Outcome, latest: &Outcome) -> Result<TransactionCounts, Failure> {
    let Number(latest) = latest.value()?;
    let pending = match &pending.0 {
        Ok(_) => pending.value::<Number>()?.0,
        Err(error) => {
            tracing::debug!(error = error.for_log(), "node reports no pending transaction count");
            latest
        }
    };
    if latest.max(pending) > MAX_NONCE {
        return Err(Failure::unusable("transaction count out of range"));
    }
    Ok(TransactionCounts {
        confirmed: latest,
        pending,
    })
}
