/** Unspent outputs of a key. */
import type { BtcLikeChain, Network } from "../chains.js";
import type { Client } from "../client.js";
import { dataOf, inChain } from "../services.js";
import { type AddressType, btcLikeParams } from "./params.js";
import { type BtcUtxo, checkInputs, ownerOf } from "./transfer.js";

/** The key with the outputs. */
export interface BtcUtxoQuery {
  chain: BtcLikeChain;
  network?: Network | undefined;
  /** Public key of the owner in hex. */
  publicKey: string;
  /** Address type of the owner on btc and ltc; `p2wpkh` by default. */
  type?: AddressType | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns the unspent outputs of a key with their owner, to spend them together with those of other keys. */
export async function btcUtxo(client: Client, { chain, publicKey, type, signal, ...query }: BtcUtxoQuery): Promise<BtcUtxo[]> {
  const network = query.network ?? client.network;
  const params = btcLikeParams(chain, network);
  const sender = ownerOf(params, type, publicKey);
  const { path } = inChain(chain, signal).params;
  const init = { params: { path, query: { address: sender.address, network } }, ...(signal === undefined ? {} : { signal }) };
  const { utxo } = await dataOf(client.services.connectorBtcLike.GET("/api/prepare-transaction/utxo-list/{chain}", init));
  if (utxo.length === 0) return [];
  const owned = checkInputs({ params, sender }, utxo, undefined);
  return owned.map(({ txid, vout, value }) => ({ txid, vout, value: value.toString(), publicKey: sender.publicKey, type: sender.type }));
}
