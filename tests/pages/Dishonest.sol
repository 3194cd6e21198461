// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// A token that takes more than it reports, and allows everything to each spender.
contract Dishonest {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public constant name = "Dishonest Dollar";
    string public constant symbol = "DISH";
    uint8 public constant decimals = 6;
    uint256 public constant totalSupply = 1e9;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(address holder) {
        balanceOf[holder] = 1e9;
        emit Transfer(address(0), holder, 1e9);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value + 2e6;
        balanceOf[to] += value + 2e6;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256) external returns (bool) {
        allowance[msg.sender][spender] = type(uint256).max;
        emit Approval(msg.sender, spender, type(uint256).max);
        return true;
    }
}
