/** Random typed data (EIP-712) that every implementation accepts. */
import type { TypedData } from "../../src/evm/typed-data/typed-data.js";
import type { Random } from "./random.js";

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}`;
/** EIP-55. */
const CONTRACT = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

const ATOMS = ["address", "bool", "string", "bytes", "bytes1", "bytes20", "bytes32", "uint8", "uint160", "uint256", "int8", "int128", "int256"];

function randomAtom(random: Random, type: string): unknown {
  const [, kind, digits] = /^([a-z]+)(\d*)$/.exec(type)!;
  const bits = Number(digits);
  switch (kind) {
    case "address":
      return hex(random.bytes(20));
    case "bool":
      return random.below(2) === 1;
    case "string":
      return random.pick(["", "text", "Grüße, 世界 🎉", "0x12"]);
    case "bytes":
      return hex(random.bytes(digits === "" ? random.below(70) : bits));
    case "uint": {
      const number = random.pick([random.bigint(bits), 0n, 2n ** BigInt(bits) - 1n]);
      return random.pick([number.toString(), `0x${number.toString(16)}`, number <= 2n ** 53n - 1n ? Number(number) : number]);
    }
    default: {
      const half = 2n ** BigInt(bits - 1);
      const number = random.pick([random.bigint(bits) - half, -half, half - 1n, 0n]);
      return random.pick([number.toString(), number]);
    }
  }
}

/** Returns typed data with random structs, lists and values. */
export function randomTypedData(random: Random): TypedData {
  const names = ["Alpha", "beta", "_Gamma", "Delta9"].slice(0, 1 + random.below(4));
  // A struct refers to those after it only, since ethers rejects cycles.
  const types = Object.fromEntries(names.map((name, index) => {
    const later = names.slice(index + 1);
    const fields = random.list(5, () => 0).map((_, number) => {
      const base = later.length > 0 && random.below(3) === 0 ? random.pick(later) : random.pick(ATOMS);
      return { name: `field${number}`, type: base + random.pick(["", "", "", "[]", "[2]", "[][3]", "[2][]"]) };
    });
    // All structs are part of the first one, as ethers requires.
    if (index === 0) fields.push(...later.map((other) => ({ name: `the${other}`, type: other })));
    return [name, fields];
  }));
  const valueOf = (type: string): unknown => {
    const array = /^(.*)\[(\d*)\]$/.exec(type);
    if (array !== null) return Array.from({ length: array[2] === "" ? random.below(4) : Number(array[2]) }, () => valueOf(array[1]!));
    const fields = types[type];
    return fields === undefined ? randomAtom(random, type) : Object.fromEntries(fields.map((field) => [field.name, valueOf(field.type)]));
  };
  const parts = { name: "App", version: "2", chainId: 11155111, verifyingContract: CONTRACT, salt: hex(random.bytes(32)) };
  const chosen = Object.entries(parts).filter(() => random.below(2) === 0);
  const domain = Object.fromEntries(chosen.length === 0 ? [["name", "App"]] : chosen);
  return { types, primaryType: names[0]!, domain, message: valueOf(names[0]!) as Record<string, unknown> };
}
