//! Records of tokens of contracts.

use super::view::View;
use crate::contract::{ContractId, TokenHolding};
use crate::record::{TokenBalance, TokenProblem};
use crate::{Asset, DECIMALS};
use wallet_core::model::AssetValue;

impl View {
    /// Returns the record of a token, `holding` `None` if no upstream simulated the calls.
    pub fn token_balance(&self, contract: ContractId, holding: Option<&TokenHolding>) -> TokenBalance {
        let record = TokenBalance {
            contract: contract.to_string(),
            asset: None,
            symbol: None,
            balance: None,
            problem: None,
        };
        match holding {
            None => TokenBalance {
                problem: Some(TokenProblem::Unavailable),
                ..record
            },
            Some(TokenHolding::NoToken) => TokenBalance {
                problem: Some(TokenProblem::NoToken),
                ..record
            },
            Some(TokenHolding::OfAsset(asset, amount)) => TokenBalance {
                asset: Some(self.asset(asset)),
                symbol: match asset {
                    Asset::Native => None,
                    Asset::Credit(credit) => Some(credit.code.to_string()),
                },
                balance: amount.map(|amount| AssetValue::new(amount, DECIMALS)),
                problem: amount.is_none().then_some(TokenProblem::NotHeld),
                ..record
            },
            Some(TokenHolding::OfContract {
                amount,
                decimals,
                symbol,
            }) => TokenBalance {
                symbol: symbol.clone(),
                balance: Some(AssetValue::new(amount, *decimals)),
                ..record
            },
        }
    }
}
