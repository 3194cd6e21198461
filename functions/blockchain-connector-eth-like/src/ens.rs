//! Look-ups in the contracts of the Ethereum Name Service.

use crate::Services;
use crate::name_gateways::MAX_REQUESTS;
use wallet_core::model::Network;
use wallet_core::name::NameError;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::ens::{CallOutcome, EnsCall, EnsName, OffchainLookup, REGISTRY, Resolver};
use wallet_eth_like::{Address, Params};
use wallet_http::{ApiError, Cost};

/// The maximum number of off-chain look-ups of a record, each of which can lead to another (EIP-3668).
const MAX_LOOKUPS: usize = 3;

/// Look-ups of a request, on Ethereum or Sepolia.
pub struct Ens<'s> {
    services: &'s Services,
    params: Params,
    deadline: Deadline,
}

impl<'s> Ens<'s> {
    /// Creates the look-ups of a request for a network.
    pub fn new(services: &'s Services, network: Network, deadline: Deadline) -> Self {
        Self {
            services,
            params: Params::names(network),
            deadline,
        }
    }

    /// Returns the maximum cost of a record: the resolvers of the name and its parents, the interface of a resolver, the record,
    /// and the call behind each off-chain look-up, all at two nodes, and the gateways.
    pub fn cost(name: &EnsName) -> Cost {
        let calls = name.nodes().len() + 2 + MAX_LOOKUPS;
        Cost::requests(2 * calls + MAX_LOOKUPS * MAX_REQUESTS)
    }

    /// Returns the data of a record of a name.
    ///
    /// # Errors
    /// The name or the record does not exist, or cannot be read.
    pub async fn record(&self, name: &EnsName, record: EnsCall) -> Result<Vec<u8>, ApiError> {
        let resolver = self.resolver(name).await?;
        let data = self.execute(resolver.contract, resolver.call(name, record)).await?;
        Ok(resolver.record(data)?)
    }

    /// Returns the address of a record: `None` without one.
    ///
    /// # Errors
    /// The name does not exist, or the record cannot be read.
    pub async fn address(&self, name: &EnsName, record: EnsCall) -> Result<Option<Address>, ApiError> {
        let data = self.record(name, record).await?;
        Ok(record.address(&data)?)
    }

    /// Returns the resolver of the name, or that of the nearest parent if the contract resolves names below its own.
    async fn resolver(&self, name: &EnsName) -> Result<Resolver, ApiError> {
        for (distance, node) in name.nodes().into_iter().enumerate() {
            let outcome = self.call(REGISTRY, &Resolver::of_node(node)).await?;
            let Some(contract) = Resolver::contract(&outcome)? else {
                continue;
            };
            let support = self.call(contract, &Resolver::supports_names_below()).await?;
            let is_extended = Resolver::is_extended(&support);
            if distance > 0 && !is_extended {
                break;
            }
            return Ok(Resolver { contract, is_extended });
        }
        Err(NameError::Unknown.into())
    }

    /// Executes a call with its off-chain look-ups.
    async fn execute(&self, contract: Address, mut call: Vec<u8>) -> Result<Vec<u8>, ApiError> {
        for round in 0..=MAX_LOOKUPS {
            let error = match self.call(contract, &call).await? {
                CallOutcome::Returned(data) => return Ok(data),
                CallOutcome::Reverted(error) => error,
            };
            match OffchainLookup::parse(contract, &error)? {
                Some(lookup) if round < MAX_LOOKUPS => {
                    let response = self.services.gateways.response(&lookup, self.deadline).await?;
                    call = lookup.callback(response);
                }
                Some(_) => break,
                // The resolver has no such record.
                None if round == 0 => return Err(NameError::NoAddress.into()),
                None => return Err(NameError::Unusable("the contract rejects the response of the gateway").into()),
            }
        }
        Err(NameError::Unusable("too many off-chain look-ups").into())
    }

    async fn call(&self, contract: Address, data: &[u8]) -> Result<CallOutcome, UpstreamError> {
        let node = &self.services.node;
        node.call_contract(self.params, contract, data, self.deadline).await
    }
}
