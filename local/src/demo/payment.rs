//! One UTXO payment: address, coins, estimate, hash, signature, attach, send, confirmation.

use super::holdings::{Holdings, Sent};
use super::screen::{Screen, coins, short};
use super::status::{self, status};
use super::step::{AtStep, StepError, ensure};
use super::{NETWORK, sandbox};
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::blockchain_connector_btc_like::prepare_transaction::utxo_list;
use wallet_client::payments::Fee;
use wallet_client::payments::PaymentError;
use wallet_client::payments::btc_like::{self, Chain, Prepared, Spend, derive, quote};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::{AddressRequest, FeeMode, Status};
use wallet_client::{CallError, Client};
use wallet_core::model::ChainName;

/// The payment on one chain.
pub struct Plan {
    /// The chain.
    pub chain: Chain,
    /// The ticker of the coin.
    pub ticker: &'static str,
    /// The address type of the sender; `None` if the chain has only one.
    pub address_type: Option<AddressType>,
    /// The requested faucet amount in base units.
    pub funds: u64,
    /// The paid amount in base units.
    pub amount: u64,
}

impl Plan {
    /// Returns the name for display: the chain and the address type.
    pub fn name(&self) -> String {
        let address_type = self.address_type.iter().map(AddressType::name);
        let words: Vec<_> = [self.chain.name()].into_iter().chain(address_type).collect();
        words.join(" ")
    }
}

/// A payment in progress.
pub struct Payment<'a> {
    plan: &'a Plan,
    client: &'a Client,
    screen: &'a mut Screen,
    key: Secp256k1Key,
}

impl<'a> Payment<'a> {
    /// Creates a payment from a new key.
    pub fn new(plan: &'a Plan, client: &'a Client, screen: &'a mut Screen) -> Self {
        Self {
            plan,
            client,
            screen,
            key: Secp256k1Key::random(),
        }
    }

    /// Funds a new address and makes a payment until it is confirmed.
    pub async fn run(mut self) -> Result<(), StepError> {
        let sender = self.derive(&self.key).await.at("address")?;
        self.screen.done("address", &sender);
        let recipient = self.derive(&Secp256k1Key::random()).await.at("recipient")?;
        self.screen.done("recipient", &recipient);
        self.holds(&sender, 0, "before").await?;
        self.fund(&sender).await?;
        self.holds(&sender, self.plan.funds, "balance").await?;
        let prepared = self.prepare(&recipient).await?;
        let sent = self.send(&prepared, sender).await?;
        self.status(&sent, &Status::Pending).await?;
        self.history(&sent, &Status::Pending).await?;
        self.mine().await?;
        self.status(&sent, &Status::Confirmed).await?;
        self.confirm(&sent).await?;
        self.history(&sent, &Status::Confirmed).await?;
        self.holds(&recipient, self.plan.amount, "recipient").await
    }

    async fn derive(&self, key: &Secp256k1Key) -> Result<String, PaymentError> {
        let address_type = self.plan.address_type.as_ref();
        derive(self.client, self.plan.chain, NETWORK, &key.public_key(), address_type).await
    }

    async fn fund(&mut self, address: &str) -> Result<(), StepError> {
        let (chain, amount) = (self.plan.chain.name(), self.plan.funds);
        let txid = sandbox::faucet(self.client, chain, address, amount.into(), None).await?;
        let text = format!("{} in {}", self.coins(amount), short(&txid));
        self.screen.done("faucet", &text);
        self.mine().await
    }

    async fn mine(&mut self) -> Result<(), StepError> {
        let block = sandbox::mine(self.client, self.plan.chain.name()).await?;
        self.screen.done("mined", &format!("block {block}"));
        Ok(())
    }

    /// Requests inputs and fees, and prepares the transaction with the normal fee.
    async fn prepare(&mut self, recipient: &str) -> Result<Prepared, StepError> {
        let payment = btc_like::Payment {
            chain: self.plan.chain,
            network: NETWORK,
            public_key: self.key.public_key(),
            address_type: self.plan.address_type.clone(),
            to: recipient.to_owned(),
            amount: Spend::Exact(self.plan.amount),
            max_fee: Fee::Limited,
        };
        let quote = quote(self.client, &payment).await.at("estimate")?;
        let (inputs, size) = (quote.estimate.utxo.len(), quote.estimate.size);
        let prepared = quote.prepare(self.client, FeeMode::Normal).await.at("hash")?;
        let fee = prepared.review().fee;
        ensure(fee > 0, "estimate", || "the normal fee is 0".to_owned())?;
        let noun = if inputs == 1 { "input" } else { "inputs" };
        let text = format!("{inputs} {noun}, {size} vB, fee {}", self.coins(fee));
        self.screen.done("estimate", &text);
        let hashes: Vec<_> = prepared.hashes().iter().map(|hash| short(&hex::encode(hash))).collect();
        self.screen.done("hash", &hashes.join(", "));
        Ok(prepared)
    }

