//! A database that counts requests, and the units that DynamoDB bills for them, as the embedded engine states them.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::iter::Sum;
use std::ops::{Add, Sub};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpListener;
use wallet_store::aws::AwsSettings;
use wallet_store::dynamodb::{Client, DynamoNotifications};

/// The number of requests to the database, and the units of reads and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Units {
    pub requests: f64,
    pub reads: f64,
    pub writes: f64,
}

impl Add for Units {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            requests: self.requests + more.requests,
            reads: self.reads + more.reads,
            writes: self.writes + more.writes,
        }
    }
}

impl Sub for Units {
    type Output = Self;

    fn sub(self, less: Self) -> Self {
        Self {
            requests: self.requests - less.requests,
            reads: self.reads - less.reads,
            writes: self.writes - less.writes,
        }
    }
}

impl Sum for Units {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

impl Units {
    /// Returns a multiple.
    pub fn times(self, factor: f64) -> Self {
        Self {
            requests: self.requests * factor,
            reads: self.reads * factor,
            writes: self.writes * factor,
        }
    }
}

/// The counter in front of a database.
pub struct Meter {
    engine: Database,
    units: Mutex<Units>,
}

impl Meter {
    /// Returns the table of the notifications in an empty database, with the counter.
    pub async fn new() -> (DynamoNotifications, Arc<Self>) {
        let meter = Arc::new(Self {
            engine: Database::memory().unwrap(),
            units: Mutex::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let app = axum::Router::new().fallback(handle).with_state(Arc::clone(&meter));
        tokio::spawn(async move { axum::serve(listener, app).await });
        let client = Client::new(&AwsSettings::emulator(&endpoint).load().unwrap());
        let table = DynamoNotifications::new(client, "notifications".to_owned());
        table.create_table().await.unwrap();
        (table, meter)
    }

    /// Returns the units since the last call.
    pub fn take(&self) -> Units {
        std::mem::take(&mut *self.units.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn count(&self, operation: &str, response: &Value) {
        let consumed = &response["ConsumedCapacity"];
        let of_tables = consumed.as_array().cloned().unwrap_or_else(|| vec![consumed.clone()]);
        let capacity = of_tables
            .iter()
            .filter_map(|of_table| of_table["CapacityUnits"].as_f64());
        let capacity: f64 = capacity.sum();
        let is_read = matches!(operation, "GetItem" | "BatchGetItem" | "Query" | "TransactGetItems");
        let units = Units {
            requests: 1.0,
            reads: if is_read { capacity } else { 0.0 },
            writes: if is_read { 0.0 } else { capacity },
        };
        let mut sum = self.units.lock().unwrap_or_else(PoisonError::into_inner);
        *sum = *sum + units;
    }
}

async fn handle(State(meter): State<Arc<Meter>>, headers: HeaderMap, body: Bytes) -> (StatusCode, String) {
    let target = headers.get("x-amz-target").and_then(|value| value.to_str().ok());
    let operation = target
        .and_then(|target| target.split_once('.'))
        .map_or("", |(_, name)| name);
    let mut request: Value = serde_json::from_slice(&body).unwrap();
    if !operation.ends_with("Table") && !operation.ends_with("TimeToLive") {
        request["ReturnConsumedCapacity"] = json!("TOTAL");
    }
    match execute(&meter.engine, operation, request) {
        Ok(response) => {
            meter.count(operation, &response);
            (StatusCode::OK, response.to_string())
        }
        Err(error) => {
            let status = StatusCode::from_u16(error.status_code()).unwrap();
            (status, error.to_json())
        }
    }
}

fn execute(engine: &Database, operation: &str, request: Value) -> Result<Value, DynoxideError> {
    match operation {
        "BatchGetItem" => call(request, |request| engine.batch_get_item(request)),
        "BatchWriteItem" => call(request, |request| engine.batch_write_item(request)),
        "CreateTable" => call(request, |request| engine.create_table(request)),
        "DeleteItem" => call(request, |request| engine.delete_item(request)),
        "DescribeTable" => call(request, |request| engine.describe_table(request)),
        "DescribeTimeToLive" => call(request, |request| engine.describe_time_to_live(request)),
        "GetItem" => call(request, |request| engine.get_item(request)),
        "PutItem" => call(request, |request| engine.put_item(request)),
        "Query" => call(request, |request| engine.query(request)),
        "TransactWriteItems" => call(request, |request| engine.transact_write_items(request)),
        "UpdateItem" => call(request, |request| engine.update_item(request)),
        "UpdateTimeToLive" => call(request, |request| engine.update_time_to_live(request)),
        _ => panic!("{operation}"),
    }
}

fn call<Q: DeserializeOwned, R: Serialize>(
    request: Value,
    operation: impl FnOnce(Q) -> Result<R, DynoxideError>,
) -> Result<Value, DynoxideError> {
    let response = operation(serde_json::from_value(request).unwrap())?;
    Ok(serde_json::to_value(&response).unwrap())
}
