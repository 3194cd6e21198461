//! Random transactions of the EVM chains.

use serde_json::{Value, json};
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{AccessListItem, Address, Amount, Chain, GasPrice, Hash, MAX_NONCE, Params, TransactionFields};
use wallet_tests::support::random::Random;

/// A coin: no chain has a lower fee cap.
const MAX_FEE: u64 = 1_000_000_000_000_000_000;

/// Returns every chain on both networks.
pub fn places() -> impl Iterator<Item = Params> {
    Chain::ALL
        .iter()
        .flat_map(|&chain| [Network::Livenet, Network::Testnet].map(|network| Params::of(chain, network)))
}

/// A transaction in the form of this code base and of the reference libraries.
#[derive(Clone, Debug)]
pub struct Case {
    /// The fields of the transaction.
    pub fields: TransactionFields,
    /// The access list. The API never builds transactions with an access list, but parses such transactions.
    pub access_list: Vec<AccessListItem>,
    /// The secret key of the signer.
    pub secret: String,
}

impl Case {
    /// Returns a random valid transaction.
    pub fn random(random: &mut Random, params: Params) -> Self {
        let to = (!random.once_in(5)).then(|| Address::from_bytes(random.bytes()));
        let data = data(random, to.is_none());
        let fee_market = params.has_fee_market() && random.once_in(2);
        let access_list = if fee_market && random.once_in(4) {
            access_list(random)
        } else {
            Vec::new()
        };
        // Enough gas for every byte, the deployment and the list: insufficient gas is tested elsewhere.
        let min = 21_000 + 32_000 + 20_000 + 16 * data.len() as u64;
        let gas_limit = random.between(min, params.max_gas());
        Self {
            fields: TransactionFields {
                params,
                nonce: random.magnitude(MAX_NONCE + 1) - 1,
                to,
                amount: amount(random),
                data,
                gas_limit,
                price: price(random, MAX_FEE / gas_limit, fee_market),
            },
            access_list,
            secret: secret(random),
        }
    }

    /// Returns the request for the reference libraries.
    pub fn to_json(&self) -> Value {
        let fields = &self.fields;
        let items = self.access_list.iter().map(|item| {
            let keys: Vec<_> = item.storage_keys.iter().map(ToString::to_string).collect();
            json!({ "address": item.address.to_string(), "storageKeys": keys })
        });
        let mut request = json!({
            "secret": self.secret,
            "chainId": fields.params.chain_id(),
            "nonce": fields.nonce,
            "to": fields.to.map(|to| to.to_string()),
            "value": fields.amount.to_string(),
            "data": format!("0x{}", hex::encode(&fields.data)),
            "gasLimit": fields.gas_limit.to_string(),
        });
        match fields.price {
            GasPrice::Legacy { gas_price } => {
                request["type"] = json!(0);
                request["gasPrice"] = json!(gas_price.to_string());
            }
            GasPrice::FeeMarket {
                max_fee_per_gas,
                max_priority_fee_per_gas,
            } => {
                request["type"] = json!(2);
                request["maxFeePerGas"] = json!(max_fee_per_gas.to_string());
                request["maxPriorityFeePerGas"] = json!(max_priority_fee_per_gas.to_string());
                request["accessList"] = items.collect();
            }
        }
        request
    }
}

/// Returns a secret key; all numbers except about 1 in 2^128 are valid.
pub fn secret(random: &mut Random) -> String {
    Hash(random.bytes()).to_string()
}

/// Returns zero, the maximum, or a number of any length.
pub fn amount(random: &mut Random) -> Amount {
    match random.between(0, 9) {
        0 => Amount::ZERO,
        1 => Amount::MAX,
        _ => {
            let mut bytes = random.bytes::<32>();
            let zeros = usize::try_from(random.between(0, 31)).expect("few bytes");
            bytes[..zeros].fill(0);
            Amount::from_be_bytes(bytes)
        }
    }
}

/// Returns calldata: empty, short with zeros, long, or of maximum length.
fn data(random: &mut Random, deployment: bool) -> Vec<u8> {
    let length = match random.between(0, 39) {
        0..12 if !deployment => 0,
        39 => 100_000,
        30..39 => random.between(56, 5000),
        _ => random.between(1, 70),
    };
    let mut data: Vec<u8> = (0..length).map(|_| random.bytes::<1>()[0]).collect();
    if random.once_in(3) {
        data.iter_mut().step_by(2).for_each(|byte| *byte = 0);
    }
    data
}

fn price(random: &mut Random, max: u64, fee_market: bool) -> GasPrice {
    // A price of 0 is not built on most chains.
    let price = random.magnitude(max);
    if !fee_market {
        return GasPrice::Legacy {
            gas_price: price.into(),
        };
    }
    GasPrice::FeeMarket {
        max_fee_per_gas: price.into(),
        max_priority_fee_per_gas: (random.magnitude(price + 1) - 1).into(),
    }
}

fn access_list(random: &mut Random) -> Vec<AccessListItem> {
    let items = random.between(1, 2);
    let item = |random: &mut Random| AccessListItem {
        address: Address::from_bytes(random.bytes()),
        storage_keys: (0..random.between(0, 3)).map(|_| Hash(random.bytes())).collect(),
    };
    (0..items).map(|_| item(random)).collect()
}
