//! Implementation of the port `XlmTokens`: the functions of a token are simulated concurrently, one call each, because a
//! simulation has a single invocation. Only the contract of an asset has the id that follows from the asset, so that such a
//! contract is recognised once.

use super::source::XlmSource;
use super::{XlmUpstreams, not_configured};
use crate::horizon::LEDGERS;
use async_trait::async_trait;
use futures::future::try_join;
use futures::try_join;
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::Deadline;
use wallet_xlm::AccountId;
use wallet_xlm::contract::{
    CallOutcome, ContractId, ContractInvocation, ScValue, SimulationQuery, TokenHolding, TokenOutcomes, TokenQuery,
};
use wallet_xlm::ports::{RecentTransfers, XlmContracts, XlmTokens};

impl XlmUpstreams {
    async fn call(
        &self,
        network: Network,
        source: AccountId,
        invocation: ContractInvocation,
        deadline: Deadline,
    ) -> Result<CallOutcome, UpstreamError> {
        let query = SimulationQuery { source, invocation };
        let simulation = self.simulate(network, &query, deadline).await?;
        Ok(simulation.outcome.map(|simulated| simulated.result))
    }
}

#[async_trait]
impl XlmTokens for XlmUpstreams {
    async fn token(
        &self,
        network: Network,
        contract: ContractId,
        holder: AccountId,
        deadline: Deadline,
    ) -> Result<TokenHolding, UpstreamError> {
        let of_token = |function| {
            let invocation = ContractInvocation::of_token(contract, function);
            self.call(network, holder, invocation, deadline)
        };
        let balance = self.call(network, holder, ContractInvocation::balance(contract, holder), deadline);
        let labels = async { try_join(of_token(TokenQuery::Decimals), of_token(TokenQuery::Symbol)).await };
        let (asset, balance, labels) = match self.contracts.get(&(network, contract)) {
            Some(Some(asset)) => (Some(asset), balance.await?, None),
            Some(None) => {
                let (balance, labels) = try_join!(balance, labels)?;
                (None, balance, Some(labels))
            }
            None => {
                let (balance, labels, name) = try_join!(balance, labels, of_token(TokenQuery::Name))?;
                let name = name.as_ref().ok().and_then(ScValue::as_text);
                let asset = name.and_then(|name| contract.asset_named(&name, network));
                if balance.is_ok() || asset.is_some() {
                    self.contracts.put((network, contract), asset);
                }
                (asset, balance, Some(labels))
            }
        };
        Ok(match (asset, labels) {
            (Some(asset), _) => TokenHolding::of_asset(asset, &balance),
            (None, Some((decimals, symbol))) => TokenHolding::of_contract(&TokenOutcomes {
                balance,
                decimals,
                symbol,
            }),
            (None, None) => TokenHolding::NoToken,
        })
    }

    async fn transfers(
        &self,
        network: Network,
        id: AccountId,
        contracts: &[ContractId],
        limit: u32,
        deadline: Deadline,
    ) -> Result<RecentTransfers, UpstreamError> {
        let part = self.pools.pool(network)?.part(XlmSource::contracts);
        let part = part.ok_or_else(|| not_configured(network))?;
        let read = part.read_in(LEDGERS, deadline, |source, deadline| {
            source.transfers(id, contracts, limit as usize, deadline)
        });
        read.await
    }
}
