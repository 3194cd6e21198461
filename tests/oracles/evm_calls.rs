//! Calls that parse names, encoded and decoded by ethers and viem.

use crate::evm::{ReferenceResult, query_references};
use serde::Deserialize;
use serde_json::{Value, json};
use wallet_eth_like::{Address, NamedCall};
use wallet_tests::support::oracle::Oracle;

const OWNER: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const SPENDER: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const TOKEN: &str = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB";
const MAX_160: &str = "1461501637330902918203684832716283019655932542975";

/// Calldata of a reference library.
#[derive(Debug, Deserialize)]
struct Calldata {
    data: String,
    /// The calldata of the values that the library decodes from `data` with a further byte.
    extended: String,
}

/// Signature, values, and the expected methods.
#[expect(clippy::too_many_lines, reason = "one case per signature")]
fn cases() -> Vec<(&'static str, Value, Vec<&'static str>)> {
    let word = format!("0x{}", "05".repeat(32));
    let (number, bytes) = ("7", "0x0102");
    let details = json!([TOKEN, MAX_160, number, number]);
    let transfer = json!([OWNER, SPENDER, number, TOKEN]);
    let (permitted, recipient) = (json!([TOKEN, number]), json!([SPENDER, number]));
    let approval = "0x095ea7b3000000000000000000000000fb6916095ca1df60bb79ce92ce3ea74c37c5d359ffffffffffffffffffffffffffffffff\
                    ffffffffffffffffffffffffffffffff";
    let calls = json!([[TOKEN, approval], [TOKEN, "0x01020304"]]);
    let inner = vec!["approve", "unknown"];
    let authorization = json!([OWNER, SPENDER, number, number, number, word, 27, word, word]);
    let authorization_bytes = json!([OWNER, SPENDER, number, number, number, word, bytes]);
    vec![
        (
            "approve(address,address,uint160,uint48)",
            json!([TOKEN, SPENDER, MAX_160, number]),
            vec!["approve"],
        ),
        (
            "permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)",
            json!([OWNER, [details, SPENDER, number], bytes]),
            vec!["permit"],
        ),
        (
            "permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)",
            json!([OWNER, [[details, details], SPENDER, number], bytes]),
            vec!["permit", "permit"],
        ),
        (
            "transferFrom(address,address,uint160,address)",
            transfer.clone(),
            vec!["transferFrom"],
        ),
        (
            "transferFrom((address,address,uint160,address)[])",
            json!([[transfer, transfer]]),
            vec!["transferFrom", "transferFrom"],
        ),
        (
            "permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)",
            json!([[permitted, number, number], recipient, OWNER, bytes]),
            vec!["permitTransferFrom"],
        ),
        (
            "permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)",
            json!([
                [[permitted, permitted], number, number],
                [recipient, recipient],
                OWNER,
                bytes
            ]),
            vec!["permitTransferFrom", "permitTransferFrom"],
        ),
        (
            "permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)",
            json!([
                [permitted, number, number],
                recipient,
                OWNER,
                word,
                "Order witness)",
                bytes
            ]),
            vec!["permitTransferFrom"],
        ),
        (
            "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
            authorization.clone(),
            vec!["transferWithAuthorization"],
        ),
        (
            "receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
            authorization,
            vec!["receiveWithAuthorization"],
        ),
        (
            "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
            authorization_bytes.clone(),
            vec!["transferWithAuthorization"],
        ),
        (
            "receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
            authorization_bytes,
            vec!["receiveWithAuthorization"],
        ),
        (
            "permit(address,address,uint256,uint256,bytes)",
            json!([OWNER, SPENDER, number, number, bytes]),
            vec!["permit"],
        ),
        (
            "multicall(bytes32,bytes[])",
            json!([word, [approval, "0x01020304"]]),
            inner.clone(),
        ),
        (
            "multicall(uint256,bytes[])",
            json!([number, [approval, "0x01020304"]]),
            inner.clone(),
        ),
        ("multicall(bytes[])", json!([[approval, "0x01020304"]]), inner.clone()),
        ("aggregate((address,bytes)[])", json!([calls]), inner.clone()),
        ("blockAndAggregate((address,bytes)[])", json!([calls]), inner.clone()),
        (
            "tryAggregate(bool,(address,bytes)[])",
            json!([true, calls]),
            inner.clone(),
        ),
        (
            "tryBlockAndAggregate(bool,(address,bytes)[])",
            json!([true, calls]),
            inner,
        ),
    ]
}

fn named(data: &str) -> Vec<NamedCall> {
    let contract: Address = OWNER.parse().expect("an address");
    NamedCall::of(contract, &hex::decode(data.trim_start_matches("0x")).expect("hex"))
}

#[tokio::test]
async fn known_calls_are_those_of_other_libraries() {
    let Some(mut oracle) = Oracle::start("oracles of calls") else {
        return;
    };
    for (signature, values, methods) in cases() {
        let parameters = json!({ "signature": signature, "values": values });
        for ReferenceResult { reference, value } in
            query_references::<Calldata>(&mut oracle, "evmCall", parameters).await
        {
            let exact = named(&value.data);
            let found: Vec<_> = exact.iter().map(|call| call.kind.name()).collect();
            assert_eq!(found, methods, "{reference}: {signature}");
            assert!(
                exact.iter().all(|call| !call.has_trailing_data),
                "{reference}: {signature}"
            );
            // The library reads the same values from calldata with a further byte, and so does this service.
            assert_eq!(value.extended, value.data, "{reference}: {signature}");
            let extended = named(&format!("{}00", value.data));
            let expected: Vec<_> = exact
                .into_iter()
                .map(|mut call| {
                    call.has_trailing_data = true;
                    call
                })
                .collect();
            assert_eq!(extended, expected, "{signature}");
        }
    }
}
