//! Coin and token balances of addresses at one block.

use super::JsonRpc;
use super::contract_reads::Snapshot;
use super::multicall::{BALANCE_OF, DECIMALS, address_argument};
use super::read_results::{Read, Returned, first_word};
use std::collections::HashMap;
use wallet_eth_like::{Address, Amount, Balances, Erc20Token, Holder, plausible_decimals};
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;

impl JsonRpc {
    /// Returns the coin and token balances of addresses at one block.
    pub(super) async fn holdings(
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

/// Returns true if a token reverts or returns less than a balance. Without code, as a listed token on another network, it
/// returns nothing.
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
