//! Typed data of an unknown form that look like an authorisation to withdraw tokens
//! (docs/decisions/evm-payments.md#unknown-authorisations).

use super::typed_data::TypedData;

/// Parts of the names of fields that name who may withdraw tokens.
const SPENDERS: [&str; 2] = ["spender", "operator"];
/// Part of the names of fields that name who may act or vote for the signer.
const DELEGATE: [&str; 1] = ["delegate"];
/// Parts of the names of fields that name what a delegate may do.
const POWERS: [&str; 2] = ["authority", "caveat"];
/// Parts of the names of structs that are authorisations.
const STRUCTS: [&str; 4] = ["permit", "authori", "approv", "allowance"];
/// Parts of the names of fields that name what may be withdrawn.
const AMOUNTS: [&str; 8] = [
    "amount", "value", "allow", "approved", "tokenid", "wad", "shares", "quantity",
];
/// Names of fields that name a token.
const IDS: [&str; 2] = ["id", "ids"];
/// Parts of the names of fields of orders: who sells, and what.
const SELLERS: [&str; 3] = ["offerer", "maker", "selltoken"];
const ASSETS: [&str; 2] = ["token", "asset"];
/// Fields with the calldata of a call, and the names of fields with the sender or contract.
const CALLDATA: [&str; 2] = ["bytes data", "bytes functionsignature"];
const PARTIES: [&str; 2] = ["to", "from"];

impl TypedData {
    /// Returns true if the data are no known permit, but the names in the primary type and the structs are those of an
    /// authorisation, an order or a call.
    pub fn is_unknown_authorisation(&self) -> bool {
        self.permit().is_none() && names_authorisation(&self.encoded_type())
    }
}

/// Returns true for the encoded type of an authorisation, such as `Permit(address spender,uint256 value)`.
fn names_authorisation(encoded_type: &str) -> bool {
    let encoded_type = encoded_type.to_ascii_lowercase();
    let parts = encoded_type.split(['(', ')', ',']);
    let (fields, structs): (Vec<_>, Vec<_>) = parts.partition(|part| part.contains(' '));
    let names: Vec<_> = fields.iter().filter_map(|field| field.rsplit(' ').next()).collect();
    let contain =
        |names: &[&str], parts: &[&str]| names.iter().any(|name| parts.iter().any(|part| name.contains(part)));
    let are = |names: &[&str], known: &[&str]| names.iter().any(|name| known.contains(name));
    let has_amount = contain(&names, &AMOUNTS) || are(&names, &IDS);
    let is_authorisation = contain(&structs, &STRUCTS);
    let has_power = has_amount || is_authorisation || contain(&names, &POWERS);
    contain(&names, &SPENDERS)
        || is_authorisation && has_amount
        || contain(&names, &DELEGATE) && has_power
        || contain(&names, &SELLERS) && contain(&names, &ASSETS) && has_amount
        || are(&fields, &CALLDATA) && are(&names, &PARTIES)
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
            // The form of old tokens, and that of a token of ERC-721.
            "Permit(address owner,address spender,uint256 wad,uint256 nonce,uint256 deadline)",
            "Permit(address spender,uint256 id,uint256 nonce,uint256 deadline)",
            "Grant(address spender)",
            "Authorization(address to,uint256[] ids)",
            // MetaMask's delegation framework.
            "Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)",
            // Orders of Seaport, 1inch and CoW.
            "OrderComponents(address offerer,address zone,OfferItem[] offer,uint256 counter)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)",
            "Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)",
            "Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo)",
            // Calls of Safe, OpenZeppelin's forwarder and Biconomy.
            "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 nonce)",
            "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)",
            "MetaTransaction(uint256 nonce,address from,bytes functionSignature)",
        ] {
            assert!(names_authorisation(encoded), "{encoded}");
        }
    }

    #[test]
    fn other_messages_are_not() {
        for encoded in [
            "Mail(Person from,Person to,string contents)Person(string name,address wallet)",
            "Delegation(address delegatee,uint256 nonce,uint256 expiry)",
            "Order(string item,uint256 amount)",
            "Attest(bytes32 schema,address recipient,uint64 expirationTime,bool revocable,bytes data,uint256 deadline)",
            "Payment(address to,uint256 amount)",
            "Authorization(string statement,uint256 nonce)",
        ] {
            assert!(!names_authorisation(encoded), "{encoded}");
        }
    }
}
