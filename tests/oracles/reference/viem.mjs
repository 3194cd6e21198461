// viem.
import { load } from "../load.mjs";

const viem = await load("viem");
const { privateKeyToAccount, publicKeyToAddress, sign: signHash } = await load("viem/accounts");
const { normalize } = await load("viem/ens");

export const name = "viem";

function request({ type, chainId, nonce, to, value, data, gasLimit, accessList, ...prices }) {
  const wei = Object.fromEntries(Object.entries(prices).map(([price, amount]) => [price, BigInt(amount)]));
  const common = { chainId, nonce, to, value: BigInt(value), data, gas: BigInt(gasLimit), ...wei };
  return type === 0 ? { type: "legacy", ...common } : { type: "eip1559", accessList, ...common };
}

/** Signs a transaction and returns all intermediate values. */
export async function sign({ secret, ...fields }) {
  const transaction = request(fields);
  const unsigned = viem.serializeTransaction(transaction);
  const hash = viem.keccak256(unsigned);
  const { r, s, yParity } = await signHash({ hash, privateKey: secret });
  const signed = await privateKeyToAccount(secret).signTransaction(transaction);
  const from = await viem.recoverTransactionAddress({ serializedTransaction: signed });
  return { unsigned, hash, r, s, yParity, signed, txid: viem.keccak256(signed), from };
}

export function account({ secret, nonce }) {
  const { publicKey } = privateKeyToAccount(secret);
  const address = publicKeyToAddress(publicKey);
  return {
    address,
    publicKeys: [publicKey],
    contract: viem.getContractAddress({ from: address, nonce: BigInt(nonce) }),
  };
}

export const calldata = ({ call, address, amount }) =>
  viem.encodeFunctionData({ abi: viem.erc20Abi, functionName: call, args: [address, BigInt(amount)] });

/** Encodes a text as the results of contracts: as `string`, and as `bytes32` if it is short enough. */
export const texts = ({ text }) => ({
  string: viem.encodeAbiParameters([{ type: "string" }], [text]),
  bytes32: viem.stringToBytes(text).length < 32 ? viem.stringToHex(text, { size: 32 }) : null,
});

export const isAddress = ({ text }) => viem.isAddress(text, { strict: true });

/** Encodes a call, and decodes it with one byte more. */
export function functionCall({ signature, values }) {
  const abi = viem.parseAbi([`function ${signature}`]);
  const data = viem.encodeFunctionData({ abi, args: values });
  const { args } = viem.decodeFunctionData({ abi, data: `${data}00` });
  return { data, extended: viem.encodeFunctionData({ abi, args }) };
}

/** Normalises names of the Ethereum Name Service; null for names without a normalised form. */
export const ensNames = ({ names }) => names.map((text) => {
  try {
    return normalize(text);
  } catch {
    return null;
  }
});
