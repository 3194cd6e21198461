//! Coin and token balances of an address at one block: one call of Multicall3, or a batch of calls without it.

use super::message::Call;
use super::multicall::{
    BALANCE_OF, GET_BLOCK_NUMBER, GET_ETH_BALANCE, MULTICALL, address_argument, aggregate, results, word,
};
use super::values::{Bytes, Number, Quantity, hex_of, plain, quantity};
use super::{JsonRpc, Outcome};
use futures::future::try_join_all;
use serde_json::json;
use wallet_eth_like::{Address, Amount, Balances};
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

/// Maximum number of tokens per call.
const MAX_TOKENS: usize = 100;

/// Coin balance and some token balances from one call or batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Latest block before and after the call; the balances may be of any block between them.
    pub(super) blocks: (u64, u64),
    pub(super) coin: Amount,
    /// Balances in the order of the tokens; `None` if the contract returns no balance.
    pub(super) tokens: Vec<Option<Amount>>,
}

/// Strategy of contract calls.
#[derive(Clone, Copy, Debug)]
enum CallStrategy {
    Multicall,
    Batch,
}

/// Address and tokens to query.
#[derive(Clone, Copy, Debug)]
struct BalanceQuery<'a> {
    address: Address,
    tokens: &'a [Address],
}

impl JsonRpc {
    /// Returns the coin and token balances of an address at one block.
    pub(super) async fn holdings(
        &self,
        address: Address,
        tokens: &[Address],
        deadline: Deadline,
    ) -> Result<Balances, Failure> {
        let query = BalanceQuery { address, tokens };
        if self.params.has_multicall()
            && let Some(balances) = self.at_one_block(CallStrategy::Multicall, query, deadline).await?
        {
            return Ok(balances);
        }
        let balances = self.at_one_block(CallStrategy::Batch, query, deadline).await?;
        balances.ok_or_else(|| Failure::unusable("no balances"))
    }

    /// Queries the latest block. If a new block arrives in between, queries again at the oldest block seen.
    /// Returns `None` without Multicall3.
    async fn at_one_block(
        &self,
        strategy: CallStrategy,
        query: BalanceQuery<'_>,
        deadline: Deadline,
    ) -> Result<Option<Balances>, Failure> {
        let Some(parts) = self.parts(strategy, query, "latest".to_owned(), deadline).await? else {
            return Ok(None);
        };
        let first = parts.iter().map(|part| part.blocks.0).min().unwrap_or_default();
        let last = parts.iter().map(|part| part.blocks.1).max().unwrap_or_default();
        if first == last {
            return Ok(Some(joined(first, query.tokens, parts)));
        }
        let parts = self.parts(strategy, query, quantity(first), deadline).await?;
        Ok(parts.map(|parts| joined(first, query.tokens, parts)))
    }

    /// Queries all tokens in concurrent calls.
    async fn parts(
        &self,
        strategy: CallStrategy,
        query: BalanceQuery<'_>,
        block: String,
        deadline: Deadline,
    ) -> Result<Option<Vec<Part>>, Failure> {
        // The coin is queried even without tokens.
        let chunks = query.tokens.chunks(MAX_TOKENS);
        let chunks = chunks.chain(query.tokens.is_empty().then_some(query.tokens));
        let parts = chunks.map(|tokens| self.part(strategy, BalanceQuery { tokens, ..query }, &block, deadline));
        let parts = try_join_all(parts).await?;
        Ok(parts.into_iter().collect())
    }

    async fn part(
        &self,
        strategy: CallStrategy,
        query: BalanceQuery<'_>,
        block: &str,
        deadline: Deadline,
    ) -> Result<Option<Part>, Failure> {
        match strategy {
            CallStrategy::Multicall => {
                let call = call_of(MULTICALL, &aggregate(&together(query)), block);
                by_multicall(&self.call(call, deadline).await?, query.tokens.len())
            }
            CallStrategy::Batch => {
                let outcomes = self
                    .call_each(&separately(query, block), Lane::Required, deadline)
                    .await?;
                by_batch(&outcomes).map(Some)
            }
        }
    }
}

/// Returns the calls for Multicall3: block number, coin and tokens.
fn together(query: BalanceQuery<'_>) -> Vec<(Address, Vec<u8>)> {
    let multicall = MULTICALL.parse().expect("a valid address");
    let fixed = [
        (multicall, GET_BLOCK_NUMBER.to_vec()),
        (multicall, address_argument(GET_ETH_BALANCE, query.address)),
    ];
    let balance = address_argument(BALANCE_OF, query.address);
    let tokens = query.tokens.iter().map(|token| (*token, balance.clone()));
    fixed.into_iter().chain(tokens).collect()
}

/// Returns the same as separate calls, between two calls for the latest block number.
fn separately(query: BalanceQuery<'_>, block: &str) -> Vec<Call> {
    let block_number = || Call::new("eth_blockNumber", json!([]));
    let coin = Call::new("eth_getBalance", json!([plain(query.address), block]));
    let data = address_argument(BALANCE_OF, query.address);
    let tokens = query.tokens.iter().map(|token| call_of(&plain(*token), &data, block));
    [block_number(), coin]
        .into_iter()
        .chain(tokens)
        .chain([block_number()])
        .collect()
}

fn call_of(contract: &str, data: &[u8], block: &str) -> Call {
    Call::new("eth_call", json!([{ "to": contract, "data": hex_of(data) }, block]))
}

/// Reads the response of Multicall3; `None` if the contract does not exist.
pub(super) fn by_multicall(outcome: &Outcome, tokens: usize) -> Result<Option<Part>, Failure> {
    let Bytes(data) = outcome.value()?;
    if data.is_empty() {
        return Ok(None);
    }
    let unusable = || Failure::unusable("invalid response of Multicall3");
    let mut values = results(&data, tokens + 2).ok_or_else(unusable)?.into_iter();
    let mut required = || values.next().flatten().ok_or_else(unusable);
    let block = required()?.as_u64().ok_or_else(unusable)?;
    let coin = required()?;
    let tokens = values.collect();
    Ok(Some(Part {
        blocks: (block, block),
        coin,
        tokens,
    }))
}

/// Reads the responses of a batch.
pub(super) fn by_batch(outcomes: &[Outcome]) -> Result<Part, Failure> {
    let [first, coin, tokens @ .., last] = outcomes else {
        return Err(Failure::unusable("batch too short"));
    };
    let (Number(first), Quantity(coin), Number(last)) = (first.value()?, coin.value()?, last.value()?);
    let tokens: Result<_, Failure> = tokens.iter().map(token_balance).collect();
    Ok(Part {
        blocks: (first, last),
        coin,
        tokens: tokens?,
    })
}

/// Reads a token balance; `None` if the contract reverts, does not exist, or returns something else.
fn token_balance(outcome: &Outcome) -> Result<Option<Amount>, Failure> {
    match &outcome.0 {
        Err(error) if error.revert_data().is_some() => Ok(None),
        _ => {
            let Bytes(returned) = outcome.value()?;
            Ok(word(&returned, 0))
        }
    }
}

/// Merges all parts, which are of one block.
fn joined(block: u64, tokens: &[Address], parts: Vec<Part>) -> Balances {
    let coin = parts.first().map(|part| part.coin).unwrap_or_default();
    let balances = parts.into_iter().flat_map(|part| part.tokens);
    let tokens = tokens.iter().zip(balances);
    Balances {
        upstream: Kind::JsonRpc.name(),
        block,
        coin,
        counts: None,
        tokens: tokens.filter_map(|(token, balance)| Some((*token, balance?))).collect(),
    }
}
