/** Messages of EVM accounts: texts (EIP-191, `personal_sign`) and typed data (EIP-712, `eth_signTypedData_v4`). */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bigEndian, concatBytes, responseHex } from "../bytes.js";
import { chainId, type EthLikeChain, type Network } from "../chains.js";
import type { Client } from "../client.js";
import { InputError, VerificationError } from "../errors.js";
import { mergeWarnings, verifyEqual, type Warning } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import type { EcdsaSignature, EcdsaSigner } from "../signer.js";
import { evmAddress } from "./address.js";
import { UNLIMITED_APPROVAL } from "./calls.js";
import { hexOf, lower } from "./complete.js";
import { isUnknownAuthorisation, type Permit, permitOf, UNKNOWN_AUTHORISATION } from "./permit.js";
import { verifySignature } from "./signature.js";
import { type ReadTypedData, readTypedData, type TypedData } from "./typed-data/typed-data.js";
import { utf8 } from "./typed-data/values.js";

/** The signer of a message. */
export interface MessageTerms {
  chain: EthLikeChain;
  network?: Network | undefined;
  /** Public key of the signer in hex. */
  publicKey: string;
  signal?: AbortSignal | undefined;
}

/** A message to sign (EIP-191). */
export interface EvmMessage extends MessageTerms {
  /** A text, which is signed in UTF-8, or bytes. A text that looks like hex remains a text. */
  message: string | Uint8Array;
}

/** Typed data to sign (EIP-712). */
export interface EvmTypedData extends MessageTerms {
  typedData: TypedData;
  /** Required as `true` for a permit without an effective limit. */
  allowUnlimited?: boolean | undefined;
}

/** What a screen shows before the user signs a message. */
export interface MessageReview {
  chain: EthLikeChain;
  network: Network;
  /** Address of the signer. */
  from: string;
  kind: "personal" | "typed-data";
  /** The message: a text, bytes in hex with `0x`, or typed data. */
  content: string | TypedData;
  /** True if `content` are the bytes of a personal message in hex. */
  isHex?: boolean | undefined;
  /** App, chain and contract for which typed data are valid. */
  domain?: ReadTypedData["domain"] | undefined;
  /** What the signature allows, if the typed data are a permit of a known form. */
  permit?: Permit | undefined;
  warnings: Warning[];
}

/** A message that was verified and is ready to be signed. */
export interface PreparedMessage {
  readonly review: MessageReview;
  /** The hash to sign. */
  readonly hash: Uint8Array;
  /** Signs, verifies the signature, and returns it as apps expect it: `0x`, r, s, and v as 27 or 28. */
  sign(signer: EcdsaSigner): Promise<string>;
}

const PREFIX = "\x19Ethereum Signed Message:\n";

/** Returns the hash of a personal message (EIP-191). */
export function personalHash(message: Uint8Array): Uint8Array {
  return keccak_256(concatBytes(new TextEncoder().encode(PREFIX + message.length), message));
}

/** Prepares a personal message and verifies it: the server's hash must be that of the client. */
export async function prepareMessage(client: Client, terms: EvmMessage): Promise<PreparedMessage> {
  const { message } = terms;
  const isText = typeof message === "string";
  const bytes = isText ? utf8(message, "message") : message.slice();
  const content = isText ? message : hexOf(bytes);
  const fields = { type: "personal", message: content, ...(isText ? {} : { encoding: "hex" as const }) } as const;
  return prepare(client, terms, fields, personalHash(bytes), { kind: "personal", content, ...(isText ? {} : { isHex: true }) });
}

/**
 * Prepares typed data and verifies them: the hash and the summary of a permit must be those of the client. A permit
 * without an effective limit requires `allowUnlimited`.
 */
