/** A local account of viem over a signer: `createWalletClient({ account: toViemAccount(signer), … })`. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bigEndian, bytesToHex, concatBytes, parseHex } from "../bytes.js";
import { InputError } from "../errors.js";
import { evmAddress, parseEvmAddress, parsePoint } from "../evm/address.js";
import { personalHash } from "../evm/message.js";
import { verifySignature } from "../evm/signature.js";
import { encodeSigned, type EvmTransaction, type Prices, signingHash } from "../evm/transaction.js";
import { readTypedData, type TypedData } from "../evm/typed-data/typed-data.js";
import { utf8 } from "../evm/typed-data/values.js";
import type { EcdsaSigner } from "../signer.js";
import { encodeCoordinates } from "../secp256k1.js";

export type Hex = `0x${string}`;

/** A transaction as viem passes it, in the forms that this package encodes itself. */
export interface ViemTransaction {
  chainId?: number | undefined;
  nonce?: number | undefined;
  gas?: bigint | undefined;
  gasPrice?: bigint | undefined;
  maxFeePerGas?: bigint | undefined;
  maxPriorityFeePerGas?: bigint | undefined;
  to?: string | null | undefined;
  value?: bigint | undefined;
  data?: string | undefined;
  type?: string | undefined;
  accessList?: readonly unknown[] | undefined;
}

/** Encodes a transaction without or with its signature: `serializeTransaction` of viem, or that of a chain. */
type Serializer = (transaction: never, signature?: { r: Hex; s: Hex; yParity: number; v: bigint }) => unknown;

/** The interface of `LocalAccount` in viem. */
export interface ViemAccount {
  readonly address: Hex;
  readonly publicKey: Hex;
  readonly source: "custom";
  readonly type: "local";
  sign(parameters: { hash: Hex }): Promise<Hex>;
  signMessage(parameters: { message: string | { raw: Hex | Uint8Array } }): Promise<Hex>;
  signTransaction(transaction: object, options?: { serializer?: Serializer | undefined }): Promise<Hex>;
  signTypedData(parameters: object): Promise<Hex>;
}

const hexOf = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`;

/**
 * Returns the account of a signer. It signs what the app passes, without the services: the app itself is responsible for the
 * contents. Transactions of other types than legacy and EIP-1559 require viem's `serializer`.
 */
export function toViemAccount(signer: EcdsaSigner): ViemAccount {
  const signed = async (hash: Uint8Array, subject?: unknown) => {
    const { r, s } = await signer.sign(hash, subject);
    return verifySignature(hash, signer.publicKey, { r, s });
  };
  const signature = async (hash: Uint8Array, subject?: unknown): Promise<Hex> => {
    const { r, s, isOdd } = await signed(hash, subject);
    return hexOf(concatBytes(bigEndian(r, 32), bigEndian(s, 32), new Uint8Array([isOdd ? 28 : 27])));
  };
  return {
    address: evmAddress(signer.publicKey) as Hex,
    publicKey: hexOf(concatBytes(new Uint8Array([4]), encodeCoordinates(parsePoint(signer.publicKey)))),
    source: "custom",
    type: "local",
    sign: ({ hash }) => signature(parseHex(hash, "hash")),
    signMessage: async ({ message }) => signature(personalHash(messageBytes(message)), message),
    signTypedData: async (parameters) => signature(readTypedData(typedDataOf(parameters)).hash, parameters),
    async signTransaction(transaction, options = {}) {
      const { serializer } = options;
      if (serializer === undefined || isEncodable(transaction)) {
        const own = transactionOf(transaction);
        return hexOf(encodeSigned(own, await signed(signingHash(own), transaction)));
      }
      const unsigned = parseHex(String(await serializer(transaction as never)), "transaction");
      const { r, s, isOdd } = await signed(keccak_256(unsigned), transaction);
      const yParity = isOdd ? 1 : 0;
      const parts = { r: hexOf(bigEndian(r, 32)), s: hexOf(bigEndian(s, 32)), yParity, v: BigInt(27 + yParity) };
      return (await serializer(transaction as never, parts)) as Hex;
    },
  };
}

function messageBytes(message: string | { raw: Hex | Uint8Array }): Uint8Array {
  if (typeof message === "string") return utf8(message, "message");
  return typeof message.raw === "string" ? parseHex(message.raw, "message") : message.raw;
}

/** Returns the parts of typed data; viem adds others for the options of a call. */
function typedDataOf(parameters: object): TypedData {
  const { types, primaryType, domain, message } = parameters as TypedData;
  return { types, primaryType, domain: domain ?? {}, message };
}

/** Returns true for a legacy or EIP-1559 transaction of known fields. */
function isEncodable({ type, accessList, ...transaction }: ViemTransaction): boolean {
  const isKnownType = type === undefined || type === "legacy" || type === "eip1559";
  const isOther = ["authorizationList", "blobs", "blobVersionedHashes", "maxFeePerBlobGas"].some((field) => (transaction as Record<string, unknown>)[field] !== undefined);
  return isKnownType && (accessList ?? []).length === 0 && !isOther;
}

/** Returns the transaction in the form of this package. */
function transactionOf(given: ViemTransaction): EvmTransaction {
  if (!isEncodable(given)) throw new InputError("transaction", "not legacy or EIP-1559 without an access list");
  const { chainId, nonce, gas, to, value = 0n, data = "0x" } = given;
  if (chainId === undefined || nonce === undefined || gas === undefined) throw new InputError("transaction", "chainId, nonce and gas are required");
  return {
    chainId,
    nonce,
    gasLimit: gas,
    prices: pricesOf(given),
    to: to === undefined || to === null ? null : parseEvmAddress(to, "to"),
    value,
    data: parseHex(data, "data"),
  };
}

function pricesOf({ type, gasPrice, maxFeePerGas, maxPriorityFeePerGas = 0n }: ViemTransaction): Prices {
  if (type !== "eip1559" && gasPrice !== undefined) return { gasPrice };
  if (type !== "legacy" && maxFeePerGas !== undefined) return { maxFeePerGas, maxPriorityFeePerGas };
  throw new InputError("transaction", "no gas price");
}
