//! Permissions of permission tokens.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use std::fmt;

/// A permission of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// Access to address info, the connectors and the asset lists.
    Read,
    /// Registration of accounts. Only for entitled merchants.
    Register,
    /// Access to the bearer's own account.
    Secret,
    /// Creation, change and deletion of assets. Only for entitled merchants.
    Assets,
    /// Edits of assets that are otherwise rejected because they could mislead users. Only for entitled merchants.
    AssetsAdmin,
    /// Subscriptions to notifications, and the log of events.
    Notify,
}

impl Permission {
    /// Every permission.
    pub const ALL: [Self; 6] = [
        Self::Read,
        Self::Register,
        Self::Secret,
        Self::Assets,
        Self::AssetsAdmin,
        Self::Notify,
    ];

    /// Returns the name used in requests and in the claim `scope`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Register => "register",
            Self::Secret => "secret",
            Self::Assets => "assets",
            Self::AssetsAdmin => "assets-admin",
            Self::Notify => "notify",
        }
    }

    /// Returns the permission with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| permission.name() == name)
    }
}

/// Reasons why a list of names is not a valid set of permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermissionSetError {
    /// The list is empty.
    #[error("request at least one permission")]
    Empty,
    /// The name at this index is unknown.
    #[error("a permission must be one of read, register, secret, assets, assets-admin and notify")]
    Unknown {
        /// The index, starting at 0.
        index: usize,
    },
    /// The name at this index is a duplicate.
    #[error("request each permission only once")]
    Duplicate {
        /// The index of the second occurrence, starting at 0.
        index: usize,
    },
}

impl CodedError for PermissionSetError {
    fn info(&self) -> ErrorInfo {
        let info = ErrorInfo::describe(ErrorCode::InvalidRequest, self);
        match self {
            Self::Empty => info,
            Self::Unknown { index } | Self::Duplicate { index } => info.at(format!("[{index}]")),
        }
    }
}

/// A non-empty set of permissions in the requested order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermissionSet(Vec<Permission>);

impl PermissionSet {
    /// Parses a list of names.
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

    /// Parses a claim `scope`: names separated by single spaces.
    pub fn parse_scope(scope: &str) -> Result<Self, PermissionSetError> {
        Self::parse(&scope.split(' ').collect::<Vec<_>>())
    }

    /// Returns true if the set contains a permission.
    pub fn contains(&self, permission: Permission) -> bool {
        self.0.contains(&permission)
    }

    /// Returns the first permission that is not in `allowed`.
    pub fn first_not_in(&self, allowed: &[Permission]) -> Option<Permission> {
        self.iter().find(|permission| !allowed.contains(permission))
    }

    /// Iterates over the permissions in order.
    pub fn iter(&self) -> impl Iterator<Item = Permission> {
        self.0.iter().copied()
    }
}

/// Formats the set as a claim `scope`: names separated by spaces.
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
    fn empty_unknown_and_repeated_names_are_rejected() {
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
    fn scope_round_trips() {
        let set = PermissionSet::parse(&["secret", "read"]).unwrap();
        assert_eq!(set.to_string(), "secret read");
        assert_eq!(PermissionSet::parse_scope("secret read"), Ok(set));
        assert!(PermissionSet::parse_scope("").is_err());
        assert!(PermissionSet::parse_scope("read  secret").is_err());
    }

    #[test]
    fn first_permission_beyond_the_entitlement_is_found() {
        let requested = PermissionSet::parse(&["read", "assets", "register"]).unwrap();
        assert_eq!(requested.first_not_in(&[Permission::Read]), Some(Permission::Assets));
        assert_eq!(requested.first_not_in(&Permission::ALL), None);
    }
}
