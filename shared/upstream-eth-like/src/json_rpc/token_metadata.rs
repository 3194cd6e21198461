//! Metadata of a token, by calls of its contract in one round.

use super::JsonRpc;
use super::multicall::{BALANCE_OF, DECIMALS, NAME, SYMBOL, TOTAL_SUPPLY, address_argument};
use super::read_results::{Read, Returned, first_word};
use wallet_eth_like::{Address, TokenMetadata, plausible_decimals};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

impl JsonRpc {
    /// Returns the metadata of a token, `None` if the contract is not an ERC-20 contract with decimals.
    pub(super) async fn metadata(
        &self,
        contract: Address,
        deadline: Deadline,
    ) -> Result<Option<TokenMetadata>, Failure> {
        let calls = [
            NAME.to_vec(),
            SYMBOL.to_vec(),
            DECIMALS.to_vec(),
            TOTAL_SUPPLY.to_vec(),
            address_argument(BALANCE_OF, contract),
        ];
        let reads = calls.map(|data| Read::Call(contract, data));
        Ok(decode(&self.isolated_reads(&reads, deadline).await?))
    }
}

/// Reads the metadata from the results of the calls. Name and symbol are optional; the other functions distinguish an
/// ERC-20 contract from others, such as one of ERC-721, which has no decimals.
pub(super) fn decode(values: &[Returned]) -> Option<TokenMetadata> {
    let [name, symbol, decimals, total_supply, balance] = values else {
        return None;
    };
    let decimals = first_word(decimals).and_then(plausible_decimals)?;
    first_word(total_supply)?;
    first_word(balance)?;
    let data = |returned: &Returned| returned.clone().unwrap_or_default();
    Some(TokenMetadata::from_return_data(&data(name), &data(symbol), decimals))
}
