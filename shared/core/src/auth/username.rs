//! User names in their prepared form (PRECIS `UsernameCaseMapped`, RFC 8265).

/// A prepared user name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Username(String);

impl Username {
    /// Takes a name that was prepared before it was stored.
    pub fn from_stored(prepared: String) -> Self {
        Self(prepared)
    }

    /// The prepared name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
