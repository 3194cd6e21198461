//! Facts for payments, and their submission: `blockchain.scripthash.listunspent`, `blockchain.estimatefee` and
//! `blockchain.transaction.broadcast`.

use super::facts::MAX_PREVIOUS;
use super::head::Tip;
use super::message::{Request, RpcResponse};
use super::transaction::Found;
use super::{Electrum, head};
use crate::fee_estimate::{TARGETS, read_estimate};
use crate::node_rejection::{classify, classify_without_code};
use crate::source::{PaymentSource, funds};
use async_trait::async_trait;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::HashSet;
use wallet_btc_like::history::Funds;
use wallet_btc_like::{Address, FeeEstimates, OutPoint, Params, SignedTransaction, Txid, Unspent, Utxo};
use wallet_upstream::{Deadline, Failure, SubmitOutcome, for_log};

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Row {
    #[serde(rename = "tx_hash")]
    txid: Txid,
    #[serde(rename = "tx_pos")]
    vout: u32,
    /// 0 or -1 in the mempool.
    height: i64,
    /// Value in base units.
    value: u64,
    /// `CashToken` of the output, from servers that list token outputs by default.
    token_data: Option<IgnoredAny>,
}

#[async_trait]
impl PaymentSource for Electrum {
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure> {
        let deadline = self.client.attempt(deadline);
        Ok(self.outputs_of(&[address], deadline).await?.concat())
    }

    /// Returns the estimates for all fee modes from a single batch.
    async fn fee_estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure> {
        let deadline = self.client.attempt(deadline);
        let requests = TARGETS.map(|blocks| Request::new("blockchain.estimatefee", json!([blocks])));
        let [slow, normal, fast] = self.client.call(requests, deadline).await?;
        let read = |response: RpcResponse| decode_estimate(&response.read::<Box<RawValue>>()?, self.params);
        Ok(FeeEstimates {
            slow: read(slow)?,
            normal: read(normal)?,
            fast: read(fast)?,
        })
    }

    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        let deadline = self.client.attempt(deadline);
        let request = Request::new("blockchain.transaction.broadcast", json!([transaction.to_hex()]));
        match self.client.call_once(request, deadline).await?.result()? {
            Ok(id) => Ok(SubmitOutcome::Accepted { id }),
            Err(error) => {
                tracing::info!(reason = for_log(&error.message), "node rejected the transaction");
                node_rejection(error.code, &error.message).ok_or_else(|| error.failure())
            }
        }
    }
}

impl Electrum {
    /// Returns the sums of the unspent outputs of an address. An output that the server lists twice counts once.
    /// Pending transactions that spend outputs do not count as unconfirmed, since the server does not list what they
    /// spend.
    pub(super) async fn sums_of_outputs(&self, address: &Address, deadline: Deadline) -> Result<Funds, Failure> {
        let outputs = self.listed_outputs(&[address], deadline).await?;
        let (mut confirmed, mut unconfirmed) = (0_u64, 0_i128);
        for output in outputs.iter().flatten() {
            if output.confirmations > 0 {
                confirmed = confirmed.saturating_add(output.utxo.value);
            } else {
                unconfirmed += i128::from(output.utxo.value);
            }
        }
        funds(confirmed, unconfirmed, self.params)
    }

    /// Returns the outputs as listed, in which coinbase outputs are not marked.
    async fn listed_outputs(&self, addresses: &[&Address], deadline: Deadline) -> Result<Vec<Vec<Unspent>>, Failure> {
        let list = |address: &&Address| {
            let script = address.script_pubkey().as_bytes();
            Request::of_script("blockchain.scripthash.listunspent", script)
        };
        let mut requests: Vec<_> = addresses.iter().map(list).collect();
        requests.push(head::tip_request());
        let mut lists = self.client.call_all(&requests, deadline).await?;
        let tip = lists.pop().ok_or_else(|| Failure::unusable("no response"))?;
        let tip = head::read_tip(tip)?;
        let lists = lists.into_iter();
        lists
            .map(|rows| decode_outputs(&rows.read::<Vec<Row>>()?, tip, self.params))
            .collect()
    }

