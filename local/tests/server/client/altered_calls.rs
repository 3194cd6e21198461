//! Stellar contract calls: an altering server obtains no signature.

use super::contracts::{THIEF, call, token_transfer, transfer_call};
use super::signer::Counting;
use super::swap::issued;
use super::xlm::{account, lumen, terms, transact};
use super::{Altering, client, mismatch};
use crate::ephemeral;
use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use stellar_xdr as xdr;
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::payments::PaymentError;
use wallet_client::payments::xlm::{
    Action, Call, CallAction, Prepared, asset_contract, prepare_call, prepare_call_instead_of,
};
use wallet_client::signers::Ed25519Key;
use wallet_cloud::serve::Running;
use xdr::{Limits, ReadXdr, WriteXdr};

/// SHA-256 of `Test SDF Network ; September 2015` and of `Public Global Stellar Network ; September 2015`, as the
/// documentation of the network publishes the ids.
const TESTNET: &str = "cee0302d59844d32bdca915c8203dd44b33fbb7edc19051ea37abedf28ecd472";
const LIVENET: &str = "7ac33997544e3175d266bd022439b22cdb16508c01163f26e5cb2a3e1045a979";

type Change = fn(&mut Value);

/// Changes the transaction of the server, with a matching hash.
fn rebuild(data: &mut Value, edit: impl Fn(&mut xdr::Transaction)) {
    let text = data["unsignedMessage"].as_str().unwrap();
    let mut envelope = xdr::TransactionEnvelope::from_xdr_base64(text, Limits::none()).unwrap();
    let xdr::TransactionEnvelope::Tx(inner) = &mut envelope else {
        panic!("another kind of transaction")
    };
    edit(&mut inner.tx);
    data["unsignedMessage"] = envelope.to_xdr_base64(Limits::none()).unwrap().into();
    hash_for(data, TESTNET);
}

/// Replaces the hash by that for a network.
fn hash_for(data: &mut Value, network: &str) {
    let text = data["unsignedMessage"].as_str().unwrap();
    let envelope = xdr::TransactionEnvelope::from_xdr_base64(text, Limits::none()).unwrap();
    let network = HEXLOWER.decode(network.as_bytes()).unwrap().try_into().unwrap();
    data["hash"] = HEXLOWER.encode(&envelope.hash(network).unwrap()).into();
}

/// Changes the call in the transaction of the server.
fn recall(data: &mut Value, edit: impl Fn(&mut xdr::InvokeHostFunctionOp)) {
    rebuild(data, |tx| {
        let mut operations = tx.operations.to_vec();
        let xdr::OperationBody::InvokeHostFunction(call) = &mut operations[0].body else {
            panic!("another operation")
        };
        edit(call);
        tx.operations = operations.try_into().unwrap();
    });
}

/// Changes the called function and the authorized call alike.
fn recall_both(data: &mut Value, edit: impl Fn(&mut xdr::InvokeContractArgs)) {
    recall(data, |call| {
        let xdr::HostFunction::InvokeContract(called) = &mut call.host_function else {
            panic!("another function")
        };
        edit(called);
        let called = called.clone();
        authorize(call, |entry| {
            entry.root_invocation.function = xdr::SorobanAuthorizedFunction::ContractFn(called.clone());
        });
    });
}

/// Changes the first authorization.
fn authorize(call: &mut xdr::InvokeHostFunctionOp, edit: impl Fn(&mut xdr::SorobanAuthorizationEntry)) {
    let mut entries = call.auth.to_vec();
    edit(&mut entries[0]);
    call.auth = entries.try_into().unwrap();
}

fn authorized(entry: &mut xdr::SorobanAuthorizationEntry) -> &mut xdr::InvokeContractArgs {
    match &mut entry.root_invocation.function {
        xdr::SorobanAuthorizedFunction::ContractFn(call) => call,
        _ => panic!("another function"),
    }
}

/// Replaces an argument of a call.
fn argue(call: &mut xdr::InvokeContractArgs, index: usize, value: xdr::ScVal) {
    let mut arguments = call.args.to_vec();
    arguments[index] = value;
    call.args = arguments.try_into().unwrap();
}

/// Adds a sub-invocation to the first authorization.
fn nest(call: &mut xdr::InvokeHostFunctionOp) {
    authorize(call, |entry| {
        let further = entry.root_invocation.clone();
        entry.root_invocation.sub_invocations = vec![further].try_into().unwrap();
    });
}

