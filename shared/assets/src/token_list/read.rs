//! Parser of token lists.

use super::Token;
use crate::meta::is_hidden;
use crate::{AssetId, AssetMeta, Contract, MetaError, Tag, Tags};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;
use wallet_eth_like::{AddressError, Chain};

/// The document is not a valid Token List.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a valid token list (tokenlists.org): {problem}")]
pub struct TokenListError {
    /// The parse error.
    pub problem: String,
}

/// Reason for the rejection of a token in a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// A field is missing or has an invalid type.
    #[error("invalid token list entry: {0}")]
    Form(String),
    /// An unsupported chain.
    #[error("chain id {0} is not supported")]
    Chain(u64),
    /// An invalid contract address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// Invalid metadata.
    #[error(transparent)]
    Meta(#[from] MetaError),
    /// The list contains the token more than once.
    #[error("duplicate token in the list")]
    Repeated,
}

/// Token of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListToken {
    /// A readable label of the list entry.
    pub label: String,
    /// The asset, or the reason for its rejection.
    pub asset: Result<(AssetId, AssetMeta), TokenError>,
}

#[derive(Deserialize)]
struct Document {
    tokens: Vec<Value>,
}

/// Parses a list. Invalid tokens do not affect the others.
pub fn read_token_list(json: &str) -> Result<Vec<ListToken>, TokenListError> {
    let document: Document = serde_json::from_str(json).map_err(|error| TokenListError {
        problem: error.to_string(),
    })?;
    let mut seen = HashSet::new();
    let tokens = document.tokens.into_iter().map(|token| {
        let label = label(&token);
        let read = Token::deserialize(token).map_err(|error| TokenError::Form(plain(&error.to_string())));
        let asset = read.and_then(|token| token.asset()).and_then(|asset| {
            let new = seen.insert(asset.0);
            new.then_some(asset).ok_or(TokenError::Repeated)
        });
        ListToken { label, asset }
    });
    Ok(tokens.collect())
}

/// Returns a label for a token that may lack any field.
fn label(token: &Value) -> String {
    let text = |field: &str| match &token[field] {
        Value::Null => "?".to_owned(),
        Value::String(text) => plain(text),
        other => plain(&other.to_string()),
    };
    format!(
        "{} ({} on chain id {})",
        text("symbol"),
        text("address"),
        text("chainId")
    )
}

/// Removes characters that could manipulate the terminal, and truncates the string.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !is_hidden(*c)).take(80).collect()
}

impl Token {
    fn asset(&self) -> Result<(AssetId, AssetMeta), TokenError> {
        let contract = Contract {
            chain: Chain::with_livenet_id(self.chain_id).ok_or(TokenError::Chain(self.chain_id))?,
            address: self.address.parse()?,
        };
        // Lists write tags in any case. Some icons have URLs that pages do not load; these are omitted.
        let tags = self.tags.iter().map(|tag| tag.to_lowercase().parse::<Tag>());
        let meta = AssetMeta {
            name: self.name.trim().parse()?,
            ticker: self.symbol.parse()?,
            icon: self.logo.as_ref().and_then(|logo| logo.parse().ok()),
            decimals: self.decimals,
            tags: Tags::new(tags.collect::<Result<_, _>>()?)?,
            home_domain: None,
        };
        Ok((AssetId::Erc20(contract), meta))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(tokens: &Value) -> Vec<ListToken> {
        let document = json!({ "name": "x", "timestamp": "t", "version": {}, "tokens": tokens });
        read_token_list(&document.to_string()).unwrap()
    }

    fn tether() -> Value {
        json!({
            "chainId": 1,
            "address": "0xdac17f958d2ee523a2206206994597c13d831ec7",
            "name": "Tether USD",
            "symbol": "USDT",
            "decimals": 6,
            "logoURI": "https://icons.example/usdt.png",
            "tags": ["Stablecoin"],
            "extensions": { "bridgeInfo": {} },
        })
    }

    #[test]
    fn tokens_convert_to_assets() {
        let [
            ListToken {
                asset: Ok((id, meta)), ..
            },
        ] = &read(&json!([tether()]))[..]
        else {
            panic!("one asset")
        };
        assert_eq!(id.to_string(), "eth:0xdAC17F958D2ee523a2206206994597C13D831ec7");
        let shown = (
            meta.name.as_str(),
            meta.ticker.as_str(),
            meta.decimals,
            meta.icon.is_some(),
        );
        assert_eq!(shown, ("Tether USD", "USDT", 6, true));
        assert_eq!(meta.tags.iter().map(Tag::as_str).collect::<Vec<_>>(), ["stablecoin"]);
    }

    #[test]
    fn invalid_tokens_are_rejected_individually() {
        let with = |name: &str, value: Value| {
            let mut token = tether();
            token[name] = value;
            token
        };
        let tokens = read(&json!([
            with("chainId", json!(59_144)),
            with("chainId", json!(11_155_111)),
            with("address", json!("0xDac17f958d2ee523a2206206994597c13d831ec7")),
            with("symbol", json!("US DT")),
            with("tags", json!(["much too long"])),
            tether(),
            tether(),
        ]));
        let rejected: Vec<_> = tokens.into_iter().map(|token| token.asset.err()).collect();
        let expected = [
            Some(TokenError::Chain(59_144)),
            Some(TokenError::Chain(11_155_111)),
            Some(TokenError::Address(AddressError::Checksum)),
            Some(TokenError::Meta(MetaError::Ticker)),
            Some(TokenError::Meta(MetaError::Tag)),
            None,
            Some(TokenError::Repeated),
        ];
        assert_eq!(rejected, expected);
    }

    #[test]
    fn icon_with_http_url_is_omitted() {
        let mut token = tether();
        token["logoURI"] = json!("http://icons.example/usdt.png");
        let tokens = read(&json!([token]));
        assert!(matches!(&tokens[0].asset, Ok((_, meta)) if meta.icon.is_none()));
    }

    #[test]
    fn other_documents_are_rejected() {
        for text in ["", "[]", "{}", r#"{"tokens":{}}"#, r#"{"tokens":[1}"#] {
            assert!(read_token_list(text).is_err(), "{text}");
        }
    }

    #[test]
    fn malformed_tokens_are_rejected_individually() {
        let mut malformed = vec![json!(null), json!([]), json!("x"), json!({})];
        for (name, value) in [
            ("chainId", json!("1")),
            ("decimals", json!(256)),
            ("decimals", json!(-1)),
            ("decimals", json!("6")),
            ("name", json!(null)),
            ("tags", json!("stablecoin")),
        ] {
            let mut token = tether();
            token[name] = value;
            malformed.push(token);
        }
        let count = malformed.len();
        malformed.push(tether());
        let tokens = read(&json!(malformed));
        for token in &tokens[..count] {
            assert!(matches!(token.asset, Err(TokenError::Form(_))), "{token:?}");
        }
        assert!(tokens[count].asset.is_ok());
    }

    #[test]
    fn labels_contain_no_control_characters() {
        let mut token = tether();
        token["symbol"] = json!("\u{1b}[2J\u{202e}US DT");
        token["decimals"] = json!("\u{1b}[31m");
        let token = read(&json!([token])).remove(0);
        assert_eq!(
            token.label,
            "[2JUS DT (0xdac17f958d2ee523a2206206994597c13d831ec7 on chain id 1)"
        );
        assert!(!token.asset.unwrap_err().to_string().contains('\u{1b}'));
    }
}
