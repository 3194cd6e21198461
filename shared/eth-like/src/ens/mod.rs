//! The Ethereum Name Service: names and their nodes (ENSIP-1), coin types (ENSIP-9, ENSIP-11), reverse names (ENSIP-3,
//! ENSIP-19), calls of the contracts (ENSIP-10), and off-chain look-ups (EIP-3668).

mod call;
mod offchain;

pub use call::{CallOutcome, EnsCall, REGISTRY, Resolver, text_of};
pub use offchain::{MAX_GATEWAY_RESPONSE, OffchainLookup, gateway_data};

use crate::chain::params::Params;
use crate::value::address::Address;
use crate::value::hash::Hash;
use std::fmt;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// The maximum length of a name in bytes, as in DNS.
const MAX_NAME: usize = 253;

/// The maximum number of labels, each of which may need a call for the resolver.
const MAX_LABELS: usize = 8;

/// A normalised name of the Ethereum Name Service.
///
/// Only names with a normalisation by ENSIP-15 that is certain without the tables of the standard: ASCII letters, digits, hyphens and
/// underscores. Capital letters become small letters.
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
    /// A character is not supported, or not valid by ENSIP-15.
    #[error("only names of a to z, 0 to 9, '-' and '_' are supported; other characters can look like those")]
    Character,
    /// An underscore is behind another character (ENSIP-15).
    #[error("an underscore is valid only at the start of a label")]
    Underscore,
    /// The third and fourth character are hyphens (ENSIP-15).
    #[error("a label must not have hyphens as third and fourth character")]
    Hyphens,
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
        let is_supported = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if !text.bytes().all(is_supported) {
            return Err(EnsNameError::Character);
        }
        let name = text.to_ascii_lowercase();
        if !(2..=MAX_LABELS).contains(&name.split('.').count()) {
            return Err(EnsNameError::Labels);
        }
        for label in name.split('.') {
            if label.is_empty() {
                return Err(EnsNameError::Labels);
            }
            if label.trim_start_matches('_').contains('_') {
                return Err(EnsNameError::Underscore);
            }
            if label.get(2..4) == Some("--") {
                return Err(EnsNameError::Hyphens);
            }
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
    fn names_with_certain_normalisation_are_supported() {
        // ens-normalize.js, tests of ENSIP-15 within the supported characters.
        for (text, normalised) in [
            ("vitalik.eth", "vitalik.eth"),
            ("ABC.eth", "abc.eth"),
            ("_a.eth", "_a.eth"),
            ("___a.eth", "___a.eth"),
            ("_.eth", "_.eth"),
            ("a-b.eth", "a-b.eth"),
            ("-a-.eth", "-a-.eth"),
            ("1--2.eth", "1--2.eth"),
            ("a.b.c.d.e.f.g.h", "a.b.c.d.e.f.g.h"),
        ] {
            assert_eq!(name(text).to_string(), normalised);
        }
        let long = format!("{}.eth", "a".repeat(250));
        for (text, error) in [
            ("", EnsNameError::Labels),
            ("eth", EnsNameError::Labels),
            (".eth", EnsNameError::Labels),
            ("a..eth", EnsNameError::Labels),
            ("a.eth.", EnsNameError::Labels),
            ("a.b.c.d.e.f.g.h.i", EnsNameError::Labels),
            ("a b.eth", EnsNameError::Character),
            ("a'b.eth", EnsNameError::Character),
            ("vit\u{430}lik.eth", EnsNameError::Character),
            ("r\u{e9}sum\u{e9}.eth", EnsNameError::Character),
            ("a\u{200d}.eth", EnsNameError::Character),
            ("a_b.eth", EnsNameError::Underscore),
            ("ab_.eth", EnsNameError::Underscore),
            ("xn--a.eth", EnsNameError::Hyphens),
            ("ab--.eth", EnsNameError::Hyphens),
            (&long, EnsNameError::TooLong),
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
