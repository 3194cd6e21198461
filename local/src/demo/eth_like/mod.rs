//! The demo run of an EVM chain: pays coins, sends tokens, grants and revokes an approval.

mod holdings;
mod responses;
mod transaction;

use super::api::{Api, CallError};
use super::responses::{AddressData, MinedData, SentData};
use super::screen::{Screen, short, units};
use super::step::{AtStep, StepError, ensure};
use super::wallet::Wallet;
use holdings::{Expected, Holdings, Moved};
use responses::{CalldataData, Token};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use transaction::{Done, TransactionSpec};

/// The base path of the connector.
const SERVICE: &str = "/blockchain-connector-eth-like/v1";
/// Decimals of the coin, the same on each of these chains.
const DECIMALS: u8 = 18;

/// The demo run of one chain.
pub struct Plan {
    /// The chain as used in paths.
    pub chain: &'static str,
    /// The ticker of the coin.
    pub ticker: &'static str,
    /// True if transactions use EIP-1559 fees (a tip), false for a legacy gas price.
    pub fee_market: bool,
    /// The ticker of the token in asset info.
    pub token: &'static str,
    /// The requested faucet coins in wei.
    pub funds: u128,
    /// The paid amount in wei.
    pub amount: u128,
    /// The requested faucet tokens in whole tokens; a quarter of them is sent on.
    pub tokens: u128,
}

/// The demo run of one chain.
pub struct DemoRun<'a> {
    plan: &'a Plan,
    api: &'a Api,
    screen: &'a mut Screen,
    wallet: Wallet,
}

impl<'a> DemoRun<'a> {
    /// Creates a demo run with a new key.
    pub fn new(plan: &'a Plan, api: &'a Api, screen: &'a mut Screen) -> Self {
        Self {
            plan,
            api,
            screen,
            wallet: Wallet::random(),
        }
    }

    /// Funds a new address, sends coins and tokens to another one and returns the number of confirmed
    /// transactions.
    pub async fn run(mut self) -> Result<usize, StepError> {
        let sender = self.derive(&self.wallet.public_key()).await.at("address")?;
        self.screen.done("address", &sender);
        let recipient = self.derive(&Wallet::random().public_key()).await.at("recipient")?;
        self.screen.done("recipient", &recipient);
        let token = self.token().await?;
        let funded = self.fund(&sender, &token).await?;
        let coins = self.pay(&sender, &recipient).await?;
        let tokens = self.send_tokens(&sender, &recipient, &token).await?;
        let approved = self
            .approve(&sender, &recipient, &token, token.units(self.plan.tokens))
            .await?;
        let revoked = self.approve(&sender, &recipient, &token, 0).await?;
        let done = [coins, tokens, approved, revoked];
        let fees: u128 = done.iter().map(|done| done.fee).sum();
        let left = Moved {
            coins: funded.coins.saturating_sub(self.plan.amount + fees),
            tokens: funded.tokens - funded.tokens / 4,
        };
        self.holds(&sender, &token, &left, "left").await?;
        let arrived = Moved {
            coins: self.plan.amount,
            tokens: funded.tokens / 4,
        };
        self.holds(&recipient, &token, &arrived, "recipient").await?;
        Ok(done.len())
    }

    /// Returns the token from the asset list.
    async fn token(&mut self) -> Result<Token, StepError> {
        const STEP: &str = "token";
        let query = [("chain", self.plan.chain)];
        let list: Vec<Token> = self.api.get("/asset-info/v1/api/erc20/list", &query).await.at(STEP)?;
        let found = list.into_iter().find(|token| token.ticker == self.plan.token);
        ensure(found.is_some(), STEP, || format!("{} is not listed", self.plan.token))?;
        let token = found.unwrap_or_default();
        self.screen.done(
            STEP,
            &format!("{} is {} in asset info", token.ticker, short(&token.contract)),
        );
        Ok(token)
    }

