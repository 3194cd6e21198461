//! The comparison of a transaction of the service with that built here.

use super::prepared::{Prepared, Review};
use super::transaction::GasPrice;
use super::{Payment, data_text, hex};
use crate::blockchain_connector_eth_like::transaction::{GetHashRequest, get_hash, parse};
use crate::client::Client;
use crate::payments::Amount;
use crate::payments::check::{PaymentError, check};
use crate::payments::fee::Offered;
use crate::warning::{Warning, WarningCode};
use crate::wire::ParseRequest;
use wallet_eth_like::erc20::{self, TokenCallKind};
use wallet_eth_like::{Cautions, NamedCall, PublicKey, TransactionFields, UnsignedTransaction};

/// A transaction to compare.
pub struct Draft<'a> {
    pub payment: &'a Payment,
    pub sender: PublicKey,
    pub fields: TransactionFields,
    pub warnings: &'a [Warning],
    /// True if the service chose the price.
    pub is_price_of_service: bool,
}

impl Draft<'_> {
    /// Compares the transaction with that of the service.
    pub async fn prepare(self, client: &Client) -> Result<Prepared, PaymentError> {
        let payment = self.payment;
        let price = GasPrice::from(self.fields.price);
        let gas_limit = Amount::from(self.fields.gas_limit);
        let fee = gas_limit.checked_mul(price.maximum());
        let fee = fee.ok_or_else(|| PaymentError::invalid("fee", "it exceeds 256 bits"))?;
        self.check_fee(client, fee).await?;
        let request = self.request(fee);
        let response = get_hash(client, &payment.chain, &request).await?;
        let transaction = UnsignedTransaction::build(self.fields.clone(), fee);
        let transaction = transaction.map_err(|error| PaymentError::invalid("transaction", error))?;
        check("get-hash", "hash", &response.hash, &transaction.sighash().to_string())?;
        let parsed = self.check_parse(client, &transaction).await?;
        let calls = self.fields.to.map(|to| NamedCall::of(to, &self.fields.data));
        let is_unlimited = Cautions::of_calls(&calls.unwrap_or_default()).has_unlimited_approval;
        let derived = is_unlimited.then_some(WarningCode::UnlimitedApproval);
        let warnings = self.warnings.iter().cloned().chain(response.warnings).chain(parsed);
        Ok(Prepared {
            payment: payment.clone(),
            sender: self.sender,
            request,
            review: Review {
                action: payment.action.clone(),
                amount: self.fields.amount,
                fee,
                gas_limit,
                price,
                nonce: self.fields.nonce,
                chain_id: self.fields.params.chain_id(),
                warnings: merged(warnings, derived),
            },
            transaction,
        })
    }

    async fn check_fee(&self, client: &Client, fee: Amount) -> Result<(), PaymentError> {
        let gas_limit = Amount::from(self.fields.gas_limit);
        let offered = Offered {
            fee,
            tip: match GasPrice::from(self.fields.price) {
                GasPrice::FeeMarket { priority_fee, .. } => gas_limit.checked_mul(priority_fee),
                // Block producers collect a legacy price, which a service without honest prices could require.
                GasPrice::Legacy(_) => self.is_price_of_service.then_some(fee),
            },
            amount: self.fields.amount,
        };
        let chain = (&*self.payment.chain, self.payment.network);
        self.payment.max_fee.check(client, chain, &offered).await
    }

    fn request(&self, fee: Amount) -> GetHashRequest {
        let fields = &self.fields;
        let (gas_price, max_fee_per_gas, max_priority_fee_per_gas) = match GasPrice::from(fields.price) {
            GasPrice::Legacy(price) => (Some(price.to_string()), None, None),
            GasPrice::FeeMarket { max_fee, priority_fee } => {
                (None, Some(max_fee.to_string()), Some(priority_fee.to_string()))
            }
        };
        GetHashRequest {
            public_key: self.payment.public_key.clone(),
            network: Some(self.payment.network),
            to: fields.to.map(|to| to.to_string()),
            amount: fields.amount.to_string(),
            fee: fee.to_string(),
            gas_limit: fields.gas_limit.to_string(),
            gas_price,
            max_fee_per_gas,
            max_priority_fee_per_gas,
            nonce: fields.nonce,
            data: data_text(&fields.data),
        }
    }

    /// Compares the transaction that the service decodes with that built here. Returns the warnings of the service.
    async fn check_parse(
        &self,
        client: &Client,
        transaction: &UnsignedTransaction,
    ) -> Result<Vec<Warning>, PaymentError> {
        let fields = transaction.fields();
        let request = ParseRequest {
            unsigned_message: Some(hex(&transaction.bytes())),
            network: Some(self.payment.network),
            ..ParseRequest::default()
        };
        let parsed = parse(client, &self.payment.chain, &request).await?;
        check("parse", "recipient", &parsed.to, &fields.to.map(|to| to.to_string()))?;
        check("parse", "amount", &parsed.amount, &fields.amount.to_string())?;
        check("parse", "fee", &parsed.fee, &transaction.fee().to_string())?;
        check("parse", "nonce", &parsed.nonce, &fields.nonce)?;
        check("parse", "data", &parsed.data, &hex(&fields.data))?;
        let found = parsed.token.map(|token| (token.method, token.to, token.amount));
        let call = fields.to.and_then(|_| erc20::decode(&fields.data));
        let expected = call.map(|call| {
            let method = match call.kind {
                TokenCallKind::Transfer => "transfer",
                TokenCallKind::Approve => "approve",
            };
            (method.to_owned(), call.address.to_string(), call.amount.to_string())
        });
        check("parse", "token call", &found, &expected)?;
        Ok(parsed.warnings)
    }
}

/// Returns the first warning of each kind: those of the service, then those that the client derives from what is signed, so that
/// no service can omit them (docs/decisions/evm-payments.md#calldata-as-contracts-read-them,
/// docs/decisions/evm-payments.md#unknown-authorisations).
pub fn merged(
    of_service: impl IntoIterator<Item = Warning>,
    derived: impl IntoIterator<Item = WarningCode>,
) -> Vec<Warning> {
    let derived = derived.into_iter().map(|code| Warning {
        message: match code {
            WarningCode::UnlimitedApproval => "The spender may withdraw all tokens, without a limit.",
            _ => "The message looks like an authorisation to withdraw tokens, in a form that is not known.",
        }
        .to_owned(),
        code,
    });
    let mut merged: Vec<Warning> = Vec::new();
    for warning in of_service.into_iter().chain(derived) {
        if merged.iter().all(|known| known.code != warning.code) {
            merged.push(warning);
        }
    }
    merged
}
