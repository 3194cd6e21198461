//! Facts that adapters, loops and deliveries report as `tracing` events. The HTTP layer adds facts of a request to the log line
//! and the metrics of the request, and passes all facts to the receivers of the process.
//!
//! | Target | Fields |
//! |---|---|
//! | [`UPSTREAM_CALL`] | `kind`, `chain`, `host`, `outcome` ([`CallOutcome`]), `microseconds`, `breaker` (`open` or `closed`) |
//! | [`BROADCAST`] | `outcome`: `accepted`, `rejected`, `unknown`, or `failed` if no upstream accepted the transaction |
//! | [`TICK`] | `chain` (with the network: `btc-livenet`), `outcome`: `completed` or `failed`, `behind`: the blocks up to the head |
//! | [`DELIVERY`] | `kind`: `webhook` or `push`, `outcome`: `delivered`, `retry`, `failing` or `disabled` |

/// The first words of all targets of facts.
pub const FACTS: &str = "wallet_facts";

/// The target of a completed call to an upstream.
pub const UPSTREAM_CALL: &str = "wallet_facts::upstream_call";

/// The target of a completed broadcast.
pub const BROADCAST: &str = "wallet_facts::broadcast";

/// The target of a completed tick of the loop of a chain.
pub const TICK: &str = "wallet_facts::tick";

/// The target of a recorded attempt of a delivery.
pub const DELIVERY: &str = "wallet_facts::delivery";

/// The outcome of a call to an upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// A usable response.
    Ok,
    /// The upstream works but cannot serve this request.
    Declined,
    /// The upstream limits the rate.
    Throttled,
    /// No response in time, or an unusable response.
    Failed,
}

impl CallOutcome {
    /// Returns the value of the field `outcome`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Declined => "declined",
            Self::Throttled => "throttled",
            Self::Failed => "failed",
        }
    }
}
