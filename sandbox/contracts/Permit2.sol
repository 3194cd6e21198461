// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface Erc20 {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// The allowances of Uniswap's Permit2 (`IAllowanceTransfer.sol`), without transfers by signature. The interface, the
/// events and the errors are those of the deployed contract.
contract Permit2 {
    struct Allowed {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct PermitDetails {
        address token;
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct PermitSingle {
        PermitDetails details;
        address spender;
        uint256 sigDeadline;
    }

    struct TokenSpenderPair {
        address token;
        address spender;
    }

    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant DETAILS_TYPE =
        keccak256("PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)");
    bytes32 private constant PERMIT_TYPE = keccak256(
        "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    );

    mapping(address => mapping(address => mapping(address => Allowed))) public allowance;

    error AllowanceExpired(uint256 deadline);
    error InsufficientAllowance(uint256 amount);
    error SignatureExpired(uint256 signatureDeadline);
    error InvalidNonce();
    error InvalidSigner();
    error InvalidSignatureLength();

    event Approval(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration
    );
    event Permit(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint160 amount,
        uint48 expiration,
        uint48 nonce
    );
    event Lockdown(address indexed owner, address token, address spender);

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPE, keccak256("Permit2"), block.chainid, address(this)));
    }

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Allowed storage allowed = allowance[msg.sender][token][spender];
        allowed.amount = amount;
        // An end of zero is the present block.
        allowed.expiration = expiration == 0 ? uint48(block.timestamp) : expiration;
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function permit(address owner, PermitSingle memory single, bytes calldata signature) external {
        if (block.timestamp > single.sigDeadline) revert SignatureExpired(single.sigDeadline);
        PermitDetails memory details = single.details;
        bytes32 data = keccak256(
            abi.encode(PERMIT_TYPE, keccak256(abi.encode(DETAILS_TYPE, details)), single.spender, single.sigDeadline)
        );
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), data));
        if (signature.length != 65) revert InvalidSignatureLength();
        address signer =
            ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        if (signer == address(0) || signer != owner) revert InvalidSigner();
        Allowed storage allowed = allowance[owner][details.token][single.spender];
        if (allowed.nonce != details.nonce) revert InvalidNonce();
        allowed.nonce = details.nonce + 1;
        allowed.amount = details.amount;
        allowed.expiration = details.expiration == 0 ? uint48(block.timestamp) : details.expiration;
        emit Permit(owner, details.token, single.spender, details.amount, details.expiration, details.nonce);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Allowed storage allowed = allowance[from][token][msg.sender];
        if (block.timestamp > allowed.expiration) revert AllowanceExpired(allowed.expiration);
        // The largest number means: without a limit.
        if (allowed.amount != type(uint160).max) {
            if (amount > allowed.amount) revert InsufficientAllowance(allowed.amount);
            allowed.amount -= amount;
        }
        require(Erc20(token).transferFrom(from, to, amount), "TRANSFER_FROM_FAILED");
    }

    function lockdown(TokenSpenderPair[] calldata approvals) external {
        for (uint256 i = 0; i < approvals.length; i++) {
            allowance[msg.sender][approvals[i].token][approvals[i].spender].amount = 0;
            emit Lockdown(msg.sender, approvals[i].token, approvals[i].spender);
        }
    }
}
