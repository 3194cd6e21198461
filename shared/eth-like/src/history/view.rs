//! View of a transaction from an address or a set of addresses.

use super::facts::{Entry, TokenLabel, Transfer, TransferAsset};
use super::{Effect, HistoryPosition, Moved, concerns, has};
use crate::account::tokens::MAX_DECIMALS;
use crate::{Address, Amount, NftKey, NftKind, Params};
use std::collections::{HashMap, HashSet, hash_map};
use std::fmt::Display;
use wallet_core::model::{
    Asset, AssetValue, Balance, ChainName, Flag, Movement, Status, Transaction, confirmations, flag_look_alikes,
};
use wallet_core::recipient::{Counterparty, counterparties_of};

/// Perspective of an address, or of a set of addresses of the same owner, on balances and transactions, with the
/// known tokens.
#[derive(Clone, Debug)]
pub struct View {
    params: Params,
    own: HashSet<Address>,
    /// The string in the request, for the view of a single address.
    requested: Option<String>,
    /// The decimals of known tokens, by contract.
    tokens: HashMap<Address, u8>,
    /// The known tokens that are not in the asset list.
    unlisted: HashSet<Address>,
    /// The collections in the asset list.
    collections: HashSet<Address>,
}

impl View {
    /// Creates the view of an address; `requested` is the string in the request, `tokens` the decimals of the
    /// tokens in the asset list.
    pub fn new(
        params: Params,
        address: Address,
        requested: String,
        tokens: impl IntoIterator<Item = (Address, u8)>,
    ) -> Self {
        Self {
            requested: Some(requested),
            ..Self::of_addresses(params, [address], tokens)
        }
    }

    /// Creates the view of a set of addresses, which are written with the checksum; `tokens` are the decimals of the
    /// tokens in the asset list. A movement between two of the addresses changes no balance.
    pub fn of_addresses(
        params: Params,
        addresses: impl IntoIterator<Item = Address>,
        tokens: impl IntoIterator<Item = (Address, u8)>,
    ) -> Self {
        Self {
            params,
            own: addresses.into_iter().collect(),
            requested: None,
            tokens: tokens.into_iter().collect(),
            unlisted: HashSet::new(),
            collections: HashSet::new(),
        }
    }

    /// Adds the collections of non-fungible tokens in the asset list.
    #[must_use]
    pub fn with_collections(mut self, contracts: impl IntoIterator<Item = Address>) -> Self {
        self.collections.extend(contracts);
        self
    }

    /// Adds the decimals of tokens that are not in the asset list.
    #[must_use]
    pub fn with_unlisted(mut self, tokens: impl IntoIterator<Item = (Address, u8)>) -> Self {
        for (contract, decimals) in tokens {
            if let hash_map::Entry::Vacant(vacant) = self.tokens.entry(contract) {
                vacant.insert(decimals);
                self.unlisted.insert(contract);
            }
        }
        self
    }

    /// Returns the transaction records of a page; `tip` is the height of the latest block.
    pub fn transactions(&self, entries: &[Entry], tip: u64) -> Vec<Transaction<Movement>> {
        let mut page: Vec<_> = entries.iter().map(|entry| self.transaction(entry, tip)).collect();
        flag_look_alikes(&mut page, |address| self.is_own(address), Self::distinctive);
        page
    }

    /// Returns the counterparties of transactions. A transfer of zero proves no payment, nor does that of a token
    /// that is not in the asset list: contracts can record transfers that the sender did not make.
    pub fn counterparties(&self, entries: &[Entry]) -> Vec<Counterparty> {
        let rows: Vec<_> = entries.iter().map(|entry| self.transaction(entry, 0)).collect();
        let proves_payment = |action: &Movement| action.value.amount != "0" && !action.unlisted;
        counterparties_of(&rows, str::to_owned, |text| self.is_own(text), proves_payment)
    }

    /// Returns an address without the prefix that all addresses have.
    pub fn distinctive(address: &str) -> &str {
        address.get(2..).unwrap_or_default()
    }

    /// Returns the balance record of the coin; `amount` and `spendable` are in wei.
    pub fn coin_balance(&self, amount: Amount, spendable: Amount) -> Balance {
        Balance {
            asset: self.coin(),
            balance: coins(amount),
            spendable: Some(coins(spendable)),
        }
    }

    /// Returns the balance record of a token, with `amount` and `spendable` in base units; `None` for an unknown
    /// token.
    pub fn token_balance(&self, contract: Address, amount: Amount, spendable: Amount) -> Option<Balance> {
        let decimals = *self.tokens.get(&contract)?;
        Some(Balance {
            asset: self.token(contract),
            balance: AssetValue::new(amount, decimals),
            spendable: Some(AssetValue::new(spendable, decimals)),
        })
    }

    /// Returns the transaction record (docs/decisions/evm-history.md#evm-transaction-records); `tip` is the height of
    /// the latest block.
    pub fn transaction(&self, entry: &Entry, tip: u64) -> Transaction<Movement> {
        let failed = entry.has_failed();
        let (status, block) = match entry.position {
            HistoryPosition::Pending { .. } => (Status::Pending, String::new()),
            HistoryPosition::Mined { block, .. } if failed => (Status::Rejected, block.to_string()),
            HistoryPosition::Mined { block, .. } => (Status::Confirmed, block.to_string()),
        };
        let Effect { net, direction } = entry.effect(&self.own);
        let actions: Vec<_> = entry
            .moved(&self.own)
            .map(|moved| self.movement(&moved, &entry.labels))
            .collect();
        let (from, to, value) = match entry.outer {
            Some(outer) => (Some(outer.from), outer.to, outer.value),
            None => self.effects(entry),
        };
        Transaction {
            txid: entry.txid().to_string(),
            block,
            date: entry.time,
            fee: coins(entry.fee.unwrap_or_default()),
            value: coins(if failed { Amount::ZERO } else { value }),
            net: coins(net),
            direction,
            confirmations: confirmations(entry.position.block(), tip),
            from: self.text(from),
            to: self.text(to),
            status,
            flags: self.flags(entry, &actions),
            actions,
        }
    }

