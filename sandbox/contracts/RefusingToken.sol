// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token that lets itself be had but not sent on.
contract RefusingToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public immutable totalSupply;
    address private immutable holder;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address holder_, uint256 supply) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        totalSupply = supply;
        holder = holder_;
        balanceOf[holder_] = supply;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(msg.sender == holder, "this token cannot be sent");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function approve(address, uint256) external pure returns (bool) {
        revert("this token cannot be sent");
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        revert("this token cannot be sent");
    }
}
