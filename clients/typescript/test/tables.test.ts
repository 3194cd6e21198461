import assert from "node:assert/strict";
import { before, test } from "node:test";
import { ApiError, assetId, addressOf, type BtcLikeChain, CHAINS, chainId, dataOf, type EthLikeChain, isBtcLike, isEthLike, type WalletCloud } from "../src/index.js";
import { ownScript } from "../src/btc/address.js";
import { type AddressType, addressType, btcLikeParams, dustLimit } from "../src/btc/params.js";
import { encodeStripped, txidOf } from "../src/btc/transaction.js";
import { parseEvmAddress } from "../src/evm/address.js";
import { derivationPath } from "../src/hd.js";
import { signingHash } from "../src/evm/transaction.js";
import { ecdsaSigner, ed25519Signer } from "../src/signers.js";
import { hostileWallet } from "./support/hostile.js";
import { testWallet } from "./support/local.js";
import { Random } from "./support/random.js";

const NETWORKS = ["livenet", "testnet"] as const;
const UTXO_CHAINS = CHAINS.map(({ chain }) => chain).filter(isBtcLike);
const EVM_CHAINS = CHAINS.map(({ chain }) => chain).filter(isEthLike);

let wallet: WalletCloud;
before(async () => {
  wallet = await testWallet();
});

const typesOf = (chain: BtcLikeChain): (AddressType | undefined)[] => (chain === "btc" || chain === "ltc" ? ["p2wpkh", "p2pkh", "p2sh-p2wpkh", "p2tr"] : [undefined]);

test("addresses of all chains and networks are those of the services", async () => {
  const random = new Random("tables");
  const { publicKey } = ecdsaSigner(random.bytes(32));
  const { connectorBtcLike, connectorEthLike, connectorXlm } = wallet.client.services;
  const path = "/api/get-address/{chain}";
  for (const network of NETWORKS) {
    for (const chain of UTXO_CHAINS) {
      for (const type of typesOf(chain)) {
        const body = { publicKey, network, prefix: true, ...(type === undefined ? {} : { type }) };
        const { address } = await dataOf(connectorBtcLike.POST(path, { params: { path: { chain } }, body }));
        assert.equal(addressOf(chain, network, publicKey, type), address, `${chain} ${network}`);
      }
    }
    for (const chain of EVM_CHAINS) {
      const { address } = await dataOf(connectorEthLike.POST(path, { params: { path: { chain: chain as never } }, body: { publicKey, network } }));
      assert.equal(addressOf(chain, network, publicKey), address);
    }
    const { publicKey: key } = ed25519Signer(random.bytes(32));
    const { address } = await dataOf(connectorXlm.POST(path, { params: { path: { chain: "xlm" } }, body: { publicKey: key, network } }));
    assert.equal(addressOf("xlm", network, key), address);
  }
});

test("hashes with the chain id of all EVM chains and networks are those of the services", async () => {
  const { publicKey } = ecdsaSigner("11".repeat(32));
  const to = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  const { connectorEthLike } = wallet.client.services;
  const hashOf = async (chain: EthLikeChain, network: "livenet" | "testnet") => {
    const gasPrice = 2_000_000_000n;
    const transaction = { chainId: chainId(chain, network), nonce: 7, gasLimit: 21_000n, prices: { gasPrice }, value: 5n, data: new Uint8Array() };
    const fee = (21_000n * gasPrice).toString();
    const body = { publicKey, network, to, amount: "5", fee, gasLimit: "21000", gasPrice: gasPrice.toString(), nonce: 7, data: "" };
    const init = { params: { path: { chain: chain as never } }, body };
    const { hash } = await dataOf(connectorEthLike.POST("/api/transaction/get-hash/{chain}", init));
    const own = signingHash({ ...transaction, to: parseEvmAddress(to, "to") });
    assert.equal(`0x${Buffer.from(own).toString("hex")}`, hash, `${chain} ${network}`);
    return hash;
  };
  const hashes = new Set<string>();
  for (const chain of EVM_CHAINS) for (const network of NETWORKS) hashes.add(await hashOf(chain, network));
  assert.equal(hashes.size, EVM_CHAINS.length * NETWORKS.length);
});

