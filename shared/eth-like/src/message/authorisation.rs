//! Typed data of an unknown form that look like an authorisation to withdraw tokens (docs/decisions/1221).

use super::typed_data::TypedData;

/// Parts of the names of fields that name who may withdraw tokens.
const PARTIES: [&str; 3] = ["spender", "operator", "delegate"];
/// Parts of the names of structs that are authorisations.
const STRUCTS: [&str; 4] = ["permit", "authori", "approv", "allowance"];
/// Parts of the names of fields that name what may be withdrawn.
const AMOUNTS: [&str; 5] = ["amount", "value", "allow", "approved", "tokenid"];

impl TypedData {
    /// Returns true if the data are no known permit, but their names are those of one: a spender, operator or delegate, or a
    /// struct such as `Permit`, together with an amount, in the primary type or any struct in it.
    pub fn is_unknown_authorisation(&self) -> bool {
        self.permit().is_none() && names_authorisation(&self.encoded_type())
    }
}

/// Returns true for the encoded type of an authorisation, such as `Permit(address spender,uint256 value)`.
fn names_authorisation(encoded_type: &str) -> bool {
    let encoded_type = encoded_type.to_ascii_lowercase();
    let names = encoded_type.split(['(', ')', ',']);
    let (fields, structs): (Vec<_>, Vec<_>) = names.partition(|name| name.contains(' '));
    let contain = |fields: &[&str], parts: &[&str]| {
        let mut names = fields.iter().map(|field| field.rsplit(' ').next().unwrap_or_default());
        names.any(|name| parts.iter().any(|part| name.contains(part)))
    };
    (contain(&fields, &PARTIES) || contain(&structs, &STRUCTS)) && contain(&fields, &AMOUNTS)
}

#[cfg(test)]
mod tests {
    use super::names_authorisation;

    #[test]
    fn names_of_authorisations_are_recognised() {
        for encoded in [
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline,uint256 more)",
            "Permit(address spender,address owner,uint256 value,uint256 nonce,uint256 deadline)",
            "Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)",
            "TransferWithAuthorization(address from,address to,uint256 value,bytes32 nonce)",
            "Grant(address newOperator,Limit[] limits)Limit(uint256 maxAmount)",
            "Session(Delegate[] delegates)Delegate(address delegate,bool isAllowed)",
        ] {
            assert!(names_authorisation(encoded), "{encoded}");
        }
    }

    #[test]
    fn other_messages_are_not() {
        for encoded in [
            "Mail(Person from,Person to,string contents)Person(string name,address wallet)",
            "Delegation(address delegatee,uint256 nonce,uint256 expiry)",
            "Payment(address to,uint256 amount)",
            "Authorization(string statement,uint256 nonce)",
        ] {
            assert!(!names_authorisation(encoded), "{encoded}");
        }
    }
}
