//! Emulation of the contract Multicall3.

/// Returns the result of `aggregate3` in hex for calldata in hex; `returned` returns the data of a call from the contract
/// and the calldata, `None` if the call reverts.
pub fn aggregate3(data: &str, mut returned: impl FnMut(&str, &str) -> Option<String>) -> String {
    let words: Vec<_> = (10..data.len()).step_by(64).map(|at| &data[at..at + 64]).collect();
    let number = |at: usize| usize::from_str_radix(words[at], 16).expect("a small number");
    let results = (0..number(1)).map(|call| {
        let start = 2 + number(2 + call) / 32;
        let calldata = words[start + 4..].concat();
        let target = format!("0x{}", &words[start][24..]);
        let result = returned(&target, &calldata[..2 * number(start + 3)]);
        let data = result.clone().unwrap_or_default();
        let padding = "0".repeat(data.len().next_multiple_of(64) - data.len());
        let head = [u64::from(result.is_some()), 0x40, data.len() as u64 / 2].map(word);
        format!("{}{data}{padding}", head.concat())
    });
    let results: Vec<_> = results.collect();
    let mut offset = 32 * results.len();
    let mut output = format!("0x{}{}", word(0x20), word(results.len() as u64));
    for result in &results {
        output += &word(offset as u64);
        offset += result.len() / 2;
    }
    output + &results.concat()
}

/// Returns a number as a word of the ABI in hex.
pub fn word(number: u64) -> String {
    format!("{number:064x}")
}
