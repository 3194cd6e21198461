//! Replacements of pending payments, and children that pay for their parents.

use super::btc_like_transfer::Owner;
use super::{balance, client, mine_block};
use crate::ephemeral;
use bitcoin::Transaction;
use bitcoin::consensus::encode::deserialize_hex;
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::payments::btc_like::{
    Bump, Chain, DataOutput, Output, Parent, Payment, Recipients, Replacement, Spend, Transfer, bump, pay_for_parent,
    prepare, quote,
};
use wallet_client::payments::{Fee, PaymentError, Signed};
use wallet_client::sandbox::{FaucetRequest, faucet};
use wallet_client::wire::{FeeMode, Status, WarningCode};
use wallet_client::{Client, ErrorCode};
use wallet_core::model::ChainName;

/// Sends a payment to a new address. Returns it with the address and its fee.
pub async fn pending(client: &Client, chain: Chain, owner: &Owner, amount: u64) -> (Signed, String, u64) {
    let to = Owner::new(client, chain, AddressType::P2wpkh).await.address;
    let payment = Payment::builder()
        .chain(chain)
        .network(Testnet)
        .public_key(owner.key.public_key())
        .address_type(owner.address_type.clone())
        .to(to.clone())
        .amount(Spend::Exact(amount))
        .build();
    let quote = quote(client, &payment).await.unwrap();
    let prepared = quote.prepare(client, FeeMode::Slow).await.unwrap();
    let signed = prepared.sign(client, &owner.key).await.unwrap();
    signed.send(client).await.unwrap();
    (signed, to, prepared.review().fee)
}

pub fn bump_of(signed: &Signed, owner: &Owner) -> Bump {
    Bump::builder()
        .signed(signed.clone())
        .public_key(owner.key.public_key())
        .address_type(owner.address_type.clone())
        .build()
}

async fn status(client: &Client, signed: &Signed) -> (Status, Option<String>) {
    let found = signed.status(client).await.unwrap().unwrap();
    (found.status, found.replaced_by)
}

/// Returns the reason of a rejection.
fn reason(error: &PaymentError) -> Option<&str> {
    let PaymentError::Call(call) = error else { return None };
    call.response()?.details["reason"].as_str()
}

