//! Tokens in bch outputs (CHIP-2022-02, `CashTokens`).

use bitcoin::Txid;
use std::collections::BTreeMap;

/// Tokens of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The category: the transaction whose output 0 was spent by the transaction that created the tokens.
    pub category: Txid,
    /// The amount of fungible tokens; 0 for none.
    pub amount: u64,
    /// The non-fungible token.
    pub nft: Option<Nft>,
}

/// Non-fungible token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nft {
    /// The rights of the holder.
    pub capability: NftCapability,
    /// The contents.
    pub commitment: Vec<u8>,
}

/// Rights of the holder of a non-fungible token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NftCapability {
    /// The token can only be transferred.
    None,
    /// The commitment can be changed.
    Mutable,
    /// The token can create further tokens of the category.
    Minting,
}

impl NftCapability {
    /// Returns the name used in responses, that of the specification.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Mutable => "mutable",
            Self::Minting => "minting",
        }
    }
}

/// Tokens of all inputs or all outputs of a transaction.
#[derive(Clone, Debug, Default)]
pub(crate) struct TokenTotals {
    /// Above the range of a single output if several are added.
    amounts: BTreeMap<Txid, u128>,
    nfts: BTreeMap<(Txid, Nft), usize>,
}

impl TokenTotals {
    /// Adds the tokens of an output.
    pub fn add(&mut self, token: Token) {
        let Token { category, amount, nft } = token;
        *self.amounts.entry(category).or_default() += u128::from(amount);
        if let Some(nft) = nft {
            *self.nfts.entry((category, nft)).or_default() += 1;
        }
    }

    /// Returns a category of which `others` have less: a lower amount, or not each of the non-fungible tokens.
    pub fn missing_in(&self, others: &Self) -> Option<Txid> {
        let amounts = self.amounts.iter();
        let mut fewer = amounts.filter(|(category, amount)| others.amounts.get(*category).unwrap_or(&0) < *amount);
        let nfts = self.nfts.iter();
        let mut lost = nfts.filter(|(nft, count)| others.nfts.get(*nft).unwrap_or(&0) < *count);
        let (category, nft) = (fewer.next().map(|(category, _)| category), lost.next());
        category.or(nft.map(|((category, _), _)| category)).copied()
    }
}
