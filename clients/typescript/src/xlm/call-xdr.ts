/** Decodes calls of contracts in transactions: the call, the authorizations and the resources. */
import type { Reader } from "../bytes.js";
import { type ContractValue, readAddress, readSymbol, readValue, valuesText } from "./contract-value.js";
import { account, asset, expect, hyper, integer, list } from "./primitives.js";

/** The call of a function of a contract. */
export interface ContractInvocation {
  /** Address of the contract: `C…`. */
  contract: string;
  function: string;
  arguments: ContractValue[];
}

/** A call that the signature authorizes, with the further calls that the contract may make in the name of the account. */
export interface InvocationTree extends ContractInvocation {
  invocations: InvocationTree[];
}

const MAX_ARGUMENTS = 100;
const MAX_AUTHORIZATIONS = 16;
const MAX_LEVELS = 16;
const MAX_FOOTPRINT = 400;

/** Decodes a call that the source account alone authorizes. */
export function hostFunction(reader: Reader): ContractInvocation & { authorizations: InvocationTree[] } {
  expect(integer(reader) === 0, "host function");
  return { ...invocation(reader), authorizations: list(reader, MAX_AUTHORIZATIONS, authorization) };
}

function invocation(reader: Reader): ContractInvocation {
  const [contract, name] = [readAddress(reader), readSymbol(reader)];
  expect(contract.startsWith("C") && name !== "", "contract");
  return { contract, function: name, arguments: list(reader, MAX_ARGUMENTS, (rest) => readValue(rest)) };
}

function authorization(reader: Reader): InvocationTree {
  // Other credentials have the signature of another account or contract.
  expect(integer(reader) === 0, "credentials");
  return tree(reader, MAX_LEVELS);
}

function tree(reader: Reader, levels: number): InvocationTree {
  expect(levels > 0 && integer(reader) === 0, "authorized function");
  return { ...invocation(reader), invocations: list(reader, MAX_AUTHORIZATIONS, () => tree(reader, levels - 1)) };
}

/** Decodes the resources, and returns the fee. The network determines from the footprint only what a call can read and write. */
export function resourceFee(reader: Reader): bigint {
  // Extensions restore archived entries.
  expect(integer(reader) === 0, "resources");
  for (let part = 0; part < 2; part += 1) list(reader, MAX_FOOTPRINT, ledgerKey);
  reader.take(12);
  const fee = hyper(reader);
  expect(fee >= 0n, "fee of the resources");
  return fee;
}

function ledgerKey(reader: Reader): void {
  switch (integer(reader)) {
    case 0:
      account(reader);
      return;
    case 1:
      account(reader);
      asset(reader);
      return;
    case 6:
      dataKey(reader);
      expect(integer(reader) <= 1, "durability");
      return;
    case 7:
      reader.take(32);
      return;
    default:
      throw new RangeError("unknown entry of the footprint");
  }
}

const INSTANCE = 20;
const NONCE = 21;

/** Reads the contract and the key of an entry. Only keys can be an instance or a nonce. */
function dataKey(reader: Reader): void {
  readAddress(reader);
  const type = reader.nextInteger();
  if (type === INSTANCE) reader.take(4);
  else if (type === NONCE) reader.take(12);
  else readValue(reader);
}

/** Returns a call as one line: `C….transfer(address G…, i128 5)`. */
export const invocationText = ({ contract, function: name, arguments: values }: ContractInvocation): string => `${contract}.${name}(${valuesText(values)})`;

/** Returns a call with the further calls as one line. */
export function treeText(call: InvocationTree): string {
  const further = call.invocations.map(treeText).join(", ");
  return further === "" ? invocationText(call) : `${invocationText(call)} { ${further} }`;
}

/** Returns texts of all calls, one line each. */
export const treesText = (calls: readonly InvocationTree[]): string => calls.map(treeText).join("\n");