/// Sends a replacement that pays one base unit more, which no node accepts (BIP 125, rule 4).
async fn reject_low_fee(client: &Client, replacement: &Replacement, owner: &Owner) {
    let fee = replacement.previous_fee + 1;
    let mut cheap = replacement.clone();
    cheap.minimum_fee = fee;
    let prepared = cheap.prepare_with(client, fee).await.unwrap();
    let signed = prepared.sign(client, &owner.key).await.unwrap();
    let error = signed.send(client).await.unwrap_err();
    assert_eq!(reason(&error), Some("conflict"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_payments_are_replaced_with_a_higher_fee() {
    let running = ephemeral().await;
    let client = client(&running).await;
    for (chain, address_type) in [
        (Chain::Btc, AddressType::P2wpkh),
        (Chain::Btc, AddressType::P2tr),
        (Chain::Btc, AddressType::P2pkh),
        (Chain::Btc, AddressType::P2shP2wpkh),
    ] {
        let owner = Owner::funded(&client, chain, address_type, 10_000_000).await;
        let (signed, to, fee) = pending(&client, chain, &owner, 4_000_000).await;
        let replacement = bump(&client, &bump_of(&signed, &owner)).await.unwrap();
        assert_eq!(replacement.previous_fee, fee);
        assert!(replacement.minimum_fee > fee);
        reject_low_fee(&client, &replacement, &owner).await;
        assert_eq!(status(&client, &signed).await, (Status::Pending, None));
        let prepared = replacement.prepare(&client, FeeMode::Fast).await.unwrap();
        let review = prepared.review();
        let output = Output::builder().to(to.clone()).amount(4_000_000).build();
        assert_eq!(review.outputs, [output]);
        assert!(review.fee >= replacement.minimum_fee, "{review:?}");
        assert_eq!(review.change, Some(6_000_000 - review.fee));
        let faster = prepared.sign(&client, &owner.key).await.unwrap();
        faster.send(&client).await.unwrap();
        mine_block(&client, chain.name()).await;
        assert_eq!(status(&client, &faster).await, (Status::Confirmed, None), "{chain}");
        // Blockbook forgets a replaced transaction; the connector has sent it
        // (docs/decisions/upstreams.md#status-of-replaced-transactions).
        let replaced = status(&client, &signed).await;
        assert_eq!(replaced, (Status::Rejected, Some(faster.txid.clone())), "{chain}");
        let error = bump(&client, &bump_of(&faster, &owner)).await.unwrap_err();
        assert_eq!(reason(&error), Some("confirmed"), "{error}");
        assert_eq!(balance(&client, chain, &to).await, 4_000_000, "{chain}");
        assert_eq!(
            Some(balance(&client, chain, &owner.address).await),
            review.change,
            "{chain}"
        );
    }
    running.shutdown().await.unwrap();
}

/// Sends a payment with data to a new address. Returns it with the address.
pub async fn pending_with_data(client: &Client, owner: &Owner, data: &[DataOutput]) -> (Signed, String) {
    let chain = Chain::Btc;
    let to = Owner::new(client, chain, AddressType::P2wpkh).await.address;
    let output = Output::builder().to(to.clone()).amount(4_000_000).build();
    let transfer = Transfer::builder()
        .chain(chain)
        .network(Testnet)
        .public_key(owner.key.public_key())
        .recipients(Recipients::Each(vec![output]))
        .address_type(owner.address_type.clone())
        .data(data.to_vec())
        .build();
    let quote = quote(client, &transfer).await.unwrap();
    let prepared = quote.prepare(client, FeeMode::Slow).await.unwrap();
    let signed = prepared.sign(client, &owner.key).await.unwrap();
    signed.send(client).await.unwrap();
    (signed, to)
}

#[tokio::test(flavor = "multi_thread")]
async fn replacement_keeps_the_data() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let owner = Owner::funded(&client, Chain::Btc, AddressType::P2wpkh, 10_000_000).await;
    let data = [
        DataOutput::of_data(b"invoice 7").unwrap(),
        DataOutput::of_script(vec![0x6a, 0x51, 0x01, 0xff]).unwrap(),
    ];
    let (signed, to) = pending_with_data(&client, &owner, &data).await;
    let replacement = bump(&client, &bump_of(&signed, &owner)).await.unwrap();
    let prepared = replacement.prepare(&client, FeeMode::Fast).await.unwrap();
    let review = prepared.review();
    assert_eq!((review.data.as_slice(), review.outputs.len()), (&data[..], 1));
    assert_eq!(review.change, Some(6_000_000 - review.fee));
    let faster = prepared.sign(&client, &owner.key).await.unwrap();
    faster.send(&client).await.unwrap();
    let [before, after] = [&signed, &faster].map(|signed| deserialize_hex::<Transaction>(&signed.txdata).unwrap());
    assert_eq!(before.output[..3], after.output[..3]);
    mine_block(&client, "btc").await;
    assert_eq!(status(&client, &faster).await, (Status::Confirmed, None));
    assert_eq!(balance(&client, Chain::Btc, &to).await, 4_000_000);
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn replacement_is_rejected_by_litecoin_nodes() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let owner = Owner::funded(&client, Chain::Ltc, AddressType::P2shP2wpkh, 10_000_000).await;
    let (signed, to, _) = pending(&client, Chain::Ltc, &owner, 4_000_000).await;
    let replacement = bump(&client, &bump_of(&signed, &owner)).await.unwrap();
    let prepared = replacement.prepare(&client, FeeMode::Fast).await.unwrap();
    let warnings = prepared.review().warnings.iter();
    let warnings: Vec<_> = warnings.map(|warning| warning.code.clone()).collect();
    assert!(warnings.contains(&WarningCode::ReplacementNotRelayed), "{warnings:?}");
    let faster = prepared.sign(&client, &owner.key).await.unwrap();
    // Litecoin Core replaces no transactions by default (docs/decisions/local.md#replacements-in-the-sandbox).
    let error = faster.send(&client).await.unwrap_err();
    assert!(
        matches!(&error, PaymentError::Call(call) if call.is(ErrorCode::TransactionRejected)),
        "{error}"
    );
    mine_block(&client, "ltc").await;
    assert_eq!(status(&client, &signed).await, (Status::Confirmed, None));
    assert_eq!(balance(&client, Chain::Ltc, &to).await, 4_000_000);
    running.shutdown().await.unwrap();
}

/// Payments on doge do not signal by default.
#[tokio::test(flavor = "multi_thread")]
async fn doge_payment_with_the_signal_is_replaced() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let chain = Chain::Doge;
    let owner = Owner::funded(&client, chain, AddressType::P2pkh, 1_000_000_000).await;
    let to = Owner::new(&client, chain, AddressType::P2pkh).await.address;
    let amount = 400_000_000;
    let recipients = Recipients::Each(vec![Output::builder().to(to.clone()).amount(amount).build()]);
    let transfer = Transfer::builder()
        .chain(chain)
        .network(Testnet)
        .public_key(owner.key.public_key())
        .recipients(recipients)
        .sequence(0xffff_fffd)
        .build();
    let quote = quote(&client, &transfer).await.unwrap();
    let prepared = quote.prepare(&client, FeeMode::Slow).await.unwrap();
    let signed = prepared.sign(&client, &owner.key).await.unwrap();
    signed.send(&client).await.unwrap();
    let replacement = bump(&client, &bump_of(&signed, &owner)).await.unwrap();
    reject_low_fee(&client, &replacement, &owner).await;
    let prepared = replacement
        .prepare_with(&client, replacement.minimum_fee)
        .await
        .unwrap();
    let faster = prepared.sign(&client, &owner.key).await.unwrap();
    faster.send(&client).await.unwrap();
    mine_block(&client, chain.name()).await;
    assert_eq!(status(&client, &faster).await, (Status::Confirmed, None));
    assert_eq!(balance(&client, chain, &to).await, amount);
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn further_outputs_of_another_key_pay_the_higher_fee() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let chain = Chain::Btc;
    let owner = Owner::funded(&client, chain, AddressType::P2wpkh, 1_000_000).await;
    let other = Owner::funded(&client, chain, AddressType::P2tr, 2_000_000).await;
    let to = Owner::new(&client, chain, AddressType::P2wpkh).await.address;
    let (mut utxo, further) = (owner.outputs(&client, chain).await, other.outputs(&client, chain).await);
    let output = Output::builder().to(to).amount(999_000).build();
    let transfer = Transfer::builder()
        .chain(chain)
        .network(Testnet)
        .public_key(owner.key.public_key())
        .recipients(Recipients::Each(vec![output.clone()]))
        .locktime(1)
        .build();
    let prepared = prepare(&client, &transfer, &utxo, 1_000).await.unwrap();
    let signed = prepared.sign(&client, &owner.key).await.unwrap();
    signed.send(&client).await.unwrap();

    let mut request = bump_of(&signed, &owner);
    request.change_address = Some(other.address.clone());
    request.max_fee = Fee::AtMost(100_000_u64.into());
    utxo.extend(further);
    request.utxo = utxo;
    let replacement = bump(&client, &request).await.unwrap();
    for fee in [1_000, replacement.minimum_fee - 1] {
        let error = replacement.prepare_with(&client, fee).await.unwrap_err();
        assert!(matches!(error, PaymentError::Invalid { field: "fee", .. }), "{error}");
    }
    let prepared = replacement.prepare_with(&client, 100_000).await.unwrap();
    let review = prepared.review();
    assert_eq!((&review.outputs, review.fee), (&vec![output], 100_000));
    assert_eq!((review.utxo.len(), review.change), (2, Some(1_901_000)));
    let faster = prepared.sign_with(&client, &[&owner.key, &other.key]).await.unwrap();
    faster.send(&client).await.unwrap();
    mine_block(&client, chain.name()).await;
    assert_eq!(status(&client, &faster).await.0, Status::Confirmed);
    assert_eq!(balance(&client, chain, &other.address).await, 1_901_000);

    request.max_fee = Fee::AtMost(1_u64.into());
    let error = bump(&client, &request).await.unwrap_err();
    assert!(
        matches!(&error, PaymentError::Call(call) if call.is(ErrorCode::TransactionNotFound)),
        "a replaced transaction: {error}"
    );
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn child_pays_for_its_parent() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let chain = Chain::Btc;
    for address_type in [AddressType::P2wpkh, AddressType::P2tr] {
        let owner = Owner::new(&client, chain, address_type).await;
        let coins = FaucetRequest::builder()
            .chain(chain.to_string())
            .address(owner.address.clone())
            .amount("500000")
            .build();
        let txid = faucet(&client, &coins).await.unwrap().txid;
        let mut parent = Parent::builder()
            .chain(chain)
            .network(Testnet)
            .txid(txid)
            .public_key(owner.key.public_key())
            .address_type(owner.address_type.clone())
            .build();
        let quote = pay_for_parent(&client, &parent).await.unwrap();
        let prepared = quote.prepare(&client, FeeMode::Fast).await.unwrap();
        let review = prepared.review();
        assert_eq!(review.outputs[0].to, owner.address);
        assert_eq!((review.amount + review.fee, review.change), (500_000, None));
        let child = prepared.sign(&client, &owner.key).await.unwrap();
        child.send(&client).await.unwrap();

        parent.max_fee = Fee::AtMost(1_u64.into());
        parent.txid.clone_from(&child.txid);
        let error = pay_for_parent(&client, &parent).await.unwrap_err();
        assert!(
            matches!(&error, PaymentError::Call(call) if call.response().is_some()),
            "a transaction to the sender only: {error}"
        );
        mine_block(&client, chain.name()).await;
        assert_eq!(status(&client, &child).await.0, Status::Confirmed);
        assert_eq!(balance(&client, chain, &owner.address).await, review.amount);
    }
    let owner = Owner::funded(&client, chain, AddressType::P2wpkh, 1_000_000).await;
    let (signed, ..) = pending(&client, chain, &owner, 100_000).await;
    let own = Parent::builder()
        .chain(chain)
        .network(Testnet)
        .txid(signed.txid)
        .public_key(owner.key.public_key())
        .build();
    let error = pay_for_parent(&client, &own).await.unwrap_err();
    assert!(matches!(error, PaymentError::Invalid { field: "txid", .. }), "{error}");
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_transactions_that_are_not_the_pending_one_are_rejected() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let owner = Owner::funded(&client, Chain::Btc, AddressType::P2wpkh, 1_000_000).await;
    let (signed, ..) = pending(&client, Chain::Btc, &owner, 100_000).await;
    let changes: [fn(&mut Signed); 4] = [
        |signed| signed.txdata = "00".to_owned(),
        |signed| signed.txid = "00".repeat(32),
        |signed| signed.chain = "eth".to_owned(),
        |signed| signed.family = wallet_client::payments::Family::EthLike,
    ];
    for change in changes {
        let mut other = bump_of(&signed, &owner);
        change(&mut other.signed);
        let error = bump(&client, &other).await.unwrap_err();
        assert!(
            matches!(error, PaymentError::Invalid { field: "signed", .. }),
            "{error}"
        );
    }
    running.shutdown().await.unwrap();
}
