//! Tests of the events of classic operations (CAP-67), as getEvents returns them.

use super::rpc::{Rpc, decode};
use super::*;
use crate::xlm::events::contract_of;
use crate::xlm::state::account::{AUTHORIZED, CLAWBACK};
use serde_json::{Value, json};
use stellar_xdr::{
    AccountFlags, AllowTrustOp, AssetCode, AssetCode4, ChangeTrustAsset, ChangeTrustOp, ClaimClaimableBalanceOp,
    ClaimPredicate, ClaimableBalanceId, Claimant, ClaimantV0, ClawbackClaimableBalanceOp, ClawbackOp,
    CreateClaimableBalanceOp, CreateClaimableBalanceResult, ManageSellOfferOp, MuxedAccount, MuxedAccountMed25519,
    Operation, OperationResult, OperationResultTr, PathPaymentStrictReceiveOp, PathPaymentStrictSendOp, Price, ScVal,
    SetOptionsOp, SetTrustLineFlagsOp, TransactionResultResult,
};

/// A ledger with an issuer, who may claw back, and two holders.
struct Market {
    rpc: Rpc,
    issuer: TestWallet,
    alice: TestWallet,
    bob: TestWallet,
    gold: Asset,
}

impl Market {
    fn new() -> Self {
        let rpc = Rpc::new();
        let [issuer, alice, bob] = [1, 2, 3].map(|seed| TestWallet::funded(&rpc.node, seed));
        let flags = AccountFlags::RevocableFlag as u32 | AccountFlags::ClawbackEnabledFlag as u32;
        let options = SetOptionsOp {
            set_flags: Some(flags),
            ..SetOptionsOp::default()
        };
        issuer.does(&rpc.node, OperationBody::SetOptions(options));
        let gold = issuer.asset("GOLD");
        let Asset::CreditAlphanum4(credit) = gold.clone() else {
            unreachable!()
        };
        for holder in [&alice, &bob] {
            let line = ChangeTrustAsset::CreditAlphanum4(credit.clone());
            let trust = ChangeTrustOp { line, limit: 1000 };
            holder.does(&rpc.node, OperationBody::ChangeTrust(trust));
        }
        Self {
            rpc,
            issuer,
            alice,
            bob,
            gold,
        }
    }

    /// Returns the issuer, both holders and the asset.
    fn parties(&self) -> (&TestWallet, &TestWallet, &TestWallet, &Asset) {
        (&self.issuer, &self.alice, &self.bob, &self.gold)
    }

    /// Applies an operation and returns the events of the operation.
    async fn events(&self, wallet: &TestWallet, body: OperationBody) -> Vec<String> {
        wallet.does(&self.rpc.node, body);
        self.latest().await
    }

    /// Returns the events of the operations in the latest ledger.
    async fn latest(&self) -> Vec<String> {
        let number = self.rpc.node.read(|ledger| ledger.tip().header.ledger_seq);
        let page = self.rpc.call("getEvents", json!({ "startLedger": number })).await;
        let (fee, events) = page["events"].as_array().unwrap().split_first().unwrap();
        assert!(self.text(fee).starts_with("fee"), "{fee}");
        events.iter().map(|event| self.text(event)).collect()
    }

    /// Returns the topics and the data of an event as text, with the names of the accounts.
    fn text(&self, event: &Value) -> String {
        let topics = event["topic"].as_array().unwrap().iter();
        let words = topics.chain([&event["value"]]).map(|value| self.word(&decode(value)));
        let words: Vec<_> = words.collect();
        let asset = if words.iter().any(|word| word.starts_with("GOLD:")) {
            &self.gold
        } else {
            &Asset::Native
        };
        assert_eq!(event["contractId"], contract_of(asset).to_string());
        words.join(" ").replace(&format!("GOLD:{}", self.issuer.id()), "GOLD")
    }

