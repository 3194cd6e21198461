//! Lines of a server, within limits. A line that is too long is skipped, so that only a single request fails.

use crate::memory::{MemoryBudget, Share};
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Size of a line, in bytes, that does not count towards the memory budget: that of almost all lines.
const FREE: usize = 0x1_0000;

/// Additional size, in bytes, for which memory is reserved at once.
const STEP: usize = 0x4_0000;

/// Number of bytes read at once.
const CHUNK: usize = 0x4000;

/// Number of bytes at the start and at the end of a skipped line in which the id of the request is searched.
const EDGE: usize = 128;

/// Maximum size of a skipped line, as a multiple of the maximum size of a line.
const SKIPPED: usize = 4;

/// Line without the line break.
#[derive(Debug)]
pub(super) enum Line {
    /// The whole line, with the reserved memory.
    Whole(Vec<u8>, Share),
    /// Line above the limit, or without available memory; with the id of the request, if readable.
    Skipped {
        /// Id of the request.
        id: Option<u64>,
        /// Size of the line in bytes.
        size: usize,
    },
    /// Line that did not end within the limit of skipped lines.
    Endless,
}

/// Reader of a connection.
pub(super) struct LineReader<R> {
    stream: R,
    budget: MemoryBudget,
    /// Maximum size of a line in bytes.
    limit: usize,
    /// Bytes that were read.
    buffer: Vec<u8>,
    /// Number of bytes of the buffer before the next line.
    consumed: usize,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    /// Reads lines of at most `limit` bytes.
    pub(super) const fn new(stream: R, limit: usize, budget: MemoryBudget) -> Self {
        Self {
            stream,
            budget,
            limit,
            buffer: Vec::new(),
            consumed: 0,
        }
    }

    /// Returns the next line, `None` at the end. The last line may lack the line break.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        let mut memory = Reservation::new(self.budget.clone(), self.limit);
        let mut searched = 0;
        loop {
            let line = &self.buffer[self.consumed..];
            if let Some(end) = line[searched..].iter().position(|byte| *byte == b'\n') {
                let size = searched + end;
                if memory.reserve(size).await {
                    return Ok(Some(self.take(size, memory.share)));
                }
                return self.skip(memory.share).await;
            }
            searched = line.len();
            if !memory.reserve(searched).await {
                return self.skip(memory.share).await;
            }
            if self.fill().await? == 0 {
                let size = self.buffer.len() - self.consumed;
                return Ok((size > 0).then(|| self.take(size, memory.share)));
            }
        }
    }

    /// Removes a line of this size and the line break from the buffer.
    fn take(&mut self, size: usize, share: Share) -> Line {
        let line = if size > FREE {
            // The rest is short, and the buffer must not remain long.
            let rest = self.buffer.get(self.consumed + size + 1..).unwrap_or_default().to_vec();
            let mut line = std::mem::replace(&mut self.buffer, rest);
            line.truncate(self.consumed + size);
            line.drain(..std::mem::take(&mut self.consumed));
            line
        } else {
            let line = self.buffer[self.consumed..self.consumed + size].to_vec();
            self.consumed = self.buffer.len().min(self.consumed + size + 1);
            line
        };
        Line::Whole(line, share)
    }

    /// Reads to the end of the line without storing the line.
    async fn skip(&mut self, share: Share) -> io::Result<Option<Line>> {
        let mut edges = Edges::default();
        let mut size = 0_usize;
        self.buffer.drain(..std::mem::take(&mut self.consumed));
        let mut reserved = Some(share);
        loop {
            let end = self.buffer.iter().position(|byte| *byte == b'\n');
            let part = end.unwrap_or(self.buffer.len());
            edges.add(&self.buffer[..part]);
            size = size.saturating_add(part);
            self.buffer = self.buffer.get(part + 1..).unwrap_or_default().to_vec();
            // The long buffer was dropped.
            drop(reserved.take());
            if end.is_some() {
                let id = edges.id();
                return Ok(Some(Line::Skipped { id, size }));
            }
            if size > self.limit.saturating_mul(SKIPPED) {
                return Ok(Some(Line::Endless));
            }
            if self.fill().await? == 0 {
                return Ok(None);
            }
        }
    }

    /// Reads more bytes. Returns their number, 0 at the end.
    async fn fill(&mut self) -> io::Result<usize> {
        if self.consumed > 0 {
            self.buffer.drain(..std::mem::take(&mut self.consumed));
        }
        self.buffer.reserve(CHUNK);
        self.stream.read_buf(&mut self.buffer).await
    }
}

/// Memory of a line.
struct Reservation {
    budget: MemoryBudget,
    limit: usize,
    reserved: usize,
    share: Share,
}

impl Reservation {
    fn new(budget: MemoryBudget, limit: usize) -> Self {
        Self {
            budget,
            limit,
            reserved: FREE,
            share: Share::default(),
        }
    }

    /// Reserves memory for a line of this size. Returns false if the line is too long, or the budget is used up.
    async fn reserve(&mut self, size: usize) -> bool {
        if size > self.limit {
            return false;
        }
        while self.reserved < size {
            if !self.budget.extend(&mut self.share, STEP).await {
                return false;
            }
            self.reserved += STEP;
        }
        true
    }
}

/// Start and end of a skipped line.
#[derive(Default)]
struct Edges {
    start: Vec<u8>,
    end: Vec<u8>,
}

