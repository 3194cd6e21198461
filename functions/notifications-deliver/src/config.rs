//! Settings of the function.
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE` | the table of subscriptions, events and due deliveries; required |
//! | `WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE` | the URL of the queue of the due deliveries; required |
//! | `WALLET_CLOUD_NOTIFY_CONNECTIONS_URL` | the URL of the stage of the WebSocket API, which sends messages to clients; required |
//! | `WALLET_CLOUD_NOTIFY_RETENTION_DAYS` | the number of days for which attempts are kept; the default is 30 |
//! | `WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE`, `WALLET_CLOUD_NOTIFY_SECRET_OVERLAP`, `WALLET_CLOUD_NOTIFY_CONTACT` | see [`SenderSettings`] |
//! | `WALLET_CLOUD_SECRETS_PREFIX`, `AWS_CA_BUNDLE` | see [`CachedMasterKey::on_aws`] |

use std::sync::Arc;
use wallet_core::ports::system::Clock;
use wallet_deliver::gateway::GatewaySender;
use wallet_deliver::{Deliverer, DelivererPorts, LogReader, Sender, SenderPorts, SenderSettings};
use wallet_http::env;
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_notifications::Retention;
use wallet_notifications::delivery::Reach;
use wallet_store::aws::AwsSettings;
use wallet_store::dynamodb::{self, DynamoNotifications};
use wallet_store::gateway::SignedGateway;
use wallet_store::queue::{self, SqsQueue};
use wallet_store::secrets::CachedMasterKey;

/// The senders of an invocation.
pub struct Senders {
    /// Makes due deliveries.
    pub deliverer: Deliverer,
    /// Sends events to open sockets.
    pub sockets: GatewaySender,
    /// The queue for what a sweep finds.
    pub queue: Arc<SqsQueue>,
}

/// Returns the senders. The error contains the name of the missing or invalid variable.
pub fn senders() -> anyhow::Result<Senders> {
    let settings = SenderSettings::from_settings(Reach::Public, env::var)?;
    let retention: Option<Retention> = env::parsed("WALLET_CLOUD_NOTIFY_RETENTION_DAYS", env::var)?;
    let table = env::required_var("WALLET_CLOUD_NOTIFICATIONS_TABLE")?;
    let url = env::required_var("WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE")?;
    let gateway = env::required_var("WALLET_CLOUD_NOTIFY_CONNECTIONS_URL")?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let aws_settings = AwsSettings::from_settings(env::var);
    let aws = aws_settings.load()?;
    let database = Arc::new(DynamoNotifications::new(dynamodb::Client::new(&aws), table));
    let ports = SenderPorts {
        master_keys: Arc::new(CachedMasterKey::on_aws(env::var, Arc::clone(&clock))?),
        clock: Arc::clone(&clock),
        randomness: Arc::new(OsRandomness),
    };
    let sender = Sender::new(settings, ports)?;
    let queue = Arc::new(SqsQueue::new(queue::Client::new(&aws), url));
    let sockets = GatewaySender {
        log: LogReader::polling(database.clone(), Arc::clone(&clock)),
        connections: database.clone(),
        subscriptions: database.clone(),
        gateway: Arc::new(SignedGateway::new(aws_settings, gateway)),
        queue: queue.clone(),
        clock: Arc::clone(&clock),
    };
    let ports = DelivererPorts {
        deliveries: database.clone(),
        events: database,
        clock,
        retention: retention.unwrap_or_default().duration(),
    };
    Ok(Senders {
        deliverer: Deliverer::new(ports, sender),
        sockets,
        queue,
    })
}
