/** The local server that test/run.mjs started, and what every test of it needs. */
import { fileURLToPath } from "node:url";
import {
  createAuthorization,
  dataOf,
  type Ed25519Signer,
  issueByKey,
  MemorySessionStore,
  randomUuid,
  Session,
  type SessionOptions,
  type TransportOptions,
  WalletCloud,
} from "../../src/index.js";

const variable = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: run node test/run.mjs`);
  return value;
};

/** Uses the server whose Stellar network has no Horizon. */
export function useStellarRpc(): void {
  for (const name of ["URL", "MERCHANT_KEY"]) process.env[`LOCAL_SERVER_${name}`] = variable(`STELLAR_RPC_SERVER_${name}`);
}

export const baseUrl = (): string => variable("LOCAL_SERVER_URL");
export const merchantKey = (): string => variable("LOCAL_SERVER_MERCHANT_KEY");
/** The folder with package.json; this module runs as build/test/support/local.js. */
export const packageRoot = (): string => fileURLToPath(new URL("../../..", import.meta.url));

/** Sends a request to the sandbox of the local server. */
export async function sandbox(path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${baseUrl()}/sandbox/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}

export const mine = (chain: string) => sandbox("mine", { chain });

/** Pays from the faucet and mines a block. */
export async function fund(chain: string, address: string, amount: string, token?: string): Promise<void> {
  await sandbox("faucet", { chain, address, amount, ...(token === undefined ? {} : { token }) });
  if (chain !== "xlm") await mine(chain);
}

export const issue = (...permissions: string[]) =>
  issueByKey(createAuthorization(baseUrl()), { tokenId: randomUuid(), permissions, merchantKey: merchantKey() });

export const PASSWORD = "correct horse battery";

/** Registers a new user; the result has its name and a security token. */
export async function newUser(): Promise<{ username: string; securityToken: string; wallet: WalletCloud }> {
  const username = `user-${randomUuid().slice(0, 13)}`;
  const wallet = new WalletCloud({ baseUrl: baseUrl(), session: session() });
  const token = await issue("register");
  return { username, wallet, securityToken: await wallet.accounts.register(token, { username, password: PASSWORD }) };
}

export function session(options: Partial<SessionOptions> = {}): Session {
  const authorization = `${baseUrl()}/authorization/v1`;
  const store = new MemorySessionStore();
  return new Session({ authorization, tokenId: randomUuid(), permissions: ["read"], store, ...options });
}

/** Returns a wallet on the sandbox with a merchant's token. */
export async function testWallet(options: TransportOptions = {}): Promise<WalletCloud> {
  const token = await issue("read");
  const tokens = { getPermissionToken: async () => token };
  return new WalletCloud({ baseUrl: baseUrl(), session: tokens, network: "testnet", ...options });
}

/** Signs and sends operations that the client does not prepare, by the generated operations of the connector. Returns the transaction. */
export async function transact(wallet: WalletCloud, signer: Ed25519Signer, operations: object[]): Promise<string> {
  const { connectorXlm } = wallet.client.services;
  const { publicKey } = signer;
  const network = "testnet";
  const init = { params: { path: { chain: "xlm" as const } } };
  const body = { publicKey, network, fee: String(100 * operations.length), operations } as never;
  const built = connectorXlm.POST("/api/transaction/get-hash/{chain}/multi-operations", { ...init, body });
  const { hash, unsignedMessage } = await dataOf(built);
  const signature = await signer.sign(Uint8Array.from(Buffer.from(hash, "hex")));
  const signed = { publicKey, network, unsignedMessage, signature } as const;
  const attached = connectorXlm.POST("/api/transaction/attach-signature/{chain}", { ...init, body: signed });
  const { txdata } = await dataOf(attached);
  await dataOf(connectorXlm.POST("/api/transaction/send/{chain}", { ...init, body: { txdata, network } }));
  return txdata;
}

/** Sets lumens aside for a claimant. */
export function setAside(wallet: WalletCloud, giver: Ed25519Signer, destination: string, amount: string): Promise<string> {
  const asset = { kind: "coin", chain: "xlm" };
  return transact(wallet, giver, [{ type: "createClaimableBalance", asset, amount, claimants: [{ destination }] }]);
}
