//! The tokens of the sandbox chains: those of the catalogue.

use wallet_assets::{AssetId, seed};
use wallet_core::model::ChainName;
use wallet_sandbox::chain::Token;

/// Returns every token of the catalogue at its livenet address.
pub fn tokens() -> Vec<Token> {
    let tokens = seed().into_iter().filter_map(|(id, meta)| {
        let AssetId::Erc20(contract) = id else { return None };
        Some(Token {
            chain: contract.chain.name().to_owned(),
            contract: contract.address.to_string(),
            name: meta.name.as_str().to_owned(),
            ticker: meta.ticker.as_str().to_owned(),
            decimals: meta.decimals,
        })
    });
    tokens.collect()
}
