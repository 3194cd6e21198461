// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// Tokens of ERC-20, honest and dishonest. All tokens belong to the deploying account.
contract Coins {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed);

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint8 public constant decimals = 6;

    constructor() {
        balanceOf[msg.sender] = 1e12;
    }

    function take(address from, uint256 value) internal {
        if (balanceOf[from] < value) revert ERC20InsufficientBalance(from, balanceOf[from], value);
        balanceOf[from] -= value;
    }

    function transfer(address to, uint256 value) external virtual returns (bool) {
        take(msg.sender, value);
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }
}

/// Moves tokens without a log.
contract NoLog is Coins {
    function transfer(address to, uint256 value) external override returns (bool) {
        take(msg.sender, value);
        balanceOf[to] += value;
        return true;
    }
}

/// Logs the amount, and moves half of it to the recipient.
contract Half is Coins {
    function transfer(address to, uint256 value) external override returns (bool) {
        take(msg.sender, value);
        balanceOf[to] += value / 2;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Logs a transfer that does not happen.
contract OnlyLog is Coins {
    function transfer(address to, uint256 value) external override returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Tokens of ERC-721.
contract Nft {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    constructor() {
        for (uint256 id = 1; id <= 40; id++) ownerOf[id] = msg.sender;
        balanceOf[msg.sender] = 40;
    }

    function transferFrom(address from, address to, uint256 id) external {
        require(ownerOf[id] == from && from == msg.sender, "not the owner");
        ownerOf[id] = to;
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        emit Transfer(from, to, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }
}

/// Tokens of ERC-1155.
contract Multi {
    event TransferBatch(address indexed o, address indexed from, address indexed to, uint256[] ids, uint256[] values);
    event TransferSingle(address indexed o, address indexed from, address indexed to, uint256 id, uint256 value);

    mapping(uint256 => mapping(address => uint256)) private balances;

    constructor() {
        for (uint256 id = 1; id <= 3; id++) balances[id][msg.sender] = 1e9;
    }

    function balanceOf(address holder, uint256 id) external view returns (uint256) {
        return balances[id][holder];
    }

    function single(address to, uint256 id, uint256 value) external {
        balances[id][msg.sender] -= value;
        balances[id][to] += value;
        emit TransferSingle(msg.sender, msg.sender, to, id, value);
    }

    function batch(address to, uint256 value) external {
        uint256[] memory ids = new uint256[](2);
        uint256[] memory values = new uint256[](2);
        for (uint256 at = 0; at < 2; at++) {
            (ids[at], values[at]) = (at + 1, value + at);
            balances[at + 1][msg.sender] -= values[at];
            balances[at + 1][to] += values[at];
        }
        emit TransferBatch(msg.sender, msg.sender, to, ids, values);
    }
}

/// Destroys itself, and pays the recipient.
contract Bomb {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}

/// Movements of the coin inside contracts.
contract Mover {
    function split(address payable a, address payable b) external payable {
        a.transfer(msg.value / 2);
        b.transfer(msg.value - msg.value / 2);
    }

    function regret(address payable to) external payable {
        try this.payAndFail{value: msg.value}(to) {} catch {}
    }

    function payAndFail(address payable to) external payable {
        to.transfer(msg.value);
        revert("no");
    }

    function delegated(address payable to) external payable {
        (bool ok, ) = address(this).delegatecall(abi.encodeWithSelector(this.forward.selector, to));
        require(ok);
    }

    function forward(address payable to) external payable {
        to.transfer(msg.value);
    }

    function explode(address payable to) external payable {
        new Bomb{value: msg.value}(to);
    }

    function panic(uint256 value) external pure returns (uint256) {
        return value / (value - value);
    }
}
