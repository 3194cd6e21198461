// An app that uses each entry of the package. Compiled by each module resolution of TypeScript, then run.
import { CHAINS, VerificationError, WalletCloud, fixedToken, formatAmount } from "@wallet-cloud/client";
import { HdWallet } from "@wallet-cloud/client/hd";
import { ecdsaSigner } from "@wallet-cloud/client/signers";

async function main(): Promise<void> {
  // The mnemonic and the first address of BIP 84.
  const hd = await HdWallet.fromMnemonic(`${"abandon ".repeat(11)}about`);
  const signer = ecdsaSigner(hd.key("btc").privateKey);
  const wallet = new WalletCloud({ baseUrl: "http://127.0.0.1:9000", session: fixedToken("token"), network: "livenet" });
  const address: string = wallet.addressOf("btc", signer.publicKey);
  // @ts-expect-error An amount without decimals: the types are those of the package, not `any`.
  const withoutDecimals = () => formatAmount("1");
  const facts = [address, formatAmount("123456789", 8), CHAINS[0]!.chain, VerificationError.name, typeof withoutDecimals];
  const expected = ["bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "1.23456789", "btc", "VerificationError", "function"];
  if (facts.join() !== expected.join()) throw new Error(facts.join());
}

void main();