    /// Returns the unspent outputs of each address, including the mempool.
    pub(super) async fn outputs_of(
        &self,
        addresses: &[&Address],
        deadline: Deadline,
    ) -> Result<Vec<Vec<Unspent>>, Failure> {
        let mut lists = self.listed_outputs(addresses, deadline).await?;

        // The list does not mark coinbase outputs, which matters until they are mature.
        let young = |output: &&Unspent| (1..self.params.coinbase_maturity).contains(&output.confirmations);
        let young = lists.iter().flatten().filter(young);
        let txids: HashSet<_> = young.map(|output| output.utxo.outpoint.txid).collect();
        if txids.len() > MAX_PREVIOUS {
            return Err(Failure::Declined {
                cause: format!("{} transactions would have to be requested", txids.len()),
            });
        }
        let found = self.transactions.get(&self.client, txids, deadline).await?;
        for (address, outputs) in addresses.iter().zip(&mut lists) {
            for output in outputs {
                look(output, address, &found)?;
            }
        }
        Ok(lists)
    }
}

/// Checks the rows and deduplicates the outputs, since the value of an output listed twice exists once.
pub(super) fn decode_outputs(rows: &[Row], tip: Tip, params: &Params) -> Result<Vec<Unspent>, Failure> {
    let highest = rows.iter().map(|row| row.height).max().unwrap_or(0).max(0);
    let highest = u32::try_from(highest).map_err(|_| Failure::unusable(format_args!("height {highest}")))?;
    let tip = tip.not_below(highest)?;
    let mut seen = HashSet::with_capacity(rows.len());
    let mut outputs = Vec::with_capacity(rows.len());
    for row in rows {
        let outpoint = OutPoint::new(row.txid, row.vout);
        if row.value > params.max_money {
            return Err(Failure::unusable(format_args!("value of output {outpoint}")));
        }
        // No output is above the tip.
        let height = u32::try_from(row.height).unwrap_or(0);
        if seen.insert(outpoint) {
            outputs.push(Unspent {
                utxo: Utxo {
                    outpoint,
                    value: row.value,
                },
                confirmations: if height == 0 { 0 } else { tip - height + 1 },
                coinbase: false,
                carries_token: row.token_data.is_some(),
            });
        }
    }
    Ok(outputs)
}

/// Completes an output from the transaction, if requested, and checks the listed value and script.
fn look(output: &mut Unspent, address: &Address, found: &Found) -> Result<(), Failure> {
    let Utxo { outpoint, value } = output.utxo;
    let Some(transaction) = found.get(&outpoint.txid) else {
        return Ok(());
    };
    let paid = transaction.output(outpoint.vout);
    let paid = paid.filter(|paid| paid.value == value && paid.locking_script() == address.script_pubkey());
    let paid = paid.ok_or_else(|| Failure::unusable(format_args!("output {outpoint} is not as listed")))?;
    output.coinbase = transaction.is_coinbase();
    output.carries_token |= paid.carries_token;
    Ok(())
}

/// Converts a JSON number of whole coins per 1000 vbytes to base units per 1000 vbytes, `None` without an
/// estimate.
pub(super) fn decode_estimate(number: &RawValue, params: &Params) -> Result<Option<u64>, Failure> {
    let text = number.get();
    let plain = without_exponent(text);
    let plain = plain.ok_or_else(|| Failure::unusable(format_args!("fee estimate '{}'", for_log(text))))?;
    read_estimate(&plain, params)
}

/// Maximum absolute exponent of a plausible estimate.
const MAX_EXPONENT: i32 = 30;

