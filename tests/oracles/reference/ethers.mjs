// ethers v6.
import { load } from "../load.mjs";

const ethers = await load("ethers");
const token = new ethers.Interface([
  "function transfer(address to, uint256 amount)",
  "function approve(address spender, uint256 amount)",
]);

export const name = "ethers";

/** Signs a transaction and returns all intermediate values. */
export function sign({ secret, ...fields }) {
  const transaction = ethers.Transaction.from(fields);
  const unsigned = transaction.unsignedSerialized;
  const hash = transaction.unsignedHash;
  const { r, s, yParity } = (transaction.signature = new ethers.SigningKey(secret).sign(hash));
  const { serialized, from } = ethers.Transaction.from(transaction.serialized);
  return { unsigned, hash, r, s, yParity, signed: serialized, txid: transaction.hash, from };
}

export function account({ secret, nonce }) {
  const key = new ethers.SigningKey(secret);
  const address = ethers.computeAddress(key.publicKey);
  return {
    address,
    publicKeys: [key.publicKey, key.compressedPublicKey],
    contract: ethers.getCreateAddress({ from: address, nonce }),
  };
}

export const calldata = ({ call, address, amount }) => token.encodeFunctionData(call, [address, amount]);

/** Encodes a text as the results of contracts: as `string`, and as `bytes32` if it is short enough. */
export const texts = ({ text }) => ({
  string: ethers.AbiCoder.defaultAbiCoder().encode(["string"], [text]),
  bytes32: ethers.toUtf8Bytes(text).length < 32 ? ethers.encodeBytes32String(text) : null,
});

export const isAddress = ({ text }) => ethers.isAddress(text);

/** Encodes a call, and decodes it with one byte more. */
export function functionCall({ signature, values }) {
  const abi = new ethers.Interface([`function ${signature}`]);
  const data = abi.encodeFunctionData(signature, values);
  const encode = (decoded) => abi.encodeFunctionData(signature, decoded);
  return { data, extended: encode(abi.decodeFunctionData(signature, `${data}00`)) };
}
