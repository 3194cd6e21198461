//! A transaction that spends outputs of a pending transaction, so that miners include both.

use super::replacement::ENDPOINT;
use crate::blockchain_connector_btc_like::AddressType;
use crate::blockchain_connector_btc_like::prepare_transaction::{BumpRequest, ChildPaysForParent, bump};
use crate::client::Client;
use crate::payments::btc_like::owner::{of_output, outpoint};
use crate::payments::btc_like::{
    Chain, Prepared, Recipients, Transfer, derive, number, prepare_unverified, prove_values,
};
use crate::payments::check::{PaymentError, check};
use crate::payments::fee::Fee;
use crate::wire::{FeeMode, Warning};
use bon::Builder;
use wallet_core::model::{ChainName, Network};

/// A pending transaction that pays the sender.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Parent {
    /// The chain.
    pub chain: Chain,
    /// The network.
    pub network: Network,
    /// The transaction hash.
    pub txid: String,
    /// The public key in hex of the paid address, to which the child pays as well.
    pub public_key: String,
    /// The type of the address; p2wpkh if absent. Without effect on bch and doge.
    pub address_type: Option<AddressType>,
    /// The highest fee of the child in base units.
    #[builder(default)]
    pub max_fee: Fee,
}

/// A child with inputs and fees.
#[derive(Clone, Debug)]
pub struct ChildQuote {
    transfer: Transfer,
    /// The outputs of the parent, and the fees of the child: both transactions together pay at least the fee rate of a
    /// mode, and so does the child alone.
    pub plan: ChildPaysForParent,
    /// Warnings about the prices.
    pub warnings: Vec<Warning>,
}

/// Requests the outputs of the parent and the fees of a child that pays them to the same address.
pub async fn pay_for_parent(client: &Client, parent: &Parent) -> Result<ChildQuote, PaymentError> {
    let Parent { chain, network, .. } = *parent;
    let address_type = parent.address_type.as_ref();
    let address = derive(client, chain, network, &parent.public_key, address_type).await?;
    let recipients = Recipients::All(address);
    let transfer = Transfer {
        address_type: parent.address_type.clone(),
        max_fee: parent.max_fee,
        ..Transfer::new(chain, network, &parent.public_key, recipients)
    };
    let request = BumpRequest {
        txid: parent.txid.clone(),
        public_key: parent.public_key.clone(),
        network: Some(network),
        r#type: parent.address_type.clone(),
        ..BumpRequest::default()
    };
    let response = bump(client, chain.name(), &request).await?;
    let spends_own = "it spends outputs of the sender: replace it instead";
    let plan = response.child_pays_for_parent;
    let plan = plan.ok_or_else(|| PaymentError::invalid("txid", spends_own))?;
    parent.check_outputs(&transfer, &plan)?;
    prove_values(client, &transfer, &plan.utxo).await?;
    Ok(ChildQuote {
        transfer,
        plan,
        warnings: response.warnings,
    })
}

impl Parent {
    /// Checks that the outputs are the outputs of this transaction to the sender.
    fn check_outputs(&self, transfer: &Transfer, plan: &ChildPaysForParent) -> Result<(), PaymentError> {
        let sender = transfer.sender()?;
        check(ENDPOINT, "number of outputs", &plan.utxo.is_empty(), &false)?;
        for utxo in &plan.utxo {
            let txid = outpoint(utxo)?.txid.to_string();
            check(ENDPOINT, "parent", &txid, &self.txid.to_lowercase())?;
            let owner = of_output(&sender, utxo)?;
            check(ENDPOINT, "owner of an output", owner.address(), sender.address())?;
            check(ENDPOINT, "sequence of an output", &utxo.sequence, &None)?;
        }
        Ok(())
    }
}

impl ChildQuote {
    /// Builds the child with the fee of a mode and compares the result with that of the service.
    pub async fn prepare(&self, client: &Client, mode: FeeMode) -> Result<Prepared, PaymentError> {
        let fee = number("fees", self.plan.fees.of(mode))?;
        self.prepare_with(client, fee).await
    }

    /// Builds the child with a fee in base units and compares the result with that of the service.
    pub async fn prepare_with(&self, client: &Client, fee: u64) -> Result<Prepared, PaymentError> {
        prepare_unverified(client, &self.transfer, &self.plan.utxo, fee).await
    }
}