impl Edges {
    fn add(&mut self, part: &[u8]) {
        let missing = EDGE.saturating_sub(self.start.len());
        self.start.extend(&part[..part.len().min(missing)]);
        self.end.extend(&part[part.len().saturating_sub(EDGE)..]);
        let surplus = self.end.len().saturating_sub(EDGE);
        self.end.drain(..surplus);
    }

    /// Returns the id, which is the first or the last field of a response, or next to the version.
    fn id(&self) -> Option<u64> {
        let start = String::from_utf8_lossy(&self.start);
        let before = start
            .split("\"result\"")
            .next()
            .filter(|before| before.len() < start.len());
        let before = before.and_then(|before| before.trim_end().strip_suffix(','));
        let end = String::from_utf8_lossy(&self.end);
        let after = end.trim_end().strip_suffix('}');
        before.and_then(last_id).or_else(|| after.and_then(last_id))
    }
}

/// Returns the id in a text that ends with the id, or with the version after the id.
fn last_id(text: &str) -> Option<u64> {
    let (_, number) = text.rsplit_once("\"id\"")?;
    let number = number.trim_start().strip_prefix(':')?;
    let number = number.split(',').next()?.trim();
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_upstream::Limits;

    const LIMIT: usize = 400_000;

    fn budget(bytes: usize) -> MemoryBudget {
        MemoryBudget::of(&Limits {
            body: bytes / 6,
            ..Limits::default()
        })
    }

    /// Returns the lines of a text: the length of a whole line, or the id of a skipped line.
    async fn lines(text: &str, budget: &MemoryBudget) -> Vec<Result<usize, Option<u64>>> {
        let mut reader = LineReader::new(text.as_bytes(), LIMIT, budget.clone());
        let mut found = Vec::new();
        while let Some(line) = reader.next().await.unwrap() {
            found.push(match line {
                Line::Whole(bytes, _share) => {
                    assert!(!bytes.contains(&b'\n'));
                    Ok(bytes.len())
                }
                Line::Skipped { id, .. } => Err(id),
                Line::Endless => Err(Some(u64::MAX)),
            });
        }
        found
    }

    fn response(id: u64, size: usize) -> String {
        format!(
            "{{\"jsonrpc\": \"2.0\", \"result\": \"{}\", \"id\": {id}}}",
            "x".repeat(size)
        )
    }

    #[tokio::test]
    async fn lines_of_any_length_are_separated() {
        let budget = budget(6_000_000);
        let sizes = [0, 1, 70_000, 5, 16_383, 16_384, 16_385, FREE, FREE + 1, 0, LIMIT];
        let text: String = sizes.map(|size| "x".repeat(size) + "\n").concat();
        assert_eq!(lines(&text, &budget).await, sizes.map(Ok));
        assert_eq!(lines("ab\ncd", &budget).await, [Ok(2), Ok(2)]);
        assert_eq!(lines("", &budget).await, []);
        assert_eq!(
            budget.available(),
            6_000_000_usize.div_ceil(1024) * 1024,
            "memory is released"
        );
    }

    #[tokio::test]
    async fn line_above_the_limit_fails_only_its_own_request() {
        let budget = budget(6_000_000);
        let text = format!("{}\n{}\n{}\n", response(1, 10), response(7, LIMIT), response(2, 10));
        let short = response(1, 10).len();
        assert_eq!(lines(&text, &budget).await, [Ok(short), Err(Some(7)), Ok(short)]);
        let endless = "x".repeat(LIMIT * 5);
        assert_eq!(lines(&endless, &budget).await[0], Err(Some(u64::MAX)));
    }

    #[tokio::test(start_paused = true)]
    async fn line_without_memory_is_skipped() {
        let budget = budget(600_000);
        let mut used = Share::default();
        assert!(budget.extend(&mut used, 500_000).await);
        let text = format!("{}\n{}\n", response(7, 200_000), response(2, 10));
        assert_eq!(lines(&text, &budget).await[0], Err(Some(7)));
        drop(used);
        assert_eq!(lines(&text, &budget).await[0], Ok(response(7, 200_000).len()));
    }

    #[test]
    fn id_of_a_skipped_line_is_found_at_its_start_or_end() {
        let result = "x".repeat(1000);
        for (line, expected) in [
            (format!("{{\"id\":7,\"result\":\"{result}\"}}"), Some(7)),
            (
                format!("{{\"id\": 7, \"jsonrpc\": \"2.0\", \"result\": [\"{result}\"]}}"),
                Some(7),
            ),
            (
                format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"{result}\"}}"),
                Some(7),
            ),
            (
                format!("{{\"jsonrpc\": \"2.0\", \"result\": [\"{result}\"], \"id\": 7}}"),
                Some(7),
            ),
            (
                format!("{{\"result\":\"{result}\",\"id\":7,\"jsonrpc\":\"2.0\"}}\r"),
                Some(7),
            ),
            (format!("{{\"result\":\"{result}\",\"id\":\"7\"}}"), None),
            (format!("{{\"result\":\"{result}\"}}"), None),
            (result.clone(), None),
            (String::new(), None),
        ] {
            let mut edges = Edges::default();
            for part in line.as_bytes().chunks(100) {
                edges.add(part);
            }
            assert_eq!(edges.id(), expected, "{line}");
        }
    }
}
