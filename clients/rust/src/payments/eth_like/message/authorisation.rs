//! Typed data of an unknown form that look like an authorisation to withdraw tokens (docs/decisions/1221).

use super::permit;
use super::typed_data::TypedData;

/// Parts of the names of fields that name who may withdraw tokens.
const PARTIES: [&str; 3] = ["spender", "operator", "delegate"];
/// Parts of the names of structs that are authorisations.
const STRUCTS: [&str; 4] = ["permit", "authori", "approv", "allowance"];
/// Parts of the names of fields that name what may be withdrawn.
const AMOUNTS: [&str; 5] = ["amount", "value", "allow", "approved", "tokenid"];

/// Returns true if the data are no known permit, but their names are those of one.
pub fn is_unknown(data: &TypedData) -> bool {
    permit::read(data).is_none() && names_authorisation(&data.encoded_type())
}

/// Returns true for the encoded type of an authorisation, such as `Permit(address spender,uint256 value)`.
fn names_authorisation(encoded_type: &str) -> bool {
    let encoded_type = encoded_type.to_ascii_lowercase();
    let names = encoded_type.split(['(', ')', ',']);
    let (fields, structs): (Vec<_>, Vec<_>) = names.partition(|name| name.contains(' '));
    let contain = |names: &[&str], parts: &[&str]| {
        let mut names = names.iter().filter_map(|name| name.rsplit(' ').next());
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
            "Grant(address newOperator,Limit[] limits)Limit(uint256 maxAmount)",
        ] {
            assert!(names_authorisation(encoded), "{encoded}");
        }
        for encoded in [
            "Mail(Person from,Person to,string contents)Person(string name,address wallet)",
            "Payment(address to,uint256 amount)",
        ] {
            assert!(!names_authorisation(encoded), "{encoded}");
        }
    }
}
