//! Reasons of reverted calls: `Error`, `Panic`, and the custom errors of ERC-6093, `OpenZeppelin` and Permit2.

use super::logs::address_of;
use crate::calls::word;
use crate::value::{Amount, Hash};
use std::sync::LazyLock;

/// Reason of a reverted call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevertReason {
    /// The text of `Error`, the meaning of `Panic`, or the name of the custom error. Contracts choose the text.
    pub text: String,
    /// The name of a known error, with its arguments: numbers in decimal digits, addresses, words in hex.
    pub error: Option<(&'static str, Vec<String>)>,
}

/// Signatures of the custom errors: EIP-6093, `OpenZeppelin` contracts 5, Permit2.
const ERRORS: &[&str] = &[
    "ERC20InsufficientBalance(address,uint256,uint256)",
    "ERC20InvalidSender(address)",
    "ERC20InvalidReceiver(address)",
    "ERC20InsufficientAllowance(address,uint256,uint256)",
    "ERC20InvalidApprover(address)",
    "ERC20InvalidSpender(address)",
    "ERC721InvalidOwner(address)",
    "ERC721NonexistentToken(uint256)",
    "ERC721IncorrectOwner(address,uint256,address)",
    "ERC721InvalidSender(address)",
    "ERC721InvalidReceiver(address)",
    "ERC721InsufficientApproval(address,uint256)",
    "ERC721InvalidApprover(address)",
    "ERC721InvalidOperator(address)",
    "ERC1155InsufficientBalance(address,uint256,uint256,uint256)",
    "ERC1155InvalidSender(address)",
    "ERC1155InvalidReceiver(address)",
    "ERC1155MissingApprovalForAll(address,address)",
    "ERC1155InvalidApprover(address)",
    "ERC1155InvalidOperator(address)",
    "ERC1155InvalidArrayLength(uint256,uint256)",
    "OwnableUnauthorizedAccount(address)",
    "OwnableInvalidOwner(address)",
    "AccessControlUnauthorizedAccount(address,bytes32)",
    "AccessControlBadConfirmation()",
    "EnforcedPause()",
    "ExpectedPause()",
    "ReentrancyGuardReentrantCall()",
    "SafeERC20FailedOperation(address)",
    "SafeERC20FailedDecreaseAllowance(address,uint256,uint256)",
    "AddressEmptyCode(address)",
    "AddressInsufficientBalance(address)",
    "FailedInnerCall()",
    "FailedCall()",
    "FailedDeployment()",
    "InsufficientBalance(uint256,uint256)",
    "ERC2612ExpiredSignature(uint256)",
    "ERC2612InvalidSigner(address,address)",
    "InvalidAccountNonce(address,uint256)",
    "ECDSAInvalidSignature()",
    "ECDSAInvalidSignatureLength(uint256)",
    "ECDSAInvalidSignatureS(bytes32)",
    "InvalidInitialization()",
    "NotInitializing()",
    "SafeCastOverflowedUintDowncast(uint8,uint256)",
    "ERC20ExceededCap(uint256,uint256)",
    "ERC4626ExceededMaxDeposit(address,uint256,uint256)",
    "ERC4626ExceededMaxWithdraw(address,uint256,uint256)",
    "ERC4626ExceededMaxRedeem(address,uint256,uint256)",
    "AllowanceExpired(uint256)",
    "InsufficientAllowance(uint256)",
    "ExcessiveInvalidation()",
    "InvalidNonce()",
    "InvalidAmount(uint256)",
    "LengthMismatch()",
    "SignatureExpired(uint256)",
    "InvalidSigner()",
    "InvalidSignature()",
    "InvalidSignatureLength()",
    "InvalidContractSignature()",
];

static BY_SELECTOR: LazyLock<Vec<([u8; 4], &'static str)>> = LazyLock::new(|| {
    let with_selector = |signature: &&'static str| (selector(signature), *signature);
    ERRORS.iter().map(with_selector).collect()
});

