// Results of the EVM libraries: each request goes to both.
import * as ethers from "./judges/ethers.mjs";
import * as viem from "./judges/viem.mjs";

const queryBoth = (operation) => async (request) => {
  const results = [ethers, viem].map(async (judge) => {
    try {
      return { judge: judge.name, answer: await judge[operation](request) };
    } catch (error) {
      throw new Error(`${judge.name}: ${error.message}`, { cause: error });
    }
  });
  return Promise.all(results);
};

export const evmSign = queryBoth("sign");
export const evmAccount = queryBoth("account");
export const evmCalldata = queryBoth("calldata");
export const evmIsAddress = queryBoth("isAddress");
