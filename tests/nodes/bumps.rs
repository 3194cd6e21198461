//! Higher fees for pending transactions on real nodes: replacements by the rules of BIP 125, and children that pay for
//! their parents.
//!
//! bitcoind has both. bcoin has no replacements; the option `replaceByFee` only relays transactions that signal.
//! litecoind has them with `mempoolreplacement`.

use crate::owners::{Owner, Transaction};
use crate::payment::{NETWORK, NodeFixture};
use wallet_client::blockchain_connector_btc_like::prepare_transaction::{BumpRequest, BumpResponse, bump};
use wallet_client::blockchain_connector_btc_like::{AddressType, PaymentOutput};
use wallet_client::wire::WarningCode;
use wallet_core::model::ChainName;
use wallet_tests::support::random::Random;

const REPLACEMENTS: &str = "mempoolreplacement=1";

/// The fee of the pending transactions in base units: more than 1 per vbyte.
const FEE: u64 = 500;

/// Returns the plan of a higher fee.
async fn plan(fixture: &NodeFixture, owner: &Owner, txid: &str) -> BumpResponse {
    let request = BumpRequest::builder()
        .txid(txid.to_owned())
        .public_key(owner.public_key())
        .network(NETWORK)
        .r#type(owner.address_type.clone())
        .build();
    let plan = bump(fixture.api().await, fixture.chain.name(), &request).await;
    plan.expect("a plan")
}

fn number(amount: Option<&String>) -> u64 {
    amount.and_then(|text| text.parse().ok()).expect("an amount")
}

/// Returns a replacement with this fee.
fn replacement<'a>(owner: &'a Owner, plan: &BumpResponse, fee: u64) -> Transaction<'a> {
    let inputs = plan.utxo.clone().expect("inputs");
    Transaction {
        inputs: inputs.into_iter().map(|utxo| (owner, utxo)).collect(),
        outputs: plan.outputs.clone().expect("payments"),
        change_address: plan.change_address.clone(),
        fee,
    }
}

/// A pending payment of an owner.
struct Pending {
    owner: Owner,
    recipient: Owner,
    amount: u64,
    txid: String,
}

impl Pending {
    async fn new(fixture: &NodeFixture, random: &mut Random, address_type: &AddressType) -> Self {
        let owner = Owner::new(fixture, random, address_type).await;
        let recipient = Owner::new(fixture, random, address_type).await;
        let coin = owner.fund(fixture, fixture.ample()).await;
        let amount = fixture.ample() / 4;
        let payment = Transaction {
            inputs: vec![(&owner, coin)],
            outputs: vec![
                PaymentOutput::builder()
                    .to(recipient.address.clone())
                    .amount(amount.to_string())
                    .build(),
            ],
            change_address: None,
            fee: FEE,
        };
        let txid = payment.send(fixture).await.expect("the payment is accepted");
        assert_eq!(fixture.node.mempool().await, std::slice::from_ref(&txid));
        Self {
            owner,
            recipient,
            amount,
            txid,
        }
    }
}

/// Replaces payments from each type of address.
async fn replacements(fixture: &NodeFixture) {
    let mut random = Random::new();
    for address_type in [
        AddressType::P2pkh,
        AddressType::P2shP2wpkh,
        AddressType::P2wpkh,
        AddressType::P2tr,
    ] {
        let pending = Pending::new(fixture, &mut random, &address_type).await;
        let owner = &pending.owner;
        let first = plan(fixture, owner, &pending.txid).await;
        let minimum = number(first.minimum_fee.as_ref());
        assert_eq!(minimum, FEE + first.size.expect("a size"), "one more unit per vbyte");
        // The size is at most two vbytes above the actual size.
        for fee in [FEE + 1, minimum - 3] {
            let rejected = replacement(owner, &first, fee).send(fixture).await;
            assert_eq!(rejected, Err("conflict".to_owned()), "{address_type:?} {fee}");
            assert_eq!(fixture.node.mempool().await, std::slice::from_ref(&pending.txid));
        }
        let replaced = replacement(owner, &first, minimum).send(fixture).await;
        let replaced = replaced.expect("the lowest fee is accepted");
        assert_eq!(fixture.node.mempool().await, std::slice::from_ref(&replaced));

        // Replaced once more, with the fee of a mode.
        let second = plan(fixture, owner, &replaced).await;
        let fast = number(second.fees.as_ref().map(|fees| &fees.fast));
        assert!(fast >= number(second.minimum_fee.as_ref()) && fast > minimum);
        let last = replacement(owner, &second, fast).send(fixture).await;
        let last = last.expect("the fast fee is accepted");
        assert_eq!(fixture.node.mempool().await, std::slice::from_ref(&last));
        fixture.confirm(&last).await;
        let received = fixture.node.unspent(&pending.recipient.address).await;
        let received: Vec<_> = received.iter().map(|coin| (coin.txid.as_str(), coin.value)).collect();
        assert_eq!(received, [(last.as_str(), pending.amount)]);
    }
}

