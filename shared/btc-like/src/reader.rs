//! Reader of untrusted transaction bytes.

/// Error of bytes that are truncated or contain an invalid count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Malformed;

/// The unread rest of the bytes.
pub(super) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn take(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    pub fn last(&self, length: usize) -> Result<&'a [u8], Malformed> {
        let start = self.0.len().checked_sub(length).ok_or(Malformed)?;
        Ok(&self.0[start..])
    }

    /// Reads a little-endian number of up to eight bytes.
    pub fn number(&mut self, length: usize) -> Result<u64, Malformed> {
        let bytes = self.take(length)?;
        Ok(bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// Reads a compact size: a count or length in 1, 3, 5 or 9 bytes.
    pub fn count(&mut self) -> Result<usize, Malformed> {
        let count = match self.number(1)? {
            0xfd => self.number(2)?,
            0xfe => self.number(4)?,
            0xff => self.number(8)?,
            small => small,
        };
        usize::try_from(count).map_err(|_| Malformed)
    }

    pub fn script(&mut self) -> Result<&'a [u8], Malformed> {
        let length = self.count()?;
        self.take(length)
    }
}
