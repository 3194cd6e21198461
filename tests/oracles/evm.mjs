// What the libraries of the EVM chains say: each question goes to both.
import * as ethers from "./judges/ethers.mjs";
import * as viem from "./judges/viem.mjs";

const ask = (question) => async (request) => {
  const answers = [ethers, viem].map(async (judge) => {
    try {
      return { judge: judge.name, answer: await judge[question](request) };
    } catch (error) {
      throw new Error(`${judge.name}: ${error.message}`, { cause: error });
    }
  });
  return Promise.all(answers);
};

export const evmSign = ask("sign");
export const evmAccount = ask("account");
export const evmCalldata = ask("calldata");
export const evmIsAddress = ask("isAddress");