fn resources(tx: &mut xdr::Transaction) -> &mut xdr::SorobanTransactionData {
    match &mut tx.ext {
        xdr::TransactionExt::V1(data) => data,
        xdr::TransactionExt::V0 => panic!("without resources"),
    }
}

fn name(text: &str) -> xdr::ScSymbol {
    xdr::ScSymbol(text.try_into().unwrap())
}

fn thief() -> xdr::ScVal {
    xdr::ScVal::Address(xdr::ScAddress::Account(THIEF.parse().unwrap()))
}

fn thief_account() -> xdr::MuxedAccount {
    THIEF.parse().unwrap()
}

/// The transactions that an altering server builds instead, with the differing field.
const CHANGES: &[(&str, Change)] = &[
    ("contract", |data| {
        recall_both(data, |call| {
            call.contract_address = xdr::ScAddress::Contract(xdr::ContractId(xdr::Hash([7; 32])));
        });
    }),
    ("function", |data| {
        recall_both(data, |call| call.function_name = name("approve"));
    }),
    ("arguments", |data| recall_both(data, |call| argue(call, 0, thief()))),
    ("arguments", |data| recall_both(data, |call| argue(call, 1, thief()))),
    ("arguments", |data| {
        recall_both(data, |call| argue(call, 2, ((1_i128 << 64) + 5000).into()));
    }),
    ("arguments", |data| {
        recall_both(data, |call| argue(call, 2, xdr::ScVal::U32(5000)));
    }),
    ("arguments", |data| {
        recall_both(data, |call| {
            let more = [call.args.as_slice(), &[xdr::ScVal::Void]].concat();
            call.args = more.try_into().unwrap();
        });
    }),
    // Authorizations: of another call, of more than the call, by another signature.
    ("authorized call", |data| {
        recall(data, |call| {
            authorize(call, |entry| authorized(entry).function_name = name("burn"));
        });
    }),
    ("authorized call", |data| {
        recall(data, |call| {
            authorize(call, |entry| argue(authorized(entry), 1, thief()));
        });
    }),
    ("authorized call", |data| {
        recall(data, |call| {
            let mut further = call.auth[0].clone();
            authorized(&mut further).function_name = name("approve");
            call.auth = [call.auth.as_slice(), &[further]].concat().try_into().unwrap();
        });
    }),
    ("credentials", |data| {
        recall(data, |call| {
            authorize(call, |entry| {
                entry.credentials = xdr::SorobanCredentials::Address(xdr::SorobanAddressCredentials {
                    address: xdr::ScAddress::Account(THIEF.parse().unwrap()),
                    nonce: 7,
                    signature_expiration_ledger: 9,
                    signature: xdr::ScVal::Void,
                });
            });
        });
    }),
    ("kind of operation", |data| {
        recall(data, |call| {
            call.host_function = xdr::HostFunction::UploadContractWasm(vec![1].try_into().unwrap());
        });
    }),
    // Other parts of the transaction.
    ("number of operations", |data| {
        rebuild(data, |tx| {
            let payment = xdr::Operation {
                source_account: None,
                body: xdr::OperationBody::AccountMerge(thief_account()),
            };
            tx.operations = [tx.operations.as_slice(), &[payment]].concat().try_into().unwrap();
        });
    }),
    ("number of operations", |data| {
        rebuild(data, |tx| tx.operations = xdr::VecM::default());
    }),
    ("kind of operation", |data| {
        rebuild(data, |tx| {
            let mut operations = tx.operations.to_vec();
            operations[0].body = xdr::OperationBody::AccountMerge(thief_account());
            tx.operations = operations.try_into().unwrap();
        });
    }),
    ("source of the operation", |data| {
        rebuild(data, |tx| {
            let mut operations = tx.operations.to_vec();
            operations[0].source_account = Some(thief_account());
            tx.operations = operations.try_into().unwrap();
        });
    }),
    ("source", |data| rebuild(data, |tx| tx.source_account = thief_account())),
    ("memo", |data| rebuild(data, |tx| tx.memo = xdr::Memo::Id(5))),
    ("sequence number", |data| rebuild(data, |tx| tx.seq_num.0 += 1)),
    ("time bounds", |data| {
        rebuild(data, |tx| tx.cond = xdr::Preconditions::None);
    }),
    ("fee", |data| rebuild(data, |tx| tx.fee += 1)),
    ("fee of the resources", |data| {
        rebuild(data, |tx| resources(tx).resource_fee += 1);
    }),
    ("fee of the resources", |data| data["resourceFee"] = "1".into()),
    ("fee of the resources within the fee", |data| {
        rebuild(data, |tx| resources(tx).resource_fee = i64::from(tx.fee) + 1);
    }),
    ("fee of the resources within the fee", |data| {
        rebuild(data, |tx| resources(tx).resource_fee = -1);
    }),
    ("restored entries", |data| {
        rebuild(data, |tx| {
            let archived_soroban_entries = vec![0].try_into().unwrap();
            resources(tx).ext = xdr::SorobanTransactionDataExt::V1(xdr::SorobanResourcesExtV0 {
                archived_soroban_entries,
            });
        });
    }),
    ("extension", |data| {
        rebuild(data, |tx| tx.ext = xdr::TransactionExt::V0);
    }),
    ("number of signatures", |data| {
        let text = data["unsignedMessage"].as_str().unwrap();
        let mut envelope = xdr::TransactionEnvelope::from_xdr_base64(text, Limits::none()).unwrap();
        if let xdr::TransactionEnvelope::Tx(inner) = &mut envelope {
            inner.signatures = vec![xdr::DecoratedSignature::default()].try_into().unwrap();
        }
        data["unsignedMessage"] = envelope.to_xdr_base64(Limits::none()).unwrap().into();
    }),
    ("hash", |data| hash_for(data, LIVENET)),
];

