//! The replacement of a pending transaction of the sender (BIP 125).

use crate::blockchain_connector_btc_like::prepare_transaction::{self, BumpRequest, BumpResponse};
use crate::blockchain_connector_btc_like::{AddressType, PaymentOutput, Utxo};
use crate::client::Client;
use crate::payments::btc_like::draft::Draft;
use crate::payments::btc_like::owner::{input, of_output, outpoint};
use crate::payments::btc_like::{Chain, DataOutput, Output, Prepared, Recipients, Transfer, number, parents, sum};
use crate::payments::check::{PaymentError, check};
use crate::payments::fee::Fee;
use crate::payments::signed::{Family, Signed};
use crate::wire::{FeeMode, FeeSet};
use bitcoin::consensus::encode::deserialize_hex;
use bitcoin::{Amount, OutPoint, ScriptBuf, Transaction, TxOut};
use bon::Builder;
use std::collections::BTreeSet;
use wallet_btc_like::{Address, Params, Sender};
use wallet_core::model::ChainName;

/// The endpoint that plans replacements and children.
pub(super) const ENDPOINT: &str = "bump";

/// A pending transaction of the sender, to pay a higher fee for.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Bump {
    /// The transaction, as stored by the app.
    pub signed: Signed,
    /// The sender's public key in hex.
    pub public_key: String,
    /// The type of the sender's address; p2wpkh if absent.
    pub address_type: Option<AddressType>,
    /// Its inputs that belong to other keys, each with its owner, and confirmed outputs to spend if the change does not
    /// cover the fee.
    #[builder(default)]
    pub utxo: Vec<Utxo>,
    /// The address of the change; the sender's if absent. The last output to it is the change, all others are payments.
    pub change_address: Option<String>,
    /// The highest fee in base units.
    #[builder(default)]
    pub max_fee: Fee,
}

/// A replacement with the same inputs and payments, and its fees.
#[derive(Clone, Debug)]
pub struct Replacement {
    transfer: Transfer,
    sender: Sender,
    outputs: Vec<Output>,
    utxo: Vec<Utxo>,
    /// The fee of each mode in base units.
    pub fees: FeeSet,
    /// The lowest fee that nodes accept, in base units.
    pub minimum_fee: u64,
    /// The fee of the pending transaction in base units.
    pub previous_fee: u64,
    /// The response of the service.
    pub plan: BumpResponse,
}

/// Requests a replacement, and compares its inputs and payments with those of the pending transaction.
pub async fn bump(client: &Client, request: &Bump) -> Result<Replacement, PaymentError> {
    let pending = request.pending()?;
    let transfer = request.transfer(&pending)?;
    let wire = BumpRequest {
        txid: request.signed.txid.clone(),
        public_key: request.public_key.clone(),
        network: Some(request.signed.network),
        r#type: request.address_type.clone(),
        utxo: (!request.utxo.is_empty()).then(|| request.utxo.clone()),
        change_address: request.change_address.clone(),
    };
    let plan = prepare_transaction::bump(client, transfer.chain.name(), &wire).await?;
    Replacement::new(request, &pending, transfer, plan)
}

impl Bump {
    /// Decodes the pending transaction.
    fn pending(&self) -> Result<Transaction, PaymentError> {
        let invalid = |problem: &str| PaymentError::invalid("signed", problem);
        let pending: Transaction =
            deserialize_hex(&self.signed.txdata).map_err(|_| invalid("it is not a transaction"))?;
        if pending.compute_txid().to_string() != self.signed.txid {
            return Err(invalid("the hash is that of another transaction"));
        }
        Ok(pending)
    }

    /// Returns the replacement without payments.
    fn transfer(&self, pending: &Transaction) -> Result<Transfer, PaymentError> {
        let chain = Chain::from_name(&self.signed.chain).filter(|_| self.signed.family == Family::BtcLike);
        let chain = chain.ok_or_else(|| PaymentError::invalid("signed", "it is of another family of chains"))?;
        let lock_time = pending.lock_time.to_consensus_u32();
        let recipients = Recipients::Each(Vec::new());
        Ok(Transfer {
            address_type: self.address_type.clone(),
            change_address: self.change_address.clone(),
            locktime: (lock_time != 0).then_some(lock_time),
            max_fee: self.max_fee,
            ..Transfer::new(chain, self.signed.network, &self.public_key, recipients)
        })
    }

