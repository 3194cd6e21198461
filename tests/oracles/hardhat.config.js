// The network of tests/nodes/evm, which states the chain id. The compiler is required by hardhat and never used.
const network = {
  type: "edr-simulated",
  mining: { auto: false, interval: 0 },
  accounts: { count: 1 },
};

export default { solidity: "0.8.28", networks: { node: network } };
