//! The comparison of a transaction of the service with that built here.

use super::address::hex;
use super::call::TokenCall;
use super::prepared::{Prepared, Review};
use super::transaction::{GasPrice, Transaction};
use super::warnings::{has_unlimited_approval, merged, unlimited_approval};
use super::{Payment, data_text};
use crate::blockchain_connector_eth_like::transaction::{GetHashRequest, get_hash, parse};
use crate::client::Client;
use crate::payments::amount::Amount;
use crate::payments::check::{PaymentError, check};
use crate::payments::fee::Offered;
use crate::wire::{ParseRequest, Warning};
use bitcoin::PublicKey;

/// A transaction to compare.
pub struct Draft<'a> {
    pub payment: &'a Payment,
    pub sender: PublicKey,
    pub transaction: Transaction,
    pub warnings: &'a [Warning],
    /// True if the service chose the price.
    pub is_price_of_service: bool,
}

impl Draft<'_> {
    /// Compares the transaction with that of the service.
    pub async fn prepare(self, client: &Client) -> Result<Prepared, PaymentError> {
        let (payment, transaction) = (self.payment, &self.transaction);
        let fee = transaction.gas_limit.checked_mul(transaction.price.maximum());
        let fee = fee.ok_or_else(|| PaymentError::invalid("fee", "it exceeds 256 bits"))?;
        self.check_fee(client, fee).await?;
        let request = self.request(fee);
        let response = get_hash(client, &payment.chain, &request).await?;
        check("get-hash", "hash", &response.hash, &hex(&transaction.hash()))?;
        let parsed = self.check_parse(client, fee).await?;
        let is_unlimited = transaction.to.is_some() && has_unlimited_approval(&transaction.data);
        let derived = is_unlimited.then(unlimited_approval);
        let warnings = self.warnings.iter().cloned().chain(response.warnings).chain(parsed);
        let warnings = merged(warnings.chain(derived));
        Ok(Prepared {
            payment: payment.clone(),
            sender: self.sender,
            request,
            review: Review {
                action: payment.action.clone(),
                amount: transaction.amount,
                fee,
                gas_limit: transaction.gas_limit,
                price: transaction.price,
                nonce: transaction.nonce,
                chain_id: transaction.chain_id,
                warnings,
            },
            transaction: self.transaction,
        })
    }

    async fn check_fee(&self, client: &Client, fee: Amount) -> Result<(), PaymentError> {
        let Transaction {
            price,
            gas_limit,
            amount,
            ..
        } = self.transaction;
        let offered = Offered {
            fee,
            tip: match price {
                GasPrice::FeeMarket { priority_fee, .. } => gas_limit.checked_mul(priority_fee),
                // Block producers collect a legacy price, which a service without honest prices could require.
                GasPrice::Legacy(_) => self.is_price_of_service.then_some(fee),
            },
            amount,
        };
        let chain = (&*self.payment.chain, self.payment.network);
        self.payment.max_fee.check(client, chain, &offered).await
    }

    fn request(&self, fee: Amount) -> GetHashRequest {
        let transaction = &self.transaction;
        let (gas_price, max_fee_per_gas, max_priority_fee_per_gas) = match transaction.price {
            GasPrice::Legacy(price) => (Some(price.to_string()), None, None),
            GasPrice::FeeMarket { max_fee, priority_fee } => {
                (None, Some(max_fee.to_string()), Some(priority_fee.to_string()))
            }
        };
        GetHashRequest {
            public_key: self.payment.public_key.clone(),
            network: Some(self.payment.network),
            to: transaction.to.map(|to| to.to_string()),
            amount: transaction.amount.to_string(),
            fee: fee.to_string(),
            gas_limit: transaction.gas_limit.to_string(),
            gas_price,
            max_fee_per_gas,
            max_priority_fee_per_gas,
            nonce: transaction.nonce,
            data: data_text(&transaction.data),
        }
    }

    /// Compares the transaction that the service decodes with that built here. Returns the warnings of the service.
    async fn check_parse(&self, client: &Client, fee: Amount) -> Result<Vec<Warning>, PaymentError> {
        let transaction = &self.transaction;
        let request = ParseRequest {
            txdata: None,
            unsigned_message: Some(hex(&transaction.unsigned())),
            network: Some(self.payment.network),
        };
        let parsed = parse(client, &self.payment.chain, &request).await?;
        check(
            "parse",
            "recipient",
            &parsed.to,
            &transaction.to.map(|to| to.to_string()),
        )?;
        check("parse", "amount", &parsed.amount, &transaction.amount.to_string())?;
        check("parse", "fee", &parsed.fee, &fee.to_string())?;
        check("parse", "nonce", &parsed.nonce, &transaction.nonce)?;
        check("parse", "data", &parsed.data, &hex(&transaction.data))?;
        let found = parsed.token.map(|token| (token.method, token.to, token.amount));
        let call = transaction.to.and_then(|_| TokenCall::decode(&transaction.data));
        let expected = call.as_ref().map(TokenCall::names);
        check("parse", "token call", &found, &expected)?;
        Ok(parsed.warnings)
    }
}
