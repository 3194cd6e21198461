//! Protocol limits, each with a value just outside and one just inside the limit. Operations that fail stellar-core's
//! static checks (`doCheckValid`) are rejected with the path of the field; valid operations are built.

mod accounts;
mod assets;
mod claims;
mod offers;
mod sponsorship;

use super::App;
use super::wallet::Wallet;
use crate::support::client::TestResponse;
use serde_json::{Value, json};

/// The maximum amount plus 1.
const ABOVE_MAXIMUM: &str = "9223372036854775808";
const MAXIMUM: &str = "9223372036854775807";

/// A service for operations of Alice.
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

    /// Requests a transaction with the operations.
    async fn request(&self, operations: &[Value]) -> TestResponse {
        let body = json!({ "publicKey": self.app.alice.public_key(), "network": "testnet", "operations": operations,
            "fee": "10000" });
        self.app.post("transaction/get-hash/xlm/multi-operations", &body).await
    }

    /// Checks that the operation is built.
    async fn accepts(&self, operation: &Value) {
        let response = self.request(std::slice::from_ref(operation)).await;
        assert_eq!(response.status, 200, "{operation}: {}", response.text);
    }

    /// Checks that the operation is rejected with this code and field.
    async fn rejects(&self, operation: &Value, code: &str, field: &str) {
        let response = self.request(std::slice::from_ref(operation)).await;
        let field = format!("operations[0].{field}");
        let error = &response.json["error"];
        let found = (
            response.status.as_u16(),
            error["code"].as_str(),
            error["field"].as_str(),
        );
        assert_eq!(
            found,
            (400, Some(code), Some(field.as_str())),
            "{operation}: {}",
            response.text
        );
    }

    /// Checks the valid operation, and for each field that the first value is rejected with this code and the second
    /// accepted.
    async fn check(&self, valid: &Value, limits: &[(&str, &str, Value, Value)]) {
        self.accepts(valid).await;
        for (field, code, rejected, accepted) in limits {
            let pointer = format!("/{}", field.replace(['.', '['], "/").replace(']', ""));
            let with = |value: &Value| {
                let mut operation = valid.clone();
                match operation.pointer_mut(&pointer) {
                    Some(slot) => *slot = value.clone(),
                    // A field that the valid operation omits.
                    None => operation[*field] = value.clone(),
                }
                operation
            };
            self.rejects(&with(rejected), code, field).await;
            self.accepts(&with(accepted)).await;
        }
    }

    /// Returns an asset issued by Bob.
    fn usd(&self) -> Value {
        json!({ "code": "USD", "issuer": self.bob })
    }

    /// Returns an asset issued by Alice.
    fn own(&self) -> Value {
        json!({ "code": "OWN", "issuer": self.alice })
    }
}

/// Returns the lumen asset.
fn coin() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

/// Returns the address of an account different from Alice's and Bob's.
fn third_party() -> String {
    Wallet::new(9).address()
}

/// Returns an array with `count` copies of the value.
fn repeated(value: &Value, count: usize) -> Value {
    json!(vec![value.clone(); count])
}
