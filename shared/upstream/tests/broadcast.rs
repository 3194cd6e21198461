//! Broadcast rules, against scripted upstreams.

use async_trait::async_trait;
use std::sync::Mutex;
use std::time::Duration;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};
use wallet_upstream::broadcast::{Broadcaster, SubmitOutcome, broadcast};
use wallet_upstream::client::{Deadline, Limits, after};
use wallet_upstream::failure::Failure;

/// An upstream with a fixed response per call type that records all calls.
struct Scripted {
    submit: Result<SubmitOutcome, Failure>,
    knows: Result<bool, Failure>,
    calls: Mutex<Vec<&'static str>>,
}

impl Scripted {
    fn new(submit: Result<SubmitOutcome, Failure>, knows: Result<bool, Failure>) -> Self {
        Self {
            submit,
            knows,
            calls: Mutex::default(),
        }
    }

    fn record(&self, call: &'static str) {
        self.calls.lock().expect("no panic while locked").push(call);
    }

    fn calls(&self) -> Vec<&'static str> {
        self.calls.lock().expect("no panic while locked").clone()
    }
}

#[async_trait]
impl Broadcaster for Scripted {
    async fn submit(&self, _: Deadline) -> Result<SubmitOutcome, Failure> {
        self.record("submit");
        self.submit.clone()
    }

    async fn knows(&self, _: Deadline) -> Result<bool, Failure> {
        self.record("knows");
        self.knows.clone()
    }
}

type Outcome = Result<BroadcastOutcome, UpstreamError>;

async fn run(upstreams: &[&Scripted]) -> Outcome {
    let upstreams: Vec<&dyn Broadcaster> = upstreams.iter().map(|&upstream| upstream as _).collect();
    broadcast(&upstreams, "00ff", &Limits::default(), after(Duration::from_secs(25))).await
}

async fn one(submit: Result<SubmitOutcome, Failure>, knows: Result<bool, Failure>) -> (Outcome, Vec<&'static str>) {
    let upstream = Scripted::new(submit, knows);
    (run(&[&upstream]).await, upstream.calls())
}

fn accepted(id: &str) -> SubmitOutcome {
    SubmitOutcome::Accepted { id: id.to_owned() }
}

fn not_sent() -> Failure {
    Failure::NotSent {
        cause: "rejected".to_owned(),
    }
}

fn lost() -> Failure {
    Failure::Lost {
        cause: "reset".to_owned(),
    }
}

fn rejected(status: u16) -> Failure {
    Failure::Throttled {
        status,
        retry_after: Some(Duration::from_secs(7)),
    }
}

const ACCEPTED: Outcome = Ok(BroadcastOutcome::Accepted);
const UNKNOWN: Outcome = Ok(BroadcastOutcome::Unknown);
/// The inputs are spent, perhaps by the same transaction.
const SPENT: SubmitOutcome = SubmitOutcome::Ambiguous(RejectReason::MissingInputs);

const MISSING: Outcome = Ok(BroadcastOutcome::Rejected(RejectReason::MissingInputs));

#[tokio::test]
async fn definite_outcome_needs_no_look_up() {
    for (submit_outcome, outcome) in [
        (accepted("00ff"), ACCEPTED),
        (accepted("00FF"), ACCEPTED),
        (SubmitOutcome::Known, ACCEPTED),
    ] {
        assert_eq!(one(Ok(submit_outcome), Ok(false)).await, (outcome, vec!["submit"]));
    }
}

const DUST: SubmitOutcome = SubmitOutcome::Rejected(RejectReason::Dust);
const DUST_REJECTED: Outcome = Ok(BroadcastOutcome::Rejected(RejectReason::Dust));

#[tokio::test]
async fn rejection_of_the_only_upstream_is_looked_up() {
    let calls = vec!["submit", "knows"];
    assert_eq!(one(Ok(DUST), Ok(true)).await, (ACCEPTED, calls.clone()));
    for knows in [Ok(false), Err(lost())] {
        assert_eq!(one(Ok(DUST), knows).await, (DUST_REJECTED, calls.clone()));
    }
}

