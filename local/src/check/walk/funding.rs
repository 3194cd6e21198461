//! The funds of the senders.

use super::account::Account;
use super::paid::Funding;
use super::step::{At, Failure};
use wallet_client::sandbox::{FaucetRequest, MineRequest, faucet};
use wallet_client::{CallError, Client, sandbox};

/// Requests the funds from the faucet. A deployment without a sandbox has no such path, and a sandbox has no faucet for
/// a chain with a configured upstream.
pub async fn request(client: &Client, account: &dyn Account, address: &str) -> Result<Funding, Failure> {
    let request = FaucetRequest {
        chain: account.chain().to_owned(),
        address: address.to_owned(),
        amount: account.funds().to_string(),
        token: None,
    };
    match faucet(client, &request).await {
        Ok(_) => {
            mine(client, account.chain()).await?;
            Ok(Funding::ByFaucet)
        }
        Err(error) if has_no_faucet(&error) => Ok(Funding::ByUser),
        Err(error) => Err(error).at("faucet"),
    }
}

fn has_no_faucet(error: &CallError) -> bool {
    let status = match error {
        CallError::Response(response) => response.status,
        CallError::Undocumented { status, .. } => *status,
        _ => return false,
    };
    matches!(status, 401 | 403 | 404 | 405)
}

/// Mines a block of the sandbox.
pub async fn mine(client: &Client, chain: &str) -> Result<(), Failure> {
    let chain = chain.to_owned();
    sandbox::mine(client, &MineRequest { chain }).await.at("mine").map(drop)
}
