//! Lists of others, read.

use super::Token;
use crate::meta::is_hidden;
use crate::{AssetId, AssetMeta, Contract, MetaError, Tag, Tags};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;
use wallet_eth_like::{AddressError, Chain};

/// The document is no Token List.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no document of tokenlists.org: {problem}")]
pub struct TokenListError {
    /// What is wrong with it.
    pub problem: String,
}

/// Why a token of a list is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// A field is missing or of another type.
    #[error("it is not described as tokenlists.org wants: {0}")]
    Form(String),
    /// On a chain that is not served.
    #[error("chain id {0} is not served")]
    Chain(u64),
    /// Its contract is no address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// It cannot be shown.
    #[error(transparent)]
    Meta(#[from] MetaError),
    /// The list has the same token before.
    #[error("the list has it twice")]
    Repeated,
}

/// A token of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListToken {
    /// What the list calls it, for people.
    pub label: String,
    /// The asset, or why it is none.
    pub asset: Result<(AssetId, AssetMeta), TokenError>,
}

#[derive(Deserialize)]
struct Document {
    tokens: Vec<Value>,
}

/// Reads a list. Tokens that cannot be taken do not make the others unusable.
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

/// What to call a token that may lack anything.
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

/// A text of a list without what would change the terminal that shows it.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !is_hidden(*c)).take(80).collect()
}

impl Token {
    fn asset(&self) -> Result<(AssetId, AssetMeta), TokenError> {
        let contract = Contract {
            chain: Chain::with_livenet_id(self.chain_id).ok_or(TokenError::Chain(self.chain_id))?,
            address: self.address.parse()?,
        };
        // Lists write tags in any case, and some have pictures at addresses that pages refuse to load.
        let tags = self.tags.iter().map(|tag| tag.to_lowercase().parse::<Tag>());
        let meta = AssetMeta {
            name: self.name.trim().parse()?,
            ticker: self.symbol.parse()?,
            icon: self.logo.as_ref().and_then(|logo| logo.parse().ok()),
            decimals: self.decimals,
            tags: Tags::new(tags.collect::<Result<_, _>>()?)?,
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
    fn tokens_become_assets() {
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
    fn what_cannot_be_taken_is_refused_alone() {
        let with = |name: &str, value: Value| {
            let mut token = tether();
            token[name] = value;
            token
        };
        let tokens = read(&json!([
            with("chainId", json!(8453)),
            with("chainId", json!(11_155_111)),
            with("address", json!("0xDac17f958d2ee523a2206206994597c13d831ec7")),
            with("symbol", json!("US DT")),
            with("tags", json!(["much too long"])),
            tether(),
            tether(),
        ]));
        let refused: Vec<_> = tokens.into_iter().map(|token| token.asset.err()).collect();
        let expected = [
            Some(TokenError::Chain(8453)),
            Some(TokenError::Chain(11_155_111)),
            Some(TokenError::Address(AddressError::Checksum)),
            Some(TokenError::Meta(MetaError::Ticker)),
            Some(TokenError::Meta(MetaError::Tag)),
            None,
            Some(TokenError::Repeated),
        ];
        assert_eq!(refused, expected);
    }

    #[test]
    fn an_icon_that_pages_refuse_is_left_out() {
        let mut token = tether();
        token["logoURI"] = json!("http://icons.example/usdt.png");
        let tokens = read(&json!([token]));
        assert!(matches!(&tokens[0].asset, Ok((_, meta)) if meta.icon.is_none()));
    }

    #[test]
    fn other_documents_are_refused() {
        for text in ["", "[]", "{}", r#"{"tokens":{}}"#, r#"{"tokens":[1}"#] {
            assert!(read_token_list(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_token_in_another_form_is_refused_alone() {
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
    fn what_is_told_of_a_token_does_not_turn_the_terminal() {
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
