//! The replacement of a pending transaction by a transaction with the same nonce and higher prices.

use super::call::Action;
use super::draft::Draft;
use super::prepared::Prepared;
use super::transaction::{GasPrice, params, public_key};
use super::{Payment, hex, number};
use crate::blockchain_connector_eth_like::prepare_transaction::{self, BumpRequest, BumpResponse};
use crate::client::Client;
use crate::payments::Amount;
use crate::payments::check::{PaymentError, check};
use crate::payments::fee::Fee;
use crate::payments::signed::{Family, Signed};
use bon::Builder;
use wallet_eth_like::{
    Address, DecodedTransaction, Hash, PublicKey, SignedTransaction, TransactionError, TransactionFields,
};

const ENDPOINT: &str = "bump";

/// The purpose of a replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BumpMode {
    /// The same transaction with higher prices.
    SpeedUp,
    /// A payment of nothing to the sender, which uses the nonce.
    Cancel,
}

impl BumpMode {
    pub fn name(self) -> &'static str {
        match self {
            Self::SpeedUp => "speed-up",
            Self::Cancel => "cancel",
        }
    }

    /// Rejects a transaction that would lose the access list: replacements have none.
    fn check(self, pending: &SignedTransaction) -> Result<(), PaymentError> {
        if self == Self::SpeedUp && !pending.unsigned().access_list().is_empty() {
            let problem = "the transaction has an access list (EIP-2930), which its replacement would lose: cancel it";
            return Err(PaymentError::invalid("mode", problem));
        }
        Ok(())
    }
}

/// A pending transaction to replace. Until either is in a block, both can be mined.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Bump {
    /// The transaction, as stored by the app.
    pub signed: Signed,
    /// The sender's public key in hex.
    pub public_key: String,
    /// The purpose.
    pub mode: BumpMode,
    /// The highest fee in wei, without the L1 fee of a rollup.
    #[builder(default)]
    pub max_fee: Fee,
}

/// A replacement with the price.
#[derive(Clone, Debug)]
pub struct Replacement {
    payment: Payment,
    sender: PublicKey,
    previous_price: GasPrice,
    fields: TransactionFields,
    /// The response of the service.
    pub plan: BumpResponse,
}

/// Requests the price of a replacement, and compares its other fields with those of the pending transaction.
pub async fn bump(client: &Client, request: &Bump) -> Result<Replacement, PaymentError> {
    let sender = public_key(&request.public_key)?;
    let pending = request.pending(&sender)?;
    request.mode.check(&pending)?;
    let wire = BumpRequest {
        txid: request.signed.txid.clone(),
        network: Some(request.signed.network),
        mode: request.mode.name().to_owned(),
    };
    let plan = prepare_transaction::bump(client, &request.signed.chain, &wire).await?;
    let fields = request.replacement(pending.fields(), sender.address(), &plan)?;
    Ok(Replacement {
        payment: Payment {
            chain: request.signed.chain.clone(),
            network: request.signed.network,
            public_key: request.public_key.clone(),
            action: Action::of(fields.to, fields.amount, &fields.data),
            max_fee: request.max_fee,
        },
        sender,
        previous_price: pending.fields().price.into(),
        fields,
        plan,
    })
}

impl Bump {
    /// Decodes the pending transaction, which must be of this sender on this chain.
    fn pending(&self, sender: &PublicKey) -> Result<SignedTransaction, PaymentError> {
        let invalid = |problem: &str| PaymentError::invalid("signed", problem);
        if self.signed.family != Family::EthLike {
            return Err(invalid("it is of another family of chains"));
        }
        let bytes = self
            .signed
            .txdata
            .strip_prefix("0x")
            .and_then(|text| hex::decode(text).ok());
        let bytes = bytes.ok_or_else(|| invalid("it is not hex"))?;
        if Hash::of(&bytes).to_string() != self.signed.txid {
            return Err(invalid("the hash is that of another transaction"));
        }
        match DecodedTransaction::parse(params(&self.signed.chain, self.signed.network)?, &self.signed.txdata) {
            Ok(DecodedTransaction::Signed(pending)) if pending.sender() == sender.address() => Ok(pending),
            Ok(DecodedTransaction::Signed(_)) => Err(invalid("it is of another sender")),
            Err(TransactionError::OtherChain { .. }) => Err(invalid("it is of another chain")),
            Ok(DecodedTransaction::Unsigned(_)) | Err(_) => Err(invalid("it is not a transaction of this client")),
        }
    }

