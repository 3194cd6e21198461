//! A token of an EVM chain: a transfer, an approval and the revocation of the approval.

use super::account::Account;
use super::eth_like::EthLikeAccount;
use super::progress::{At, Failure, Funding, Progress, ensure, short, units};
use serde_json::json;
use wallet_client::asset_info::{ListRequest, list};
use wallet_client::payments::eth_like::Action;
use wallet_client::wire::Asset;

/// The tickers of the tokens that are sent. The catalogue of each chain has such a token.
const TICKERS: [&str; 3] = ["USDT", "USDC", "USC"];
/// The whole tokens that the faucet pays. A quarter of them is sent.
const TOKENS: u128 = 1000;

struct Token {
    ticker: String,
    contract: String,
    decimals: u8,
}

impl Token {
    fn text(&self, amount: u128) -> String {
        units(amount, self.decimals, &self.ticker)
    }
}

impl EthLikeAccount {
    /// Sends tokens of the faucet to a recipient, and approves and revokes their use. Without a faucet there are no tokens.
    pub(super) async fn send_tokens(&self, progress: &mut Progress<'_>, to: &str) -> Result<(), Failure> {
        const STEP: &str = "tokens";
        if progress.funding == Funding::ByUser {
            return Ok(());
        }
        // An editor may have deleted the tokens of a chain.
        let Some(token) = self.token(progress).await? else {
            return Ok(());
        };
        let asset = Asset::Erc20 {
            chain: self.chain().to_owned(),
            contract: token.contract.clone(),
        };
        let sender = progress.report.address.clone();
        let funds = TOKENS * 10_u128.pow(token.decimals.into());
        let sent = funds / 4;
        let paid = progress.request_funds(&sender, funds, Some(&token.contract)).await?;
        let txid = paid.ok_or_else(|| Failure::new("faucet", format!("the faucet has no {}", token.ticker)))?;
        progress.done("faucet", format!("{} in {}", token.text(funds), short(&txid)));
        progress.mine().await?;
        self.check_tokens(progress, (&sender, &asset), funds).await?;
        for (title, action) in actions(&token, to, funds, sent) {
            progress.observer.begin(&title);
            let is_transfer = matches!(action, Action::TransferToken { .. });
            let mut transaction = self.sign_action(progress, action).await?;
            transaction.expected.to.clone_from(&token.contract);
            if is_transfer {
                let value = json!({ "amount": sent.to_string(), "decimals": token.decimals });
                let action = json!({ "asset": asset, "value": value, "from": sender, "to": to });
                transaction.expected.actions = Some(vec![action]);
            }
            progress.settle(self, &transaction, None).await?;
        }
        self.check_tokens(progress, (&sender, &asset), funds - sent).await?;
        self.check_tokens(progress, (to, &asset), sent).await?;
        let text = format!(
            "{} at the sender, {} at the recipient",
            token.text(funds - sent),
            token.text(sent)
        );
        progress.done(STEP, text);
        Ok(())
    }

    /// Returns a token from the asset list, `None` if none of them is listed.
    async fn token(&self, progress: &mut Progress<'_>) -> Result<Option<Token>, Failure> {
        const STEP: &str = "token";
        let filter = ListRequest::builder().chain(self.chain().to_owned()).build();
        let listed = list(progress.client, "erc20", &filter).await.at(STEP)?;
        let mut listed = listed.into_iter().filter_map(|asset| {
            Some(Token {
                ticker: asset.ticker,
                contract: asset.contract?,
                decimals: asset.decimals,
            })
        });
        let found = listed.find(|token| TICKERS.contains(&&*token.ticker));
        if let Some(token) = &found {
            progress.done(
                STEP,
                format!("{} is {} in asset info", token.ticker, short(&token.contract)),
            );
        }
        Ok(found)
    }

    /// Requires a balance of tokens in base units at an address.
    async fn check_tokens(
        &self,
        progress: &Progress<'_>,
        (address, asset): (&str, &Asset),
        expected: u128,
    ) -> Result<(), Failure> {
        const STEP: &str = "tokens";
        let info = self.info(progress.client, address).await.at(STEP)?;
        let found = info.balance_of(asset).unwrap_or(0);
        ensure(found == expected, STEP, || {
            format!("{address} has {found}, expected {expected}")
        })
    }
}

/// Returns the transactions with their titles.
fn actions(token: &Token, to: &str, funds: u128, sent: u128) -> [(String, Action); 3] {
    let approval = |amount: u128| Action::ApproveToken {
        contract: token.contract.clone(),
        spender: to.to_owned(),
        amount: amount.into(),
    };
    let transfer = Action::TransferToken {
        contract: token.contract.clone(),
        to: to.to_owned(),
        amount: sent.into(),
    };
    [
        (format!("send {}", token.text(sent)), transfer),
        (format!("approve {}", token.text(funds)), approval(funds)),
        ("revoke the approval".to_owned(), approval(0)),
    ]
}