export async function prepareTypedData(client: Client, terms: EvmTypedData): Promise<PreparedMessage> {
  const read = readTypedData(terms.typedData);
  const { domain, hash, json } = read;
  const id = chainId(terms.chain, terms.network ?? client.network);
  if (domain.chainId !== undefined && domain.chainId !== BigInt(id)) throw new InputError("domain.chainId", `not that of the chain: ${id}`);
  const permit = permitOf(read);
  if (permit?.isUnlimited && terms.allowUnlimited !== true) {
    throw new InputError("allowUnlimited", "the permit is unlimited: the spender could withdraw all tokens");
  }
  const fields = { type: "typed-data", message: json } as const;
  const own = [...(permit?.isUnlimited ? [UNLIMITED_APPROVAL] : []), ...(isUnknownAuthorisation(read) ? [UNKNOWN_AUTHORISATION] : [])];
  return prepare(client, terms, fields, hash, { kind: "typed-data", content: json, domain, ...(permit === undefined ? {} : { permit }) }, own);
}

type Fields = { type: "personal"; message: string; encoding?: "hex" } | { type: "typed-data"; message: TypedData };

async function prepare(
  client: Client,
  { chain, publicKey, signal, ...terms }: MessageTerms,
  fields: Fields,
  hash: Uint8Array,
  facts: Pick<MessageReview, "kind" | "content" | "isHex" | "domain" | "permit">,
  own: Warning[] = [],
): Promise<PreparedMessage> {
  const network = terms.network ?? client.network;
  const from = evmAddress(publicKey);
  const { connectorEthLike: connector } = client.services;
  const init = inChain(chain, signal);
  const body = { ...fields, network };
  const response = await dataOf(connector.POST("/api/message/get-hash/{chain}", { ...init, body: body as never }));
  verifyEqual("hash", "the server's hash is not that of the message", hash, responseHex(response.hash, "hash"));
  verifySummary(response.summary, facts.permit);
  const review: MessageReview = { chain, network, from, ...facts, warnings: mergeWarnings(response.warnings, own) };
  return {
    review,
    hash,
    async sign(signer) {
      if (signer.curve !== "secp256k1" || evmAddress(signer.publicKey) !== from) {
        throw new InputError("signer", "the signer has another public key than the message");
      }
      const { r, s } = await signer.sign(hash, review);
      const own = encodeSignature(hash, publicKey, { r, s });
      const request = { ...body, publicKey, signature: { r, s } };
      const attach = connector.POST("/api/message/attach-signature/{chain}", { ...init, body: request as never });
      const { signature } = await dataOf(attach);
      verifyEqual("signature", "the server returned another signature", own, signature);
      return own;
    },
  };
}

/** Verifies a signature and encodes it: r, s in its low form, and v. */
function encodeSignature(hash: Uint8Array, publicKey: string, signature: EcdsaSignature): string {
  const { r, s, isOdd } = verifySignature(hash, publicKey, signature);
  return hexOf(concatBytes(bigEndian(r, 32), bigEndian(s, 32), new Uint8Array([isOdd ? 28 : 27])));
}

/** The response's summary of a permit. */
interface Summary {
  standard?: string;
  contract?: string;
  spender?: string;
  token?: string;
  amount?: string | null;
  expiration?: string | null;
  permissions?: { token: string; amount: string; expiration?: string | null }[];
  deadline?: string | null;
}

/** Compares the server's summary with the client's. */
function verifySummary(summary: Summary | null | undefined, permit: Permit | undefined): void {
  if (permit === undefined && !summary) return;
  if (permit === undefined || !summary) throw new VerificationError("summary", permit ? "the server shows no permit" : "the server shows a permit");
  const same = (message: string, expected: unknown, found: unknown) => verifyEqual("summary", `${message} of the summary`, expected, found);
  same("standard", permit.standard, summary.standard);
  same("contract", lower(permit.contract), lower(summary.contract));
  same("spender", lower(permit.spender), lower(summary.spender));
  same("deadline", permit.deadline, summary.deadline);
  const { token, amount, expiration } = summary;
  const list = Array.isArray(summary.permissions) ? summary.permissions : [{ token, amount, expiration }];
  const text = (items: readonly { token?: unknown; amount?: unknown; expiration?: unknown }[]) =>
    items.map((item) => `${lower(item.token)} ${item.amount} ${item.expiration ?? "-"}`).join();
  same("permissions", text(permit.permissions), text(list));
}