#[tokio::test]
async fn second_upstream_gets_a_rejected_transaction() {
    for rejection in [DUST, SPENT] {
        for acceptance in [accepted("00ff"), SubmitOutcome::Known] {
            let first = Scripted::new(Ok(rejection.clone()), Ok(false));
            let second = Scripted::new(Ok(acceptance), Ok(false));
            assert_eq!(run(&[&first, &second]).await, ACCEPTED);
        }
    }
}

#[tokio::test]
async fn second_rejection_is_final_unless_any_upstream_has_the_transaction() {
    for found_at in [0, 1, 2] {
        let knows = |index| Ok(index == found_at);
        let upstreams = [0, 1, 2].map(|index| Scripted::new(Ok(DUST), knows(index)));
        assert_eq!(run(&upstreams.each_ref()).await, ACCEPTED);
        assert!(!upstreams[2].calls().contains(&"submit"), "two rejections are enough");
    }
    let upstreams = [0, 1].map(|_| Scripted::new(Ok(DUST), Ok(false)));
    assert_eq!(run(&upstreams.each_ref()).await, DUST_REJECTED);
}

#[tokio::test]
async fn first_specific_reason_is_returned() {
    let rejecting = |reason| Scripted::new(Ok(SubmitOutcome::Rejected(reason)), Ok(false));
    let (vague, dust) = (RejectReason::Other, RejectReason::Dust);
    for reasons in [[dust, vague], [vague, dust], [dust, RejectReason::FeeTooLow]] {
        assert_eq!(
            run(&reasons.map(rejecting).each_ref()).await,
            DUST_REJECTED,
            "{reasons:?}"
        );
    }
    let capped = rejecting(RejectReason::FeeTooHigh);
    let both = [rejecting(RejectReason::FeeTooHigh), rejecting(RejectReason::FeeTooHigh)];
    let accepting = Scripted::new(Ok(accepted("00ff")), Ok(false));
    assert_eq!(
        run(&[&both[0], &both[1], &accepting]).await,
        ACCEPTED,
        "a cap of the nodes confirms nothing"
    );
    assert_eq!(
        run(&[&capped]).await,
        Ok(BroadcastOutcome::Rejected(RejectReason::FeeTooHigh))
    );
}

#[tokio::test]
async fn unresolved_second_submission_is_unknown() {
    for failure in [Failure::TimedOut, lost(), Failure::unusable("garbage")] {
        for rejection in [DUST, SPENT] {
            let first = Scripted::new(Ok(rejection), Ok(false));
            let second = Scripted::new(Err(failure.clone()), Ok(false));
            assert_eq!(run(&[&first, &second]).await, UNKNOWN, "{failure}");
        }
    }
}

#[tokio::test]
async fn rejection_is_final_if_no_second_upstream_can_be_queried() {
    let lagging = Failure::Lagging {
        cause: "old".to_owned(),
    };
    let paused = Failure::Paused {
        wait: Duration::from_secs(9),
    };
    for failure in [not_sent(), rejected(429), rejected(503), lagging, paused] {
        let first = || Scripted::new(Ok(DUST), Ok(false));
        let second = |knows| Scripted::new(Err(failure.clone()), knows);
        assert_eq!(
            run(&[&first(), &second(Err(not_sent()))]).await,
            DUST_REJECTED,
            "{failure}"
        );
        assert_eq!(run(&[&first(), &second(Ok(true))]).await, ACCEPTED, "{failure}");
    }
    let unable = Scripted::new(Ok(SubmitOutcome::Unable), Ok(false));
    assert_eq!(
        run(&[&unable, &Scripted::new(Ok(DUST), Ok(false))]).await,
        DUST_REJECTED
    );
}

#[tokio::test]
async fn reason_of_every_node_itself_is_unavailable() {
    let unable = || Scripted::new(Ok(SubmitOutcome::Unable), Ok(false));
    let outcome = run(&[&unable(), &unable()]).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    let accepting = Scripted::new(Ok(accepted("00ff")), Ok(false));
    assert_eq!(run(&[&unable(), &accepting]).await, ACCEPTED);
}

