//! EVM transaction as listed by Blockbook.

use crate::windows::{Place, Row};
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Display;
use std::str::FromStr;
use wallet_eth_like::history::{Entry, HistoryPosition, TokenLabel, TopLevelCall, Transfer, TransferAsset};
use wallet_eth_like::{Address, Amount, NftKey, NftKind};
use wallet_upstream::Failure;

/// Transaction, always with an input without a value and an output.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TransactionRow {
    txid: String,
    vin: [Side; 1],
    vout: [Side; 1],
    /// −1 while pending; 0 on old servers.
    #[serde(default)]
    block_height: i64,
    /// Unix time in seconds.
    #[serde(default)]
    block_time: u64,
    /// Fee in wei, including the L1 fee of a rollup.
    fees: Option<String>,
    #[serde(default)]
    token_transfers: Vec<TokenRow>,
    ethereum_specific: Specific,
}

#[derive(Deserialize)]
struct Side {
    /// An address, or none if a contract is created.
    addresses: Option<Vec<String>>,
    value: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TokenRow {
    /// `ERC20`, or a prefix of the chain.
    standard: Option<String>,
    /// Former name of the same field, the only name on old servers.
    r#type: Option<String>,
    from: String,
    to: String,
    contract: String,
    name: Option<String>,
    symbol: Option<String>,
    decimals: Option<u64>,
    /// Amount of a fungible token, id of an ERC-721 token.
    value: Option<String>,
    /// Tokens of an ERC-1155 transfer.
    #[serde(default)]
    multi_token_values: Vec<MultiTokenValue>,
}

/// Tokens with the same id.
#[derive(Deserialize)]
struct MultiTokenValue {
    id: Option<String>,
    value: Option<String>,
}

/// Standard of a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standard {
    /// ERC-20, BEP-20 and similar standards.
    Fungible,
    Nft(NftKind),
}

/// Fields specific to EVM transactions.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Specific {
    /// 1 for success, 0 for failure, −1 while pending.
    status: i64,
    #[serde(default)]
    nonce: u64,
    created_contract: Option<String>,
    #[serde(default)]
    internal_transfers: Vec<InternalRow>,
    /// Present on a rollup if included in the fees; older servers report neither.
    l1_fee: Option<Value>,
}

/// Internal transfer of a contract.
#[derive(Deserialize)]
struct InternalRow {
    /// 0 for a call, 1 for the creation of a contract, 2 for the destruction.
    #[serde(default)]
    r#type: u64,
    from: String,
    to: String,
    value: Option<String>,
}

/// Type of an internal transfer that creates a contract.
const CREATION: u64 = 1;
/// Status of a failed transaction.
const FAILED: i64 = 0;

impl TransactionRow {
    /// Returns true if the server lists an internal transfer.
    pub(super) const fn has_internal_transfers(&self) -> bool {
        !self.ethereum_specific.internal_transfers.is_empty()
    }

    /// Returns the position of the row.
    pub(super) fn place(&self) -> Place {
        place_at(self.block_height)
    }

    /// Converts the row to a history row of an address.
    pub(super) fn read(self, address: Address) -> Result<Row, Failure> {
        let specific = &self.ethereum_specific;
        let txid = read("txid", &self.txid)?;
        let nonce = specific.nonce;
        let block = u64::try_from(self.block_height).ok().filter(|height| *height > 0);
        let position = block.map_or(HistoryPosition::Pending { nonce, txid }, |block| {
            HistoryPosition::Mined {
                block,
                index: None,
                txid,
            }
        });
        let outer = self.outer(block.is_some() && specific.status == FAILED)?;
        let internal = specific.internal_transfers.iter().map(InternalRow::read);
        let tokens = || self.token_transfers.iter().filter(|row| row.standard().is_some());
        let of_tokens: Vec<_> = tokens().map(TokenRow::transfers).collect::<Result<_, _>>()?;
        let entry = Entry {
            position,
            time: self.block_time,
            outer: Some(outer),
            fee: self.fees.as_deref().map(|fee| read("fees", fee)).transpose()?,
            lacks_l1_fee: self.ethereum_specific.l1_fee.is_none(),
            lacks_gas_fee: false,
            transfers: internal
                .chain(of_tokens.into_iter().flatten().map(Ok))
                .collect::<Result<_, _>>()?,
            labels: tokens().map(TokenRow::label).collect::<Result<_, _>>()?,
        };
        let mut others = self.token_transfers.iter().filter(|row| row.standard().is_none());
        Ok(Row {
            block,
            entry: Some(entry),
            omits_nft: others.any(|row| row.concerns(address)),
        })
    }