test("change around the dust limit is built as the services build it, on all chains and networks", async () => {
  const random = new Random("dust");
  let estimate = {};
  const { wallet: local } = await hostileWallet({ call: "prepare-transaction/estimate", reply: () => estimate });
  for (const chain of UTXO_CHAINS) {
    for (const network of NETWORKS) {
      for (const type of typesOf(chain)) {
        const { publicKey } = ecdsaSigner(random.bytes(32));
        const params = btcLikeParams(chain, network);
        const script = ownScript(addressType(params, type), Uint8Array.from(Buffer.from(publicKey, "hex")));
        const dust = dustLimit(params, script);
        const to = addressOf(chain, network, ecdsaSigner(random.bytes(32)).publicKey, type);
        // Two sizes of fee: near the relay minimum, where the services decide by the size, and above.
        for (const rate of chain === "doge" ? [110n, 1000n] : [1n, 5n]) {
          for (const left of [0n, 1n, dust - 1n, dust, dust + 1n, dust + (dust * BigInt(random.below(100))) / 100n, 3n * dust]) {
            const [amount, fee] = [10n * dust, rate * 260n];
            const value = amount + fee + left;
            const spent = { txid: random.hex(32), vout: 0, scriptSig: new Uint8Array(), sequence: 0, witness: [] };
            const parent = { version: 2, inputs: [spent], outputs: [{ value, script }], lockTime: 0 };
            const parents = [Buffer.from(encodeStripped(parent)).toString("hex")];
            const utxo = [{ txid: txidOf(parent), vout: 0, value: value.toString() }];
            estimate = { utxo, parents, size: 260, fees: { slow: fee.toString(), normal: fee.toString(), fast: fee.toString() } };
            const payment = { chain, network, publicKey, to, amount, ...(type === undefined ? {} : { type }) };
            const { review } = await local.prepare.btc(payment);
            assert.equal(BigInt(review.fee) + BigInt(review.change!), fee + left);
            if (left < dust) assert.equal(review.change, "0");
            if (left === 3n * dust) assert.equal(review.change, left.toString());
          }
        }
      }
    }
  }
});

test("facts of the chain list are those of the client's tables", async () => {
  const facts = await wallet.chainFacts();
  for (const network of NETWORKS) {
    for (const { chain, family, decimals, ticker } of CHAINS) {
      const row = facts.find((row) => row.chain === chain && row.network === network);
      assert.deepEqual([row?.family, row?.decimals, row?.coin], [family, decimals, ticker], chain);
      assert.equal(row?.derivationPath, derivationPath(chain, { network }));
      assert.equal(row?.chainId, isEthLike(chain) ? chainId(chain, network) : undefined);
      for (const [type, path] of Object.entries(row?.derivationPaths ?? {})) {
        assert.equal(path, derivationPath(chain, { network, type: type as AddressType }));
      }
    }
  }
  assert.deepEqual(await wallet.chainFacts({ network: "testnet" }), facts.filter(({ network }) => network === "testnet"));
});

test("every coin and token has an icon and a name in the price operation", async () => {
  const [usdt] = (await wallet.assets("erc20", { chain: "eth" })).filter(({ ticker }) => ticker === "USDT");
  const asset = { kind: "erc20", chain: "eth", contract: usdt!.contract } as const;
  const issuer = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
  const names = [assetId({ kind: "coin", chain: "btc" }), assetId(asset), assetId({ kind: "xlm-asset", chain: "xlm", code: "USDC", issuer })];
  const found = await wallet.prices({ assets: names, currencies: ["usd", "eur"], network: "testnet" });
  assert.deepEqual(found.map((row) => row.asset), names);
  assert.match(found[0]?.prices["usd"] ?? "", /^\d+(\.\d+)?$/);
  await assert.rejects(wallet.prices({ assets: ["none"], currencies: ["usd"] }), (error) => error instanceof ApiError && error.status === 400);
  const urls = [...CHAINS.map(({ chain }) => wallet.iconUrl("coin", chain)), wallet.iconUrl("erc20", assetId(asset))];
  for (const url of urls) {
    const response = await fetch(url);
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, "image/svg+xml"], url);
    assert.match(await response.text(), /^<svg/);
  }
});
