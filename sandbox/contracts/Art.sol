// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface Erc721Receiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data) external returns (bytes4);
}

/// A collection as ERC-721 describes it. Everyone can mint tokens.
contract Art {
    string public constant name = "Sandbox Art";
    string public constant symbol = "ART";

    mapping(uint256 => address) private owners;
    mapping(address => uint256) private counts;
    mapping(uint256 => address) private approvals;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function mint(address to, uint256 id) external {
        require(to != address(0), "mint to the zero address");
        require(owners[id] == address(0), "token exists");
        owners[id] = to;
        counts[to] += 1;
        emit Transfer(address(0), to, id);
    }

    function burn(uint256 id) external {
        address owner = ownerOf(id);
        require(mayMove(owner, id), "not the owner");
        delete approvals[id];
        delete owners[id];
        counts[owner] -= 1;
        emit Transfer(owner, address(0), id);
    }

    function balanceOf(address owner) external view returns (uint256) {
        require(owner != address(0), "zero address");
        return counts[owner];
    }

    function ownerOf(uint256 id) public view returns (address) {
        address owner = owners[id];
        require(owner != address(0), "no such token");
        return owner;
    }

    function tokenURI(uint256 id) external view returns (string memory) {
        ownerOf(id);
        return string.concat("https://art.invalid/", digits(id));
    }

    function approve(address to, uint256 id) external {
        address owner = ownerOf(id);
        require(msg.sender == owner || isApprovedForAll[owner][msg.sender], "not the owner");
        approvals[id] = to;
        emit Approval(owner, to, id);
    }

    function getApproved(uint256 id) external view returns (address) {
        ownerOf(id);
        return approvals[id];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        require(ownerOf(id) == from, "not the owner");
        require(mayMove(from, id), "not approved");
        require(to != address(0), "transfer to the zero address");
        delete approvals[id];
        counts[from] -= 1;
        counts[to] += 1;
        owners[id] = to;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        safeTransferFrom(from, to, id, "");
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes memory data) public {
        transferFrom(from, to, id);
        if (to.code.length > 0) {
            bytes4 accepted = Erc721Receiver(to).onERC721Received(msg.sender, from, id, data);
            require(accepted == Erc721Receiver.onERC721Received.selector, "rejected by the recipient");
        }
    }

    function mayMove(address owner, uint256 id) private view returns (bool) {
        return msg.sender == owner || approvals[id] == msg.sender || isApprovedForAll[owner][msg.sender];
    }

    function digits(uint256 number) private pure returns (string memory) {
        bytes memory text;
        do {
            text = abi.encodePacked(uint8(48 + number % 10), text);
            number /= 10;
        } while (number != 0);
        return string(text);
    }
}
