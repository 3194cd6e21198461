//! The limits of the protocol, each with a value that is just beyond it and one that is just within: what stellar-core's
//! static checks (`doCheckValid` of each operation) call malformed is refused with its path, and what they accept is built.

mod accounts;
mod assets;
mod claims;
mod offers;
mod sponsorship;

use super::App;
use super::wallet::Wallet;
use crate::support::client::Answer;
use serde_json::{Value, json};

/// One more than the largest amount.
const TOO_MUCH: &str = "9223372036854775808";
/// The largest amount.
const MOST: &str = "9223372036854775807";

/// Operations of Alice, whose limits are tried out.
struct Limits {
    app: App,
    alice: String,
    bob: String,
}

impl Limits {
    fn new() -> Self {
        let app = App::new();
        let (alice, bob) = (app.alice.address(), app.bob.address());
        Self { app, alice, bob }
    }

    /// Asks for a transaction of these operations.
    async fn ask(&self, operations: &[Value]) -> Answer {
        let body = json!({ "publicKey": self.app.alice.public_key(), "network": "testnet", "operations": operations,
            "fee": "10000" });
        self.app.post("transaction/get-hash/xlm/multi-operations", &body).await
    }

    /// This operation is built.
    async fn takes(&self, operation: &Value) {
        let response = self.ask(std::slice::from_ref(operation)).await;
        assert_eq!(response.status, 200, "{operation}: {}", response.text);
    }

    /// This operation is refused with this code, and this field of it is named.
    async fn refuses(&self, operation: &Value, code: &str, field: &str) {
        let response = self.ask(std::slice::from_ref(operation)).await;
        let field = format!("operations[0].{field}");
        let error = &response.json["error"];
        let found = (response.status.as_u16(), error["code"].as_str(), error["field"].as_str());
        assert_eq!(
            found,
            (400, Some(code), Some(field.as_str())),
            "{operation}: {}",
            response.text
        );
    }

    /// Each field of an operation has a value that is refused at it, with this code, and one beside it that is not.
    async fn check(&self, valid: &Value, limits: &[(&str, &str, Value, Value)]) {
        self.takes(valid).await;
        for (field, code, wrong, right) in limits {
            let pointer = format!("/{}", field.replace(['.', '['], "/").replace(']', ""));
            let with = |value: &Value| {
                let mut operation = valid.clone();
                match operation.pointer_mut(&pointer) {
                    Some(place) => *place = value.clone(),
                    // A field that the good one does without.
                    None => operation[*field] = value.clone(),
                }
                operation
            };
            self.refuses(&with(wrong), code, field).await;
            self.takes(&with(right)).await;
        }
    }

    /// An asset that Bob issues.
    fn usd(&self) -> Value {
        json!({ "code": "USD", "issuer": self.bob })
    }

    /// An asset that Alice issues.
    fn own(&self) -> Value {
        json!({ "code": "OWN", "issuer": self.alice })
    }
}

/// The lumen.
fn coin() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

/// Somebody who is neither Alice nor Bob.
fn somebody() -> String {
    Wallet::new(9).address()
}

/// So many of the same.
fn times(value: &Value, count: usize) -> Value {
    json!(vec![value.clone(); count])
}
