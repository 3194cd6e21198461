//! Messages that the sender signs on the EVM chains: a text (EIP-191) and typed data (EIP-712).

use super::NETWORK;
use super::account::Account;
use super::eth_like::EthLikeAccount;
use super::step::{At, Failure};
use serde_json::json;
use wallet_client::Client;
use wallet_client::payments::eth_like::{Message, MessageContent, prepare_message};

impl EthLikeAccount {
    /// Signs both. The client compares the hashes and the signatures with those that it computes.
    pub(super) async fn sign_messages(&self, client: &Client) -> Result<(), Failure> {
        for content in contents(self.chain_id()?) {
            let message = Message {
                chain: self.chain().to_owned(),
                network: NETWORK,
                chain_id: self.chain_id()?,
                public_key: self.key.public_key(),
                content,
            };
            let prepared = prepare_message(client, &message).await.at("message/get-hash")?;
            prepared.sign(client, &self.key).await.at("message/attach-signature")?;
        }
        Ok(())
    }
}

fn contents(chain_id: u64) -> [MessageContent; 2] {
    let typed_data = json!({
        "types": {
            "Login": [{ "name": "statement", "type": "string" }, { "name": "expires", "type": "uint256" }],
        },
        "primaryType": "Login",
        "domain": { "name": "wallet-cloud check", "chainId": chain_id },
        "message": { "statement": "Contract test", "expires": "1798761600" },
    });
    [
        MessageContent::Text("Contract test of wallet-cloud \u{2713}".to_owned()),
        MessageContent::TypedData(typed_data),
    ]
}
