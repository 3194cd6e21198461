//! The rule for sending, against upstreams that say what the test wants.

use async_trait::async_trait;
use std::sync::Mutex;
use std::time::Duration;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};
use wallet_upstream::broadcast::{Broadcaster, Verdict, broadcast};
use wallet_upstream::client::{Deadline, Limits, after};
use wallet_upstream::failure::Failure;

/// An upstream with one answer to each question, which notes what it was asked.
struct Scripted {
    submit: Result<Verdict, Failure>,
    knows: Result<bool, Failure>,
    asked: Mutex<Vec<&'static str>>,
}

impl Scripted {
    fn new(submit: Result<Verdict, Failure>, knows: Result<bool, Failure>) -> Self {
        Self {
            submit,
            knows,
            asked: Mutex::default(),
        }
    }

    fn note(&self, question: &'static str) {
        self.asked.lock().expect("no test panics while noting").push(question);
    }

    fn asked(&self) -> Vec<&'static str> {
        self.asked.lock().expect("no test panics while noting").clone()
    }
}

#[async_trait]
impl Broadcaster for Scripted {
    async fn submit(&self, _: Deadline) -> Result<Verdict, Failure> {
        self.note("submit");
        self.submit.clone()
    }

    async fn knows(&self, _: Deadline) -> Result<bool, Failure> {
        self.note("knows");
        self.knows.clone()
    }
}

type Outcome = Result<BroadcastOutcome, UpstreamError>;

async fn run(upstreams: &[&Scripted]) -> Outcome {
    let upstreams: Vec<&dyn Broadcaster> = upstreams.iter().map(|&upstream| upstream as _).collect();
    broadcast(&upstreams, "00ff", &Limits::default(), after(Duration::from_secs(25))).await
}

async fn one(submit: Result<Verdict, Failure>, knows: Result<bool, Failure>) -> (Outcome, Vec<&'static str>) {
    let upstream = Scripted::new(submit, knows);
    (run(&[&upstream]).await, upstream.asked())
}

fn accepted(id: &str) -> Verdict {
    Verdict::Accepted { id: id.to_owned() }
}

fn not_sent() -> Failure {
    Failure::NotSent {
        cause: "refused".to_owned(),
    }
}

fn lost() -> Failure {
    Failure::Lost {
        cause: "reset".to_owned(),
    }
}

fn refused(status: u16) -> Failure {
    Failure::Refused {
        status,
        retry_after: Some(Duration::from_secs(7)),
    }
}

const ACCEPTED: Outcome = Ok(BroadcastOutcome::Accepted);
const UNKNOWN: Outcome = Ok(BroadcastOutcome::Unknown);
/// The inputs are spent, perhaps by the transaction itself.
const SPENT: Verdict = Verdict::Ambiguous(RejectReason::MissingInputs);

const MISSING: Outcome = Ok(BroadcastOutcome::Rejected(RejectReason::MissingInputs));

#[tokio::test]
async fn a_clear_verdict_needs_no_look_up() {
    for (verdict, outcome) in [
        (accepted("00ff"), ACCEPTED),
        (accepted("00FF"), ACCEPTED),
        (Verdict::Known, ACCEPTED),
        (
            Verdict::Rejected(RejectReason::Dust),
            Ok(BroadcastOutcome::Rejected(RejectReason::Dust)),
        ),
    ] {
        assert_eq!(one(Ok(verdict), Ok(false)).await, (outcome, vec!["submit"]));
    }
}

#[tokio::test]
async fn another_id_in_the_answer_is_looked_up_before_it_is_unusable() {
    let (outcome, asked) = one(Ok(accepted("00fe")), Ok(true)).await;
    assert_eq!((outcome, asked), (ACCEPTED, vec!["submit", "knows"]));
    for knows in [Ok(false), Err(lost())] {
        let (outcome, _) = one(Ok(accepted("00fe")), knows).await;
        assert!(matches!(outcome, Err(UpstreamError::Unusable { .. })), "{outcome:?}");
    }
}

#[tokio::test]
async fn missing_inputs_are_resolved_by_a_look_up() {
    let looked_up = vec!["submit", "knows"];
    assert_eq!(one(Ok(SPENT), Ok(true)).await, (ACCEPTED, looked_up.clone()));
    assert_eq!(one(Ok(SPENT), Ok(false)).await, (MISSING, looked_up.clone()));
    assert_eq!(one(Ok(SPENT), Err(lost())).await, (UNKNOWN, looked_up));
}

#[tokio::test]
async fn after_silence_the_look_up_decides_and_not_found_stays_unknown() {
    for failure in [Failure::TimedOut, lost()] {
        assert_eq!(one(Err(failure.clone()), Ok(true)).await.0, ACCEPTED);
        assert_eq!(one(Err(failure.clone()), Ok(false)).await.0, UNKNOWN);
        assert_eq!(one(Err(failure.clone()), Err(not_sent())).await.0, UNKNOWN);
    }
}