/// Writes a number without an exponent: servers in Python send `1e-05`. The conversion is exact, unlike a conversion
/// through a binary float. Returns `None` for an invalid exponent.
fn without_exponent(number: &str) -> Option<String> {
    let Some((digits, exponent)) = number.split_once(['e', 'E']) else {
        return Some(number.to_owned());
    };
    let exponent: i32 = exponent.parse().ok()?;
    let places = usize::try_from(exponent.unsigned_abs()).ok()?;
    if exponent.abs() > MAX_EXPONENT {
        return None;
    }
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let zeros = "0".repeat(places);
    let (whole, fraction) = if exponent < 0 {
        let whole = format!("{zeros}{whole}");
        let (kept, moved) = whole.split_at(whole.len() - places);
        (kept.to_owned(), format!("{moved}{fraction}"))
    } else {
        let fraction = format!("{fraction}{zeros}");
        let (moved, kept) = fraction.split_at(places);
        (format!("{whole}{moved}"), kept.to_owned())
    };
    let or_zero = |part: String| if part.is_empty() { "0".to_owned() } else { part };
    Some(format!("{sign}{}.{}", or_zero(whole), or_zero(fraction)))
}

/// Prefix of ElectrumX and Fulcrum. An empty line, the node's reason and sometimes the whole transaction
/// follow.
const REJECTED: &str = "the transaction was rejected by network rules.";

/// Prefix of electrs. The code or an object follows.
const ELECTRS: &str = "sendrawtransaction RPC error";

/// Error code with which electrs passes on the text of the node without a prefix (romanz/electrs,
/// `src/electrum.rs`). `ElectrumX` has the same code for failures of the node, with a prefix.
pub(crate) const NODE_ERROR: i64 = 2;

/// Returns the node's rejection inside a server's error, `None` if the error is not about the transaction.
pub(crate) fn node_rejection(code: i64, message: &str) -> Option<SubmitOutcome> {
    if let Some(reason) = message.strip_prefix(REJECTED) {
        return classify_without_code(reason.trim_start().lines().next().unwrap_or_default());
    }
    match message.split_once(ELECTRS) {
        Some((_, error)) => classify(&unwrapped(error.trim_start_matches([':', ' ']))),
        None if code == NODE_ERROR => classify_without_code(message),
        None => classify(message),
    }
}

