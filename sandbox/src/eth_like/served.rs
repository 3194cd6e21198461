//! The sandbox interface of an EVM chain: JSON-RPC, Etherscan history, faucet, mining.

use super::faucet::{FaucetError, Request};
use super::node::{self, Node};
use super::{etherscan, rpc};
use crate::chain::{Endpoint, Mined, Paid, PayError, Payment, SandboxChain, is_amount};
use axum::Router;
use revm::primitives::{Address, hex};
use std::io;
use std::sync::Arc;

/// A node with its public APIs.
#[derive(Clone)]
pub struct Served(pub Arc<Node>);

impl SandboxChain for Served {
    fn name(&self) -> &'static str {
        self.0.rules().name
    }

    fn router(&self) -> Router {
        rpc::router(Arc::clone(&self.0)).merge(etherscan::router(Arc::clone(&self.0)))
    }

    fn upstream(&self, url: &str) -> String {
        format!("jsonrpc+{url},etherscan+{url}/api")
    }

    fn endpoints(&self, url: &str) -> Vec<Endpoint> {
        let endpoint = |protocol, url: String, chain_id| Endpoint {
            chain: self.name(),
            protocol,
            url,
            chain_id,
        };
        vec![
            endpoint("JSON-RPC", url.to_owned(), Some(self.0.rules().chain_id)),
            endpoint("Etherscan", format!("{url}/api"), None),
        ]
    }

    fn pay(&self, payment: &Payment) -> Result<Paid, PayError> {
        let to = address(&payment.address).ok_or(PayError::InvalidAddress)?;
        let amount = payment.amount.parse().ok().filter(|_| is_amount(&payment.amount));
        let token = payment.token.as_deref();
        let request = Request {
            to,
            amount: amount.ok_or(PayError::InvalidAmount)?,
            token: token
                .map(|token| address(token).ok_or(PayError::InvalidToken))
                .transpose()?,
        };
        let txid = self.0.pay(&request)?;
        Ok(Paid {
            txid: txid.to_string(),
            vout: None,
        })
    }

    fn mine(&self) -> io::Result<Mined> {
        self.0.mine(|block| Mined {
            height: block.header.number,
            hash: block.hash.to_string(),
            txids: block
                .transactions
                .iter()
                .map(|done| done.transaction.hash().to_string())
                .collect(),
        })
    }

    fn mine_if_pending(&self) -> io::Result<()> {
        self.0.mine_if_ready()
    }
}

/// Parses an address in one case or with its checksum (ERC-55). The prefix `0x` is optional.
fn address(text: &str) -> Option<Address> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    let address = Address::from(<[u8; 20]>::try_from(hex::decode(digits).ok()?).ok()?);
    let is_one_case = digits == digits.to_lowercase() || digits == digits.to_uppercase();
    (is_one_case || address.to_checksum(None)[2..] == *digits).then_some(address)
}

impl From<node::PayError> for PayError {
    fn from(error: node::PayError) -> Self {
        match error {
            node::PayError::Faucet(FaucetError::AboveMaximum { maximum }) => Self::AboveMaximum {
                maximum: maximum.to_string(),
            },
            node::PayError::Faucet(FaucetError::NoSuchToken) => Self::UnknownToken,
            node::PayError::Faucet(FaucetError::RecipientRejects) => Self::RecipientRejects,
            node::PayError::Submit(_) => Self::NotAccepted(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::address;

    /// The test cases of ERC-55.
    #[test]
    fn addresses_are_accepted_in_one_case_or_with_their_checksum() {
        for text in [
            "0x52908400098527886E0F7030069857D2E4169EE7",
            "0xde709f2102306220921060314715629080e2fb77",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        ] {
            let expected = Some(text.parse().unwrap());
            for form in [text, &text[2..], &text.to_lowercase(), &text[2..].to_uppercase()] {
                assert_eq!(address(form), expected, "{form}");
            }
        }
        for text in [
            "",
            "0x",
            "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg",
        ] {
            assert_eq!(address(text), None, "{text}");
        }
    }
}
