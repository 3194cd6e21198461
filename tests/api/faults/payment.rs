//! A payment that is ready to be sent.

use super::evm_node::{SIGNED, read};
use super::family::Family;
use super::horizon;
use super::world::{Wallet, World, income};
use crate::support::client::Answer;
use bitcoin::Transaction;
use bitcoin::consensus::encode::deserialize_hex;
use serde_json::json;
use wallet_core::model::Network;

/// A signed transaction.
pub struct Payment {
    /// Its bytes in hex.
    pub txdata: String,
    /// Its id.
    pub txid: String,
}

impl Payment {
    /// One that is ready. No upstream is needed for that.
    pub async fn signed(world: &World) -> Self {
        match world.family() {
            Family::Utxo => Self::of_everything(world).await,
            Family::Evm => Self {
                txdata: SIGNED.to_owned(),
                txid: read(SIGNED).hash().to_string(),
            },
            Family::Stellar => {
                let txdata = horizon::signed_for(Network::Livenet);
                Self {
                    txid: horizon::txid(&txdata),
                    txdata,
                }
            }
        }
    }

    /// Spends all that the wallet has.
    async fn of_everything(world: &World) -> Self {
        let wallet = Wallet::btc();
        let mut body = wallet.payment(&[&income(&wallet)], 100_000, 1000);
        let hashes = world.post("transaction/get-hash/btc", &body).await;
        body["signatures"] = wallet.sign(&hashes.data()["hashes"]);
        let attached = world.post("transaction/attach-signature/btc", &body).await;
        let txdata = attached.data()["txdata"].as_str().expect("a text").to_owned();
        let transaction: Transaction = deserialize_hex(&txdata).expect("a transaction");
        Self {
            txid: transaction.compute_txid().to_string(),
            txdata,
        }
    }

    /// Sends it.
    pub async fn send(&self, world: &World) -> Answer {
        world
            .post(
                &format!("transaction/send/{}", world.family().chain()),
                &json!({ "txdata": self.txdata }),
            )
            .await
    }

    /// The answer is a success with its id.
    #[track_caller]
    pub fn assert_sent(&self, answer: &Answer) {
        assert_eq!(answer.data(), &json!({ "txid": self.txid }));
    }
}
