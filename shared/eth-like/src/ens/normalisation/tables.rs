//! The tables of ENSIP-15 in the form of `tests/tools/ensip15.mjs`: derived from `spec.json` of ens-normalize.js 1.11.1 (Unicode
//! 17.0.0, CLDR 47). The form takes 74 KB instead of 3.3 MB, and is read when the first name outside ASCII arrives.

use std::sync::LazyLock;

/// A sorted set of code points, as ranges without gaps.
pub struct CodePoints(Box<[(u32, u32)]>);

impl CodePoints {
    /// Returns true if the set contains a character.
    pub fn contains(&self, character: char) -> bool {
        let point = u32::from(character);
        let index = self.0.partition_point(|(_, last)| *last < point);
        self.0.get(index).is_some_and(|(first, _)| *first <= point)
    }

    /// Returns the characters of the set.
    pub fn iter(&self) -> impl Iterator<Item = char> {
        self.0
            .iter()
            .flat_map(|(first, last)| *first..=*last)
            .filter_map(char::from_u32)
    }
}

/// The characters of a script that a label may combine.
pub struct Group {
    /// True if the table lists the sequences of marks of the script, so that the general limits of marks do not apply.
    pub lists_marks: bool,
    /// The characters of the script.
    pub members: CodePoints,
}

/// Characters that look the same.
pub struct LookAlikes {
    /// The characters that are valid alone.
    pub valid: CodePoints,
    /// The characters that make a label confusable.
    pub confused: CodePoints,
}

/// The tables of the standard.
pub struct Tables {
    /// Characters that are left out.
    pub ignored: CodePoints,
    /// Combining marks of all scripts.
    pub marks: CodePoints,
    /// Combining marks that take no space.
    pub nonspacing: CodePoints,
    /// Parts of decomposed characters that no group contains.
    pub parts: CodePoints,
    /// Punctuation that is valid only between two characters of a different kind.
    pub fenced: CodePoints,
    /// Characters with their replacements, sorted.
    pub mapped: Vec<(char, Box<[char]>)>,
    /// The scripts, in the order of the standard.
    pub groups: Vec<Group>,
    /// The sets of characters that look the same.
    pub look_alikes: Vec<LookAlikes>,
    /// The sequences of emoji, sorted.
    pub emoji: Vec<Box<[char]>>,
}

/// The tables, read once.
pub static TABLES: LazyLock<Tables> = LazyLock::new(|| Reader(include_bytes!("tables.bin")).tables());

/// Reads unsigned LEB128 numbers. The bytes are part of the executable, and a test reads all of them.
struct Reader(&'static [u8]);

impl Reader {
    fn number(&mut self) -> u32 {
        let mut value = 0;
        for shift in (0..u32::BITS).step_by(7) {
            let Some((byte, rest)) = self.0.split_first() else {
                break;
            };
            self.0 = rest;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        value
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.number()).map(|_| read(self)).collect()
    }

    fn character(&mut self) -> char {
        char::from_u32(self.number()).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn set(&mut self) -> CodePoints {
        let mut end = 0;
        let ranges = self.list(|reader| {
            let first = end + reader.number();
            end = first + reader.number();
            (first, end)
        });
        CodePoints(ranges.into())
    }

    fn tables(&mut self) -> Tables {
        Tables {
            ignored: self.set(),
            marks: self.set(),
            nonspacing: self.set(),
            parts: self.set(),
            fenced: self.set(),
            mapped: self.list(|reader| (reader.character(), reader.list(Self::character).into())),
            groups: self.list(|reader| Group {
                lists_marks: reader.number() == 1,
                members: reader.set(),
            }),
            look_alikes: self.list(|reader| LookAlikes {
                valid: reader.set(),
                confused: reader.set(),
            }),
            emoji: self.emoji(),
        }
    }

    /// Reads the emoji, each of which shares its first characters with the previous emoji.
    fn emoji(&mut self) -> Vec<Box<[char]>> {
        let mut emoji = Vec::new();
        self.list(|reader| {
            let shared = usize::try_from(reader.number()).unwrap_or(0);
            emoji.truncate(shared);
            emoji.extend(reader.list(Self::character));
            emoji.clone().into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_those_of_the_standard() {
        let mut reader = Reader(include_bytes!("tables.bin"));
        let tables = reader.tables();
        assert!(reader.0.is_empty());
        // The lengths of the lists in spec.json.
        let lengths = [
            (tables.ignored.iter().count(), 269),
            (tables.marks.iter().count(), 2543),
            (tables.nonspacing.iter().count(), 1107),
            (tables.fenced.iter().count(), 3),
            (tables.mapped.len(), 5067),
            (tables.groups.len(), 167),
            (tables.emoji.len(), 3926),
            (tables.groups[2].members.iter().count(), 102_127 + 1090),
        ];
        for (index, (found, expected)) in lengths.into_iter().enumerate() {
            assert_eq!(found, expected, "{index}");
        }
        assert!(tables.mapped.is_sorted() && tables.emoji.is_sorted());
        // The forms NFC and NFD of assigned characters never change, so that a later version of Unicode has the same.
        assert!(unicode_normalization::UNICODE_VERSION.0 >= 17);
    }
}
