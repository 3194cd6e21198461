//! The demo run of an EVM chain: pays coins, sends tokens, grants and revokes an approval.

mod holdings;
mod token;
mod transaction;

use super::screen::{Screen, short, units};
use super::step::{AtStep, Problem, StepError, ensure};
use super::{NETWORK, sandbox};
use holdings::{Holdings, Moved};
use token::Token;
use wallet_client::Client;
use wallet_client::asset_info::{ListRequest, list};
use wallet_client::payments::PaymentError;
use wallet_client::payments::eth_like::{Action, derive};
use wallet_client::signers::Secp256k1Key;

/// Decimals of the coin, the same on each of these chains.
const DECIMALS: u8 = 18;

/// The demo run of one chain.
pub struct Plan {
    /// The chain as used in paths.
    pub chain: &'static str,
    /// The ticker of the coin.
    pub ticker: &'static str,
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
    client: &'a Client,
    screen: &'a mut Screen,
    key: Secp256k1Key,
}

impl<'a> DemoRun<'a> {
    /// Creates a demo run with a new key.
    pub fn new(plan: &'a Plan, client: &'a Client, screen: &'a mut Screen) -> Self {
        Self {
            plan,
            client,
            screen,
            key: Secp256k1Key::random(),
        }
    }

    /// Funds a new address, sends coins and tokens to another one and returns the number of confirmed
    /// transactions.
    pub async fn run(mut self) -> Result<usize, StepError> {
        let sender = self.derive(&self.key).await.at("address")?;
        self.screen.done("address", &sender);
        let recipient = self.derive(&Secp256k1Key::random()).await.at("recipient")?;
        self.screen.done("recipient", &recipient);
        let token = self.token().await?;
        let funded = self.fund(&sender, &token).await?;
        let arrived = Moved {
            coins: self.plan.amount,
            tokens: funded.tokens / 4,
        };
        let actions = self.actions(&recipient, &token, &funded, &arrived);
        let confirmed = actions.len();
        let mut fees = 0;
        for (title, action) in actions {
            fees += self.transact(&sender, &title, action).await?;
        }
        let left = Moved {
            coins: funded.coins.saturating_sub(arrived.coins + fees),
            tokens: funded.tokens - arrived.tokens,
        };
        self.holds(&sender, &token, &left, "left").await?;
        self.holds(&recipient, &token, &arrived, "recipient").await?;
        Ok(confirmed)
    }

    /// Returns the token from the asset list.
    async fn token(&mut self) -> Result<Token, StepError> {
        const STEP: &str = "token";
        let filter = ListRequest {
            chain: Some(self.plan.chain.to_owned()),
            tag: None,
        };
        let listed = list(self.client, "erc20", &filter).await.at(STEP)?;
        let mut tokens = listed.into_iter().filter_map(|asset| {
            Some(Token {
                ticker: asset.ticker,
                contract: asset.contract?,
                decimals: asset.decimals,
            })
        });
        let found = tokens.find(|token| token.ticker == self.plan.token);
        let token = found.ok_or_else(|| Problem::Unexpected(format!("{} is not listed", self.plan.token)));
        let token = token.at(STEP)?;
        self.screen.done(
            STEP,
            &format!("{} is {} in asset info", token.ticker, short(&token.contract)),
        );
        Ok(token)
    }

    /// Requests coins and tokens from the faucet and checks that they arrive.
    async fn fund(&mut self, sender: &str, token: &Token) -> Result<Moved, StepError> {
        let nothing = Moved { coins: 0, tokens: 0 };
        self.holds(sender, token, &nothing, "before").await?;
        let funds = Moved {
            coins: self.plan.funds,
            tokens: token.units(self.plan.tokens),
        };
        for (amount, contract, text) in [
            (funds.coins, None, self.coins(funds.coins)),
            (funds.tokens, Some(&*token.contract), token.text(funds.tokens)),
        ] {
            let txid = sandbox::faucet(self.client, self.plan.chain, sender, amount, contract).await?;
            self.screen.done("faucet", &format!("{text} in {}", short(&txid)));
        }
        self.mine().await?;
        self.holds(sender, token, &funds, "balance").await?;
        Ok(funds)
    }

    /// Returns the transactions of the demo run with their titles.
    fn actions(&self, recipient: &str, token: &Token, funded: &Moved, arrived: &Moved) -> [(String, Action); 4] {
        let approval = |amount: u128| Action::ApproveToken {
            contract: token.contract.clone(),
            spender: recipient.to_owned(),
            amount: amount.into(),
        };
        let payment = Action::Pay {
            to: recipient.to_owned(),
            amount: arrived.coins.into(),
        };
        let transfer = Action::TransferToken {
            contract: token.contract.clone(),
            to: recipient.to_owned(),
            amount: arrived.tokens.into(),
        };
        [
            (format!("pay {}", self.coins(arrived.coins)), payment),
            (format!("send {}", token.text(arrived.tokens)), transfer),
            (
                format!("approve {}", token.text(funded.tokens)),
                approval(funded.tokens),
            ),
            ("revoke the approval".to_owned(), approval(0)),
        ]
    }

    async fn derive(&self, key: &Secp256k1Key) -> Result<String, PaymentError> {
        derive(self.client, self.plan.chain, NETWORK, &key.public_key()).await
    }

    async fn mine(&mut self) -> Result<(), StepError> {
        let block = sandbox::mine(self.client, self.plan.chain).await?;
        self.screen.done("mined", &format!("block {block}"));
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
        let found = Holdings::of(self.client, self.plan.chain, address, step)
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

    fn coins(&self, amount: u128) -> String {
        units(amount, DECIMALS, self.plan.ticker)
    }
}
