//! The request for a transaction, and the operations that it has to contain.

use super::{Action, CHAIN, Memo, Terms};
use crate::blockchain_connector_xlm::XlmAsset;
use crate::blockchain_connector_xlm::operation::{Operation, OperationBody, TrustedAsset};
use crate::blockchain_connector_xlm::transaction::get_hash::{
    AddTrustlineRequest, ClaimableBalanceRequest, GetHashResponse, MultiOperationsRequest, TransferRequest,
    add_trustline, claimable_balance, multi_operations, transfer,
};
use crate::client::Client;
use crate::payments::check::PaymentError;
use crate::wire::Asset;

/// Requests the transaction.
#[expect(clippy::too_many_lines, reason = "one request per action, of many fields")]
pub async fn build(client: &Client, terms: &Terms, action: &Action) -> Result<GetHashResponse, PaymentError> {
    let public_key = hex::encode(terms.public_key);
    let (network, fee, timeout) = (Some(terms.network), terms.fee.to_string(), terms.timeout);
    let sequence = terms.sequence.map(|number| number.to_string());
    let (memo, memo_type) = match &terms.memo {
        None => (None, None),
        Some(Memo::Text(text)) => (Some(text.clone()), Some("text".to_owned())),
        Some(Memo::Id(id)) => (Some(id.to_string()), Some("id".to_owned())),
        Some(Memo::Hash(hash)) => (Some(hex::encode(hash)), Some("hash".to_owned())),
        Some(Memo::Return(hash)) => (Some(hex::encode(hash)), Some("return".to_owned())),
    };
    Ok(match action {
        Action::Transfer { to, amount, asset } => {
            let (to, amount, asset) = (to.clone(), amount.to_string(), issued(asset)?);
            let request = TransferRequest {
                public_key,
                network,
                to,
                amount,
                asset,
                fee,
                memo,
                memo_type,
                timeout,
                sequence,
            };
            transfer(client, CHAIN, &request).await?
        }
        Action::Trust { asset, limit } => {
            let (amount, asset, claimable_balance_id) = (limit.map(|limit| limit.to_string()), issued(asset)?, None);
            let request = AddTrustlineRequest {
                public_key,
                network,
                amount,
                asset,
                claimable_balance_id,
                fee,
                memo,
                memo_type,
                timeout,
                sequence,
            };
            add_trustline(client, CHAIN, &request).await?
        }
        Action::Claim { id } => {
            let claimable_balance_id = id.clone();
            let request = ClaimableBalanceRequest {
                public_key,
                network,
                claimable_balance_id,
                fee,
                memo,
                memo_type,
                timeout,
                sequence,
            };
            claimable_balance(client, CHAIN, &request).await?
        }
        Action::Operations(operations) => {
            let operations = operations.clone();
            let request = MultiOperationsRequest {
                public_key,
                network,
                operations,
                fee,
                memo,
                memo_type,
                timeout,
                sequence,
            };
            multi_operations(client, CHAIN, &request).await?
        }
    })
}

/// Returns the asset in the form of requests; `None` for the lumen.
pub fn issued(asset: &Asset) -> Result<Option<XlmAsset>, PaymentError> {
    match asset {
        Asset::Coin { chain } if chain == CHAIN => Ok(None),
        Asset::XlmAsset { chain, code, issuer } => Ok(Some(XlmAsset {
            kind: Some("xlm-asset".to_owned()),
            chain: Some(chain.clone()),
            code: code.clone(),
            issuer: issuer.clone(),
        })),
        Asset::XlmToken { .. } => Err(PaymentError::invalid(
            "asset",
            "a token is transferred by a contract call",
        )),
        Asset::Coin { .. } | Asset::Erc20 { .. } | Asset::Erc721 { .. } | Asset::Erc1155 { .. } => {
            Err(PaymentError::invalid("asset", "it is not on Stellar"))
        }
    }
}

/// Returns the alternatives for each operation. A transfer of lumens creates the recipient's account if it is missing.
pub fn expected_operations(action: &Action) -> Vec<Vec<Operation>> {
    let one = |body: OperationBody| vec![vec![body.into()]];
    match action {
        Action::Transfer { to, amount, asset } => {
            let payment = OperationBody::Payment {
                destination: to.clone(),
                asset: asset.clone(),
                amount: amount.to_string(),
            };
            let creation = OperationBody::CreateAccount {
                destination: to.clone(),
                starting_balance: format!("{}.{:07}", amount / 10_000_000, amount % 10_000_000),
            };
            let mut alternatives = vec![payment.into()];
            if matches!(asset, Asset::Coin { .. }) {
                alternatives.push(creation.into());
            }
            vec![alternatives]
        }
        Action::Trust { asset, limit } => one(OperationBody::ChangeTrust {
            asset: TrustedAsset::Asset(asset.clone()),
            limit: limit.map(|limit| limit.to_string()),
        }),
        Action::Claim { id } => one(OperationBody::ClaimClaimableBalance { balance_id: id.clone() }),
        Action::Operations(operations) => operations.iter().map(|operation| vec![operation.clone()]).collect(),
    }
}
