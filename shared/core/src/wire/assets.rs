//! Texts of the asset info service.

use super::{whole_number, whole_number_in};
use crate::model::{Currency, MAX_TIME, PriceCurrency, PriceInterval};
use crate::{wire_number, wire_text, wire_value};
use utoipa::openapi::KnownFormat;

wire_text! {
    /// The kind of an asset.
    AssetKindText = Some("^(fiat|coin|erc20|erc721|erc1155|xlm-asset)$"), "erc20";
    /// The code of a currency (ISO 4217) in lower case.
    CurrencyText = Some("^[a-z]{3}$"), "usd";
    /// The name of a chain with assets.
    ChainText = None, "eth";
    /// The name of a chain family, which is a part of the paths of its services.
    FamilyText = Some("^(btc-like|eth-like|xlm)$"), "eth-like";
    /// The rule by which transactions of a chain pay fees.
    FeeModelText = Some("^(byte|gas|eip1559|stellar)$"), "eip1559";
    /// Assets with a price, separated by commas.
    PricedAssetListText = None, "btc,eth:0xdAC17F958D2ee523a2206206994597C13D831ec7";
    /// Codes of currencies (ISO 4217) in lower case, separated by commas.
    CurrencyListText = Some("^[a-z]{3}(,[a-z]{3})*$"), "usd,eur";
    /// An asset with a price.
    PricedAssetText = None, "btc";
    /// The interval of past prices.
    PriceIntervalText = Some("^(hour|day)$"), "day";
    /// The interval of balances over time.
    BalanceIntervalText = Some("^(hour|day|month)$"), "day";
    /// The form of the rows of a statement.
    StatementFormatText = Some("^(json|csv)$"), "json";
    /// A tag of assets.
    TagText = None, "stablecoin";
}

wire_number! {
    /// A Unix time in seconds.
    TimeNumber(u64) = whole_number_in, 0..=MAX_TIME,
        whole_number(KnownFormat::Int64, 0, Some(MAX_TIME), 1_782_864_000);
}

wire_value! {
    PriceCurrency as CurrencyText => Currency, |text: &str| text.parse().map(|PriceCurrency(currency)| currency);
    PriceInterval as PriceIntervalText => Self, str::parse::<Self>;
}
