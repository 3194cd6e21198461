/**
 * The server's reading of the last prepared transaction, for the review screen.
 *
 * The client requests and verifies it but does not return it, so it is read from the response.
 */

/** An operation on Stellar. */
export interface ParsedOperation {
  type?: string;
  asset?: { issuer?: string } | null;
  destination?: string;
  sendAmount?: string;
  sendMax?: string;
  destAmount?: string;
  destMin?: string;
  destAsset?: { code?: string; issuer?: string };
}

/** A response of `parse`, of any family. */
export interface ParseRecord {
  from?: string;
  to?: string | null;
  amount?: string;
  fee?: string;
  nonce?: number;
  sequence?: string;
  data?: string;
  memo?: string | null;
  token?: { method: string; to: string; amount: string } | null;
  /** Calls of token contracts (EVM). */
  calls?: { method?: string; contract?: string; to?: string | null; amount?: string | null; approved?: boolean | null }[];
  outputs?: { to: string; amount: string }[];
  inputs?: { amount?: string }[];
  operations?: ParsedOperation[];
  size?: number;
}

/** A part of a transaction as this wallet decoded it and as the server read it. */
export type ComparedRow = [name: string, own: string, server: string];

let last: ParseRecord | undefined;

/** Returns the last record and clears it. */
export function takeParseRecord(): ParseRecord | undefined {
  const record = last;
  last = undefined;
  return record;
}

/** A `fetch` that keeps the response of `parse`. */
export const recordingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const url = input instanceof Request ? input.url : String(input);
  if (response.ok && url.includes("/transaction/parse/")) {
    last = ((await response.clone().json()) as { data?: ParseRecord }).data;
  }
  return response;
};
