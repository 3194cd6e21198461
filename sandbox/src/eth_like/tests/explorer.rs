//! Tests of the API of Etherscan.

use super::queries::Client;
use super::*;
use serde_json::json;

#[tokio::test]
async fn explorer_lists_transactions_token_transfers_and_internal_payments() {
    let client = Client::of("eth");
    let node = client.node();
    let wallet = TestWallet::funded(node, 1);
    let address = wallet.address();
    pay(node, address, 500, Some(contracts::SILENT_TOKEN));
    mine(node);
    node.submit(&wallet.sign(call(node, 0, contracts::SILENT_TOKEN, transfer_data(TO, 200))))
        .unwrap();
    node.submit(&wallet.sign(call(node, 1, contracts::REFUSING_TOKEN, transfer_data(TO, 1))))
        .unwrap();
    let split = TxEip1559 {
        value: U256::from(9),
        ..call(node, 2, contracts::FORWARDER, split_data())
    };
    node.submit(&wallet.sign(split)).unwrap();
    mine(node);

    let list = client
        .explorer(&format!("action=txlist&address={address}&sort=desc"))
        .await;
    let rows = list["result"].as_array().unwrap();
    let listed: Vec<_> = rows
        .iter()
        .map(|row| (row["nonce"].as_str().unwrap(), row["isError"].as_str().unwrap()))
        .collect();
    assert_eq!(listed, [("2", "0"), ("1", "1"), ("0", "0"), ("0", "0")]);
    let second = client
        .explorer(&format!("action=txlist&address={address}&sort=desc&page=2&offset=1"))
        .await;
    assert_eq!(second["result"], json!([rows[1]]));

    let tokens = client
        .explorer(&format!("action=tokentx&address={address}&sort=asc"))
        .await;
    let listed: Vec<_> = tokens["result"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["value"].as_str().unwrap(), row["tokenSymbol"].as_str().unwrap()))
        .collect();
    assert_eq!(listed, [("500", "HUSH"), ("200", "HUSH")]);

    let internal = client.explorer(&format!("action=txlistinternal&address={TO}")).await;
    let row = &internal["result"][0];
    assert_eq!(
        (row["value"].as_str(), row["from"].as_str()),
        (
            Some("9"),
            Some(contracts::FORWARDER.to_string().to_lowercase().as_str())
        )
    );
}

/// Mints a token of each collection for the wallet, and lets `TO` take tokens of the wallet.
fn mint_and_approve(node: &Node, wallet: &TestWallet) {
    let address = wallet.address();
    let number = |number: u64| Argument::Number(U256::from(number));
    let to = |address| Argument::Address(address);
    let [art, editions, permit2] = ["Art", "Editions", "Permit2"].map(Contract::named);
    let calls = [
        (
            contracts::ART,
            art.call("mint(address,uint256)", &[to(address), number(7)]),
        ),
        (
            contracts::EDITIONS,
            editions.call("mint(address,uint256,uint256)", &[to(address), number(8), number(3)]),
        ),
        (
            contracts::ART,
            art.call("setApprovalForAll(address,bool)", &[to(TO), number(1)]),
        ),
        (
            contracts::PERMIT2,
            permit2.call(
                "approve(address,address,uint160,uint48)",
                &[to(contracts::SILENT_TOKEN), to(TO), number(5), number(2_000_000_000)],
            ),
        ),
    ];
    for (nonce, (contract, data)) in calls.into_iter().enumerate() {
        node.submit(&wallet.sign(call(node, nonce as u64, contract, data)))
            .unwrap();
    }
    mine(node);
}

#[tokio::test]
async fn explorer_lists_logs_and_non_fungible_tokens() {
    let client = Client::of("eth");
    let wallet = TestWallet::funded(client.node(), 1);
    let address = wallet.address();
    mint_and_approve(client.node(), &wallet);
    let single = client.explorer(&format!("action=tokennfttx&address={address}")).await;
    let several = client.explorer(&format!("action=token1155tx&address={address}")).await;
    let (single, several) = (&single["result"][0], &several["result"][0]);
    let fields = [
        &single["tokenID"],
        &single["tokenName"],
        &several["tokenID"],
        &several["tokenValue"],
    ];
    assert_eq!(json!(fields), json!(["7", "Sandbox Art", "8", "3"]));
    let owner = B256::left_padding_from(address.as_slice());
    for (event, contract) in [
        ("ApprovalForAll(address,address,bool)", contracts::ART),
        ("Approval(address,address,address,uint160,uint48)", contracts::PERMIT2),
    ] {
        let topic = revm::primitives::keccak256(event);
        let query = format!("action=getLogs&fromBlock=0&toBlock=latest&topic0={topic}&topic0_1_opr=and&topic1={owner}");
        let logs = client.explorer_of("logs", &query).await;
        let addresses: Vec<_> = logs["result"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| &row["address"])
            .collect();
        assert_eq!(addresses, [&json!(contract.to_string().to_lowercase())], "{event}");
        let empty = client
            .explorer_of("logs", &query.replace("fromBlock=0", "fromBlock=999"))
            .await;
        assert_eq!(empty["message"], "No records found");
    }
    let error = client.explorer_of("logs", "action=getLogs").await;
    assert_eq!(error["message"], "NOTOK");
}

#[tokio::test]
async fn explorer_reports_empty_results_and_errors_like_etherscan() {
    let client = Client::of("eth");
    let empty = client.explorer(&format!("action=txlist&address={TO}")).await;
    assert_eq!(
        empty,
        json!({ "status": "0", "message": "No transactions found", "result": [] })
    );
    for query in [
        "action=txlist&address=0x12".to_owned(),
        format!("action=nothing&address={TO}"),
        format!("action=txlist&address={TO}&page=11&offset=1000"),
        format!("action=txlist&address={TO}&startblock=x"),
    ] {
        let response = client.explorer(&query).await;
        assert_eq!(
            (&response["status"], &response["message"]),
            (&json!("0"), &json!("NOTOK")),
            "{query}"
        );
        assert!(response["result"].is_string());
    }
}