    fn word(&self, value: &ScVal) -> String {
        match value {
            ScVal::Symbol(text) => text.0.to_utf8_string_lossy(),
            ScVal::String(text) => text.0.to_utf8_string_lossy(),
            ScVal::Bytes(bytes) => hex::encode(bytes.0.as_slice()),
            ScVal::Bool(is_true) => is_true.to_string(),
            ScVal::U64(number) => number.to_string(),
            ScVal::I128(parts) => parts.lo.to_string(),
            ScVal::Map(Some(map)) => {
                let fields = map
                    .0
                    .iter()
                    .map(|field| format!("{}={}", self.word(&field.key), self.word(&field.val)));
                fields.collect::<Vec<_>>().join(",")
            }
            ScVal::Address(address) => {
                let names = [("issuer", &self.issuer), ("alice", &self.alice), ("bob", &self.bob)];
                let text = address.to_string();
                let known = names.iter().find(|(_, wallet)| wallet.id().to_string() == text);
                known.map_or_else(|| text[..1].to_owned(), |(name, _)| (*name).to_owned())
            }
            other => panic!("{other:?}"),
        }
    }

    async fn balance(&self, owner: &TestWallet, claimant: &TestWallet) -> (ClaimableBalanceId, Vec<String>) {
        let claimant = ClaimantV0 {
            destination: claimant.id(),
            predicate: ClaimPredicate::Unconditional,
        };
        let body = OperationBody::CreateClaimableBalance(CreateClaimableBalanceOp {
            asset: self.gold.clone(),
            amount: 7,
            claimants: codec::list(vec![Claimant::ClaimantTypeV0(claimant)]),
        });
        let included = owner.does(&self.rpc.node, body);
        let TransactionResultResult::TxSuccess(results) = &included.result.result else {
            unreachable!()
        };
        let OperationResult::OpInner(OperationResultTr::CreateClaimableBalance(CreateClaimableBalanceResult::Success(
            id,
        ))) = &results[0]
        else {
            unreachable!()
        };
        (id.clone(), self.latest().await)
    }
}

/// Returns a payment with the source of the transaction.
fn pay(to: impl Into<MuxedAccount>, asset: &Asset, amount: i64) -> OperationBody {
    OperationBody::Payment(PaymentOp {
        destination: to.into(),
        asset: asset.clone(),
        amount,
    })
}

#[tokio::test]
async fn payments_are_transfers_mints_and_burns() {
    let market = Market::new();
    let (issuer, alice, bob, gold) = market.parties();
    let rpc = &market.rpc;
    let mint = market.events(issuer, pay(alice.id(), gold, 500)).await;
    assert_eq!(mint, ["mint alice GOLD 500"]);
    let burn = market.events(alice, pay(issuer.id(), gold, 20)).await;
    assert_eq!(burn, ["burn alice GOLD 20"]);
    let muxed = MuxedAccount::MuxedEd25519(MuxedAccountMed25519 {
        id: 9,
        ed25519: Uint256(bob.public_key()),
    });
    let transfer = market.events(alice, pay(muxed.clone(), gold, 30)).await;
    assert_eq!(transfer, ["transfer alice bob GOLD amount=30,to_muxed_id=9"]);
    let native = market.events(alice, pay(bob.id(), &Asset::Native, 40)).await;
    assert_eq!(native, ["transfer alice bob native 40"]);
    // A burn has no id.
    let memo = |memo: Memo, body: OperationBody| alice.seal_with(&rpc.node, memo, vec![by_source(body)]);
    for (body, expected) in [
        (
            pay(bob.id(), gold, 1),
            "transfer alice bob GOLD amount=1,to_muxed_id=hello",
        ),
        (pay(muxed, gold, 1), "transfer alice bob GOLD amount=1,to_muxed_id=9"),
        (pay(issuer.id(), gold, 1), "burn alice GOLD 1"),
    ] {
        let text = Memo::Text("hello".try_into().unwrap());
        assert!(rpc.node.settle(&memo(text, body)).unwrap().is_success);
        assert_eq!(market.latest().await, [expected]);
    }
    let hash = Memo::Return(stellar_xdr::Hash([7; 32]));
    assert!(rpc.node.settle(&memo(hash, pay(bob.id(), gold, 1))).unwrap().is_success);
    let expected = format!("transfer alice bob GOLD amount=1,to_muxed_id={}", "07".repeat(32));
    assert_eq!(market.latest().await, [expected]);
    let merged = market.events(bob, pay(alice.id(), gold, 33)).await;
    assert_eq!(merged, ["transfer bob alice GOLD 33"]);
}