/// Returns the selector of a function or an error.
pub(super) fn selector(signature: &str) -> [u8; 4] {
    let Hash([a, b, c, d, ..]) = Hash::of(signature);
    [a, b, c, d]
}

impl RevertReason {
    /// Reads the return data of a reverted call. Returns `None` for empty data and unknown errors.
    pub fn of(data: &[u8]) -> Option<Self> {
        let (found, arguments) = data.split_first_chunk::<4>()?;
        if *found == selector("Error(string)") {
            let text = text(arguments)?;
            let error = Some(("Error", vec![text.clone()]));
            return Some(Self { text, error });
        }
        if *found == selector("Panic(uint256)") && arguments.len() == 32 {
            let code = Amount::from_be_bytes(word(arguments, 0));
            let error = Some(("Panic", vec![code.to_string()]));
            let text = panic_text(code).to_owned();
            return Some(Self { text, error });
        }
        let (_, signature) = BY_SELECTOR.iter().find(|(selector, _)| selector == found)?;
        let (name, types) = signature.strip_suffix(')')?.split_once('(')?;
        let types: Vec<&str> = types.split(',').filter(|kind| !kind.is_empty()).collect();
        if arguments.len() != 32 * types.len() {
            return None;
        }
        let shown = types.iter().enumerate().map(|(at, kind)| {
            let word = word(arguments, 32 * at);
            match *kind {
                "address" => address_of(word).to_string(),
                "bytes32" => Hash(word).to_string(),
                _ => Amount::from_be_bytes(word).to_string(),
            }
        });
        Some(Self {
            text: name.to_owned(),
            error: Some((name, shown.collect())),
        })
    }
}

/// Reads a string without control characters, at most 64 characters.
fn text(arguments: &[u8]) -> Option<String> {
    let length = usize::try_from(Amount::from_be_bytes(word(arguments, 32)).as_u64()?).ok()?;
    let bytes = arguments.get(64..)?.get(..length)?;
    let text = String::from_utf8_lossy(bytes);
    Some(crate::clean_text(&text))
}

/// Returns the meaning of a code of Solidity (<https://docs.soliditylang.org/en/latest/control-structures.html>).
fn panic_text(code: Amount) -> &'static str {
    match code.as_u64() {
        Some(0x01) => "failed assertion",
        Some(0x11) => "arithmetic overflow or underflow",
        Some(0x12) => "division by zero",
        Some(0x21) => "invalid enum value",
        Some(0x22) => "invalid storage encoding",
        Some(0x31) => "pop of an empty array",
        Some(0x32) => "index out of bounds",
        Some(0x41) => "too much memory",
        Some(0x51) => "call of an uninitialised function",
        _ => "panic",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(hex_text: &str) -> Option<RevertReason> {
        RevertReason::of(&hex::decode(hex_text).unwrap())
    }

    /// The selectors of EIP-6093 (<https://eips.ethereum.org/EIPS/eip-6093>) and of Solidity's `Panic`.
    #[test]
    fn known_errors_are_decoded() {
        let address = format!("{:0>64}", "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
        let data = format!("e450d38c{address}{:064x}{:064x}", 1, 2);
        let found = reason(&data).unwrap();
        let arguments = ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "1", "2"].map(str::to_owned);
        assert_eq!(found.error, Some(("ERC20InsufficientBalance", arguments.to_vec())));
        let panic = reason(&format!("4e487b71{:064x}", 0x11)).unwrap();
        assert_eq!(panic.text, "arithmetic overflow or underflow");
        let text = reason(&format!("08c379a0{:064x}{:064x}{:0<64}", 32, 3, "616263")).unwrap();
        assert_eq!(text.text, "abc");
    }

    #[test]
    fn other_data_have_no_reason() {
        assert_eq!(reason(""), None);
        assert_eq!(reason("08c379"), None);
        assert_eq!(reason("deadbeef"), None);
        assert_eq!(reason("e450d38c00"), None);
        assert_eq!(reason(&format!("08c379a0{:064x}{}", 32, "ff".repeat(32))), None);
    }
}
