//! The socket of notifications: the WebSocket at `/notifications/v1/socket`.
//!
//! A socket holds at most one page of events: what its client has not read stays in the log, and a client that reads too slowly
//! is disconnected. A socket without events reads the log twice a minute.

use super::connections::Slot;
use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{FromRequestParts, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use notifications::{Poll, Polls};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, interval_at, timeout};
use wallet_core::auth::TokenError;
use wallet_core::ports::system::Clock;
use wallet_deliver::socket::{
    MAX_CLIENT_MESSAGE, OpenSocket, SocketPorts, check_message, error_message, event_message,
};
use wallet_http::{ApiError, ErrorCode};

/// The path of the socket in the service.
const PATH: &str = "/socket";

/// The number of events that are read at once.
const PAGE: u32 = 100;

/// The size in bytes from which a message of a client is not read: that of a message of API Gateway. Smaller messages are read
/// before they are rejected, so that the client receives the reason.
const MAX_READ: usize = 128 * 1024;

/// The time for the client to close the connection after the last message.
const CLOSING: Duration = Duration::from_secs(5);

/// The delay after which a client may open a further socket.
const BUSY_DELAY: Duration = Duration::from_secs(5);

/// Limits of sockets. The maximum number per owner is that of long polls.
#[derive(Clone, Copy, Debug)]
pub struct SocketLimits {
    /// The maximum number of sockets: a third of the connections, which sockets take part in.
    pub sockets: usize,
    /// Time for the first message.
    pub first: Duration,
    /// The interval of pings. A client that has sent nothing since the last ping is disconnected. Also the interval at which the
    /// token and the subscriptions are checked.
    pub ping: Duration,
    /// Time for a client to take a message.
    pub send: Duration,
}

impl Default for SocketLimits {
    fn default() -> Self {
        Self {
            sockets: 300,
            first: Duration::from_secs(10),
            ping: Duration::from_secs(30),
            send: Duration::from_secs(10),
        }
    }
}

/// The open sockets of a server.
pub struct Sockets {
    ports: SocketPorts,
    clock: Arc<dyn Clock>,
    limits: SocketLimits,
    free: Arc<Semaphore>,
    owners: Polls,
    stopped: watch::Sender<bool>,
}

/// The reason for the end of a socket.
enum End {
    /// The client is gone, or does not read.
    Gone,
    /// The server stops.
    Stopped,
    /// An error, which the client receives.
    Failed(ApiError),
}

impl<E: Into<ApiError>> From<E> for End {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl Sockets {
    /// Creates the sockets of a server.
    pub fn new(ports: SocketPorts, clock: Arc<dyn Clock>, limits: SocketLimits) -> Arc<Self> {
        Arc::new(Self {
            ports,
            clock,
            free: Arc::new(Semaphore::new(limits.sockets)),
            limits,
            owners: Polls::default(),
            stopped: watch::Sender::new(false),
        })
    }

    /// Returns the route, relative to the base path of the service.
    pub fn router(self: &Arc<Self>) -> Router {
        Router::new().route(PATH, get(open)).with_state(Arc::clone(self))
    }

    /// Returns the number of open sockets.
    pub fn count(&self) -> usize {
        self.limits.sockets - self.free.available_permits()
    }

    /// Ends all sockets, and those to come.
    pub fn stop(&self) {
        self.stopped.send_replace(true);
    }

    /// Waits for the end of all sockets.
    pub async fn ended(&self) {
        self.stopped.closed().await;
    }

    /// Serves a socket until one side ends the connection.
    async fn serve(&self, socket: WebSocket) {
        let mut stopped = self.stopped.subscribe();
        let mut client = Client {
            socket,
            limits: self.limits,
            is_alive: true,
        };
        let end = tokio::select! {
            end = self.follow(&mut client) => end,
            _ = stopped.wait_for(|stopped| *stopped) => End::Stopped,
        };
        match end {
            End::Gone => {}
            End::Stopped => client.close(None, close_code::AWAY).await,
            End::Failed(error) => client.close(Some(error), close_code::POLICY).await,
        }
    }

    /// Sends events until the end.
    async fn follow(&self, client: &mut Client) -> End {
        match self.opened(client).await {
            // The owner can open a further socket after the end only.
            Ok((open, _place)) => self.events(client, open).await.err().unwrap_or(End::Gone),
            Err(end) => end,
        }
    }