#[tokio::test]
async fn trades_are_two_transfers() {
    let market = Market::new();
    let (issuer, alice, bob, gold) = market.parties();
    market.events(issuer, pay(alice.id(), gold, 500)).await;
    let offer = |selling: &Asset, buying: &Asset, amount| {
        OperationBody::ManageSellOffer(ManageSellOfferOp {
            selling: selling.clone(),
            buying: buying.clone(),
            amount,
            price: Price { n: 2, d: 1 },
            offer_id: 0,
        })
    };
    let none: [&str; 0] = [];
    assert_eq!(market.events(alice, offer(gold, &Asset::Native, 100)).await, none);
    let taken = ManageSellOfferOp {
        selling: Asset::Native,
        buying: gold.clone(),
        amount: 20,
        price: Price { n: 1, d: 2 },
        offer_id: 0,
    };
    let trade = ["transfer alice bob GOLD 10", "transfer bob alice native 20"];
    assert_eq!(market.events(bob, OperationBody::ManageSellOffer(taken)).await, trade);
    let send = PathPaymentStrictSendOp {
        send_asset: Asset::Native,
        send_amount: 20,
        destination: issuer.account(),
        dest_asset: gold.clone(),
        dest_min: 1,
        path: codec::list(Vec::new()),
    };
    let by_path = market.events(bob, OperationBody::PathPaymentStrictSend(send)).await;
    assert_eq!(by_path, [trade[0], trade[1], "burn bob GOLD 10"]);
    let receive = PathPaymentStrictReceiveOp {
        send_asset: Asset::Native,
        send_max: 100,
        destination: bob.account(),
        dest_asset: gold.clone(),
        dest_amount: 5,
        path: codec::list(Vec::new()),
    };
    let received = market
        .events(issuer, OperationBody::PathPaymentStrictReceive(receive))
        .await;
    let expected = [
        "burn alice GOLD 5",
        "transfer issuer alice native 10",
        "mint bob GOLD 5",
    ];
    assert_eq!(received, expected);
}

#[tokio::test]
async fn balances_and_clawbacks_have_events() {
    let market = Market::new();
    let (issuer, alice, bob, gold) = market.parties();
    market.events(issuer, pay(alice.id(), gold, 500)).await;
    let (balance_id, created) = market.balance(alice, bob).await;
    assert_eq!(created, ["transfer alice B GOLD 7"]);
    let claim = OperationBody::ClaimClaimableBalance(ClaimClaimableBalanceOp { balance_id });
    assert_eq!(market.events(bob, claim).await, ["transfer B bob GOLD 7"]);
    let (balance_id, created) = market.balance(issuer, bob).await;
    assert_eq!(created, ["mint B GOLD 7"]);
    let back = OperationBody::ClawbackClaimableBalance(ClawbackClaimableBalanceOp { balance_id });
    assert_eq!(market.events(issuer, back).await, ["clawback B GOLD 7"]);
    let back = OperationBody::Clawback(ClawbackOp {
        asset: gold.clone(),
        from: alice.account(),
        amount: 3,
    });
    assert_eq!(market.events(issuer, back).await, ["clawback alice GOLD 3"]);
}

