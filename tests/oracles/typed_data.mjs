// Hashes of messages by ethers, viem and MetaMask's eth-sig-util, and the test cases that ethers publishes.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { load, modules } from "./load.mjs";

const ethers = await load("ethers");
const viem = await load("viem");
const metamask = await load("@metamask/eth-sig-util");

/** The fields of a domain that EIP-712 defines, in their order. */
const DOMAIN_TYPES = { name: "string", version: "string", chainId: "uint256", verifyingContract: "address", salt: "bytes32" };

function withDomainType(data) {
  const declared = Object.entries(DOMAIN_TYPES).filter(([name]) => name in data.domain);
  const EIP712Domain = declared.map(([name, type]) => ({ name, type }));
  return { ...data, types: { EIP712Domain, ...data.types } };
}

/** ethers rejects structs that contain themselves, and orders the fields of a domain. */
function hashByEthers({ types: { EIP712Domain, ...types }, domain, primaryType, message }) {
  const encoder = ethers.TypedDataEncoder.from(types);
  if (encoder.primaryType !== primaryType) throw new Error(`ethers: ${encoder.primaryType}`);
  return ethers.TypedDataEncoder.hash(domain, types, message);
}

const hashByMetaMask = (data) =>
  ethers.hexlify(metamask.TypedDataUtils.eip712Hash(withDomainType(data), metamask.SignTypedDataVersion.V4));

const references = [
  { name: "ethers", hash: hashByEthers, personal: (text) => ethers.hashMessage(text) },
  { name: "viem", hash: (data) => viem.hashTypedData(data), personal: (text) => viem.hashMessage(text) },
  { name: "eth-sig-util", hash: hashByMetaMask },
];

function query(operation, input, skipped) {
  const available = references.filter((reference) => reference[operation] && !skipped.includes(reference.name));
  return available.map((reference) => {
    try {
      return { reference: reference.name, value: reference[operation](input) };
    } catch (error) {
      throw new Error(`${reference.name}: ${error.message} of ${JSON.stringify(input)}`, { cause: error });
    }
  });
}

export const hashes = ({ cases }) => cases.map(({ data, skipped }) => query("hash", data, skipped));
export const personal = ({ texts }) => texts.map((text) => query("personal", text, []));

/** The package of test cases of ethers 5 (MIT), which those of ethers 6 repeat. */
export function vectors() {
  const file = path.join(modules, "@ethersproject/testcases/testcases/eip712.json.gz");
  const cases = JSON.parse(zlib.gunzipSync(fs.readFileSync(file)).toString());
  return cases.map(({ name, domain, types, primaryType, data, digest }) => ({
    name,
    data: { domain, types, primaryType, message: data },
    digest,
  }));
}