    fn outer(&self, failed: bool) -> Result<TopLevelCall, Failure> {
        let ([input], [output]) = (&self.vin, &self.vout);
        let from = input
            .address()
            .ok_or_else(|| Failure::unusable("vin: missing sender"))?;
        let to = output.address().or(self.ethereum_specific.created_contract.as_deref());
        Ok(TopLevelCall {
            from: read("vin", from)?,
            to: to.filter(|to| !to.is_empty()).map(|to| read("vout", to)).transpose()?,
            value: amount(output.value.as_deref())?,
            succeeded: !failed,
        })
    }
}

/// Returns the position of an unreadable row by height alone.
pub(super) fn place(row: &Value) -> Place {
    let height = row.get("blockHeight").and_then(Value::as_i64);
    height.map_or(Place::Unknown, place_at)
}

/// Returns the position of a height, which is not positive while a transaction is pending.
fn place_at(height: i64) -> Place {
    let height = u64::try_from(height).ok().filter(|height| *height > 0);
    height.map_or(Place::Pending, Place::Block)
}

impl Side {
    fn address(&self) -> Option<&str> {
        self.addresses.as_ref()?.first().map(String::as_str)
    }
}

impl TokenRow {
    /// Returns the standard, `None` if unknown or without the tokens of the standard.
    fn standard(&self) -> Option<Standard> {
        let standard = self.standard.as_ref().or(self.r#type.as_ref())?;
        match standard.as_str() {
            name if name.ends_with("20") => Some(Standard::Fungible),
            name if name.ends_with("721") => Some(Standard::Nft(NftKind::Erc721)),
            name if name.ends_with("1155") && !self.multi_token_values.is_empty() => {
                Some(Standard::Nft(NftKind::Erc1155))
            }
            _ => None,
        }
    }

    fn concerns(&self, address: Address) -> bool {
        [&self.from, &self.to]
            .into_iter()
            .any(|party| party.parse() == Ok(address))
    }

    fn label(&self) -> Result<TokenLabel, Failure> {
        let contract = read("contract", &self.contract)?;
        Ok(TokenLabel::new(contract, self.name.as_deref(), self.symbol.as_deref()))
    }

    fn transfers(&self) -> Result<Vec<Transfer>, Failure> {
        let contract = read("contract", &self.contract)?;
        let (from, to) = (Some(read("from", &self.from)?), read("to", &self.to)?);
        let moved = |asset, value| Transfer { asset, from, to, value };
        let nft = |kind, id| TransferAsset::Nft(NftKey { kind, contract, id });
        let number = amount(self.value.as_deref())?;
        match self.standard() {
            Some(Standard::Fungible) => {
                let decimals = self.decimals.and_then(|decimals| decimals.try_into().ok());
                Ok(vec![moved(TransferAsset::Token { contract, decimals }, number)])
            }
            Some(Standard::Nft(NftKind::Erc721)) => Ok(vec![moved(nft(NftKind::Erc721, number), 1_u64.into())]),
            Some(Standard::Nft(NftKind::Erc1155)) => {
                let tokens = self.multi_token_values.iter();
                let tokens = tokens.map(|token| {
                    let id = amount(token.id.as_deref())?;
                    Ok(moved(nft(NftKind::Erc1155, id), amount(token.value.as_deref())?))
                });
                tokens.collect()
            }
            None => Ok(Vec::new()),
        }
    }
}

impl InternalRow {
    fn read(&self) -> Result<Transfer, Failure> {
        Ok(Transfer {
            asset: if self.r#type == CREATION {
                TransferAsset::Endowment
            } else {
                TransferAsset::Coin
            },
            from: Some(read("from", &self.from)?),
            to: read("to", &self.to)?,
            value: amount(self.value.as_deref())?,
        })
    }
}

/// Parses an amount; the server omits zero amounts.
fn amount(text: Option<&str>) -> Result<Amount, Failure> {
    text.map_or(Ok(Amount::ZERO), |text| read("value", text))
}

/// Parses a field. The failure names the field and omits the value, which may come from an untrusted party.
fn read<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<T, Failure> {
    text.parse()
        .map_err(|error| Failure::unusable(format_args!("{field}: {error}")))
}