/// Further changes of a token transfer, of which the signature authorizes the transfer alone.
const TRANSFER_CHANGES: &[(&str, Change)] = &[
    ("single authorization", |data| {
        recall(data, |call| {
            let twice = [call.auth.as_slice(), call.auth.as_slice()].concat();
            call.auth = twice.try_into().unwrap();
        });
    }),
    ("number of further calls", |data| recall(data, nest)),
    ("amount", |data| data["amount"]["amount"] = "5001".into()),
];

/// False descriptions of the transaction by `parse`.
const READINGS: &[(&str, Change)] = &[
    ("txid", |data| data["txid"] = "0".repeat(64).into()),
    ("source", |data| data["from"] = THIEF.into()),
    ("fee", |data| data["fee"] = "100".into()),
    ("operations", |data| data["operations"] = json!([])),
    ("call", |data| data["operations"][0]["call"] = Value::Null),
    ("call", |data| {
        data["operations"][0]["call"]["function"] = "approve".into();
    }),
    ("call", |data| data["operations"][0]["call"]["contract"] = THIEF.into()),
    ("call", |data| {
        data["operations"][0]["call"]["arguments"][2]["value"] = "5".into();
    }),
    ("call", |data| {
        data["operations"][0]["call"]["authorizations"] = json!([]);
    }),
    ("call", |data| {
        data["operations"][0]["call"]["authorizations"][0]["address"] = THIEF.into();
    }),
    ("call", |data| {
        data["operations"][0]["call"]["authorizations"][0]["invocation"]["arguments"][1]["value"] = THIEF.into();
    }),
];

/// A client whose server changes the responses, by each change in turn.
struct Changing {
    client: Client,
    change: Arc<Mutex<Change>>,
}

impl Changing {
    async fn new(running: &Running, path: &'static str) -> Self {
        let change: Arc<Mutex<Change>> = Arc::new(Mutex::new(|_| {}));
        let current = Arc::clone(&change);
        let altering = Altering::new(path, move |data| (*current.lock().unwrap())(data));
        Self {
            client: altering.client(running).await,
            change,
        }
    }

    async fn prepare(&self, call: &Call, change: Change) -> Result<Prepared, PaymentError> {
        *self.change.lock().unwrap() = change;
        prepare_call(&self.client, call).await
    }
}

/// Returns the counting key and the address of a funded account, and the address of a recipient.
async fn payer(client: &Client) -> (Counting<Ed25519Key>, String, String) {
    let (key, address) = account(client).await;
    let (_, to) = account(client).await;
    (Counting::new(key), address, to)
}

