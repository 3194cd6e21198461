//! A WebSocket (RFC 6455) over a connection of reqwest, with its certificates and proxies.

use super::{MAX_RESPONSE, Socket, TransportError, no_response};
use async_trait::async_trait;
use futures::{SinkExt, StreamExt};
use reqwest::StatusCode;
use reqwest::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

/// An open WebSocket.
pub(super) struct WebSocket(WebSocketStream<reqwest::Upgraded>);

impl WebSocket {
    /// Opens the WebSocket at a URL, whose scheme is `ws` or `wss`, or the equivalent `http` or `https`.
    pub(super) async fn open(client: &reqwest::Client, url: &str) -> Result<Self, TransportError> {
        let url = url
            .strip_prefix("ws")
            .map_or_else(|| url.to_owned(), |rest| format!("http{rest}"));
        let key = generate_key();
        let request = client
            .get(url)
            .header(CONNECTION, "Upgrade")
            .header(UPGRADE, "websocket")
            .header(SEC_WEBSOCKET_VERSION, "13")
            .header(SEC_WEBSOCKET_KEY, &key);
        let response = request.send().await.map_err(no_response)?;
        let status = response.status();
        let accepted = response.headers().get(SEC_WEBSOCKET_ACCEPT);
        let is_accepted =
            accepted.is_some_and(|accepted| accepted.as_bytes() == derive_accept_key(key.as_bytes()).as_bytes());
        if status != StatusCode::SWITCHING_PROTOCOLS || !is_accepted {
            return Err(TransportError(
                format!("no WebSocket was opened: status {status}").into(),
            ));
        }
        let connection = response.upgrade().await.map_err(no_response)?;
        let limits = WebSocketConfig::default()
            .max_message_size(Some(MAX_RESPONSE))
            .max_frame_size(Some(MAX_RESPONSE));
        let stream = WebSocketStream::from_raw_socket(connection, Role::Client, Some(limits)).await;
        Ok(Self(stream))
    }
}

#[async_trait]
impl Socket for WebSocket {
    async fn send(&mut self, text: String) -> Result<(), TransportError> {
        self.0.send(Message::text(text)).await.map_err(failed)
    }

    async fn receive(&mut self) -> Result<Vec<u8>, TransportError> {
        loop {
            match self
                .0
                .next()
                .await
                .unwrap_or(Err(Error::ConnectionClosed))
                .map_err(failed)?
            {
                content @ (Message::Text(_) | Message::Binary(_)) => return Ok(content.into_data().to_vec()),
                Message::Close(frame) => {
                    let code = frame.map_or(1005, |frame| u16::from(frame.code));
                    return Err(TransportError(format!("the socket was closed with {code}").into()));
                }
                // The next call sends the pong.
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }
}

fn failed(error: Error) -> TransportError {
    TransportError(Box::new(error))
}
