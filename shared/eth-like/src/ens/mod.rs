//! The Ethereum Name Service: names and their nodes (ENSIP-1), coin types (ENSIP-9, ENSIP-11), reverse names (ENSIP-3,
//! ENSIP-19), calls of the contracts (ENSIP-10), and off-chain look-ups (EIP-3668).

mod call;
mod normalisation;
mod offchain;

pub use call::{CallOutcome, EnsCall, REGISTRY, Resolver, text_of};
pub use offchain::{MAX_GATEWAY_RESPONSE, OffchainLookup, gateway_data};

use crate::chain::params::Params;
use crate::value::{Address, Hash};
use std::fmt;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// The maximum length of a name in bytes, as in DNS.
const MAX_NAME: usize = 253;

/// The maximum number of labels, each of which may need a call for the resolver.
const MAX_LABELS: usize = 8;

/// A name of the Ethereum Name Service, normalised by ENSIP-15.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnsName(String);

/// Reasons why a string is not a supported name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnsNameError {
    /// The name has no dot, an empty label, or too many labels.
    #[error("a name must have 2 to {MAX_LABELS} non-empty labels, separated by dots, for example alice.eth")]
    Labels,
    /// The name is too long.
    #[error("a name must have at most {MAX_NAME} bytes")]
    TooLong,
    /// A character is not valid.
    #[error("a character of the name is not valid (ENSIP-15)")]
    Character,
    /// An underscore is behind another character.
    #[error("an underscore is valid only at the start of a label")]
    Underscore,
    /// The third and fourth character are hyphens.
    #[error("a label must not have hyphens as third and fourth character")]
    Hyphens,
    /// A combining mark starts a label, follows an emoji or is repeated, or too many are consecutive.
    #[error("a label must not start with a combining mark, have a mark after an emoji, or too many marks")]
    Marks,
    /// Punctuation such as an apostrophe is not between two characters of a different kind.
    #[error("an apostrophe, a fraction slash and a middle dot are valid only between other characters")]
    Punctuation,
    /// No script contains all characters of a label.
    #[error("a label must not mix letters of different scripts")]
    Scripts,
    /// All letters of a label look like letters of a different script.
    #[error("the letters of a label look like letters of a different script")]
    Confusable,
}

impl CodedError for EnsNameError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidName, self)
    }
}

impl FromStr for EnsName {
    type Err = EnsNameError;

    fn from_str(text: &str) -> Result<Self, EnsNameError> {
        if text.len() > MAX_NAME {
            return Err(EnsNameError::TooLong);
        }
        if !(2..=MAX_LABELS).contains(&text.split('.').count()) {
            return Err(EnsNameError::Labels);
        }
        let labels: Result<Vec<String>, EnsNameError> = text.split('.').map(normalisation::normalise).collect();
        let name = labels?.join(".");
        // Replacements of characters can be longer.
        if name.len() > MAX_NAME {
            return Err(EnsNameError::TooLong);
        }
        Ok(Self(name))
    }
}

impl fmt::Display for EnsName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl EnsName {
    /// Returns the reverse name of an address for a coin type: `….addr.reverse` for the coin of Ethereum, otherwise with the coin
    /// type in hexadecimal digits (ENSIP-19).
    pub fn reverse(address: Address, coin: CoinType) -> Self {
        let namespace = if coin == CoinType::ETHER {
            "addr".to_owned()
        } else {
            format!("{:x}", coin.0)
        };
        Self(format!("{}.{namespace}.reverse", hex::encode(address.to_bytes())))
    }

    /// Returns the node of the name (ENSIP-1).
    pub fn node(&self) -> Hash {
        node_of(&self.0)
    }

    /// Returns the nodes of the name and its parents, the name first. The resolver of a parent may serve the name (ENSIP-10).
    pub fn nodes(&self) -> Vec<Hash> {
        let starts = self.0.match_indices('.').map(|(index, _)| index + 1);
        [0].into_iter()
            .chain(starts)
            .map(|start| node_of(&self.0[start..]))
            .collect()
    }