#[tokio::test]
async fn authorizations_and_merges_have_events() {
    let market = Market::new();
    let (issuer, alice, bob, gold) = market.parties();
    let none: [&str; 0] = [];
    let allow = |authorize| {
        OperationBody::AllowTrust(AllowTrustOp {
            trustor: alice.id(),
            asset: AssetCode::CreditAlphanum4(AssetCode4(*b"GOLD")),
            authorize,
        })
    };
    assert_eq!(
        market.events(issuer, allow(0)).await,
        ["set_authorized alice GOLD false"]
    );
    assert_eq!(market.events(issuer, allow(0)).await, none);
    let flags = |clear_flags, set_flags| {
        OperationBody::SetTrustLineFlags(SetTrustLineFlagsOp {
            trustor: alice.id(),
            asset: gold.clone(),
            clear_flags,
            set_flags,
        })
    };
    assert_eq!(market.events(issuer, flags(CLAWBACK, 0)).await, none);
    assert_eq!(
        market.events(issuer, flags(0, AUTHORIZED)).await,
        ["set_authorized alice GOLD true"]
    );
    let merge = OperationBody::AccountMerge(alice.account());
    let line = ChangeTrustAsset::CreditAlphanum4(match gold {
        Asset::CreditAlphanum4(credit) => credit.clone(),
        _ => unreachable!(),
    });
    bob.does(
        &market.rpc.node,
        OperationBody::ChangeTrust(ChangeTrustOp { line, limit: 0 }),
    );
    let rest = bob.balance(&market.rpc.node) - 100;
    assert_eq!(
        market.events(bob, merge).await,
        [format!("transfer bob alice native {rest}")]
    );
}

#[tokio::test]
async fn filters_select_contracts_and_topics() {
    let market = Market::new();
    let (issuer, alice, bob, gold) = market.parties();
    let rpc = &market.rpc;
    let first = rpc.node.read(|ledger| ledger.tip().header.ledger_seq + 1);
    let operations: Vec<Operation> = [
        pay(alice.id(), gold, 50),
        pay(bob.id(), gold, 60),
        pay(bob.id(), &Asset::Native, 70),
    ]
    .into_iter()
    .map(by_source)
    .collect();
    rpc.node
        .settle(&issuer.seal(&rpc.node, 300, operations, &[issuer]))
        .unwrap();
    let failed = alice.sign(&rpc.node, 100, pay(bob.id(), gold, 999));
    assert!(!rpc.node.settle(&failed).unwrap().is_success);
    let encoded = |value: ScVal| json!(codec::base64(&value));
    let address = |wallet: &TestWallet| encoded(ScVal::Address(stellar_xdr::ScAddress::Account(wallet.id())));
    let symbol = |text: &str| encoded(ScVal::Symbol(stellar_xdr::ScSymbol(text.try_into().unwrap())));
    let select = async |filters: Value| {
        let page = rpc
            .call("getEvents", json!({ "startLedger": first, "filters": filters }))
            .await;
        let events = page["events"].as_array().unwrap().iter();
        events.map(|event| market.text(event)).collect::<Vec<_>>()
    };
    let fee = ["fee issuer 300", "fee alice 100"];
    let (mints, transfer) = (
        ["mint alice GOLD 50", "mint bob GOLD 60"],
        "transfer issuer bob native 70",
    );
    assert_eq!(
        select(Value::Null).await,
        [fee[0], mints[0], mints[1], transfer, fee[1]]
    );
    let contract = contract_of(gold).to_string();
    assert_eq!(
        select(json!([{ "type": "contract", "contractIds": [contract] }])).await,
        mints
    );
    let none: [&str; 0] = [];
    assert_eq!(select(json!([{ "type": "system" }])).await, none);
    for (topic, expected) in [
        (json!([symbol("mint"), address(bob), "*"]), vec![mints[1]]),
        (json!(["*", address(bob), "**"]), vec![mints[1]]),
        (json!([symbol("transfer"), "**"]), vec![transfer]),
        (json!(["*", "*"]), fee.to_vec()),
        (json!(["*", "*", "*", "*", "**"]), vec![transfer]),
        (json!([symbol("mint")]), vec![]),
    ] {
        assert_eq!(select(json!([{ "topics": [topic] }])).await, expected, "{topic}");
    }
    // An event must match one of the filters.
    let two = json!([{ "topics": [[symbol("fee"), address(alice)]] }, { "topics": [[symbol("transfer"), "**"], ["*", "*"]] }]);
    assert_eq!(select(two).await, [fee[0], transfer, fee[1]]);
}