    async fn opened(&self, client: &mut Client) -> Result<(OpenSocket, Poll), End> {
        let first = timeout(self.limits.first, client.text()).await;
        let late = |_| ApiError::new(ErrorCode::Unauthorized, "Send { token } as the first message at once.");
        let open = self.ports.open(&first.map_err(late)??).await?;
        let place = self.owners.wait(&open.owner).ok_or_else(|| {
            let message = "Too many sockets of the bearer are open; close one, or try again later.";
            ApiError::new(ErrorCode::TooManyRequests, message).retry_after(BUSY_DELAY)
        })?;
        Ok((open, place))
    }

    /// Sends the events after the position of the socket. Returns the end as an error.
    async fn events(&self, client: &mut Client, open: OpenSocket) -> Result<(), End> {
        let mut log = self.ports.follower(&open);
        let end = Instant::now() + open.end.since(self.clock.now());
        let mut pings = interval_at(Instant::now() + self.limits.ping, self.limits.ping);
        let mut cursor = open.cursor.clone();
        let mut page = log.read(&cursor, PAGE).await?;
        while Instant::now() < end {
            let has_more = page.cursor != cursor;
            if !page.events.is_empty() {
                self.ports.check(&open).await?;
            }
            let before = std::mem::replace(&mut cursor, page.cursor.clone());
            for (event, after) in page.with_cursors(&before) {
                client.send(Message::text(event_message(&event, &after))).await?;
            }
            if has_more {
                page = log.read(&cursor, PAGE).await?;
                continue;
            }
            let mut next = pin!(log.wait(&cursor, PAGE, end));
            page = loop {
                tokio::select! {
                    page = &mut next => break page?,
                    received = client.text() => check_message(&received?)?,
                    _ = pings.tick() => {
                        client.ping().await?;
                        self.ports.check(&open).await?;
                    }
                }
            };
        }
        Err(TokenError::Expired.into())
    }
}

/// The client of a socket.
struct Client {
    socket: WebSocket,
    limits: SocketLimits,
    /// True if the client has sent something since the last ping.
    is_alive: bool,
}

impl Client {
    /// Returns the next text message. May be cancelled: no message is lost.
    async fn text(&mut self) -> Result<String, End> {
        loop {
            let received = self.socket.recv().await.ok_or(End::Gone)?;
            self.is_alive = true;
            match received.map_err(|_| End::Gone)? {
                Message::Text(text) if text.len() > MAX_CLIENT_MESSAGE => {
                    let message = "Send messages of at most 16 KiB.";
                    return Err(ApiError::new(ErrorCode::PayloadTooLarge, message).into());
                }
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Binary(_) => return Err(ApiError::invalid_request("Send text messages only.").into()),
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(_) => return Err(End::Gone),
            }
        }
    }

    /// Sends a message. A client that does not take the message in time is gone: no further message waits in memory.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        let sent = timeout(self.limits.send, self.socket.send(message)).await;
        sent.ok().and_then(Result::ok).ok_or(End::Gone)
    }

    async fn ping(&mut self) -> Result<(), End> {
        if !std::mem::take(&mut self.is_alive) {
            return Err(End::Gone);
        }
        self.send(Message::Ping(Bytes::new())).await
    }

    /// Sends the last messages. A connection that is closed with unread bytes is reset, and the client may lose the last message:
    /// the rest is read, for a time.
    async fn close(mut self, error: Option<ApiError>, code: u16) {
        let last = async {
            if let Some(error) = error {
                self.send(Message::text(error_message(error))).await?;
            }
            let reason = Utf8Bytes::default();
            self.send(Message::Close(Some(CloseFrame { code, reason }))).await?;
            while let Some(Ok(_)) = self.socket.recv().await {}
            Ok::<_, End>(())
        };
        let _ = timeout(CLOSING, last).await;
    }
}

/// Opens a socket.
async fn open(State(sockets): State<Arc<Sockets>>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade.max_message_size(MAX_READ).max_frame_size(MAX_READ),
        Err(_) => return ApiError::invalid_request("Open a WebSocket (RFC 6455) at this URL.").into_response(),
    };
    let Ok(place) = Arc::clone(&sockets.free).try_acquire_owned() else {
        let message = "The server has too many open sockets; try again later, or use GET /api/event.";
        let error = ApiError::new(ErrorCode::ServiceUnavailable, message);
        return error.retry_after(BUSY_DELAY).into_response();
    };
    // The connection stays one of the connections of the server.
    let slot = parts.extensions.remove::<Slot>();
    upgrade.on_upgrade(async move |socket| {
        sockets.serve(socket).await;
        drop((place, slot));
    })
}