#[tokio::test]
async fn an_unusable_answer_is_looked_up_too() {
    let garbage = Failure::unusable("garbage");
    assert_eq!(one(Err(garbage.clone()), Ok(true)).await.0, ACCEPTED);
    for knows in [Ok(false), Err(lost())] {
        let (outcome, _) = one(Err(garbage.clone()), knows).await;
        assert!(matches!(outcome, Err(UpstreamError::Unusable { .. })), "{outcome:?}");
    }
}

#[tokio::test]
async fn what_never_left_is_unavailable() {
    let (outcome, asked) = one(Err(not_sent()), Ok(true)).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    assert_eq!(asked, ["submit"]);
    let (outcome, asked) = one(Err(refused(429)), Ok(true)).await;
    assert_eq!(asked, ["submit"]);
    let Err(UpstreamError::Unavailable { retry_after, .. }) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(retry_after, Some(Duration::from_secs(7)));
}

#[tokio::test]
async fn an_overloaded_upstream_is_asked_whether_it_took_it_all_the_same() {
    assert_eq!(one(Err(refused(503)), Ok(true)).await.0, ACCEPTED);
    let (outcome, _) = one(Err(refused(503)), Ok(false)).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
}

#[tokio::test]
async fn the_next_upstream_gets_what_the_first_did_not_answer() {
    for failure in [
        not_sent(),
        refused(429),
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
        assert_eq!(second.asked(), ["submit"]);
    }
}

#[tokio::test]
async fn a_refusal_after_an_earlier_upstream_may_have_taken_it_is_unknown() {
    let refuses = || Scripted::new(Ok(Verdict::Rejected(RejectReason::Conflict)), Ok(false));
    let first = Scripted::new(Err(Failure::TimedOut), Ok(false));
    assert_eq!(run(&[&first, &refuses()]).await, UNKNOWN);
    for failure in [not_sent(), refused(429), refused(503)] {
        let first = Scripted::new(Err(failure), Ok(false));
        assert_eq!(
            run(&[&first, &refuses()]).await,
            Ok(BroadcastOutcome::Rejected(RejectReason::Conflict))
        );
    }
}

#[tokio::test]
async fn another_id_after_silence_leaves_the_outcome_unknown() {
    let silent = || Scripted::new(Err(Failure::TimedOut), Ok(false));
    let liar = || Scripted::new(Ok(accepted("00fe")), Ok(false));
    assert_eq!(run(&[&silent(), &liar()]).await, UNKNOWN);
    assert_eq!(run(&[&liar(), &silent()]).await, UNKNOWN);
    let unreachable = Scripted::new(Err(not_sent()), Ok(false));
    let outcome = run(&[&unreachable, &liar()]).await;
    assert!(matches!(outcome, Err(UpstreamError::Unusable { .. })), "{outcome:?}");
}

#[tokio::test]
async fn nothing_is_sent_with_less_than_an_attempt_left() {
    let upstream = Scripted::new(Ok(accepted("00ff")), Ok(false));
    let limits = Limits::default();
    let outcome = broadcast(&[&upstream], "00ff", &limits, after(limits.attempt / 2)).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    assert!(upstream.asked().is_empty());
}

/// An upstream that is silent for as long as it may be.
struct Silent(Duration, Failure);

#[async_trait]
impl Broadcaster for Silent {
    async fn submit(&self, _: Deadline) -> Result<Verdict, Failure> {
        tokio::time::sleep(self.0).await;
        Err(self.1.clone())
    }

    async fn knows(&self, _: Deadline) -> Result<bool, Failure> {
        Ok(false)
    }
}

#[tokio::test(start_paused = true)]
async fn once_the_bytes_may_have_left_the_next_one_gets_them_however_late_it_is() {
    for (failure, outcome) in [(Failure::TimedOut, Some(ACCEPTED)), (not_sent(), None)] {
        let first = Silent(Duration::from_secs(8), failure);
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
async fn the_shortest_wait_of_all_is_passed_on() {
    let waits = |seconds| {
        let failure = Failure::Paused {
            wait: Duration::from_secs(seconds),
        };
        Scripted::new(Err(failure), Ok(false))
    };
    let Err(UpstreamError::Unavailable { retry_after, .. }) = run(&[&waits(9), &waits(4), &waits(6)]).await else {
        panic!("nothing left");
    };
    assert_eq!(retry_after, Some(Duration::from_secs(4)));
}

#[tokio::test]
async fn the_reason_of_an_ambiguous_refusal_stands_when_nobody_has_the_transaction() {
    let (outcome, _) = one(Ok(Verdict::Ambiguous(RejectReason::NonceTooLow)), Ok(false)).await;
    assert_eq!(outcome, Ok(BroadcastOutcome::Rejected(RejectReason::NonceTooLow)));
}

#[tokio::test]
async fn every_upstream_is_asked_for_an_ambiguous_transaction() {
    let first = Scripted::new(Ok(SPENT), Ok(false));
    let second = Scripted::new(Err(not_sent()), Ok(true));
    assert_eq!(run(&[&first, &second]).await, ACCEPTED);
    assert_eq!(second.asked(), ["knows"]);
}

#[tokio::test]
async fn without_an_upstream_nothing_leaves() {
    let outcome = run(&[]).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
}
