// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface Erc1155Receiver {
    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes calldata data)
        external
        returns (bytes4);
    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external returns (bytes4);
}

/// A collection as ERC-1155 describes it. Everyone can mint tokens.
contract Editions {
    string public constant name = "Sandbox Editions";
    string public constant symbol = "EDIT";

    mapping(address => mapping(uint256 => uint256)) private balances;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event TransferSingle(
        address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value
    );
    event TransferBatch(
        address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values
    );
    event ApprovalForAll(address indexed account, address indexed operator, bool approved);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    /// Clients replace {id} by the id in hex.
    function uri(uint256) external pure returns (string memory) {
        return "https://editions.invalid/{id}";
    }

    function mint(address to, uint256 id, uint256 value) external {
        require(to != address(0), "mint to the zero address");
        balances[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function balanceOf(address owner, uint256 id) public view returns (uint256) {
        return balances[owner][id];
    }

    function balanceOfBatch(address[] calldata owners, uint256[] calldata ids)
        external
        view
        returns (uint256[] memory amounts)
    {
        require(owners.length == ids.length, "lengths differ");
        amounts = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) {
            amounts[i] = balances[owners[i]][ids[i]];
        }
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata data) external {
        require(from == msg.sender || isApprovedForAll[from][msg.sender], "not approved");
        move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        if (to.code.length > 0) {
            bytes4 accepted = Erc1155Receiver(to).onERC1155Received(msg.sender, from, id, value, data);
            require(accepted == Erc1155Receiver.onERC1155Received.selector, "rejected by the recipient");
        }
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external {
        require(from == msg.sender || isApprovedForAll[from][msg.sender], "not approved");
        require(ids.length == values.length, "lengths differ");
        for (uint256 i = 0; i < ids.length; i++) {
            move(from, to, ids[i], values[i]);
        }
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (to.code.length > 0) {
            bytes4 accepted = Erc1155Receiver(to).onERC1155BatchReceived(msg.sender, from, ids, values, data);
            require(accepted == Erc1155Receiver.onERC1155BatchReceived.selector, "rejected by the recipient");
        }
    }

    function move(address from, address to, uint256 id, uint256 value) private {
        require(to != address(0), "transfer to the zero address");
        require(balances[from][id] >= value, "balance exceeded");
        balances[from][id] -= value;
        balances[to][id] += value;
    }
}