    async fn send(&mut self, prepared: &Prepared, sender: String) -> Result<Sent, StepError> {
        let signed = prepared.sign(self.client, &self.key).await.at("sign")?;
        self.screen
            .done("sign", "locally, with a key that never leaves this process");
        self.screen
            .done("attach", &format!("txdata of {} bytes", signed.txdata.len() / 2));
        signed.send(self.client).await.at("send")?;
        let text = format!("{} in {}", self.coins(self.plan.amount), short(&signed.txid));
        self.screen.done("send", &text);
        Ok(Sent {
            signed,
            review: prepared.review().clone(),
            sender,
        })
    }

    /// Checks and prints the status of the payment.
    async fn status(&mut self, sent: &Sent, expected: &Status) -> Result<(), StepError> {
        let found = status(self.client, &sent.signed, expected).await?;
        let block = match found.block.as_str() {
            "" => String::new(),
            block => format!(" in block {block}"),
        };
        self.screen.done(status::STEP, &format!("{}{block}", found.status));
        Ok(())
    }

    /// Checks and prints the balance of an address in address info.
    async fn holds(&mut self, address: &str, expected: u64, step: &'static str) -> Result<(), StepError> {
        let holdings = Holdings::of(self.client, self.plan.chain, address, step).await?;
        let balance = holdings.balance(step)?;
        ensure(balance == expected, step, || {
            format!("the balance is {balance}, expected {expected}")
        })?;
        let text = format!("{} on {}", self.coins(balance), short(address));
        self.screen.done(step, &text);
        Ok(())
    }

    /// Checks and prints the payment as the latest entry of the sender's history.
    async fn history(&mut self, sent: &Sent, status: &Status) -> Result<(), StepError> {
        const STEP: &str = "history";
        let holdings = Holdings::of(self.client, self.plan.chain, &sent.sender, STEP).await?;
        let (balance, expected) = (holdings.balance(STEP)?, self.change(sent));
        ensure(balance == expected, STEP, || {
            format!("the balance is {balance}, expected {expected}")
        })?;
        ensure(holdings.newest_is(sent, status), STEP, || {
            format!("the latest transaction is not the {status} payment")
        })?;
        let text = format!(
            "{} out, {status}; {} left",
            self.coins(self.plan.amount),
            self.coins(balance)
        );
        self.screen.done(STEP, &text);
        Ok(())
    }

    /// Checks the received amount at the recipient and the change at the sender.
    async fn confirm(&mut self, sent: &Sent) -> Result<(), StepError> {
        const STEP: &str = "confirmed";
        let txid = &sent.signed.txid;
        let received = self.value_at(sent.recipient(), txid).await.at(STEP)?;
        ensure(received == self.plan.amount, STEP, || {
            format!("the recipient received {received}")
        })?;
        let (change, expected) = (self.value_at(&sent.sender, txid).await.at(STEP)?, self.change(sent));
        ensure(change == expected, STEP, || {
            format!("the change is {change}, expected {expected}")
        })?;
        let text = format!("{} received, {} left", self.coins(received), self.coins(change));
        self.screen.done(STEP, &text);
        Ok(())
    }

    /// Returns the value of a transaction's unspent outputs at an address, in base units.
    async fn value_at(&self, address: &str, txid: &str) -> Result<u64, CallError> {
        let request = AddressRequest {
            address: address.to_owned(),
            network: Some(NETWORK),
        };
        let listed = utxo_list(self.client, self.plan.chain.name(), &request).await?.utxo;
        let own = listed.iter().filter(|utxo| utxo.txid == txid);
        Ok(own.filter_map(|utxo| utxo.value.parse::<u64>().ok()).sum())
    }

    /// Returns the expected change in base units.
    fn change(&self, sent: &Sent) -> u64 {
        self.plan.funds.saturating_sub(self.plan.amount + sent.review.fee)
    }

    fn coins(&self, amount: u64) -> String {
        coins(amount, self.plan.ticker)
    }
}