/// Spends an incoming payment with the fee of both.
async fn children(fixture: &NodeFixture, address_types: &[AddressType]) {
    let mut random = Random::new();
    for address_type in address_types {
        let pending = Pending::new(fixture, &mut random, address_type).await;
        let plan = plan(fixture, &pending.recipient, &pending.txid).await;
        let child = plan.child_pays_for_parent.expect("an incoming transaction");
        let fee = number(Some(&child.fees.fast));
        let payment = Transaction {
            inputs: child.utxo.into_iter().map(|utxo| (&pending.recipient, utxo)).collect(),
            outputs: vec![
                PaymentOutput::builder()
                    .to(pending.owner.address.clone())
                    .amount((pending.amount - fee).to_string())
                    .build(),
            ],
            change_address: None,
            fee,
        };
        let child = payment.send(fixture).await.expect("the child is accepted");
        let mut mempool = fixture.node.mempool().await;
        mempool.sort();
        let mut both = vec![pending.txid, child.clone()];
        both.sort();
        assert_eq!(mempool, both);
        fixture.confirm(&child).await;
        assert!(fixture.node.mempool().await.is_empty(), "one block contains both");
    }
}

#[tokio::test]
async fn ltc_payments_are_replaced_on_litecoind() {
    let Some(fixture) = NodeFixture::ltc(REPLACEMENTS).await else {
        return;
    };
    replacements(&fixture).await;
    children(&fixture, &[AddressType::P2wpkh, AddressType::P2tr]).await;
}

#[tokio::test]
async fn btc_payments_are_replaced_on_bitcoind() {
    let Some(fixture) = NodeFixture::btc_on_bitcoind("").await else {
        return;
    };
    replacements(&fixture).await;
    children(
        &fixture,
        &[
            AddressType::P2pkh,
            AddressType::P2shP2wpkh,
            AddressType::P2wpkh,
            AddressType::P2tr,
        ],
    )
    .await;
}

#[tokio::test]
async fn litecoind_replaces_nothing_by_default() {
    let Some(fixture) = NodeFixture::ltc("").await else {
        return;
    };
    let pending = Pending::new(&fixture, &mut Random::new(), &AddressType::P2wpkh).await;
    let plan = plan(&fixture, &pending.owner, &pending.txid).await;
    let warnings: Vec<_> = plan.warnings.iter().map(|warning| warning.code.clone()).collect();
    assert_eq!(warnings, [WarningCode::ReplacementNotRelayed]);
    let fee = number(plan.fees.as_ref().map(|fees| &fees.fast));
    let rejected = replacement(&pending.owner, &plan, fee).send(&fixture).await;
    assert_eq!(rejected, Err("conflict".to_owned()));
    assert_eq!(fixture.node.mempool().await, [pending.txid]);
}

#[tokio::test]
async fn bcoin_accepts_a_child_that_pays_for_its_parent() {
    let Some(fixture) = NodeFixture::btc().await else {
        return;
    };
    children(
        &fixture,
        &[AddressType::P2pkh, AddressType::P2shP2wpkh, AddressType::P2wpkh],
    )
    .await;
}
