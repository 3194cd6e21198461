//! JSON-RPC of the Bitcoin Core family over plain HTTP on loopback.

use crate::node::Refusal;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::io;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A node's RPC server.
#[derive(Debug)]
pub struct Rpc {
    port: u16,
    /// `user:password`
    credentials: String,
}

impl Rpc {
    /// The server on a port of this machine.
    pub fn new(port: u16, user: &str, password: &str) -> Self {
        Self {
            port,
            credentials: format!("{user}:{password}"),
        }
    }

    /// Where it answers, with what it wants to see.
    pub fn url(&self) -> String {
        format!("http://{}@127.0.0.1:{}/", self.credentials, self.port)
    }

    /// Calls a method; a node that does not answer is a refusal with code 0.
    pub async fn ask(&self, method: &str, params: Value) -> Result<Value, Refusal> {
        let body = json!({ "method": method, "params": params }).to_string();
        let answer = self.exchange(&body).await.map_err(|error| Refusal {
            code: 0,
            message: error.to_string(),
        })?;
        let mut answer: Value = serde_json::from_slice(&answer).map_err(|error| Refusal {
            code: 0,
            message: error.to_string(),
        })?;
        match answer["error"].take() {
            Value::Null => Ok(answer["result"].take()),
            error => Err(Refusal {
                code: error["code"].as_i64().unwrap_or_default(),
                message: error["message"].as_str().unwrap_or_default().to_owned(),
            }),
        }
    }

    /// Calls a method that must succeed.
    pub async fn call(&self, method: &str, params: Value) -> Value {
        let result = self.ask(method, params.clone()).await;
        result.unwrap_or_else(|refusal| panic!("{method} {params}: {refusal:?}"))
    }

    /// One connection per call: the body of the answer.
    async fn exchange(&self, body: &str) -> io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
        let head = format!(
            "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            STANDARD.encode(&self.credentials),
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let end_of_head = answer.windows(4).position(|window| window == b"\r\n\r\n");
        let start = end_of_head.ok_or(io::ErrorKind::UnexpectedEof)? + 4;
        Ok(answer.split_off(start))
    }
}
