//! Balances of tokens, and their metadata.

use crate::{Address, Amount, TransactionCounts};

/// Maximum number of characters of a name or ticker.
const MAX_CHARACTERS: usize = 64;

/// Maximum plausible decimals: with more, every 256-bit amount is below 1.
pub(crate) const MAX_DECIMALS: u8 = 77;

const WORD: usize = 32;

/// Metadata of a token as the contract returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenMetadata {
    /// The cleaned name, empty if the contract has none.
    pub name: String,
    /// The cleaned ticker, empty if the contract has none.
    pub ticker: String,
    /// The number of decimal places of an amount.
    pub decimals: u8,
}

impl TokenMetadata {
    /// Creates the metadata from the return data of `name()` and `symbol()`.
    pub fn from_return_data(name: &[u8], symbol: &[u8], decimals: u8) -> Self {
        Self {
            name: text(name),
            ticker: text(symbol),
            decimals,
        }
    }
}

/// Names of a contract as the contract returns them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContractLabel {
    /// The cleaned name, empty if the contract has none.
    pub name: String,
    /// The cleaned ticker, empty if the contract has none.
    pub ticker: String,
    /// The number of decimal places of an amount, `None` for a contract without plausible decimals.
    pub decimals: Option<u8>,
}

impl ContractLabel {
    /// Creates the names from the return data of `name()` and `symbol()`, and the decimals.
    pub fn from_return_data(name: &[u8], symbol: &[u8], decimals: Option<u8>) -> Self {
        Self {
            name: text(name),
            ticker: text(symbol),
            decimals,
        }
    }
}

/// Returns plausible decimals, `None` for a number that no token has.
pub fn plausible_decimals(number: Amount) -> Option<u8> {
    let decimals = u8::try_from(number.as_u64()?).ok()?;
    (decimals <= MAX_DECIMALS).then_some(decimals)
}

/// Decodes return data as a string of the ABI, or as the padded `bytes32` of tokens before EIP-20 was final. Returns an
/// empty string for different data.
pub(super) fn text(data: &[u8]) -> String {
    let bytes = match data.len() {
        WORD => data.split(|byte| *byte == 0).next(),
        _ => abi_string(data),
    };
    clean_text(&String::from_utf8_lossy(bytes.unwrap_or_default()))
}

/// Returns the bytes of an ABI string. A string that ends after the data is cut.
fn abi_string(data: &[u8]) -> Option<&[u8]> {
    let tail = data.get(number(data)?..)?;
    let bytes = tail.get(WORD..)?;
    Some(&bytes[..number(tail)?.min(bytes.len())])
}

/// Returns the bytes of an ABI string, `None` if the string ends after the data.
pub(super) fn whole_abi_string(data: &[u8]) -> Option<&[u8]> {
    let tail = data.get(number(data)?..)?;
    tail.get(WORD..)?.get(..number(tail)?)
}

/// Returns the first word as an offset or a length.
fn number(data: &[u8]) -> Option<usize> {
    let word = Amount::from_be_bytes(*data.first_chunk()?);
    usize::try_from(word.as_u64()?).ok()
}

/// Removes characters without a glyph from a text that a contract or an index returns, and surrounding spaces, and cuts
/// it at 64 characters. Such characters could hide parts of a name or reverse its order (UTS 55).
pub fn clean_text(text: &str) -> String {
    let visible: String = text.chars().filter(|character| !is_invisible(*character)).collect();
    let cut: String = visible.trim().chars().take(MAX_CHARACTERS).collect();
    cut.trim_end().to_owned()
}

/// Returns true for control and format characters (general categories Cc, Cf, Zl and Zp), and for the replacement of
/// invalid UTF-8.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}'
            | '\u{600}'..='\u{605}'
            | '\u{61c}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffd}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{e0000}'..='\u{e01ef}')
}