    /// Returns the spent output that is stored with the pending transaction.
    fn stored(&self, found: OutPoint) -> Option<&Utxo> {
        let is = |spent: &&Utxo| outpoint(spent).is_ok_and(|it| it == found);
        self.signed.utxo.iter().find(is)
    }

    /// Requires a stored or named value of each input, unless the signatures prove the values: the service alone could
    /// understate them.
    fn check_values(&self, sender: &Sender, utxo: &[Utxo]) -> Result<(), PaymentError> {
        if parents::are_proven(sender, utxo)? {
            return Ok(());
        }
        let named: Result<BTreeSet<_>, _> = self.utxo.iter().map(outpoint).collect();
        let named = named?;
        for utxo in utxo {
            let found = outpoint(utxo)?;
            if !named.contains(&found) && self.stored(found).is_none() {
                let problem = format!("the value of {found} is neither in `signed` nor in `utxo`");
                return Err(PaymentError::invalid("utxo", problem));
            }
        }
        Ok(())
    }

    /// Compares an input with the pending transaction and the outputs of the app. `expected` is its outpoint in the
    /// pending transaction; a further input must be one of the app.
    fn check_input(&self, sender: &Sender, utxo: &Utxo, expected: Option<&OutPoint>) -> Result<(), PaymentError> {
        let found = outpoint(utxo)?;
        let listed = self
            .utxo
            .iter()
            .find(|listed| outpoint(listed).is_ok_and(|it| it == found));
        match expected {
            Some(expected) => check(ENDPOINT, "input", &found, expected)?,
            None => check(ENDPOINT, "further input", &listed.is_some(), &true)?,
        }
        if let Some(spent) = self.stored(found) {
            check(ENDPOINT, "value of an input", &utxo.value, &spent.value)?;
        }
        let owner = match listed {
            Some(listed) => {
                check(ENDPOINT, "value of an input", &utxo.value, &listed.value)?;
                of_output(sender, listed)?
            }
            None => sender.clone(),
        };
        let sequence = listed.and_then(|listed| listed.sequence);
        check(ENDPOINT, "sequence of an input", &utxo.sequence, &sequence)?;
        let stated = of_output(sender, utxo)?;
        check(ENDPOINT, "owner of an input", stated.address(), owner.address())
    }
}

impl Replacement {
    fn new(
        request: &Bump,
        pending: &Transaction,
        transfer: Transfer,
        plan: BumpResponse,
    ) -> Result<Self, PaymentError> {
        let sender = transfer.sender()?;
        let utxo = plan.utxo.clone().unwrap_or_default();
        check(
            ENDPOINT,
            "number of inputs",
            &(utxo.len() < pending.input.len()),
            &false,
        )?;
        let mut expected = pending.input.iter().map(|input| input.previous_output);
        for utxo in &utxo {
            request.check_input(&sender, utxo, expected.next().as_ref())?;
        }
        request.check_values(&sender, &utxo)?;
        let change = transfer.change(&sender)?;
        let stated = plan.change_address.as_deref().unwrap_or_default();
        let stated = Address::parse_recipient(sender.params(), stated);
        check(ENDPOINT, "change address", &stated.as_ref(), &Ok(&change))?;
        let (outputs, data) = payments(sender.params(), pending, &change, &plan)?;
        let inputs: Result<Vec<_>, _> = utxo.iter().map(|utxo| input(&sender, utxo)).collect();
        let spent = inputs?
            .into_iter()
            .take(pending.input.len())
            .map(|input| input.utxo.value);
        let paid = pending.output.iter().map(|output| output.value.to_sat());
        let previous_fee = sum(spent)
            .zip(sum(paid))
            .and_then(|(spent, paid)| spent.checked_sub(paid));
        let missing = |field| PaymentError::invalid(field, "it is missing");
        Ok(Self {
            previous_fee: previous_fee
                .ok_or_else(|| PaymentError::invalid("utxo", "the inputs do not cover the payments"))?,
            fees: plan.fees.clone().ok_or_else(|| missing("fees"))?,
            minimum_fee: number("minimumFee", plan.minimum_fee.as_deref().unwrap_or_default())?,
            transfer: Transfer { data, ..transfer },
            sender,
            outputs,
            utxo,
            plan,
        })
    }

