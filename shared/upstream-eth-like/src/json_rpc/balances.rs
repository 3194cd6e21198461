//! The coin and tokens of an address at one block: one call of Multicall3, or a batch of calls where there is none.

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
use wallet_upstream::failure::Failure;

/// The most tokens that are asked for in one call.
const AT_MOST: usize = 100;

/// What one call told of the coin and some tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The newest block when the call began, and when it ended: what is told may be of any in between.
    pub(super) blocks: (u64, u64),
    pub(super) coin: Amount,
    /// In the order of the tokens; `None` where the contract tells no balance.
    pub(super) tokens: Vec<Option<Amount>>,
}

/// How contracts are called.
#[derive(Clone, Copy, Debug)]
enum Way {
    Multicall,
    Batch,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
struct Wanted<'a> {
    address: Address,
    tokens: &'a [Address],
}

impl JsonRpc {
    /// The coin and tokens of an address at one block.
    pub(super) async fn holdings(
        &self,
        address: Address,
        tokens: &[Address],
        deadline: Deadline,
    ) -> Result<Balances, Failure> {
        let wanted = Wanted { address, tokens };
        if self.params.has_multicall()
            && let Some(balances) = self.at_one_block(Way::Multicall, wanted, deadline).await?
        {
            return Ok(balances);
        }
        let balances = self.at_one_block(Way::Batch, wanted, deadline).await?;
        balances.ok_or_else(|| Failure::unusable("no balances"))
    }

    /// Asks at the newest block, and where another came in between once more at the oldest that was told.
    /// `None` where there is no Multicall3.
    async fn at_one_block(
        &self,
        way: Way,
        wanted: Wanted<'_>,
        deadline: Deadline,
    ) -> Result<Option<Balances>, Failure> {
        let Some(parts) = self.parts(way, wanted, "latest".to_owned(), deadline).await? else {
            return Ok(None);
        };
        let first = parts.iter().map(|part| part.blocks.0).min().unwrap_or_default();
        let last = parts.iter().map(|part| part.blocks.1).max().unwrap_or_default();
        if first == last {
            return Ok(Some(joined(first, wanted.tokens, parts)));
        }
        let parts = self.parts(way, wanted, quantity(first), deadline).await?;
        Ok(parts.map(|parts| joined(first, wanted.tokens, parts)))
    }

    /// Asks for all tokens in calls side by side.
    async fn parts(
        &self,
        way: Way,
        wanted: Wanted<'_>,
        block: String,
        deadline: Deadline,
    ) -> Result<Option<Vec<Part>>, Failure> {
        // Without a token there is still the coin.
        let chunks = wanted.tokens.chunks(AT_MOST);
        let chunks = chunks.chain(wanted.tokens.is_empty().then_some(wanted.tokens));
        let parts = chunks.map(|tokens| self.part(way, Wanted { tokens, ..wanted }, &block, deadline));
        let parts = try_join_all(parts).await?;
        Ok(parts.into_iter().collect())
    }

    async fn part(
        &self,
        way: Way,
        wanted: Wanted<'_>,
        block: &str,
        deadline: Deadline,
    ) -> Result<Option<Part>, Failure> {
        match way {
            Way::Multicall => {
                let question = call_of(MULTICALL, &aggregate(&together(wanted)), block);
                by_multicall(&self.ask(question, deadline).await?, wanted.tokens.len())
            }
            Way::Batch => {
                let outcomes = self.ask_each(&separately(wanted, block), deadline).await?;
                by_batch(&outcomes).map(Some)
            }
        }
    }
}

/// What Multicall3 is asked: the block, the coin and the tokens.
fn together(wanted: Wanted<'_>) -> Vec<(Address, Vec<u8>)> {
    let multicall = MULTICALL.parse().expect("it is an address in lower case");
    let own = [
        (multicall, GET_BLOCK_NUMBER.to_vec()),
        (multicall, address_argument(GET_ETH_BALANCE, wanted.address)),
    ];
    let balance = address_argument(BALANCE_OF, wanted.address);
    let tokens = wanted.tokens.iter().map(|token| (*token, balance.clone()));
    own.into_iter().chain(tokens).collect()
}

/// The same as calls of their own, with the number of the newest block at both ends.
fn separately(wanted: Wanted<'_>, block: &str) -> Vec<Call> {
    let newest = || Call::new("eth_blockNumber", json!([]));
    let coin = Call::new("eth_getBalance", json!([plain(wanted.address), block]));
    let data = address_argument(BALANCE_OF, wanted.address);
    let tokens = wanted.tokens.iter().map(|token| call_of(&plain(*token), &data, block));
    [newest(), coin].into_iter().chain(tokens).chain([newest()]).collect()
}

fn call_of(contract: &str, data: &[u8], block: &str) -> Call {
    Call::new("eth_call", json!([{ "to": contract, "data": hex_of(data) }, block]))
}

/// What Multicall3 told; `None` when there is no such contract.
pub(super) fn by_multicall(outcome: &Outcome, tokens: usize) -> Result<Option<Part>, Failure> {
    let Bytes(data) = outcome.value()?;
    if data.is_empty() {
        return Ok(None);
    }
    let unusable = || Failure::unusable("no answer of Multicall3");
    let mut told = results(&data, tokens + 2).ok_or_else(unusable)?.into_iter();
    let mut own = || told.next().flatten().ok_or_else(unusable);
    let block = own()?.as_u64().ok_or_else(unusable)?;
    let coin = own()?;
    let tokens = told.collect();
    Ok(Some(Part {
        blocks: (block, block),
        coin,
        tokens,
    }))
}

/// What a batch of calls told.
pub(super) fn by_batch(outcomes: &[Outcome]) -> Result<Part, Failure> {
    let [first, coin, tokens @ .., last] = outcomes else {
        return Err(Failure::unusable("too short a batch"));
    };
    let (Number(first), Quantity(coin), Number(last)) = (first.value()?, coin.value()?, last.value()?);
    let tokens: Result<_, Failure> = tokens.iter().map(token_balance).collect();
    Ok(Part {
        blocks: (first, last),
        coin,
        tokens: tokens?,
    })
}

/// What a token's contract told; `None` where it reverts, is none, or tells something else.
fn token_balance(outcome: &Outcome) -> Result<Option<Amount>, Failure> {
    match &outcome.0 {
        Err(error) if error.revert_data().is_some() => Ok(None),
        _ => {
            let Bytes(returned) = outcome.value()?;
            Ok(word(&returned, 0))
        }
    }
}

/// All parts as one, of a block.
fn joined(block: u64, tokens: &[Address], parts: Vec<Part>) -> Balances {
    let coin = parts.first().map(|part| part.coin).unwrap_or_default();
    let told = parts.into_iter().flat_map(|part| part.tokens);
    let tokens = tokens.iter().zip(told);
    Balances {
        upstream: Kind::JsonRpc.name(),
        block,
        coin,
        tokens: tokens.filter_map(|(token, balance)| Some((*token, balance?))).collect(),
    }
}
