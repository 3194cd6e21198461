//! An adverse server takes no fee above the limit, obtains no signature for another recipient, and has no payment made
//! twice.

use super::adverse::{Adverse, Outcome};
use super::signer::Counting;
use super::{client, fund, mine_block};
use crate::{ephemeral, evm_chains};
use serde_json::Value;
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::payments::btc_like::{self, Chain, Spend};
use wallet_client::payments::{
    Amount, EcdsaSigner, Ed25519Signer, Fee, PaymentError, Settled, Signed, WatchPolicy, eth_like, xlm,
};
use wallet_client::signers::{Ed25519Key, Secp256k1Key};
use wallet_client::wire::{AddressInfoRequest, Asset, FeeMode};
use wallet_client::{address_info_eth_like, address_info_xlm};
use wallet_core::model::ChainName;

type Change = fn(&mut Value);

/// A chain with a funded sender and a recipient.
pub struct Case {
    chain: &'static str,
    pub secp: Counting<Secp256k1Key>,
    ed: Counting<Ed25519Key>,
    pub to: String,
}

/// The paid amount in base units.
pub const fn amount(chain: &str) -> u64 {
    match chain.as_bytes() {
        b"btc" | b"ltc" | b"bch" => 20_000,
        b"doge" => 500_000_000,
        b"xlm" => 20_000_000,
        _ => 1_000_000_000_000_000,
    }
}

fn all_chains() -> Vec<&'static str> {
    [&["btc", "ltc", "bch", "doge"][..], &evm_chains(), &["xlm"]].concat()
}

impl Case {
    /// Creates a sender with two outputs on the UTXO chains, so that a second payment can have other inputs.
    pub async fn new(honest: &Client, chain: &'static str) -> Self {
        let (secp, ed) = (Secp256k1Key::random(), Ed25519Key::random());
        let (secp, ed) = (Counting::new(secp), Counting::new(ed));
        let other = (Secp256k1Key::random().public_key(), Ed25519Key::random());
        let key = EcdsaSigner::public_key(&secp);
        let [from, to] = match Chain::from_name(chain) {
            Some(chain) => [
                btc_like::derive(honest, chain, Testnet, &key, None).await.unwrap(),
                btc_like::derive(honest, chain, Testnet, &other.0, None).await.unwrap(),
            ],
            None if chain == "xlm" => [
                xlm::derive(honest, Testnet, Ed25519Signer::public_key(&ed))
                    .await
                    .unwrap(),
                xlm::derive(honest, Testnet, other.1.public_key()).await.unwrap(),
            ],
            None => [
                eth_like::derive(honest, chain, Testnet, &key).await.unwrap(),
                eth_like::derive(honest, chain, Testnet, &other.0).await.unwrap(),
            ],
        };
        let funds = (u128::from(amount(chain)) * 100).to_string();
        let times = if Chain::from_name(chain).is_some() { 2 } else { 1 };
        for _ in 0..times {
            fund(honest, chain, &from, &funds).await;
        }
        Self { chain, secp, ed, to }
    }

    pub fn signatures(&self) -> usize {
        self.secp.count() + self.ed.count()
    }

    /// Signs the payment, or another attempt at it.
    pub async fn sign(&self, client: &Client, instead_of: Option<&Signed>) -> Result<Signed, PaymentError> {
        match Chain::from_name(self.chain) {
            Some(chain) => self.sign_btc_like(client, chain, instead_of).await,
            None if self.chain == "xlm" => self.sign_xlm(client, instead_of).await,
            None => self.sign_eth_like(client, instead_of).await,
        }
    }

    async fn sign_btc_like(
        &self,
        client: &Client,
        chain: Chain,
        instead_of: Option<&Signed>,
    ) -> Result<Signed, PaymentError> {
        let payment = btc_like::Payment::builder()
            .chain(chain)
            .network(Testnet)
            .public_key(EcdsaSigner::public_key(&self.secp))
            .to(self.to.clone())
            .amount(Spend::Exact(amount(self.chain)))
            .build();
        let quote = match instead_of {
            Some(signed) => btc_like::quote_instead_of(client, &payment, signed).await?,
            None => btc_like::quote(client, &payment).await?,
        };
        let prepared = quote.prepare(client, FeeMode::Normal).await?;
        prepared.sign(client, &self.secp).await
    }