#[tokio::test(flavor = "multi_thread")]
async fn altered_calls_are_not_signed() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let (signer, address, to) = payer(&honest).await;
    let native = asset_contract(&lumen(), Testnet).unwrap();
    let builder = Changing::new(&running, "transaction/get-hash").await;
    let reader = Changing::new(&running, "transaction/parse").await;
    for action in [token_transfer(&to, 5000), transfer_call(&address, &to, 5000)] {
        let is_transfer = matches!(action, CallAction::TransferToken { .. });
        let mut call = call(&signer, &native, action);
        let review = prepare_call(&honest, &call).await.unwrap().review().clone();
        call.sequence = Some(review.sequence);
        let further = if is_transfer { TRANSFER_CHANGES } else { &[] };
        for (field, change) in CHANGES.iter().chain(further) {
            let outcome = builder.prepare(&call, *change).await;
            assert_eq!(mismatch(outcome.map(drop)), ("get-hash", *field));
        }
        for (field, change) in READINGS {
            let outcome = reader.prepare(&call, *change).await;
            assert_eq!(mismatch(outcome.map(drop)), ("parse", *field));
        }

        // A higher fee, consistently: the limit of the chain applies without a requested fee.
        let raise: Change = |data| {
            rebuild(data, |tx| tx.fee = 9_000_000);
            data["fee"] = "9000000".into();
        };
        let error = builder.prepare(&call, raise).await.unwrap_err();
        assert!(matches!(error, PaymentError::FeeAboveLimit { .. }), "{error}");
        call.fee = Some(u32::try_from(review.fee).unwrap());
        assert_eq!(
            mismatch(builder.prepare(&call, raise).await.map(drop)),
            ("get-hash", "fee")
        );
    }
    assert_eq!(signer.count(), 0);
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_calls_are_signed_once() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let (signer, address, to) = payer(&honest).await;
    let native = asset_contract(&lumen(), Testnet).unwrap();
    let call = call(&signer, &native, transfer_call(&address, &to, 5000));

    let completer = Changing::new(&running, "attach-signature").await;
    let prepared = completer.prepare(&call, |data| data["txdata"] = "AAAA".into()).await;
    let outcome = prepared.unwrap().sign(&completer.client, &signer).await;
    assert_eq!(mismatch(outcome.map(drop)), ("attach-signature", "transaction"));
    assert_eq!(signer.count(), 1);

    // A server obtains no second signature of the call by a second authorization and another sequence number.
    let client = Changing::new(&running, "transaction/get-hash").await;
    let first = client.prepare(&call, |data| recall(data, nest)).await.unwrap();
    let authorization = &first.review().call.as_ref().unwrap().call.authorizations[0];
    assert_eq!(authorization.invocation.invocations.len(), 1, "further calls are shown");
    let earlier = first.sign(&client.client, &signer).await.unwrap();
    let again: Change = |data| {
        rebuild(data, |tx| tx.seq_num.0 += 1);
        recall(data, |call| call.auth = xdr::VecM::default());
    };
    let second = client.prepare(&call, again).await.unwrap();
    let error = second.sign(&client.client, &signer).await.unwrap_err();
    assert!(matches!(error, PaymentError::Unresolved(_)), "{error}");
    assert_eq!(signer.count(), 2);

    *client.change.lock().unwrap() = |data| data["warnings"] = json!([]);
    let instead = prepare_call_instead_of(&client.client, &call, &earlier).await.unwrap();
    assert_eq!(instead.review().sequence, first.review().sequence);
    instead.sign(&client.client, &signer).await.unwrap();
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn false_assets_of_contracts_are_not_shown() {
    let running = ephemeral().await;
    let honest = client(&running).await;
    let (issuer, issuer_address) = account(&honest).await;
    let (holder, holder_address) = account(&honest).await;
    let points = issued("POINTS", &issuer_address);
    let contract = asset_contract(&points, Testnet).unwrap();
    let trust = Action::Trust {
        asset: points,
        limit: None,
    };
    transact(&honest, &holder, &terms(&honest, &holder).await, &trust).await;
    let call = call(&issuer, &contract, token_transfer(&holder_address, 5));
    let builder = Changing::new(&running, "transaction/get-hash").await;
    for change in [
        (|data| data["asset"]["issuer"] = THIEF.into()) as Change,
        |data| data["asset"]["code"] = "EUR".into(),
        |data| data["asset"] = json!({ "kind": "coin", "chain": "xlm" }),
    ] {
        let outcome = builder.prepare(&call, change).await;
        assert_eq!(mismatch(outcome.map(drop)), ("get-hash", "contract of the asset"));
    }
    let unnamed = builder
        .prepare(&call, |data| data["asset"] = Value::Null)
        .await
        .unwrap();
    assert_eq!(unnamed.review().call.as_ref().unwrap().asset, None);
    running.shutdown().await.unwrap();
}
