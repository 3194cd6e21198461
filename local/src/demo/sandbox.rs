//! The endpoints of the sandbox, with the errors of a step.

use super::step::{AtStep, StepError};
use wallet_client::Client;
use wallet_client::sandbox::{self, FaucetRequest, MineRequest};

/// Pays coins, or tokens of a contract, to an address. Returns the transaction hash.
pub async fn faucet(
    client: &Client,
    chain: &str,
    address: &str,
    amount: u128,
    token: Option<&str>,
) -> Result<String, StepError> {
    let request = FaucetRequest {
        chain: chain.to_owned(),
        address: address.to_owned(),
        amount: amount.to_string(),
        token: token.map(str::to_owned),
    };
    Ok(sandbox::faucet(client, &request).await.at("faucet")?.txid)
}

/// Mines a block and returns its height.
pub async fn mine(client: &Client, chain: &str) -> Result<String, StepError> {
    let chain = chain.to_owned();
    Ok(sandbox::mine(client, &MineRequest { chain }).await.at("mined")?.block)
}
