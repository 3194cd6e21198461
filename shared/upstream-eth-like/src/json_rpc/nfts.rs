//! Non-fungible tokens as their contracts report the owners now.

use super::JsonRpc;
use super::approvals::no_results;
use super::multicall::{NAME, Read, Returned, address_word, first_word, word_arguments};
use std::collections::HashMap;
use wallet_eth_like::{Address, Amount, NftKey, NftKind, OwnedNft, OwnedNfts};
use wallet_upstream::{Deadline, Failure, Kind, Topic};

/// The call `ownerOf(uint256)` of ERC-721.
const OWNER_OF: [u8; 4] = [0x63, 0x52, 0x21, 0x1e];
/// The call `tokenURI(uint256)` of ERC-721.
const TOKEN_URI: [u8; 4] = [0xc8, 0x7b, 0x56, 0xdd];
/// The call `balanceOf(address,uint256)` of ERC-1155.
const BALANCE_OF_ID: [u8; 4] = [0x00, 0xfd, 0xd5, 0x8e];
/// The call `uri(uint256)` of ERC-1155.
const URI: [u8; 4] = [0x0e, 0x89, 0x34, 0x1c];

impl JsonRpc {
    /// Returns the tokens of an owner among these tokens, with the texts of the owned ones.
    pub(crate) async fn owned_nfts(
        &self,
        owner: Address,
        keys: &[NftKey],
        deadline: Deadline,
    ) -> Result<OwnedNfts, Failure> {
        // The first read has a result on every node, so that the block is known without tokens.
        let reads: Vec<_> = [Read::Coin(owner)]
            .into_iter()
            .chain(keys.iter().map(|key| ownership(owner, *key)))
            .collect();
        let confirmed = self.confirmed_reads(&reads, deadline).await?;
        let (_, values) = confirmed.values.split_first().ok_or_else(no_results)?;
        let amounts = keys.iter().zip(values);
        let amounts = amounts.filter_map(|(key, returned)| Some((*key, amount(owner, *key, returned)?)));
        let present: Vec<_> = amounts.filter(|(_, amount)| *amount > Amount::ZERO).collect();
        Ok(OwnedNfts {
            upstream: Kind::JsonRpc.name(),
            block: confirmed.block,
            tokens: self.with_texts(&present, deadline).await,
            is_partial: confirmed.is_partial,
        })
    }

    /// Reads URIs and names of collections, without which the tokens are still useful.
    async fn with_texts(&self, owned: &[(NftKey, Amount)], deadline: Deadline) -> Vec<OwnedNft> {
        let mut contracts: Vec<_> = owned.iter().map(|(key, _)| key.contract).collect();
        contracts.sort_unstable();
        contracts.dedup();
        let names = contracts.iter().map(|contract| Read::Call(*contract, NAME.to_vec()));
        let uris = owned.iter().map(|(key, _)| uri(*key));
        let reads: Vec<_> = names.chain(uris).collect();
        let values = self.optional_reads(Topic::Contracts, &reads, deadline).await;
        let values = values.unwrap_or_else(|failure| {
            tracing::debug!(%failure, "texts of non-fungible tokens are not readable");
            Vec::new()
        });
        let value = |index: usize| values.get(index).and_then(Option::as_deref);
        let by_contract: HashMap<_, _> = contracts
            .iter()
            .enumerate()
            .map(|(index, contract)| (*contract, value(index)))
            .collect();
        let owned = owned.iter().enumerate();
        owned
            .map(|(index, (key, amount))| {
                let name = by_contract.get(&key.contract).copied().flatten();
                OwnedNft::new(*key, *amount, name, value(contracts.len() + index))
            })
            .collect()
    }
}

fn ownership(owner: Address, key: NftKey) -> Read {
    let data = match key.kind {
        NftKind::Erc721 => word_arguments(OWNER_OF, &[key.id]),
        NftKind::Erc1155 => word_arguments(BALANCE_OF_ID, &[address_word(owner), key.id]),
    };
    Read::Call(key.contract, data)
}

fn uri(key: NftKey) -> Read {
    let function = match key.kind {
        NftKind::Erc721 => TOKEN_URI,
        NftKind::Erc1155 => URI,
    };
    Read::Call(key.contract, word_arguments(function, &[key.id]))
}

/// Returns the amount of the owner, `None` if the contract returns nothing, as for a burned token.
fn amount(owner: Address, key: NftKey, returned: &Returned) -> Option<Amount> {
    let word = first_word(returned)?;
    Some(match key.kind {
        NftKind::Erc721 => Amount::from(u64::from(word == address_word(owner))),
        NftKind::Erc1155 => word,
    })
}
