/** Addresses of public keys, derived in the client. */
import { btcLikeAddress, scriptOf } from "./btc/address.js";
import { type AddressType, addressType, btcLikeParams } from "./btc/params.js";
import { type Chain, isBtcLike, type Network } from "./chains.js";
import { evmAddress, parseEvmAddress } from "./evm/address.js";
import { parseContract, parseMuxed, xlmAddress } from "./xlm/strkey.js";

/** Derives the address of a public key in hex: `p2wpkh` by default on btc and ltc, on bch with its prefix. */
export function addressOf(chain: Chain, network: Network, publicKey: string, type?: AddressType): string {
  if (chain === "xlm") return xlmAddress(publicKey);
  if (!isBtcLike(chain)) return evmAddress(publicKey);
  const params = btcLikeParams(chain, network);
  return btcLikeAddress(params, addressType(params, type), publicKey);
}

/** Returns true for an address to which a payment on a chain and network can go. */
export function isAddress(chain: Chain, network: Network, address: string): boolean {
  try {
    if (chain === "xlm") parseMuxed(address, "address");
    else if (isBtcLike(chain)) scriptOf(btcLikeParams(chain, network), address);
    else parseEvmAddress(address, "address");
    return true;
  } catch {
    return false;
  }
}

/** Returns true for the address of a contract on Stellar, `C…`: a recipient of tokens of contracts, but of no payment. */
export function isXlmContract(address: string): boolean {
  try {
    parseContract(address, "address");
    return true;
  } catch {
    return false;
  }
}
