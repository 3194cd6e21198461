//! What a permission token lets its bearer do.

use std::fmt;

/// One permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// Use address info, the connectors and the asset lists.
    Read,
    /// Register accounts; only for merchants entitled to it.
    Register,
    /// Act on the bearer's own account.
    Secret,
    /// Add, edit and delete assets; only for merchants entitled to it.
    Assets,
}

impl Permission {
    /// Every permission.
    pub const ALL: [Self; 4] = [Self::Read, Self::Register, Self::Secret, Self::Assets];

    /// The name used in requests and in the claim `scope`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Register => "register",
            Self::Secret => "secret",
            Self::Assets => "assets",
        }
    }

    /// The permission with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| permission.name() == name)
    }
}

/// Why a list of names is no set of permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermissionSetError {
    /// Nothing was asked for.
    #[error("at least one permission is needed")]
    Empty,
    /// The name at this place of the list is unknown.
    #[error("a permission is one of read, register, secret and assets")]
    Unknown {
        /// Its place, from zero.
        index: usize,
    },
    /// The name at this place of the list stands there twice.
    #[error("a permission stands in the list twice")]
    Duplicate {
        /// The place of the second one, from zero.
        index: usize,
    },
}

/// A set of permissions, at least one, in the order in which they were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermissionSet(Vec<Permission>);

impl PermissionSet {
    /// Reads a list of names.
    pub fn parse<S: AsRef<str>>(names: &[S]) -> Result<Self, PermissionSetError> {
        let mut set = Vec::with_capacity(names.len().min(Permission::ALL.len()));
        for (index, name) in names.iter().enumerate() {
            let permission = Permission::from_name(name.as_ref()).ok_or(PermissionSetError::Unknown { index })?;
            if set.contains(&permission) {
                return Err(PermissionSetError::Duplicate { index });
            }
            set.push(permission);
        }
        if set.is_empty() {
            Err(PermissionSetError::Empty)
        } else {
            Ok(Self(set))
        }
    }

    /// Reads a claim `scope`: names between single blanks.
    pub fn parse_scope(scope: &str) -> Result<Self, PermissionSetError> {
        Self::parse(&scope.split(' ').collect::<Vec<_>>())
    }

    /// Whether it holds a permission.
    pub fn contains(&self, permission: Permission) -> bool {
        self.0.contains(&permission)
    }

    /// The first permission that is not among `allowed`.
    pub fn first_not_in(&self, allowed: &[Permission]) -> Option<Permission> {
        self.iter().find(|permission| !allowed.contains(permission))
    }

    /// The permissions in order.
    pub fn iter(&self) -> impl Iterator<Item = Permission> {
        self.0.iter().copied()
    }
}

/// The form of the claim `scope`: names with a blank between.
impl fmt::Display for PermissionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Permission::name).collect();
        f.write_str(&names.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_an_unknown_and_a_repeated_name_are_refused() {
        assert_eq!(PermissionSet::parse::<&str>(&[]), Err(PermissionSetError::Empty));
        assert_eq!(
            PermissionSet::parse(&["read", "admin"]),
            Err(PermissionSetError::Unknown { index: 1 })
        );
        assert_eq!(
            PermissionSet::parse(&["read", "read"]),
            Err(PermissionSetError::Duplicate { index: 1 })
        );
        assert_eq!(
            PermissionSet::parse(&["Read"]),
            Err(PermissionSetError::Unknown { index: 0 })
        );
    }

    #[test]
    fn a_scope_reads_back_what_it_printed() {
        let set = PermissionSet::parse(&["secret", "read"]).unwrap();
        assert_eq!(set.to_string(), "secret read");
        assert_eq!(PermissionSet::parse_scope("secret read"), Ok(set));
        assert!(PermissionSet::parse_scope("").is_err());
        assert!(PermissionSet::parse_scope("read  secret").is_err());
    }

    #[test]
    fn the_first_permission_beyond_the_entitlement_is_named() {
        let asked = PermissionSet::parse(&["read", "assets", "register"]).unwrap();
        assert_eq!(asked.first_not_in(&[Permission::Read]), Some(Permission::Assets));
        assert_eq!(asked.first_not_in(&Permission::ALL), None);
    }
}
