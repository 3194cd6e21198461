//! Tests of payment recipients, starting balances and memo requirements (SEP-29):
//! <https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0029.md>.

use super::round_trip::examples;
use super::{ALICE, BOB, MUXED, alice, read};
use crate::operation::StartingBalanceError;
use crate::operation::payment_recipients::check_memo;
use crate::{Account, AccountId, AccountSettings, Holding, MuxedAccount, Stroops};
use serde_json::{Value, json};

const CAROL: &str = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";

fn coin() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

fn payment(destination: &str) -> Value {
    json!({ "type": "payment", "destination": destination, "asset": coin(), "amount": "1" })
}

#[track_caller]
fn recipients(operations: &[Value]) -> Vec<String> {
    let recipients = read(operations).unwrap().memo_recipients();
    recipients.iter().map(ToString::to_string).collect()
}

#[test]
fn payments_and_merges_have_memo_recipients() {
    let usd = json!({ "code": "USD", "issuer": ALICE });
    let path = json!({ "type": "pathPaymentStrictSend", "sendAsset": coin(), "sendAmount": "3", "destination": BOB,
        "destAsset": usd, "destMin": "4", "path": [] });
    let back = json!({ "type": "pathPaymentStrictReceive", "sendAsset": coin(), "sendMax": "3", "destination": CAROL,
        "destAsset": usd, "destAmount": "4", "path": [] });
    let merge = json!({ "type": "accountMerge", "destination": ALICE, "source": BOB });
    assert_eq!(recipients(&[path, back, merge]), [BOB, CAROL, ALICE]);
}

#[test]
fn memo_recipients_are_unique_and_never_muxed() {
    let create = json!({ "type": "createAccount", "destination": CAROL, "startingBalance": "1" });
    assert_eq!(recipients(&[payment(BOB), payment(MUXED), create, payment(BOB)]), [BOB]);
    assert_eq!(recipients(&[json!({ "type": "bumpSequence", "bumpTo": 1 })]), [""; 0]);
}

#[test]
fn claimants_muxed_accounts_and_new_accounts_receive_funds() {
    let create = json!({ "type": "createAccount", "destination": CAROL, "startingBalance": "1" });
    let balance = json!({ "type": "createClaimableBalance", "asset": coin(), "amount": "5",
        "claimants": [{ "destination": ALICE }, { "destination": BOB }] });
    let merge = json!({ "type": "accountMerge", "destination": MUXED, "source": BOB });
    let bump = json!({ "type": "bumpSequence", "bumpTo": 1 });
    let operations = read(&[create, bump, balance, merge, payment(BOB)]).unwrap();
    let recipients: Vec<_> = operations.recipients().map(|account| account.to_string()).collect();
    let of_muxed = MUXED.parse::<MuxedAccount>().unwrap().account.to_string();
    assert_eq!(recipients, [CAROL, ALICE, BOB, &of_muxed, BOB]);
}

#[test]
fn only_operations_with_a_named_recipient_have_a_payment() {
    let paying: Vec<_> = read(&examples())
        .unwrap()
        .as_slice()
        .iter()
        .filter(|operation| operation.body.payment().is_some())
        .map(|operation| operation.body.name())
        .collect();
    assert_eq!(
        paying,
        [
            "createAccount",
            "payment",
            "pathPaymentStrictReceive",
            "pathPaymentStrictSend",
            "accountMerge"
        ]
    );
}

fn account(salt: u8, requires_memo: bool) -> Account {
    Account {
        id: AccountId([salt; 32]),
        sequence: 1,
        subentries: 0,
        sponsoring: 0,
        sponsored: 0,
        is_sponsored: false,
        native: Holding::default(),
        lines: Vec::new(),
        signers: Vec::new(),
        requires_memo,
        settings: AccountSettings::default(),
    }
}

#[test]
fn first_recipient_that_requires_a_memo_is_named() {
    let accounts = [account(1, false), account(2, true), account(3, true)];
    let error = check_memo(&accounts).unwrap_err();
    assert_eq!(error.destination, AccountId([2; 32]));
    assert_eq!(check_memo(&accounts[..1]), Ok(()));
}

/// Returns a base reserve of half a lumen.
fn base_reserve() -> Stroops {
    Stroops::new(5_000_000).unwrap()
}

fn begin() -> Value {
    json!({ "type": "beginSponsoringFutureReserves", "sponsoredId": BOB, "source": ALICE })
}

fn end() -> Value {
    json!({ "type": "endSponsoringFutureReserves", "source": BOB })
}

fn create(balance: &str) -> Value {
    json!({ "type": "createAccount", "destination": BOB, "startingBalance": balance })
}

#[track_caller]
fn check_starting(operations: &[Value]) -> Result<(), StartingBalanceError> {
    read(operations)
        .unwrap()
        .check_starting_balances(alice(), base_reserve())
}

#[test]
fn account_starts_with_two_base_reserves() {
    let minimum = Stroops::new(10_000_000).unwrap();
    assert_eq!(check_starting(&[create("1")]), Ok(()));
    let below_minimum = Err(StartingBalanceError { index: 0, minimum });
    assert_eq!(check_starting(&[create("0.9999999")]), below_minimum);
}

#[test]
fn sponsored_account_may_start_with_nothing() {
    assert_eq!(check_starting(&[begin(), create("0"), end()]), Ok(()));
    let late = check_starting(&[begin(), end(), create("0.9999999")]).unwrap_err();
    assert_eq!(late.index, 2);
}

#[test]
fn base_reserve_matters_only_for_new_accounts() {
    assert!(read(&[begin(), create("0"), end()]).unwrap().create_accounts());
    assert!(!read(&[begin(), end()]).unwrap().create_accounts());
}