    /// Returns the name in the wire format of DNS, without the limit of 63 bytes of a label (ENSIP-10).
    pub fn dns_encoded(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.0.len() + 2);
        for label in self.0.split('.') {
            // A name has at most 253 bytes.
            bytes.push(u8::try_from(label.len()).unwrap_or(u8::MAX));
            bytes.extend_from_slice(label.as_bytes());
        }
        bytes.push(0);
        bytes
    }
}

fn node_of(name: &str) -> Hash {
    name.rsplit('.').fold(Hash::ZERO, |parent, label| {
        Hash::of([parent.0, Hash::of(label).0].concat())
    })
}

/// The type of a coin (ENSIP-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoinType(u64);

impl CoinType {
    /// The coin of Ethereum (SLIP-44).
    pub const ETHER: Self = Self(60);

    /// Returns the coin type of a chain (ENSIP-11). Ether has the same type on Sepolia, where the names are separate.
    pub fn of(params: Params) -> Self {
        const EVM: u64 = 0x8000_0000;
        if params.chain == Params::names(params.network).chain {
            Self::ETHER
        } else {
            Self(EVM | params.chain_id())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::params::Chain;
    use wallet_core::model::{ChainName, Network};

    fn name(text: &str) -> EnsName {
        text.parse().expect(text)
    }

    #[test]
    fn nodes_are_those_of_ensip_1() {
        // ENSIP-1, the test vectors.
        for (text, node) in [
            ("", "0x0000000000000000000000000000000000000000000000000000000000000000"),
            (
                "eth",
                "0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae",
            ),
            (
                "foo.eth",
                "0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f",
            ),
        ] {
            let found = if text.is_empty() { Hash::ZERO } else { node_of(text) };
            assert_eq!(found.to_string(), node, "{text}");
        }
        let nodes = name("a.foo.eth").nodes();
        assert_eq!(nodes[1..], [node_of("foo.eth"), node_of("eth")]);
        assert_eq!(name("a.foo.eth").node(), nodes[0]);
    }

    #[test]
    fn names_have_their_normalised_form() {
        // ens-normalize.js, test/custom-tests.json, and names of ASCII from validate/tests.json.
        for (text, normalised) in [
            ("vitalik.eth", "vitalik.eth"),
            ("bRAnTlY.eTh", "brantly.eth"),
            ("___a.eth", "___a.eth"),
            ("_.eth", "_.eth"),
            ("-a-.eth", "-a-.eth"),
            ("t-e--s---t.eth", "t-e--s---t.eth"),
            ("a.b.c.d.e.f.g.h", "a.b.c.d.e.f.g.h"),
            ("\u{d6}bb.at", "\u{f6}bb.at"),
            ("r\u{e9}sume\u{301}.eth", "r\u{e9}sum\u{e9}.eth"),
            ("\u{2167}.eth", "viii.eth"),
            ("\u{24c2}\u{fe0f}.eth", "m.eth"),
            ("a'a\u{2019}a.eth", "a\u{2019}a\u{2019}a.eth"),
            ("#\u{fe0f}\u{20e3}*\u{fe0f}\u{20e3}.eth", "#\u{20e3}*\u{20e3}.eth"),
            ("\u{1f4a9}\u{fe0e}.eth", "\u{1f4a9}.eth"),
            ("\u{1f1fa}\u{1f1f8}.eth", "\u{1f1fa}\u{1f1f8}.eth"),
            ("xn--\u{1f4a9}.eth", "xn--\u{1f4a9}.eth"),
            ("rainbow\u{1f308}.eth", "rainbow\u{1f308}.eth"),
            ("\u{6f0}\u{6f1}.eth", "\u{660}\u{661}.eth"),
            ("\u{bd}.eth", "1\u{2044}2.eth"),
            ("\u{9ed1}a8.eth", "\u{9ed1}a8.eth"),
            ("\u{625}\u{610}\u{611}\u{612}.eth", "\u{625}\u{610}\u{611}\u{612}.eth"),
        ] {
            assert_eq!(name(text).to_string(), normalised);
        }
    }

    #[test]
    fn names_without_a_normalised_form_are_rejected() {
        // ens-normalize.js, test/custom-tests.json, apart from the numbers of labels and bytes.
        let long = format!("{}.eth", "a".repeat(250));
        let longer = format!("{}.eth", "\u{2167}".repeat(63));
        for (text, error) in [
            ("", EnsNameError::Labels),
            ("eth", EnsNameError::Labels),
            (".eth", EnsNameError::Labels),
            ("a..eth", EnsNameError::Labels),
            ("a.eth.", EnsNameError::Labels),
            ("\u{fe0f}.eth", EnsNameError::Labels),
            ("a.b.c.d.e.f.g.h.i", EnsNameError::Labels),
            ("a b.eth", EnsNameError::Character),
            ("a\u{200d}.eth", EnsNameError::Character),
            ("a\u{3002}eth.eth", EnsNameError::Character),
            ("\u{1f1e6}.eth", EnsNameError::Character),
            ("\u{1f4a9}\u{200d}\u{1f4a9}.eth", EnsNameError::Character),
            ("a_b.eth", EnsNameError::Underscore),
            ("ab_.eth", EnsNameError::Underscore),
            ("xn--ls8h.eth", EnsNameError::Hyphens),
            ("te--st.eth", EnsNameError::Hyphens),
            ("\u{303}.eth", EnsNameError::Marks),
            ("\u{1f4a9}\u{303}.eth", EnsNameError::Marks),
            ("\u{625}\u{610}\u{611}\u{612}\u{613}.eth", EnsNameError::Marks),
            ("\u{622}\u{64d}\u{64d}.eth", EnsNameError::Marks),
            ("'a.eth", EnsNameError::Punctuation),
            ("a\u{2019}.eth", EnsNameError::Punctuation),
            ("a'\u{2019}a.eth", EnsNameError::Punctuation),
            ("vit\u{430}lik.eth", EnsNameError::Scripts),
            ("\u{25cc}\u{308}bb.at", EnsNameError::Character),
            ("\u{430}\u{440}\u{440}\u{4cf}\u{435}.eth", EnsNameError::Confusable),
            ("0\u{445}.eth", EnsNameError::Confusable),
            ("\u{13ab}\u{13e6}\u{13a5}.eth", EnsNameError::Confusable),
            (&long, EnsNameError::TooLong),
            (&longer, EnsNameError::TooLong),
        ] {
            assert_eq!(text.parse::<EnsName>(), Err(error), "{text}");
        }
    }

    #[test]
    fn coin_types_and_reverse_names_are_those_of_the_standards() {
        let address: Address = "0xb8c2C29ee19D8307cb7255e1Cd9CbDE883A267d5"
            .parse()
            .expect("an address");
        let of = |chain: &str, network| CoinType::of(Params::of(Chain::from_name(chain).expect(chain), network));
        // ENSIP-11, the list of coin types, and ENSIP-19.
        for (chain, network, coin, namespace) in [
            ("eth", Network::Livenet, 60, "addr"),
            ("eth", Network::Testnet, 60, "addr"),
            ("matic", Network::Livenet, 2_147_483_785, "80000089"),
            ("op", Network::Livenet, 2_147_483_658, "8000000a"),
            ("arb", Network::Livenet, 2_147_525_809, "8000a4b1"),
            ("base", Network::Livenet, 2_147_492_101, "80002105"),
            ("matic", Network::Testnet, 2_147_563_650, "80013882"),
        ] {
            assert_eq!(of(chain, network), CoinType(coin), "{chain}");
            let reverse = EnsName::reverse(address, of(chain, network)).to_string();
            assert_eq!(
                reverse,
                format!("b8c2c29ee19d8307cb7255e1cd9cbde883a267d5.{namespace}.reverse")
            );
        }
    }

    #[test]
    fn dns_encoding_has_the_length_of_each_label() {
        assert_eq!(name("vb.eth").dns_encoded(), b"\x02vb\x03eth\x00");
        let long = format!("{}.eth", "a".repeat(200));
        assert_eq!(name(&long).dns_encoded()[0], 200);
    }
}
