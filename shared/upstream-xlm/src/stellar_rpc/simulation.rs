//! Simulations of contract calls: `simulateTransaction`.

use super::StellarRpc;
use super::message::optional_number;
use crate::upstreams::source::ContractSource;
use async_trait::async_trait;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use wallet_upstream::{Deadline, Failure};
use wallet_xlm::AccountId;
use wallet_xlm::contract::{CallFault, ContractId, RawSimulation, Simulated, Simulation, SimulationQuery};
use wallet_xlm::ports::RecentTransfers;

/// Outcome of a simulation: an error, or the result with the resources.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireSimulation {
    /// Failure of the call. The text is for the closed set of failures only.
    error: Option<String>,
    transaction_data: Option<String>,
    #[serde(default, deserialize_with = "optional_number")]
    min_resource_fee: Option<i64>,
    #[serde(default)]
    results: Option<Vec<WireResult>>,
    #[serde(default)]
    events: Option<Vec<String>>,
    /// Present if archived entries must be restored first.
    #[serde(default)]
    restore_preamble: Option<IgnoredAny>,
    latest_ledger: u32,
}

/// Result of the operation.
#[derive(Debug, Deserialize)]
struct WireResult {
    #[serde(default)]
    auth: Option<Vec<String>>,
    xdr: String,
}

#[async_trait]
impl ContractSource for StellarRpc {
    async fn simulate(&self, query: &SimulationQuery, deadline: Deadline) -> Result<Simulation, Failure> {
        let params = json!({ "transaction": query.to_base64(), "xdrFormat": "base64" });
        let read: WireSimulation = self.call("simulateTransaction", params, deadline).await?;
        read.decode()
    }

    async fn transfers(
        &self,
        id: AccountId,
        contracts: &[ContractId],
        limit: usize,
        deadline: Deadline,
    ) -> Result<RecentTransfers, Failure> {
        self.transfers(id, contracts, limit, deadline).await
    }
}

impl WireSimulation {
    pub(super) fn decode(&self) -> Result<Simulation, Failure> {
        let outcome = match &self.error {
            Some(text) => Err(CallFault::read(text)),
            None => Ok(self.simulated()?),
        };
        Ok(Simulation {
            ledger: self.latest_ledger,
            outcome,
        })
    }

    fn simulated(&self) -> Result<Simulated, Failure> {
        let Some([result]) = self.results.as_deref() else {
            return Err(Failure::unusable("simulation: not the one result"));
        };
        let missing = || Failure::unusable("simulation: no resources");
        let simulated = Simulated::read(RawSimulation {
            result: &result.xdr,
            authorizations: result.auth.as_deref().unwrap_or_default(),
            resources: self.transaction_data.as_deref().ok_or_else(missing)?,
            fee: self.min_resource_fee.ok_or_else(missing)?,
            events: self.events.as_deref().unwrap_or_default(),
            requires_restore: self.restore_preamble.is_some(),
        });
        simulated.map_err(Failure::unusable)
    }
}