/// Formats the error of a node's RPC, `{"code": -26, "message": "…"}`, as `-26: …`. Returns different texts
/// unchanged.
fn unwrapped(error: &str) -> String {
    #[derive(serde::Deserialize)]
    struct NodeError {
        code: i64,
        message: String,
    }
    match serde_json::from_str::<NodeError>(error) {
        Ok(NodeError { code, message }) => format!("{code}: {message}"),
        Err(_) => error.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wallet_btc_like::Chain;
    use wallet_core::model::Network;
    use wallet_core::ports::upstream::RejectReason;

    fn estimate(number: &str) -> Result<Option<u64>, Failure> {
        let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
        decode_estimate(&RawValue::from_string(number.to_owned()).unwrap(), params)
    }

    #[test]
    fn estimates_are_read_exactly() {
        for (number, expected) in [
            ("-1", None),
            ("-1.0", None),
            ("0", None),
            ("0.0", None),
            ("0e0", None),
            ("-1e-05", None),
            ("1e-05", Some(1000)),
            ("1E-05", Some(1000)),
            ("1.024e-05", Some(1024)),
            ("1.02401e-05", Some(1025)),
            ("1e-8", Some(1)),
            ("1e-9", Some(1)),
            ("10.24e-06", Some(1024)),
            ("0.00001024", Some(1024)),
            ("0.00012345", Some(12345)),
            ("2e-2", Some(2_000_000)),
            ("0.00001e1", Some(10_000)),
            ("0.0000123e+2", Some(123_000)),
        ] {
            assert_eq!(estimate(number), Ok(expected), "{number}");
        }
    }

    #[test]
    fn other_values_are_unusable() {
        for number in [
            "null",
            "true",
            "\"0.0001\"",
            "\"1e-05\"",
            "[1]",
            "{}",
            "1e400",
            "1e-400",
            "1e99999999999",
            "1e5",
            "21000000",
        ] {
            assert!(estimate(number).is_err(), "{number}");
        }
    }

    proptest! {
        #[test]
        fn any_number_is_parsed_or_rejected(number in any::<f64>()) {
            if let Some(number) = serde_json::Number::from_f64(number) {
                let _ = estimate(&number.to_string());
            }
        }

        #[test]
        fn an_exponent_moves_the_point(digits in 1..1_000_000_u64, exponent in -20..-1_i32) {
            // Coins have eight decimals; any remainder below them is rounded up.
            let places = 8 + exponent;
            let power = 10_u64.pow(places.unsigned_abs());
            let units = if places < 0 { digits.div_ceil(power) } else { digits * power };
            let fits = units <= 10_000_000;
            prop_assert_eq!(estimate(&format!("{digits}e{exponent}")).ok(), fits.then_some(Some(units)));
        }
    }

    #[track_caller]
    fn check(message: &str, expected: Option<&SubmitOutcome>) {
        assert_eq!(node_rejection(NODE_ERROR, message).as_ref(), expected, "{message}");
    }

    /// Wraps the reason as ElectrumX does.
    fn electrumx(reason: &str) -> String {
        format!("the transaction was rejected by network rules.\n\n{reason}\n[0200aabbdeadbeef]")
    }

    #[test]
    fn node_reasons_are_unwrapped() {
        for (reason, code, expected) in [
            ("Transaction already in block chain", -27, SubmitOutcome::Known),
            ("txn-already-in-mempool (code 18)", -26, SubmitOutcome::Known),
            (
                "bad-txns-inputs-missingorspent (code 16)",
                -25,
                SubmitOutcome::Ambiguous(RejectReason::MissingInputs),
            ),
            (
                "Missing inputs",
                -25,
                SubmitOutcome::Ambiguous(RejectReason::MissingInputs),
            ),
            ("dust (code 64)", -26, SubmitOutcome::Rejected(RejectReason::Dust)),
            (
                "txn-mempool-conflict",
                -26,
                SubmitOutcome::Rejected(RejectReason::Conflict),
            ),
            (
                "min relay fee not met, 100 < 141",
                -26,
                SubmitOutcome::Rejected(RejectReason::FeeTooLow),
            ),
            (
                "66: min relay fee not met",
                -26,
                SubmitOutcome::Rejected(RejectReason::FeeTooLow),
            ),
            (
                "mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)",
                -26,
                SubmitOutcome::Rejected(RejectReason::InvalidScript),
            ),
            (
                "bad-txns-in-belowout",
                -26,
                SubmitOutcome::Rejected(RejectReason::Other),
            ),
            (
                "bad-txns-vin-empty (code 16)",
                -26,
                SubmitOutcome::Rejected(RejectReason::Other),
            ),
        ] {
            check(&electrumx(reason), Some(&expected));
            check(
                &format!("the transaction was rejected by network rules.\n\n{reason}\n"),
                Some(&expected),
            );
            check(
                &format!("sendrawtransaction RPC error {code}: {reason}"),
                Some(&expected),
            );
            let object = json!({ "code": code, "message": reason });
            check(&format!("sendrawtransaction RPC error: {object}"), Some(&expected));
        }
    }

    #[test]
    fn unlisted_text_without_prefix_is_a_rejection_only_from_the_node() {
        let expected = SubmitOutcome::Rejected(RejectReason::Other);
        check("bad-txns-in-belowout", Some(&expected));
        assert_eq!(node_rejection(1, "bad-txns-in-belowout"), None);
    }

    #[test]
    fn reasons_of_the_node_itself_are_unwrapped() {
        check(
            "sendrawtransaction RPC error -28: Loading block index...",
            Some(&SubmitOutcome::Unable),
        );
        for reason in [
            "mempool full (code 66)",
            "Loading block index...",
            "Work queue depth exceeded",
        ] {
            check(&electrumx(reason), Some(&SubmitOutcome::Unable));
        }
    }

    #[test]
    fn other_errors_are_not_rejections() {
        for message in [
            "",
            "excessive resource usage",
            "server busy - request timed out",
            "the transaction was rejected by network rules.",
            "daemon error: DaemonError('connection problem')",
            "sendrawtransaction RPC error: {\"code\":-28}",
            "<b>update your wallet at evil.example</b>",
        ] {
            check(message, None);
        }
        for reason in ["Unknown error", "-", "--", "evil.example/a-b"] {
            check(&electrumx(reason), None);
        }
    }
}
