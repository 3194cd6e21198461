import assert from "node:assert/strict";
import { test } from "node:test";
import { assetContract, isAddress, isXlmContract } from "../src/index.js";

// From BIP 173; EIP-55; SEP-5, test 2; SEP-23, muxed accounts.
const BTC = { livenet: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", testnet: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx" };
const ETH = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const XLM = "GAVXVW5MCK7Q66RIBWZZKZEDQTRXWCZUP4DIIFXCCENGW2P6W4OA34RH";
const MUXED = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";

test("an address belongs to its chain and network", () => {
  assert.deepEqual([isAddress("btc", "livenet", BTC.livenet), isAddress("btc", "testnet", BTC.livenet)], [true, false]);
  assert.deepEqual([isAddress("btc", "testnet", BTC.testnet), isAddress("ltc", "testnet", BTC.testnet)], [true, false]);
  assert.deepEqual([isAddress("eth", "livenet", ETH), isAddress("xlm", "livenet", ETH), isAddress("btc", "livenet", ETH)], [true, false, false]);
  assert.deepEqual([isAddress("xlm", "testnet", XLM), isAddress("xlm", "testnet", MUXED), isAddress("eth", "testnet", XLM)], [true, true, false]);
});

test("a mistyped address is not one", () => {
  for (const text of ["", ` ${ETH}`, ETH.replace("5aA", "5aa"), ETH.slice(0, -1)]) assert.equal(isAddress("eth", "livenet", text), false, text);
  for (const text of [`${XLM.slice(0, -1)}A`, XLM.toLowerCase()]) assert.equal(isAddress("xlm", "livenet", text), false, text);
  assert.equal(isAddress("btc", "livenet", `${BTC.livenet.slice(0, -1)}5`), false);
});

test("a contract on Stellar is a recipient of tokens, but of no payment", () => {
  const contract = assetContract("native", "livenet");
  assert.deepEqual([isXlmContract(contract), isAddress("xlm", "livenet", contract)], [true, false]);
  for (const text of [XLM, MUXED, `${contract.slice(0, -1)}B`, contract.toLowerCase(), ""]) assert.equal(isXlmContract(text), false, text);
});