#[tokio::test(start_paused = true)]
async fn second_upstream_is_not_queried_with_less_than_one_attempt_left() {
    let first = Scripted::new(Ok(DUST), Ok(false));
    let slow = Slow(Duration::from_secs(4), &first);
    let second = Scripted::new(Ok(accepted("00ff")), Ok(false));
    let limits = Limits::default();
    let outcome = broadcast(&[&slow, &second], "00ff", &limits, after(Duration::from_secs(10))).await;
    assert_eq!((outcome, second.calls()), (DUST_REJECTED, vec!["knows"]));
}

/// An upstream with a delayed response to submissions.
struct Slow<'a>(Duration, &'a Scripted);

#[async_trait]
impl Broadcaster for Slow<'_> {
    async fn submit(&self, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        tokio::time::sleep(self.0).await;
        self.1.submit(deadline).await
    }

    async fn knows(&self, deadline: Deadline) -> Result<bool, Failure> {
        self.1.knows(deadline).await
    }
}

#[tokio::test]
async fn different_txid_is_looked_up_before_it_is_unusable() {
    let (outcome, calls) = one(Ok(accepted("00fe")), Ok(true)).await;
    assert_eq!((outcome, calls), (ACCEPTED, vec!["submit", "knows"]));
    for knows in [Ok(false), Err(lost())] {
        let (outcome, _) = one(Ok(accepted("00fe")), knows).await;
        assert!(matches!(outcome, Err(UpstreamError::Unusable { .. })), "{outcome:?}");
    }
}

#[tokio::test]
async fn missing_inputs_are_resolved_by_a_look_up() {
    let expected_calls = vec!["submit", "knows"];
    assert_eq!(one(Ok(SPENT), Ok(true)).await, (ACCEPTED, expected_calls.clone()));
    assert_eq!(one(Ok(SPENT), Ok(false)).await, (MISSING, expected_calls.clone()));
    assert_eq!(one(Ok(SPENT), Err(lost())).await, (UNKNOWN, expected_calls));
}

#[tokio::test]
async fn timeout_is_resolved_by_a_look_up_and_not_found_is_unknown() {
    for failure in [Failure::TimedOut, lost()] {
        assert_eq!(one(Err(failure.clone()), Ok(true)).await.0, ACCEPTED);
        assert_eq!(one(Err(failure.clone()), Ok(false)).await.0, UNKNOWN);
        assert_eq!(one(Err(failure.clone()), Err(not_sent())).await.0, UNKNOWN);
    }
}

#[tokio::test]
async fn unusable_response_is_looked_up() {
    let garbage = Failure::unusable("garbage");
    assert_eq!(one(Err(garbage.clone()), Ok(true)).await.0, ACCEPTED);
    for knows in [Ok(false), Err(lost())] {
        let (outcome, _) = one(Err(garbage.clone()), knows).await;
        assert!(matches!(outcome, Err(UpstreamError::Unusable { .. })), "{outcome:?}");
    }
}

#[tokio::test]
async fn unsent_transaction_is_unavailable() {
    let (outcome, calls) = one(Err(not_sent()), Ok(true)).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    assert_eq!(calls, ["submit"]);
    let (outcome, calls) = one(Err(rejected(429)), Ok(true)).await;
    assert_eq!(calls, ["submit"]);
    let Err(UpstreamError::Unavailable { retry_after, .. }) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(retry_after, Some(Duration::from_secs(7)));
}

#[tokio::test]
async fn overloaded_upstream_is_queried_for_the_transaction() {
    assert_eq!(one(Err(rejected(503)), Ok(true)).await.0, ACCEPTED);
    let (outcome, _) = one(Err(rejected(503)), Ok(false)).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
}

#[tokio::test]
async fn next_upstream_is_used_after_an_unresolved_submission() {
    for failure in [
        not_sent(),
        rejected(429),
        Failure::Paused {
            wait: Duration::from_secs(9),
        },
        Failure::TimedOut,
        lost(),
        Failure::unusable("garbage"),
    ] {
        let first = Scripted::new(Err(failure), Ok(false));
        let second = Scripted::new(Ok(accepted("00ff")), Ok(false));
        assert_eq!(run(&[&first, &second]).await, ACCEPTED);
        assert_eq!(second.calls(), ["submit"]);
    }
}