#[tokio::test]
async fn events_continue_after_their_cursor() {
    let market = Market::new();
    let (issuer, alice, _, gold) = market.parties();
    let rpc = &market.rpc;
    let included = issuer.does(&rpc.node, pay(alice.id(), gold, 50));
    let number = included.context.ledger;
    let page = async |params: Value| rpc.call("getEvents", params).await;
    let first = page(json!({ "startLedger": number, "pagination": { "limit": 1 } })).await;
    let event = &first["events"][0];
    assert_eq!(event["id"], format!("{:019}-0000000000", u64::from(number) << 32));
    assert_eq!(
        (&event["operationIndex"], &event["transactionIndex"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(event["txHash"], included.transaction.id());
    assert_eq!((&first["cursor"], &event["type"]), (&event["id"], &json!("contract")));
    let second = page(json!({ "pagination": { "cursor": first["cursor"] } })).await;
    let event = &second["events"][0];
    assert_eq!(
        event["id"],
        format!("{:019}-0000000000", u64::from(number) << 32 | 1 << 12)
    );
    assert_eq!(
        (&event["transactionIndex"], &event["ledger"]),
        (&json!(1), &json!(number))
    );
    assert_eq!(event["ledgerClosedAt"], "2027-01-15T08:00:00Z");
    let end = format!("{:019}-4294967295", u64::from(number) << 32 | 0xffff_ffff);
    assert_eq!(second["cursor"], end);
    let third = page(json!({ "pagination": { "cursor": end } })).await;
    assert_eq!((&third["events"], &third["cursor"]), (&json!([]), &json!(end)));
    let before = page(json!({ "startLedger": number - 1, "endLedger": number })).await;
    assert!(
        before["events"]
            .as_array()
            .unwrap()
            .iter()
            .all(|event| event["ledger"] == number - 1)
    );
}

#[tokio::test]
async fn invalid_requests_of_events_are_rejected() {
    let Market { rpc, .. } = Market::new();
    let number = rpc.node.read(|ledger| ledger.tip().header.ledger_seq);
    let end = format!("{:019}-4294967295", u64::from(number) << 32 | 0xffff_ffff);
    let filters = |filter: Value| json!({ "startLedger": number, "filters": [filter] });
    for (params, code) in [
        (json!({}), -32602),
        (json!({ "startLedger": number + 1 }), -32600),
        (json!({ "startLedger": 1 }), -32600),
        (
            json!({ "startLedger": number, "pagination": { "cursor": end } }),
            -32602,
        ),
        (
            json!({ "startLedger": number, "pagination": { "limit": 10_001 } }),
            -32602,
        ),
        (
            json!({ "startLedger": number, "filters": [{}, {}, {}, {}, {}, {}] }),
            -32602,
        ),
        (json!({ "pagination": { "cursor": "1" } }), -32602),
        (filters(json!({ "type": "diagnostic" })), -32602),
        (filters(json!({ "contractIds": ["C"] })), -32602),
        (filters(json!({ "topics": [[]] })), -32602),
        (filters(json!({ "topics": [["**", "*"]] })), -32602),
        (filters(json!({ "topics": [["*", "*", "*", "*", "*"]] })), -32602),
        (filters(json!({ "topics": [["AAAA"]] })), -32602),
        (
            filters(json!({ "topics": [["*"], ["*"], ["*"], ["*"], ["*"], ["*"]] })),
            -32602,
        ),
    ] {
        assert_eq!(rpc.error("getEvents", params.clone()).await, code, "{params}");
    }
}
