//! Filters of the events of transfers (SEP-41, CAP-67).

use super::address::ContractId;
use super::call::ScValue;
use crate::value::address::AccountId;
use serde::Serialize;
use stellar_xdr as xdr;

/// The maximum number of contracts of a filter.
const CONTRACTS: usize = 5;

/// The maximum number of contracts of all filters of a request.
pub const MAX_CONTRACTS: usize = 5 * CONTRACTS;

/// Any value of a topic.
const ANY: &str = "*";

/// A filter of the request `getEvents`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EventFilter {
    r#type: &'static str,
    contract_ids: Vec<String>,
    topics: Vec<Vec<String>>,
}

/// Returns the filters of movements by and to an account of at most [`MAX_CONTRACTS`] contracts; further contracts are
/// omitted. Contracts of assets name the asset in a last topic, and payments by and to an issuer are mints and burns.
pub fn transfer_filters(account: AccountId, contracts: &[ContractId]) -> Vec<EventFilter> {
    let name = ScValue(xdr::ScVal::Symbol(xdr::ScSymbol(
        "transfer".try_into().unwrap_or_default(),
    )))
    .to_base64();
    let holder = ScValue::address(account.into()).to_base64();
    let (name, holder) = (name.as_str(), holder.as_str());
    let topics: [&[&str]; 5] = [
        &[name, holder, ANY, ANY],
        &[name, ANY, holder, ANY],
        &[ANY, holder, ANY],
        &[ANY, ANY, holder],
        &[ANY, holder],
    ];
    let topics = topics.map(|topics| topics.iter().map(|topic| (*topic).to_owned()).collect::<Vec<_>>());
    let contracts = &contracts[..contracts.len().min(MAX_CONTRACTS)];
    let filters = contracts.chunks(CONTRACTS).map(|contracts| EventFilter {
        r#type: "contract",
        contract_ids: contracts.iter().map(ToString::to_string).collect(),
        topics: topics.to_vec(),
    });
    filters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_have_the_limits_of_servers() {
        let contracts: Vec<_> = (0..30).map(|number| ContractId([number; 32])).collect();
        let filters = transfer_filters(AccountId([1; 32]), &contracts);
        assert_eq!(filters.len(), 5);
        assert!(
            filters
                .iter()
                .all(|filter| filter.contract_ids.len() == 5 && filter.topics.len() == 5)
        );
        assert!(transfer_filters(AccountId([1; 32]), &[]).is_empty());
        // `transfer` as a symbol, encoded by `@stellar/stellar-base`.
        assert_eq!(filters[0].topics[0][0], "AAAADwAAAAh0cmFuc2Zlcg==");
    }
}
