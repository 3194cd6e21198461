// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

// Resolvers of names below their own (ENSIP-10), as no published package has them with few dependencies.

bytes4 constant ERC165 = 0x01ffc9a7;
bytes4 constant ENSIP10 = 0x9061b923;
bytes4 constant ADDR = 0x3b3b57de;

/// Resolves each name into an address that the first label determines, on Ethereum and on chains with an even id.
contract Wildcard {
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == ERC165 || id == ENSIP10;
    }

    function resolve(bytes calldata name, bytes calldata data) external pure returns (bytes memory) {
        bytes calldata label = name[1:1 + uint8(name[0])];
        if (bytes4(data[:4]) == ADDR) {
            return abi.encode(address(bytes20(keccak256(label))));
        }
        uint256 coin = abi.decode(data[36:], (uint256));
        bytes memory found = coin % 2 == 0 ? abi.encodePacked(bytes20(keccak256(abi.encode(label, coin)))) : bytes("");
        return abi.encode(found);
    }
}

/// Resolves each name by the signed response of a gateway (EIP-3668).
contract Offchain {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    string[] private urls;
    address private signer;

    constructor(string[] memory _urls, address _signer) {
        urls = _urls;
        signer = _signer;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == ERC165 || id == ENSIP10;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory request = abi.encode(name, data);
        revert OffchainLookup(address(this), urls, request, this.verified.selector, request);
    }

    function verified(bytes calldata response, bytes calldata request) external view returns (bytes memory) {
        (bytes memory result, uint8 v, bytes32 r, bytes32 s) = abi.decode(response, (bytes, uint8, bytes32, bytes32));
        bytes32 hash = keccak256(abi.encode(address(this), keccak256(request), keccak256(result)));
        require(ecrecover(hash, v, r, s) == signer, "signature");
        return result;
    }
}