    /// Compares the planned transaction with the pending transaction, and returns the plan with the price.
    fn replacement(
        &self,
        pending: &TransactionFields,
        sender: Address,
        plan: &BumpResponse,
    ) -> Result<TransactionFields, PaymentError> {
        let gas_limit = number("gasLimit", &plan.gas_limit)?;
        let expected = match self.mode {
            BumpMode::SpeedUp => pending.clone(),
            BumpMode::Cancel => TransactionFields {
                to: Some(sender),
                amount: Amount::ZERO,
                data: Vec::new(),
                gas_limit,
                ..pending.clone()
            },
        };
        check(ENDPOINT, "sender", &plan.from, &sender.to_string())?;
        check(ENDPOINT, "nonce", &plan.nonce, &expected.nonce)?;
        check(ENDPOINT, "recipient", &plan.to, &expected.to.map(|to| to.to_string()))?;
        check(ENDPOINT, "amount", &plan.amount, &expected.amount.to_string())?;
        check(ENDPOINT, "data", &plan.data, &hex(&expected.data))?;
        check(ENDPOINT, "gas limit", &gas_limit, &expected.gas_limit)?;
        let price = price(plan)?;
        check(
            ENDPOINT,
            "replacing price",
            &price.replaces(pending.price.into()),
            &true,
        )?;
        Ok(TransactionFields {
            price: price.into(),
            ..expected
        })
    }
}

/// Returns the price of the plan.
fn price(plan: &BumpResponse) -> Result<GasPrice, PaymentError> {
    match (&plan.gas_price, &plan.max_fee_per_gas, &plan.max_priority_fee_per_gas) {
        (Some(price), None, None) => Ok(GasPrice::Legacy(number("gasPrice", price)?)),
        (None, Some(max_fee), Some(tip)) => Ok(GasPrice::FeeMarket {
            max_fee: number("maxFeePerGas", max_fee)?,
            priority_fee: number("maxPriorityFeePerGas", tip)?,
        }),
        _ => Err(PaymentError::invalid(
            "gasPrice",
            "the prices are of no type of transaction",
        )),
    }
}

impl Replacement {
    /// Returns the price of the pending transaction.
    pub fn previous_price(&self) -> GasPrice {
        self.previous_price
    }

    /// Compares the replacement with that of the service.
    pub async fn prepare(&self, client: &Client) -> Result<Prepared, PaymentError> {
        self.draft(self.fields.price.into(), true).prepare(client).await
    }

    /// Compares the replacement, with another price, with that of the service. Nodes require a price and a tip that are
    /// at least a tenth above those of the pending transaction.
    pub async fn prepare_with(&self, client: &Client, price: GasPrice) -> Result<Prepared, PaymentError> {
        if !price.replaces(self.previous_price) {
            let problem = "it is less than a tenth above that of the pending transaction";
            return Err(PaymentError::invalid("price", problem));
        }
        self.draft(price, false).prepare(client).await
    }

    fn draft(&self, price: GasPrice, is_price_of_service: bool) -> Draft<'_> {
        Draft {
            payment: &self.payment,
            sender: self.sender,
            fields: TransactionFields {
                price: price.into(),
                ..self.fields.clone()
            },
            warnings: &self.plan.warnings,
            is_price_of_service,
        }
    }
}