    /// Builds the replacement with the fee of a mode and compares the result with that of the service.
    pub async fn prepare(&self, client: &Client, mode: FeeMode) -> Result<Prepared, PaymentError> {
        self.prepare_with(client, number("fees", self.fees.of(mode))?).await
    }

    /// Builds the replacement with a fee in base units, which exceeds that of the pending transaction, and compares it
    /// with that of the service.
    pub async fn prepare_with(&self, client: &Client, fee: u64) -> Result<Prepared, PaymentError> {
        let lowest = self.minimum_fee.max(self.previous_fee.saturating_add(1));
        if fee < lowest {
            return Err(PaymentError::invalid(
                "fee",
                format!("the lowest fee of a replacement is {lowest}"),
            ));
        }
        let draft = Draft {
            transfer: &self.transfer,
            sender: &self.sender,
            utxo: &self.utxo,
            warnings: &self.plan.warnings,
        };
        draft.prepare(client, self.outputs.clone(), fee).await
    }
}

/// Returns the payments and data after comparing them with those of the pending transaction: all outputs but the last
/// one to the change address.
fn payments(
    params: &'static Params,
    pending: &Transaction,
    change: &Address,
    plan: &BumpResponse,
) -> Result<(Vec<Output>, Vec<DataOutput>), PaymentError> {
    let outputs = &pending.output;
    let change = outputs
        .iter()
        .rposition(|output| output.script_pubkey.as_script() == change.script_pubkey());
    let kept = outputs.iter().enumerate().filter(|(index, _)| Some(*index) != change);
    let kept: Vec<_> = kept.map(|(_, output)| output).collect();
    let expected: Vec<_> = kept
        .iter()
        .map(|output| (Some(output.script_pubkey.clone()), output.value.to_sat()))
        .collect();
    let stated = plan.outputs.iter().flatten();
    let stated: Result<Vec<_>, _> = stated.map(|output| stated_output(params, output)).collect();
    check(ENDPOINT, "payments", &stated?, &expected)?;
    let recipients = kept
        .iter()
        .take_while(|output| !output.script_pubkey.is_op_return())
        .count();
    let data: Option<Vec<_>> = kept[recipients..].iter().map(|output| data_output(output)).collect();
    let data = data.ok_or_else(|| {
        PaymentError::invalid(
            "signed",
            "it has data before payments or with a value, which this client does not build",
        )
    })?;
    let recipients = plan.outputs.iter().flatten().zip(&kept[..recipients]);
    let recipients = recipients.map(|(stated, output)| Output {
        to: stated.to.clone(),
        amount: output.value.to_sat(),
    });
    Ok((recipients.collect(), data))
}

/// Returns the script of an output of the plan, `None` if it is invalid, and its amount. An output with data has no
/// recipient.
fn stated_output(params: &'static Params, output: &PaymentOutput) -> Result<(Option<ScriptBuf>, u64), PaymentError> {
    let script = match &output.script {
        None => {
            let address = Address::parse_recipient(params, &output.to).ok();
            address.map(|address| address.script_pubkey().to_owned())
        }
        Some(script) => ScriptBuf::from_hex(script).ok().filter(|_| output.to.is_empty()),
    };
    Ok((script, number("outputs", &output.amount)?))
}

/// Returns an output with data and without value.
fn data_output(output: &TxOut) -> Option<DataOutput> {
    let data = DataOutput::of_script(&output.script_pubkey);
    data.filter(|_| output.value == Amount::ZERO)
}
