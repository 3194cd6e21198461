//! A payment ready for submission.

use super::evm_node::{SIGNED, read};
use super::family::Family;
use super::fixture::{Fixture, Wallet, income};
use super::horizon;
use crate::support::client::TestResponse;
use serde_json::json;
use wallet_client::payments::Signed;
use wallet_core::model::Network;

/// A signed transaction.
pub struct Payment {
    /// The transaction in hex.
    pub txdata: String,
    /// The transaction id.
    pub txid: String,
}

impl Payment {
    /// Builds and signs a payment, without using an upstream.
    pub async fn signed(fixture: &Fixture) -> Self {
        match fixture.family() {
            Family::Utxo => Self::of_everything(fixture).await,
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

    /// Builds a payment that spends all outputs of the wallet.
    async fn of_everything(fixture: &Fixture) -> Self {
        let wallet = Wallet::btc();
        let body = wallet.payment(&[&income(&wallet)], 100_000, 1000);
        let Signed { txdata, txid, .. } = wallet.signed(&fixture.client(), &body).await;
        Self { txdata, txid }
    }

    /// Submits the payment.
    pub async fn send(&self, fixture: &Fixture) -> TestResponse {
        fixture
            .post(
                &format!("transaction/send/{}", fixture.family().chain()),
                &json!({ "txdata": self.txdata }),
            )
            .await
    }

    /// Asserts that the response is a success with the payment's txid.
    #[track_caller]
    pub fn assert_sent(&self, response: &TestResponse) {
        assert_eq!(response.data(), &json!({ "txid": self.txid }));
    }
}
