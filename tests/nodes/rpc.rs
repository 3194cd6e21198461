//! JSON-RPC of the Bitcoin Core family over plain HTTP on the loopback interface.

use crate::node::Rejection;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::io;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The RPC server of a node.
#[derive(Debug)]
pub struct Rpc {
    port: u16,
    /// Credentials in the form `user:password`.
    credentials: String,
}

impl Rpc {
    /// Creates a client for a port of this machine.
    pub fn new(port: u16, user: &str, password: &str) -> Self {
        Self {
            port,
            credentials: format!("{user}:{password}"),
        }
    }

    /// Creates a client for a URL with credentials.
    pub fn at(url: &str) -> Self {
        let parts = url.trim_start_matches("http://").trim_end_matches('/');
        let (credentials, address) = parts.split_once('@').expect("credentials");
        let (_, port) = address.split_once(':').expect("a port");
        Self {
            port: port.parse().expect("a port"),
            credentials: credentials.to_owned(),
        }
    }

    /// Returns the URL with credentials.
    pub fn url(&self) -> String {
        format!("http://{}@127.0.0.1:{}/", self.credentials, self.port)
    }

    /// Calls a method. A node that does not respond is a rejection with code 0.
    pub async fn try_call(&self, method: &str, params: Value) -> Result<Value, Rejection> {
        let body = json!({ "method": method, "params": params }).to_string();
        let response = self.exchange(&body).await.map_err(|error| Rejection {
            code: 0,
            message: error.to_string(),
        })?;
        let mut response: Value = serde_json::from_slice(&response).map_err(|error| Rejection {
            code: 0,
            message: error.to_string(),
        })?;
        match response["error"].take() {
            Value::Null => Ok(response["result"].take()),
            error => Err(Rejection {
                code: error["code"].as_i64().unwrap_or_default(),
                message: error["message"].as_str().unwrap_or_default().to_owned(),
            }),
        }
    }

    /// Calls a method that must succeed.
    pub async fn call(&self, method: &str, params: Value) -> Value {
        let result = self.try_call(method, params.clone()).await;
        result.unwrap_or_else(|error| panic!("{method} {params}: {error:?}"))
    }

    /// Sends a request over a new connection and returns the response body.
    async fn exchange(&self, body: &str) -> io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
        let head = format!(
            "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            STANDARD.encode(&self.credentials),
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut response = Vec::new();
        stream.read_to_end(&mut response).await?;
        let end_of_head = response.windows(4).position(|window| window == b"\r\n\r\n");
        let start = end_of_head.ok_or(io::ErrorKind::UnexpectedEof)? + 4;
        Ok(response.split_off(start))
    }
}
