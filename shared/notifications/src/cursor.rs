//! Positions in the log of an owner.

use crate::block::ChainKey;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::Network;

/// The position in the log of an owner: the last read event of each chain. A chain without a position is read from the
/// oldest event, so that a cursor stays valid when subscriptions on further chains are added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor(BTreeMap<String, u64>);

/// Error of a text that is not a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the cursor must be that of an earlier response")]
pub struct CursorError;

impl CodedError for CursorError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl Cursor {
    /// The maximum number of characters of a cursor.
    const MAX: usize = 2048;

    /// Returns the position of the last read event of a chain, 0 before the first.
    pub fn position(&self, chain: &ChainKey) -> u64 {
        self.0.get(&chain.to_string()).copied().unwrap_or_default()
    }

    /// Sets the position of the last read event of a chain.
    pub fn advance(&mut self, chain: &ChainKey, position: u64) {
        self.0.insert(chain.to_string(), position);
    }
}

/// base64url of `btc-testnet:12,eth-testnet:3`.
impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.0.iter().map(|(chain, position)| format!("{chain}:{position}"));
        let text = entries.collect::<Vec<_>>().join(",");
        // An empty cursor is a text, too.
        f.write_str(&URL_SAFE_NO_PAD.encode(format!("1,{text}")))
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        if text.len() > Self::MAX {
            return Err(CursorError);
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| CursorError)?;
        let text = String::from_utf8(bytes).map_err(|_| CursorError)?;
        let entries = text.strip_prefix("1,").ok_or(CursorError)?;
        let mut positions = BTreeMap::new();
        for entry in entries.split(',').filter(|_| !entries.is_empty()) {
            let (chain, position) = read(entry).ok_or(CursorError)?;
            if positions.insert(chain, position).is_some() {
                return Err(CursorError);
            }
        }
        Ok(Self(positions))
    }
}

fn read(entry: &str) -> Option<(String, u64)> {
    let (chain, position) = entry.split_once(':')?;
    let (name, network) = chain.rsplit_once('-')?;
    let is_name = (1..=16).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_number = !position.is_empty() && position.bytes().all(|byte| byte.is_ascii_digit());
    (is_name && is_number && network.parse::<Network>().is_ok())
        .then(|| Some((chain.to_owned(), position.parse().ok()?)))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_survives_encoding() {
        let mut cursor = Cursor::default();
        assert_eq!(cursor.to_string().parse(), Ok(cursor.clone()));
        cursor.advance(&ChainKey::new("btc", Network::Testnet), 12);
        cursor.advance(&ChainKey::new("eth", Network::Livenet), u64::MAX);
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
    }

    #[test]
    fn other_texts_are_rejected() {
        let texts = [
            "",
            "1",
            "0,",
            "1,btc:1",
            "1,btc-testnet:",
            "1,btc-testnet:+1",
            "1,-testnet:1",
            "1,btc-mainnet:1",
        ];
        let more = [
            "1,btc-testnet:18446744073709551616",
            "1,btc-testnet:1,btc-testnet:2",
            "1,a-testnet:1,",
            "1,ß-testnet:1",
        ];
        for text in texts.into_iter().chain(more) {
            let encoded = URL_SAFE_NO_PAD.encode(text);
            assert_eq!(encoded.parse::<Cursor>(), Err(CursorError), "{text}");
        }
        assert_eq!("not base64!".parse::<Cursor>(), Err(CursorError));
        assert_eq!("A".repeat(4096).parse::<Cursor>(), Err(CursorError));
    }
}