#[tokio::test]
async fn rejection_after_a_possible_acceptance_is_unknown() {
    let rejecting = || Scripted::new(Ok(SubmitOutcome::Rejected(RejectReason::Conflict)), Ok(false));
    let first = Scripted::new(Err(Failure::TimedOut), Ok(false));
    assert_eq!(run(&[&first, &rejecting()]).await, UNKNOWN);
    for failure in [not_sent(), rejected(429), rejected(503)] {
        let first = Scripted::new(Err(failure), Ok(false));
        assert_eq!(
            run(&[&first, &rejecting()]).await,
            Ok(BroadcastOutcome::Rejected(RejectReason::Conflict))
        );
    }
}

#[tokio::test]
async fn different_txid_after_a_timeout_is_unknown() {
    let timing_out = || Scripted::new(Err(Failure::TimedOut), Ok(false));
    let inconsistent = || Scripted::new(Ok(accepted("00fe")), Ok(false));
    assert_eq!(run(&[&timing_out(), &inconsistent()]).await, UNKNOWN);
    assert_eq!(run(&[&inconsistent(), &timing_out()]).await, UNKNOWN);
    let unreachable = Scripted::new(Err(not_sent()), Ok(false));
    let outcome = run(&[&unreachable, &inconsistent()]).await;
    assert!(matches!(outcome, Err(UpstreamError::Unusable { .. })), "{outcome:?}");
}

#[tokio::test]
async fn nothing_is_sent_with_less_than_one_attempt_left() {
    let upstream = Scripted::new(Ok(accepted("00ff")), Ok(false));
    let limits = Limits::default();
    let outcome = broadcast(&[&upstream], "00ff", &limits, after(limits.attempt / 2)).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    assert!(upstream.calls().is_empty());
}

/// An upstream that fails after a delay without a response.
struct Delayed(Duration, Failure);

#[async_trait]
impl Broadcaster for Delayed {
    async fn submit(&self, _: Deadline) -> Result<SubmitOutcome, Failure> {
        tokio::time::sleep(self.0).await;
        Err(self.1.clone())
    }

    async fn knows(&self, _: Deadline) -> Result<bool, Failure> {
        Ok(false)
    }
}

#[tokio::test(start_paused = true)]
async fn next_upstream_is_used_regardless_of_time_after_a_possible_send() {
    for (failure, outcome) in [(Failure::TimedOut, Some(ACCEPTED)), (not_sent(), None)] {
        let first = Delayed(Duration::from_secs(8), failure);
        let second = Scripted::new(Ok(accepted("00ff")), Ok(false));
        let sent = broadcast(
            &[&first, &second],
            "00ff",
            &Limits::default(),
            after(Duration::from_secs(10)),
        )
        .await;
        match outcome {
            Some(outcome) => assert_eq!(sent, outcome),
            None => assert!(matches!(sent, Err(UpstreamError::Unavailable { .. })), "{sent:?}"),
        }
    }
}

#[tokio::test]
async fn shortest_retry_delay_is_returned() {
    let waits = |seconds| {
        let failure = Failure::Paused {
            wait: Duration::from_secs(seconds),
        };
        Scripted::new(Err(failure), Ok(false))
    };
    let Err(UpstreamError::Unavailable { retry_after, .. }) = run(&[&waits(9), &waits(4), &waits(6)]).await else {
        panic!("no upstream is available");
    };
    assert_eq!(retry_after, Some(Duration::from_secs(4)));
}

#[tokio::test]
async fn ambiguous_rejection_is_returned_if_no_upstream_has_the_transaction() {
    let (outcome, _) = one(Ok(SubmitOutcome::Ambiguous(RejectReason::NonceTooLow)), Ok(false)).await;
    assert_eq!(outcome, Ok(BroadcastOutcome::Rejected(RejectReason::NonceTooLow)));
}

#[tokio::test]
async fn every_upstream_is_queried_for_an_ambiguous_transaction() {
    let first = Scripted::new(Ok(SPENT), Ok(false));
    let second = Scripted::new(Err(not_sent()), Ok(true));
    assert_eq!(run(&[&first, &second]).await, ACCEPTED);
    assert_eq!(second.calls(), ["knows"]);
}

#[tokio::test]
async fn no_upstream_is_unavailable() {
    let outcome = run(&[]).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
}