    async fn sign_eth_like(&self, client: &Client, instead_of: Option<&Signed>) -> Result<Signed, PaymentError> {
        let payment = eth_like::Payment::builder()
            .chain(self.chain.to_owned())
            .network(Testnet)
            .public_key(EcdsaSigner::public_key(&self.secp))
            .action(eth_like::Action::Pay {
                to: self.to.clone(),
                amount: Amount::from(amount(self.chain)),
            })
            .build();
        let quote = match instead_of {
            Some(signed) => eth_like::quote_instead_of(client, &payment, signed).await?,
            None => eth_like::quote(client, &payment).await?,
        };
        let prepared = quote.prepare(client, FeeMode::Normal).await?;
        prepared.sign(client, &self.secp).await
    }

    async fn sign_xlm(&self, client: &Client, instead_of: Option<&Signed>) -> Result<Signed, PaymentError> {
        let terms = xlm::Terms::builder()
            .network(Testnet)
            .public_key(Ed25519Signer::public_key(&self.ed))
            .fee(xlm::recommended_fee(client, Testnet).await?)
            .build();
        let action = xlm::Action::Transfer {
            to: self.to.clone(),
            amount: amount(self.chain).try_into().unwrap(),
            asset: Asset::Coin {
                chain: "xlm".to_owned(),
            },
        };
        let prepared = match instead_of {
            Some(signed) => xlm::prepare_instead_of(client, &terms, &action, signed).await?,
            None => xlm::prepare(client, &terms, &action).await?,
        };
        prepared.sign(client, &self.ed).await
    }

    /// Returns what the recipient has.
    pub async fn received(&self, client: &Client) -> u64 {
        if let Some(chain) = Chain::from_name(self.chain) {
            return super::balance(client, chain, &self.to).await;
        }
        let request = AddressInfoRequest::builder()
            .address(self.to.clone())
            .network(Testnet)
            .build();
        let balance = if self.chain == "xlm" {
            let info = address_info_xlm::address_info(client, "xlm", &request.into()).await;
            info.unwrap().balances.first().map(|it| it.balance.amount.clone())
        } else {
            let request = request.into();
            let info = address_info_eth_like::address_info(client, self.chain, &request).await;
            info.unwrap().balances.first().map(|it| it.balance.amount.clone())
        };
        balance.unwrap_or_default().parse().unwrap()
    }
}

/// Replaces the value of each mode.
fn replace(set: &mut Value, value: impl Fn(&str) -> String) {
    for mode in ["slow", "normal", "fast"] {
        set[mode] = value(set[mode].as_str().unwrap()).into();
    }
}

/// The limits of the service, as high as it can state them.
fn raise_limits(data: &mut Value) {
    for chain in data.as_array_mut().unwrap() {
        let enormous = "9".repeat(30);
        chain["feeLimit"] = serde_json::json!({ "percent": 100, "absolute": enormous, "tip": enormous });
    }
}

/// Higher fees of all modes.
fn raise_fees(data: &mut Value) {
    if data.get("utxo").is_some() {
        let value: u64 = data["utxo"][0]["value"].as_str().unwrap().parse().unwrap();
        replace(&mut data["fees"], |_| (value / 4 * 3).to_string());
    }
    for field in ["gasPrices", "maxFees"] {
        if data.get(field).is_some() {
            replace(&mut data[field], |price| format!("{price}00000"));
        }
    }
    if data.get("feeCharged").is_some() {
        data["feeCharged"]["max"] = "90000000".into();
    }
}

/// Prices without a base fee, so that the transaction is a legacy one.
fn legacy_prices(data: &mut Value) {
    if data.get("maxFees").is_some() {
        let fields = data.as_object_mut().unwrap();
        fields.remove("maxFees");
        fields.remove("priorityFees");
    }
    raise_fees(data);
}