    /// Returns sender, recipient and value of a transaction of which only the effects on the addresses are known:
    /// the parties of the first effect, and the amount of coin received, or else sent.
    fn effects(&self, entry: &Entry) -> (Option<Address>, Option<Address>, Amount) {
        let own = || entry.transfers.iter().filter(|transfer| concerns(&self.own, transfer));
        let first = own().next();
        let coins = |side: fn(&Transfer) -> Option<Address>| {
            let moved = own().filter(|transfer| transfer.asset.is_coin());
            total(moved.filter(|transfer| has(&self.own, side(transfer))))
        };
        let received = coins(|transfer| Some(transfer.to));
        let value = if received == Amount::ZERO {
            coins(|transfer| transfer.from)
        } else {
            received
        };
        (
            first.and_then(|transfer| transfer.from),
            first.map(|transfer| transfer.to),
            value,
        )
    }

    /// Returns the flags of a single transaction.
    fn flags(&self, entry: &Entry, actions: &[Movement]) -> Vec<Flag> {
        let has_unlisted = actions.iter().any(|action| action.unlisted);
        let flags = [
            has_unlisted.then_some(Flag::UnlistedToken),
            entry
                .pays_dust(&self.own, self.params.dust_bound())
                .then_some(Flag::Dust),
        ];
        flags.into_iter().flatten().collect()
    }

    /// Returns true if a token is not in the asset list.
    fn is_unlisted(&self, contract: Address) -> bool {
        !self.tokens.contains_key(&contract) || self.unlisted.contains(&contract)
    }

    /// Returns the action of a movement.
    fn movement(&self, moved: &Moved, labels: &[TokenLabel]) -> Movement {
        let (asset, value, unlisted) = match moved.asset {
            TransferAsset::Coin | TransferAsset::Endowment => (self.coin(), coins(moved.value), None),
            TransferAsset::Token { contract, decimals } => {
                let reported = decimals.filter(|decimals| *decimals <= MAX_DECIMALS);
                let decimals = self.tokens.get(&contract).copied().or(reported).unwrap_or(0);
                let unlisted = self.is_unlisted(contract).then_some(contract);
                (self.token(contract), AssetValue::new(moved.value, decimals), unlisted)
            }
            TransferAsset::Nft(key) => {
                let unlisted = Some(key.contract).filter(|contract| !self.collections.contains(contract));
                (self.nft(key), AssetValue::new(moved.value, 0), unlisted)
            }
        };
        let mut movement = Movement::new(asset, value, self.text(moved.from), self.text(moved.to));
        if let Some(contract) = unlisted {
            let of_token = || labels.iter().filter(|label| label.contract == contract);
            let first = |text: fn(&TokenLabel) -> &String| of_token().map(text).find(|text| !text.is_empty()).cloned();
            movement.unlisted = true;
            movement.name = first(|label| &label.name);
            movement.ticker = first(|label| &label.ticker);
            movement.decimals = Some(movement.value.decimals);
        }
        movement
    }

    /// Encodes an address: unchanged if requested, otherwise with the checksum.
    fn text(&self, address: Option<Address>) -> String {
        let Some(address) = address else {
            return String::new();
        };
        let requested = self.requested.as_ref().filter(|_| self.own.contains(&address));
        requested.map_or_else(|| address.to_string(), Clone::clone)
    }

    /// Returns true if an own address has sent the transaction.
    pub(super) fn sends(&self, entry: &Entry) -> bool {
        entry.is_from(&self.own)
    }

    /// Returns true for the text of an own address in a record.
    pub(super) fn is_own(&self, text: &str) -> bool {
        match &self.requested {
            Some(requested) => text == requested,
            None => text.parse().is_ok_and(|address| self.own.contains(&address)),
        }
    }

    pub(super) fn coin(&self) -> Asset {
        Asset::Coin {
            chain: self.params.chain.name(),
        }
    }

    fn token(&self, contract: Address) -> Asset {
        Asset::Erc20 {
            chain: self.params.chain.name(),
            contract: contract.to_string(),
        }
    }

    fn nft(&self, key: NftKey) -> Asset {
        let (chain, contract, id) = (self.params.chain.name(), key.contract.to_string(), key.id.to_string());
        match key.kind {
            NftKind::Erc721 => Asset::Erc721 { chain, contract, id },
            NftKind::Erc1155 => Asset::Erc1155 { chain, contract, id },
        }
    }
}

fn coins(amount: impl Display) -> AssetValue {
    AssetValue::new(amount, Params::DECIMALS)
}

/// Returns the sum of the values. An overflow, impossible on the chain, saturates.
fn total<'a>(transfers: impl Iterator<Item = &'a Transfer>) -> Amount {
    transfers.fold(Amount::ZERO, |sum, transfer| {
        sum.checked_add(transfer.value).unwrap_or(Amount::MAX)
    })
}
