//! The content of a payment: the simple form with a single recipient, and the complete form.

use super::Chain;
use super::owner::{self, of_output, outpoint};
use crate::blockchain_connector_btc_like::prepare_transaction::EstimateRequest;
use crate::blockchain_connector_btc_like::{AddressType, PaymentOutput, Utxo};
use crate::payments::check::{PaymentError, check};
use crate::payments::fee::Fee;
use bon::Builder;
use wallet_btc_like::{Address, Params, Sender};
use wallet_core::model::Network;

/// The amount of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spend {
    /// An amount in base units.
    Exact(u64),
    /// All funds.
    Max,
}

/// A payment from an address to a recipient. [`Transfer`] has more fields.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Payment {
    /// The chain.
    pub chain: Chain,
    /// The network.
    pub network: Network,
    /// The sender's public key in hex.
    pub public_key: String,
    /// The type of the sender's address; p2wpkh if absent. Without effect on bch and doge.
    pub address_type: Option<AddressType>,
    /// The recipient's address.
    pub to: String,
    /// The amount.
    pub amount: Spend,
    /// The highest fee in base units.
    #[builder(default)]
    pub max_fee: Fee,
}

/// A recipient and an amount.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Output {
    /// The recipient's address.
    pub to: String,
    /// The amount in base units.
    pub amount: u64,
}

/// An output that carries data and no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataOutput(wallet_btc_like::DataOutput);

impl DataOutput {
    /// Returns the output with the bytes in a single push, or `None` for no bytes.
    pub fn of_data(data: &[u8]) -> Option<Self> {
        let output = wallet_btc_like::DataOutput::of_data(&hex::encode(data));
        output.ok().map(Self)
    }

    /// Returns the output with this script, or `None` if the script is not `OP_RETURN` with pushes only.
    pub fn of_script(script: impl AsRef<[u8]>) -> Option<Self> {
        let output = wallet_btc_like::DataOutput::of_script(&hex::encode(script));
        output.ok().map(Self)
    }

    /// Returns the script.
    pub fn script(&self) -> &[u8] {
        self.0.script().as_bytes()
    }
}

/// The recipients of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recipients {
    /// 1 to 100 recipients, each with an amount, in output order.
    Each(Vec<Output>),
    /// The address that receives all funds less the fee.
    All(String),
}

/// A payment from the outputs of keys to recipients.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Transfer {
    /// The chain.
    pub chain: Chain,
    /// The network.
    pub network: Network,
    /// The sender's public key in hex. For a p2tr address the internal key (BIP 86).
    pub public_key: String,
    /// The type of the sender's address; p2wpkh if absent. Without effect on bch and doge.
    pub address_type: Option<AddressType>,
    /// The recipients.
    pub recipients: Recipients,
    /// Outputs that carry data, after the recipients; not with [`Recipients::All`].
    #[builder(default)]
    pub data: Vec<DataOutput>,
    /// The address of the change; the sender's if absent.
    pub change_address: Option<String>,
    /// The outputs that [`quote`](super::quote) selects from, each with the owner unless the sender; all outputs
    /// of the sender if absent.
    pub utxo: Option<Vec<Utxo>>,
    /// The lowest number of confirmations of the outputs that [`quote`](super::quote) selects. The client cannot verify
    /// it.
    pub min_confirmations: Option<u32>,
    /// The lock time: a block height or, from 500 000 000 on, a Unix time.
    pub locktime: Option<u32>,
    /// The sequence number of the inputs that state none; if absent, one that permits a replacement on btc and ltc (BIP
    /// 125).
    pub sequence: Option<u32>,
    /// The highest fee in base units.
    #[builder(default)]
    pub max_fee: Fee,
}

impl Transfer {
    /// Creates a transfer from the sender's p2wpkh address, on bch and doge its p2pkh address, without further
    /// conditions.
    pub fn new(chain: Chain, network: Network, public_key: &str, recipients: Recipients) -> Self {
        Self {
            chain,
            network,
            public_key: public_key.to_owned(),
            address_type: None,
            recipients,
            data: Vec::new(),
            change_address: None,
            utxo: None,
            min_confirmations: None,
            locktime: None,
            sequence: None,
            max_fee: Fee::Limited,
        }
    }

    pub(super) fn sender(&self) -> Result<Sender, PaymentError> {
        let params = owner::params(self.chain, self.network);
        owner::new(params, &self.public_key, self.address_type.as_ref())
    }

