/** The wallet's accounts on btc-like chains: the keys of all their addresses. */
import { computed } from "@preact/signals";
import type { BtcLikeChain } from "@wallet-cloud/client";
import { accountPath, type BtcAccount } from "@wallet-cloud/client/hd";
import { ecdsaSigner } from "@wallet-cloud/client/signers";
import { chainView, network, unlockedKeys } from "./state.js";

/** The accounts by chain; derived again for other keys and another network. */
const accounts = computed(() => {
  const [hd, selected] = [unlockedKeys(), network.value];
  const found = new Map<BtcLikeChain, BtcAccount>();
  return (chain: BtcLikeChain) => {
    const path = accountPath(chainView(chain).path);
    let account = found.get(chain);
    if (account?.path !== path) {
      account = hd.account(chain, { network: selected, path });
      found.set(chain, account);
    }
    return account;
  };
});

/** Returns the account of a chain: all its addresses, without private keys. */
export const btcAccount = (chain: BtcLikeChain): BtcAccount => accounts.value(chain);

/** Maximum number of addresses of a branch, that of a response. */
const MAX_ADDRESSES = 1000;

/** Returns the path of one of the wallet's public keys. */
export function pathOf(chain: BtcLikeChain, publicKey: string): string {
  const account = btcAccount(chain);
  for (let index = 0; index < MAX_ADDRESSES; index += 1) {
    const found = [account.address(index), account.address(index, true)].find((own) => own.publicKey === publicKey);
    if (found !== undefined) return found.path;
  }
  throw new Error("an input of another wallet");
}

/** Returns the signers of the keys at these paths, each once. */
export function signersAt(paths: readonly string[]) {
  const hd = unlockedKeys();
  return [...new Set(paths)].map((path) => ecdsaSigner(hd.secp256k1(path).privateKey));
}
