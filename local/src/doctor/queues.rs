//! The queues of the notifications.

use super::diagnosis::{Area, Check};
use wallet_core::ports::store::StoreError;
use wallet_store::queue::{Client, waiting_messages};

/// The outputs of a stack with the URLs of queues, each with true if the queue has the messages that a function cannot handle.
pub const OUTPUTS: [(&str, bool); 4] = [
    ("TicksQueue", false),
    ("DeadTicksQueue", true),
    ("DeliveriesQueue", false),
    ("DeadDeliveriesQueue", true),
];

/// Checks a queue that an output names.
pub async fn check(client: &Client, output: &str, url: Option<&String>, is_dead: bool) -> Check {
    let Some(url) = url else {
        let problem = format!("the stack has no output {output}");
        return Check::finding(
            Area::Queues,
            problem,
            "run sam deploy with this version of the template",
        );
    };
    result(output, is_dead, waiting_messages(client, url).await)
}

fn result(output: &str, is_dead: bool, messages: Result<Option<u64>, StoreError>) -> Check {
    match messages {
        Ok(Some(count)) if is_dead && count > 0 => Check::finding(
            Area::Queues,
            format!("{output} has {count} messages that a function could not handle"),
            "read the messages and the log of the function, then purge the queue",
        ),
        Ok(Some(count)) => Check::ok(Area::Queues, format!("{output} has {count} messages")),
        Ok(None) => Check::finding(
            Area::Queues,
            format!("the queue of {output} does not exist"),
            "check the region; sam deploy creates the queues",
        ),
        Err(error) => Check::finding(
            Area::Queues,
            format!("the queue of {output} cannot be read: {error}"),
            "check the credentials and the permission sqs:GetQueueAttributes",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::diagnosis;
    use super::*;

    #[test]
    fn only_messages_that_failed_are_a_finding() {
        let is_ok = |is_dead, messages| result("TicksQueue", is_dead, messages).result == diagnosis::Result::Ok;
        assert!(is_ok(false, Ok(Some(0))) && is_ok(false, Ok(Some(7))) && is_ok(true, Ok(Some(0))));
        assert!(!is_ok(true, Ok(Some(1))));
        assert!(!is_ok(false, Ok(None)) && !is_ok(false, Err(StoreError::new("denied"))));
    }
}