    /// Rejects data in a transfer of all funds, which the service does not support.
    pub(super) fn check_data(&self) -> Result<(), PaymentError> {
        match self.recipients {
            Recipients::All(_) if !self.data.is_empty() => {
                Err(PaymentError::invalid("data", "it requires a fixed amount"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the address of the change.
    pub(super) fn change(&self, sender: &Sender) -> Result<Address, PaymentError> {
        match &self.change_address {
            Some(change) => owner::address(sender.params(), "change_address", change),
            None => Ok(sender.address().clone()),
        }
    }

    /// Returns the request for inputs and fees.
    pub(super) fn estimate_request(&self, address: String) -> EstimateRequest {
        let (to, amount, outputs) = match &self.recipients {
            Recipients::All(to) => (Some(to.clone()), Some("max".to_owned()), None),
            Recipients::Each(outputs) => fields(outputs, &self.data),
        };
        EstimateRequest {
            address,
            public_key: self.public_key.clone(),
            network: Some(self.network),
            r#type: self.address_type.clone(),
            utxo: self.utxo.clone(),
            to,
            amount,
            outputs,
            change_address: self.change_address.clone(),
            min_confirmations: self.min_confirmations,
            parents: Some(true),
        }
    }

    /// Checks that outputs selected by the service belong to the sender, or are among those to select from.
    pub(super) fn check_selection(&self, sender: &Sender, selected: &[Utxo]) -> Result<(), PaymentError> {
        for utxo in selected {
            let owner = of_output(sender, utxo)?;
            let Some(listed) = &self.utxo else {
                check("estimate", "owner of an output", owner.address(), sender.address())?;
                check("estimate", "sequence of an output", &utxo.sequence, &None)?;
                continue;
            };
            let same = |listed: &&Utxo| outpoint(listed).ok() == outpoint(utxo).ok();
            let listed = listed.iter().find(same);
            check("estimate", "selection of the outputs", &listed.is_some(), &true)?;
            if let Some(listed) = listed {
                let expected = of_output(sender, listed)?;
                check("estimate", "owner of an output", owner.address(), expected.address())?;
                check("estimate", "value of an output", &utxo.value, &listed.value)?;
                check("estimate", "sequence of an output", &utxo.sequence, &listed.sequence)?;
            }
        }
        Ok(())
    }
}

impl From<&Self> for Transfer {
    fn from(transfer: &Self) -> Self {
        transfer.clone()
    }
}

impl From<&Payment> for Transfer {
    fn from(payment: &Payment) -> Self {
        let to = payment.to.clone();
        let recipients = match payment.amount {
            Spend::Exact(amount) => Recipients::Each(vec![Output { to, amount }]),
            Spend::Max => Recipients::All(to),
        };
        Self {
            address_type: payment.address_type.clone(),
            max_fee: payment.max_fee,
            ..Self::new(payment.chain, payment.network, &payment.public_key, recipients)
        }
    }
}

/// Returns the outputs in the fields of a request: `to` and `amount`, or `outputs` if there are several.
pub fn fields(outputs: &[Output], data: &[DataOutput]) -> (Option<String>, Option<String>, Option<Vec<PaymentOutput>>) {
    if let ([Output { to, amount }], []) = (outputs, data) {
        return (Some(to.clone()), Some(amount.to_string()), None);
    }
    let outputs = outputs.iter().map(|output| PaymentOutput {
        to: output.to.clone(),
        amount: output.amount.to_string(),
        ..PaymentOutput::default()
    });
    let data = data.iter().map(|output| PaymentOutput {
        amount: "0".to_owned(),
        script: Some(hex::encode(output.script())),
        ..PaymentOutput::default()
    });
    (None, None, Some(outputs.chain(data).collect()))
}

/// Returns the outputs of a transaction that pay recipients, then outputs that carry data.
pub fn payments(
    params: &'static Params,
    outputs: &[Output],
    data: &[DataOutput],
) -> Result<Vec<wallet_btc_like::Output>, PaymentError> {
    let payments = outputs.iter().map(|output| {
        let payment = wallet_btc_like::Payment::new(owner::address(params, "to", &output.to)?, output.amount);
        let payment = payment.map_err(|error| PaymentError::invalid("amount", error))?;
        Ok(wallet_btc_like::Output::Payment(payment))
    });
    let data = data
        .iter()
        .map(|data| Ok(wallet_btc_like::Output::Data(data.0.clone())));
    payments.chain(data).collect()
}
