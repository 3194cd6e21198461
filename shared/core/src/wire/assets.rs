//! Texts of the asset info service.

use crate::wire_text;

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
    /// A tag of assets.
    TagText = None, "stablecoin";
}
