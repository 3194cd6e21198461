// Results of the EVM libraries: each request goes to both.
import * as ethers from "./reference/ethers.mjs";
import * as viem from "./reference/viem.mjs";

const queryBoth = (operation) => async (request) => {
  const results = [ethers, viem].map(async (reference) => {
    try {
      return { reference: reference.name, value: await reference[operation](request) };
    } catch (error) {
      throw new Error(`${reference.name}: ${error.message}`, { cause: error });
    }
  });
  return Promise.all(results);
};

export const evmSign = queryBoth("sign");
export const evmAccount = queryBoth("account");
export const evmCalldata = queryBoth("calldata");
export const evmCall = queryBoth("functionCall");
export const evmTexts = queryBoth("texts");
export const evmIsAddress = queryBoth("isAddress");
// The tables of ethers are of an earlier version of Unicode.
export const ensNames = viem.ensNames;