/// Coin and token balances of an address at a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balances {
    /// The protocol of the upstream that responded.
    pub upstream: &'static str,
    /// The block height.
    pub block: u64,
    /// The coin balance in wei.
    pub coin: Amount,
    /// The transaction counts of the address at the same upstream, `None` if missing.
    pub counts: Option<TransactionCounts>,
    /// The balances of listed tokens, in order. Tokens with a contract that returns no balance are omitted.
    pub tokens: Vec<(Address, Amount)>,
    /// The balances of the holder's further tokens, in order; `None` if the node does not execute the calls. Contracts
    /// that return no balance or no decimals are omitted.
    pub further: Option<Vec<(Erc20Token, Amount)>>,
    /// True if a listed token reverts, or if a further token returns no balance or no decimals.
    pub lacks_tokens: bool,
}

/// An address, and requested tokens outside the asset list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The address.
    pub address: Address,
    /// The contracts of further tokens, which a client chooses.
    pub further: Vec<Address>,
}

/// The properties of a token that a balance needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erc20Token {
    /// The contract.
    pub contract: Address,
    /// The number of decimal places of an amount.
    pub decimals: u8,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes(words: &[&str]) -> Vec<u8> {
        hex::decode(words.concat()).unwrap()
    }

    /// Returns the ABI encoding of a string.
    fn encoded(text: &str) -> Vec<u8> {
        let mut data = bytes(&[&format!("{:064x}{:064x}", 32, text.len())]);
        data.extend(text.as_bytes());
        data.resize(data.len().next_multiple_of(WORD), 0);
        data
    }

    /// `name()` and `symbol()` of MKR (0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2) and `symbol()` of USDT
    /// (0xdAC17F958D2ee523a2206206994597C13D831ec7) on Ethereum; `tests/oracles` decodes the same data with ethers.
    #[test]
    fn texts_of_known_tokens_are_decoded() {
        let maker = bytes(&["4d616b6572000000000000000000000000000000000000000000000000000000"]);
        let ticker = bytes(&["4d4b520000000000000000000000000000000000000000000000000000000000"]);
        assert_eq!((&*text(&maker), &*text(&ticker)), ("Maker", "MKR"));
        let tether = bytes(&[
            "0000000000000000000000000000000000000000000000000000000000000020",
            "0000000000000000000000000000000000000000000000000000000000000004",
            "5553445400000000000000000000000000000000000000000000000000000000",
        ]);
        assert_eq!(text(&tether), "USDT");
    }

    #[test]
    fn data_without_a_text_is_empty() {
        let word = |number: u64| format!("{number:064x}");
        for data in [
            bytes(&[]),
            bytes(&["00"]),
            bytes(&[&word(0)]),
            bytes(&[&word(0x20), &word(0)]),
            bytes(&[&word(0x40), &word(4)]),
            bytes(&[&word(u64::MAX), &word(4), &word(4)]),
            bytes(&[&"f".repeat(64), &word(4), &word(4)]),
            bytes(&[&word(0x20), &"f".repeat(64), &word(4)]),
        ] {
            assert_eq!(text(&data), "", "{}", hex::encode(data));
        }
    }

    #[test]
    fn texts_are_cleaned_and_cut() {
        assert_eq!(text(&encoded("  Tether\u{7}\n USD\u{0} ")), "Tether USD");
        assert_eq!(text(&encoded("\u{202e}CDSU\u{202c}\u{200b}\u{feff}")), "CDSU");
        assert_eq!(text(&encoded("Złoty 💰")), "Złoty 💰");
        assert_eq!(text(&encoded(&"é".repeat(100))), "é".repeat(64));
        let mut invalid = encoded("ab__c");
        invalid[66..68].copy_from_slice(&[0xff, 0xc3]);
        assert_eq!(text(&invalid), "abc");
    }

    #[test]
    fn decimals_above_those_of_every_amount_are_implausible() {
        assert_eq!(plausible_decimals(Amount::from(77_u64)), Some(77));
        for number in [Amount::from(78_u64), Amount::from(256_u64), Amount::MAX] {
            assert_eq!(plausible_decimals(number), None, "{number}");
        }
    }

    proptest! {
        #[test]
        fn texts_round_trip(original in "[ -~]{0,64}") {
            prop_assert_eq!(text(&encoded(&original)), original.trim());
        }

        #[test]
        fn decoded_texts_are_short_and_visible(data in prop::collection::vec(any::<u8>(), 0..300)) {
            let text = text(&data);
            prop_assert!(text.chars().count() <= MAX_CHARACTERS);
            prop_assert!(!text.chars().any(char::is_control));
        }
    }
}