    /// Requests coins and tokens from the faucet and checks that they arrive.
    async fn fund(&mut self, sender: &str, token: &Token) -> Result<Moved, StepError> {
        const STEP: &str = "faucet";
        let nothing = Moved { coins: 0, tokens: 0 };
        self.holds(sender, token, &nothing, "before").await?;
        let funds = Moved {
            coins: self.plan.funds,
            tokens: token.units(self.plan.tokens),
        };
        let coins = json!({ "chain": self.plan.chain, "address": sender, "amount": funds.coins.to_string() });
        let mut tokens = coins.clone();
        tokens["amount"] = funds.tokens.to_string().into();
        tokens["token"] = token.contract.clone().into();
        for (body, text) in [(coins, self.coins(funds.coins)), (tokens, token.text(funds.tokens))] {
            let paid: SentData = self.api.post("/sandbox/v1/faucet", &body).await.at(STEP)?;
            self.screen.done(STEP, &format!("{text} in {}", short(&paid.txid)));
        }
        self.mine().await?;
        self.holds(sender, token, &funds, "balance").await?;
        Ok(funds)
    }

    async fn pay(&mut self, sender: &str, recipient: &str) -> Result<Done, StepError> {
        let spec = TransactionSpec {
            title: format!("pay {}", self.coins(self.plan.amount)),
            to: recipient.to_owned(),
            amount: self.plan.amount,
            data: String::new(),
        };
        let expected = Expected::coins(recipient, self.plan.amount);
        self.transact(sender, &spec, &expected).await
    }

    async fn send_tokens(&mut self, sender: &str, recipient: &str, token: &Token) -> Result<Done, StepError> {
        let amount = token.units(self.plan.tokens) / 4;
        let spec = TransactionSpec {
            title: format!("send {}", token.text(amount)),
            to: token.contract.clone(),
            amount: 0,
            data: self.calldata("erc20-transfer-data", recipient, amount).await?,
        };
        let expected = Expected::tokens(recipient, token, amount);
        self.transact(sender, &spec, &expected).await
    }

    /// Approves an allowance of tokens for the recipient; 0 revokes it.
    async fn approve(&mut self, sender: &str, recipient: &str, token: &Token, amount: u128) -> Result<Done, StepError> {
        let title = match amount {
            0 => "revoke the approval".to_owned(),
            _ => format!("approve {}", token.text(amount)),
        };
        let spec = TransactionSpec {
            title,
            to: token.contract.clone(),
            amount: 0,
            data: self.calldata("erc20-approve-data", recipient, amount).await?,
        };
        let expected = Expected::nothing(&token.contract);
        self.transact(sender, &spec, &expected).await
    }

    async fn calldata(&self, call: &str, to: &str, amount: u128) -> Result<String, StepError> {
        let path = format!("{SERVICE}/api/prepare-transaction/{call}");
        let query = [("to", to), ("amount", &*amount.to_string())];
        let data: CalldataData = self.api.get(&path, &query).await.at("calldata")?;
        Ok(data.data)
    }

    async fn derive(&self, public_key: &str) -> Result<String, CallError> {
        let body = json!({ "publicKey": public_key, "network": "testnet" });
        let data: AddressData = self.post("get-address", body).await?;
        Ok(data.address)
    }

    async fn mine(&mut self) -> Result<(), StepError> {
        let body = json!({ "chain": self.plan.chain });
        let mined: MinedData = self.api.post("/sandbox/v1/mine", &body).await.at("mined")?;
        self.screen.done("mined", &format!("block {}", mined.block));
        Ok(())
    }

    /// Checks and prints the balances of an address in address info.
    async fn holds(
        &mut self,
        address: &str,
        token: &Token,
        expected: &Moved,
        step: &'static str,
    ) -> Result<(), StepError> {
        let found = Holdings::of(self.api, self.plan.chain, address, step)
            .await?
            .moved(token);
        ensure(found == *expected, step, || {
            format!("found {found:?}, expected {expected:?}")
        })?;
        let (coins, tokens) = (self.coins(found.coins), token.text(found.tokens));
        self.screen
            .done(step, &format!("{coins} and {tokens} on {}", short(address)));
        Ok(())
    }

    async fn post<T: DeserializeOwned>(&self, call: &str, body: Value) -> Result<T, CallError> {
        let path = format!("{SERVICE}/api/{call}/{}", self.plan.chain);
        self.api.post(&path, &body).await
    }

    fn coins(&self, amount: u128) -> String {
        units(amount, DECIMALS, self.plan.ticker)
    }
}
