//! Lock times of transactions (BIP 113) and of inputs (BIP 68).

use super::ledger::Ledger;
use super::rejection::Rejection;
use bitcoin::absolute::LockTime;
use bitcoin::{Sequence, Transaction};

/// The number of blocks in the median time past, which lock times are compared with.
const MEDIAN_SPAN: usize = 11;
/// Seconds per unit of a time-based relative lock time.
const SECONDS_PER_UNIT: u32 = 512;

/// Checks that the lock times allow the transaction in the next block.
pub fn check(ledger: &Ledger, transaction: &Transaction) -> Result<(), Rejection> {
    if !is_final(ledger, transaction) {
        return Err(Rejection::NotStandard("non-final"));
    }
    if transaction.version.0 >= 2 && !transaction.input.iter().all(|input| is_old_enough(ledger, input)) {
        return Err(Rejection::NotStandard("non-BIP68-final"));
    }
    Ok(())
}

fn is_final(ledger: &Ledger, transaction: &Transaction) -> bool {
    let ignored = transaction.input.iter().all(|input| input.sequence == Sequence::MAX);
    let passed = match transaction.lock_time {
        LockTime::Blocks(height) => height.to_consensus_u32() < ledger.next_height(),
        LockTime::Seconds(time) => time.to_consensus_u32() < median_time(ledger, ledger.blocks().len()),
    };
    // A lock time of zero means no lock time.
    ignored || passed || transaction.lock_time == LockTime::ZERO
}

fn is_old_enough(ledger: &Ledger, input: &bitcoin::TxIn) -> bool {
    use bitcoin::relative::LockTime::{Blocks, Time};
    let Some(lock) = input.sequence.to_relative_lock_time() else {
        return true;
    };
    let Some(coin) = ledger.coin(input.previous_output) else {
        return true;
    };
    // An output in the mempool is treated as part of the next block.
    let height = coin.height.unwrap_or_else(|| ledger.next_height());
    match lock {
        Blocks(blocks) => ledger.next_height() >= height + u32::from(blocks.value()),
        Time(units) => {
            // The age is counted from the block before the one that contains the output.
            let start = median_time(ledger, usize::try_from(height).unwrap_or(usize::MAX));
            median_time(ledger, ledger.blocks().len()) >= start + u32::from(units.value()) * SECONDS_PER_UNIT
        }
    }
}

/// Returns the median time of the eleven blocks before height `end` in Unix seconds, or 0 if there are none.
pub fn median_time(ledger: &Ledger, end: usize) -> u32 {
    let end = end.min(ledger.blocks().len());
    let span = &ledger.blocks()[end.saturating_sub(MEDIAN_SPAN)..end];
    let mut times: Vec<u32> = span.iter().map(|block| block.header.time).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or(0)
}
