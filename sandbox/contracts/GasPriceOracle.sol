// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The fees of an OP Stack rollup besides the gas fee. The sandbox charges the amounts that this contract returns.
///
/// The fee for the data is that of the Ecotone upgrade, in which a byte costs what it does in calldata
/// (https://specs.optimism.io/protocol/ecotone/l1-attributes.html), the operator fee that of Isthmus.
/// On the real network the numbers come from the chain below and from its operator; here they never change.
contract GasPriceOracle {
    uint256 public constant l1BaseFee = 10 gwei;
    uint256 public constant blobBaseFee = 1 gwei;
    uint32 public constant baseFeeScalar = 5227;
    uint32 public constant blobBaseFeeScalar = 1014213;
    uint32 public constant operatorFeeScalar = 2_000_000;
    uint64 public constant operatorFeeConstant = 50_000;
    bool public constant isEcotone = true;
    bool public constant isIsthmus = true;

    /// The bytes of a signature, which an unsigned transaction still lacks. Each costs as much as any byte but zero.
    uint256 private constant SIGNATURE_BYTES = 68;

    /// For an unsigned transaction, in wei.
    function getL1Fee(bytes memory unsigned) external pure returns (uint256) {
        return feeOf(getL1GasUsed(unsigned));
    }

    /// The fee of the most expensive transaction with this number of unsigned bytes, in wei.
    function getL1FeeUpperBound(uint256 unsignedBytes) external pure returns (uint256) {
        return feeOf((unsignedBytes + SIGNATURE_BYTES) * 16);
    }

    /// For a transaction that uses so much gas, in wei.
    function getOperatorFee(uint256 gasUsed) external pure returns (uint256) {
        return (gasUsed * operatorFeeScalar) / 1e6 + operatorFeeConstant;
    }

    function getL1GasUsed(bytes memory unsigned) public pure returns (uint256) {
        uint256 used = SIGNATURE_BYTES * 16;
        for (uint256 i = 0; i < unsigned.length; i++) {
            used += unsigned[i] == 0 ? 4 : 16;
        }
        return used;
    }

    function feeOf(uint256 l1Gas) private pure returns (uint256) {
        uint256 price = 16 * baseFeeScalar * l1BaseFee + blobBaseFeeScalar * blobBaseFee;
        return (l1Gas * price) / 16e6;
    }
}