/// A tip of most of the fee.
fn raise_tips(data: &mut Value) {
    if data.get("maxFees").is_some() {
        raise_fees(data);
        data["priorityFees"] = data["maxFees"].clone();
    } else {
        raise_fees(data);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn raised_fees_are_not_signed() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    for chain in all_chains() {
        let case = Case::new(&honest, chain).await;
        for change in [raise_fees as Change, legacy_prices, raise_tips] {
            let changes = vec![
                ("prepare-transaction/estimate", change),
                ("prepare-transaction/fee-stat", change),
                ("api/chain/list", raise_limits),
            ];
            let adverse = Adverse::new(changes, None).client(&running).await;
            let error = case.sign(&adverse, None).await.expect_err(chain);
            let is_limited = matches!(
                error,
                PaymentError::FeeAboveLimit { .. } | PaymentError::TipAboveLimit { .. }
            );
            assert!(is_limited, "{chain}: {error}");
        }
        assert_eq!(case.signatures(), 0, "{chain}");
        // The limits leave room for the fees of the service.
        case.sign(&honest, None).await.expect(chain);
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn lower_limits_of_the_service_apply() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let lower: Change = |data| {
        for chain in data.as_array_mut().unwrap() {
            chain["feeLimit"] = serde_json::json!({ "percent": 0, "absolute": "1" });
        }
    };
    for chain in ["btc", "eth", "xlm"] {
        let case = Case::new(&honest, chain).await;
        let adverse = Adverse::new(vec![("api/chain/list", lower)], None);
        let error = case.sign(&adverse.client(&running).await, None).await.expect_err(chain);
        assert!(matches!(error, PaymentError::FeeAboveLimit { .. }), "{chain}: {error}");
    }
    running.shutdown().await.unwrap();
}

/// States a fiftieth of the value of an input. The rest would be fee.
fn understate(data: &mut Value) {
    let value: u64 = data["utxo"][0]["value"].as_str().unwrap().parse().unwrap();
    data["utxo"][0]["value"] = (value / 50).to_string().into();
}

/// The same, with parents that fit.
fn understate_with_parents(data: &mut Value) {
    let value = data["utxo"][0]["value"].as_str().unwrap().parse::<u64>().unwrap();
    understate(data);
    let [before, after] = [value, value / 50].map(|value| hex::encode(value.to_le_bytes()));
    let parent = data["parents"][0].as_str().unwrap().replace(&before, &after);
    data["parents"] = serde_json::json!([parent]);
}

#[tokio::test(flavor = "multi_thread")]
async fn understated_inputs_are_not_signed() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    for (chain, address_type) in [
        (Chain::Btc, Some(AddressType::P2pkh)),
        (Chain::Ltc, Some(AddressType::P2pkh)),
        (Chain::Doge, None),
    ] {
        let key = Counting::new(Secp256k1Key::random());
        let public_key = EcdsaSigner::public_key(&key);
        let address_type = address_type.as_ref();
        let from = btc_like::derive(&honest, chain, Testnet, &public_key, address_type)
            .await
            .unwrap();
        let paid = amount(chain.name());
        fund(&honest, chain.name(), &from, &(paid * 100).to_string()).await;
        let payment = btc_like::Payment::builder()
            .chain(chain)
            .network(Testnet)
            .public_key(public_key)
            .maybe_address_type(address_type.cloned())
            .to(from)
            .amount(Spend::Exact(paid))
            .max_fee(Fee::Unlimited)
            .build();
        for change in [understate as Change, understate_with_parents, |data| {
            data["parents"] = serde_json::json!([]);
        }] {
            let adverse = Adverse::new(vec![("prepare-transaction/estimate", change)], None);
            let outcome = btc_like::quote(&adverse.client(&running).await, &payment).await;
            assert_eq!(
                super::mismatch(outcome.map(drop)),
                ("estimate", "value of an input"),
                "{chain}"
            );
        }
        let prepared = btc_like::quote(&honest, &payment).await.unwrap();
        let prepared = prepared.prepare(&honest, FeeMode::Normal).await.unwrap();
        let signed = prepared.sign(&honest, &key).await.unwrap();
        signed.send(&honest).await.unwrap();
    }
    running.shutdown().await.unwrap();
}

const OUTCOMES: [Outcome; 5] = [
    Outcome::Lost,
    Outcome::Error(422, "transaction_rejected"),
    Outcome::Error(502, "upstream_error"),
    Outcome::Kept,
    Outcome::Withheld(502, "upstream_error"),
];

#[tokio::test(flavor = "multi_thread")]
async fn payment_with_an_unknown_outcome_is_made_once() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    for (index, chain) in all_chains().into_iter().enumerate() {
        // Every outcome for one chain of each family, one outcome for the others.
        let is_first = ["btc", "eth", "xlm"].contains(&chain);
        let rotated = [OUTCOMES[index % OUTCOMES.len()]];
        for outcome in if is_first { &OUTCOMES[..] } else { &rotated } {
            let case = Case::new(&honest, chain).await;
            let adverse = Adverse::new(Vec::new(), Some(*outcome));
            let client = adverse.client(&running).await;
            let signed = case.sign(&client, None).await.unwrap();
            let is_known = signed.send(&client).await.is_ok();
            assert_eq!(is_known, *outcome == Outcome::Kept, "{chain}: {outcome:?}");
            let is_sent = !matches!(outcome, Outcome::Kept | Outcome::Withheld(..));

            // An app that starts again obtains no other transaction.
            let signatures = case.signatures();
            match case.sign(&client, None).await {
                Err(PaymentError::Unresolved(earlier)) => assert_eq!(earlier.txid, signed.txid, "{chain}"),
                // The same inputs or nonce, so that at most one is mined.
                Ok(other) => assert!(!is_sent, "{chain}: {other:?}"),
                // The network has spent the funds.
                Err(PaymentError::Call(_)) => {}
                Err(error) => panic!("{chain}: {error}"),
            }
            if is_sent {
                assert_eq!(case.signatures(), signatures, "{chain}: {outcome:?}");
            }

            // Another attempt excludes the first one.
            if let Ok(other) = case.sign(&client, Some(&signed)).await {
                let _ = other.send(&client).await;
            }
            adverse.send_kept().await;
            if chain != "xlm" {
                mine_block(&honest, chain).await;
            }
            // The same bytes are accepted at most once.
            let _ = signed.send(&client).await;
            if chain != "xlm" {
                mine_block(&honest, chain).await;
            }
            assert_eq!(case.received(&honest).await, amount(chain), "{chain}: {outcome:?}");
        }
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_payment_is_made_after_the_first_is_final_or_released() {
    let running = ephemeral().await;
    let client = client(&running).await;
    for chain in ["btc", "eth"] {
        let case = Case::new(&client, chain).await;
        let first = case.sign(&client, None).await.unwrap();
        first.send(&client).await.unwrap();
        let error = case.sign(&client, None).await.expect_err(chain);
        assert!(matches!(error, PaymentError::Unresolved(_)), "{chain}: {error}");
        mine_block(&client, chain).await;
        let second = case.sign(&client, None).await.expect(chain);
        second.send(&client).await.unwrap();
        second.release(&client).await.unwrap();
        case.sign(&client, None).await.expect(chain);
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn replaced_payment_settles() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let case = Case::new(&client, "btc").await;
    let signed = case.sign(&client, None).await.unwrap();
    signed.send(&client).await.unwrap();
    let bump = btc_like::Bump::builder()
        .signed(signed.clone())
        .public_key(EcdsaSigner::public_key(&case.secp))
        .build();
    let replacement = btc_like::bump(&client, &bump).await.unwrap();
    let prepared = replacement.prepare(&client, FeeMode::Fast).await.unwrap();
    let replacement = prepared.sign(&client, &case.secp).await.unwrap();
    replacement.send(&client).await.unwrap();
    mine_block(&client, "btc").await;
    let policy = WatchPolicy::builder()
        .interval(std::time::Duration::from_millis(1))
        .unknown(3)
        .build();
    let by = Some(replacement.txid);
    assert_eq!(signed.watch(&client, policy).await.unwrap(), Settled::Replaced { by });

    // A client that does not know the replacement sees that an input is spent, or the service returns the replacement.
    let other = super::client(&running).await;
    let settled = signed.watch(&other, policy).await.unwrap();
    assert!(matches!(settled, Settled::Replaced { .. }), "{settled:?}");

    let unsent = Case::new(&client, "btc").await;
    let unsent = unsent.sign(&client, None).await.unwrap();
    assert_eq!(unsent.watch(&client, policy).await.unwrap(), Settled::Unknown);
    running.shutdown().await.unwrap();
}
