// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Pays what it gets on to others, so that they are paid by a contract and not by a transaction.
contract Forwarder {
    /// Splits what came with the call; what is left by the division goes to the last one.
    function split(address payable[] calldata recipients) external payable {
        uint256 share = msg.value / recipients.length;
        for (uint256 i = 0; i < recipients.length; i++) {
            uint256 value = i + 1 < recipients.length ? share : address(this).balance;
            (bool paid, ) = recipients[i].call{value: value}("");
            require(paid, "a recipient refused");
        }
    }

    /// Pays and then takes everything back.
    function regret(address payable recipient) external payable {
        (bool paid, ) = recipient.call{value: msg.value}("");
        require(paid, "the recipient refused");
        revert("regretted");
    }
}
