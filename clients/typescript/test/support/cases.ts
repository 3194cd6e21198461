/** The same payment on all families, for tests of its repetition. */
import { Networks, TransactionBuilder } from "@stellar/stellar-sdk";
import { type Chain, KeyValuePaymentStore, type PaymentStore, type Review, type SignedPayment, WalletCloud } from "../../src/index.js";
import { decodeTransaction, txidOf } from "../../src/btc/transaction.js";
import { evmTxid } from "../../src/evm/transaction.js";
import { createMnemonic, HdWallet } from "../../src/hd.js";
import { ecdsaSigner, ed25519Signer } from "../../src/signers.js";
import { hostileFetch, type Tampering } from "./hostile.js";
import { baseUrl, fund, issue, mine, testWallet } from "./local.js";

type Json = Record<string, any>;

const honest = await testWallet();
const hd = await HdWallet.fromMnemonic(createMnemonic());
const token = await issue("read");

/** Returns a wallet behind a server with false responses, and with a storage that outlives it. */
export function walletOf(payments: PaymentStore, ...tamperings: Tampering[]): { wallet: WalletCloud; calls: string[]; bodies: Json[] } {
  const calls: string[] = [];
  const bodies: Json[] = [];
  const fetch = hostileFetch(tamperings, (path, body) => {
    calls.push(path);
    if (path.startsWith("transaction/send")) bodies.push(body);
  });
  const session = { getPermissionToken: async () => token };
  const options = { fetch, payments, sleep: async () => undefined, retry: { attempts: 2 } };
  return { wallet: new WalletCloud({ baseUrl: baseUrl(), session, network: "testnet", ...options }), calls, bodies };
}

/** Returns a storage as a page has it: texts by key. */
export function storage(): PaymentStore {
  const texts = new Map<string, string>();
  return new KeyValuePaymentStore({
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  });
}

export interface Case {
  chain: Chain;
  amount: string;
  balance: string;
  address: (account: number) => string;
  pay: (wallet: WalletCloud, account: number, to: string) => Promise<SignedPayment>;
  prepare: (wallet: WalletCloud, account: number, to: string) => Promise<{ review: Review }>;
  /** Prepares, signs and does not send. */
  sign: (wallet: WalletCloud, account: number, to: string) => Promise<SignedPayment>;
}

export const utxoSigner = (chain: "btc" | "doge", index: number, type?: "p2pkh") =>
  ecdsaSigner(hd.key(chain, { network: "testnet", index, ...(type === undefined ? {} : { type }) }).privateKey);
export const evmSigner = (account: number) => ecdsaSigner(hd.key("eth", { account }).privateKey);
export const xlmSigner = (account: number) => ed25519Signer(hd.key("xlm", { account }).privateKey);

const utxoCase = (chain: "btc" | "doge", amount: string, balance: string, type?: "p2pkh"): Case => {
  const terms = { chain, amount, type } as const;
  const prepare: Case["prepare"] = (wallet, account, to) => wallet.prepare.btc({ ...terms, to, publicKey: utxoSigner(chain, account, type).publicKey });
  return {
    chain,
    amount,
    balance,
    address: (account) => honest.addressOf(chain, utxoSigner(chain, account, type).publicKey, type),
    pay: (wallet, account, to) => wallet.pay.btc({ ...terms, to }, utxoSigner(chain, account, type)),
    prepare,
    sign: async (wallet, account, to) => {
      const signer = utxoSigner(chain, account, type);
      return (await wallet.prepare.btc({ ...terms, to, publicKey: signer.publicKey })).sign(signer);
    },
  };
};

const COIN = { chain: "eth", amount: "1000000000000000" } as const;

export const CASES: Record<string, Case> = {
  btc: utxoCase("btc", "300000", "400000"),
  "btc p2pkh": utxoCase("btc", "300000", "400000", "p2pkh"),
  doge: utxoCase("doge", "30000000000", "40000000000"),
  eth: {
    ...COIN,
    balance: "1000000000000000000",
    address: (account) => honest.addressOf("eth", evmSigner(account).publicKey),
    pay: (wallet, account, to) => wallet.pay.evm({ ...COIN, to }, evmSigner(account)),
    prepare: (wallet, account, to) => wallet.prepare.evm({ ...COIN, to, publicKey: evmSigner(account).publicKey }),
    sign: async (wallet, account, to) => (await wallet.prepare.evm({ ...COIN, to, publicKey: evmSigner(account).publicKey })).sign(evmSigner(account)),
  },
  xlm: {
    chain: "xlm",
    amount: "70000000",
    balance: "1000000000",
    address: (account) => honest.addressOf("xlm", xlmSigner(account).publicKey),
    pay: (wallet, account, to) => wallet.pay.xlm({ to, amount: "70000000" }, xlmSigner(account)),
    prepare: (wallet, account, to) => wallet.prepare.xlm({ to, amount: "70000000", publicKey: xlmSigner(account).publicKey }),
    sign: async (wallet, account, to) => (await wallet.prepare.xlm({ to, amount: "70000000", publicKey: xlmSigner(account).publicKey })).sign(xlmSigner(account)),
  },
};

/** Returns the sum of what an address received, pending payments included. */
export async function received(chain: Chain, address: string): Promise<bigint> {
  if (chain !== "xlm") await mine(chain);
  const { balances } = await honest.addressInfo({ chain: chain as "btc", address, limit: 0 });
  return BigInt(balances[0]?.balance.amount ?? 0);
}

let account = 100;

/** Returns the numbers and addresses of a new sender with two outputs, so that a second payment could choose another one, and of a recipient. */
export async function parties({ chain, address, balance }: Case): Promise<{ account: number; from: string; to: string }> {
  account += 2;
  const [from, to] = [address(account), address(account + 1)];
  for (let count = 0; count < 2; count += 1) await fund(chain, from, balance);
  if (chain === "xlm") await fund(chain, to, "20000000");
  return { account, from, to };
}

export const errorResponse = (code: string, status: number, retriable = false): Response =>
  Response.json({ requestId: "local", error: { code, message: "A message.", retriable, details: {} } }, { status });

/** Returns the id of a signed transaction. */
function txidOfData(chain: Chain, txdata: string): string {
  const bytes = Uint8Array.from(Buffer.from(txdata.replace(/^0x/, ""), "hex"));
  if (chain === "xlm") return TransactionBuilder.fromXDR(txdata, Networks.TESTNET).hash().toString("hex");
  return chain === "eth" ? evmTxid(bytes) : txidOf(decodeTransaction(bytes));
}

/** A server that responds as after a success, and broadcasts nothing. */
export const withheld = (chain: Chain): Tampering => ({
  call: "transaction/send",
  reply: ({ txdata }) => ({ txid: txidOfData(chain, txdata) }),
});

/** A server that knows a transaction, which is in no block. */
export const PENDING: Tampering = { call: "transaction/status", reply: () => ({ status: "pending", confirmations: 0, block: "", date: 0 }) };

/** A server that does not return the status of any transaction. */
export const NO_STATUS: Tampering = { call: "transaction/status", broadcast: () => errorResponse("transaction_not_found", 404, true) };
