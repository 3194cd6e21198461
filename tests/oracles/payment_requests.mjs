// Payment requests as URIs: BIP 21 by bip21 and bitcore, EIP-681 by eth-url-parser.
import { decode, encode } from "bip21";
import { parseUnits } from "ethers";
import { build, parse } from "eth-url-parser";
import bitcoreCash from "bitcore-lib-cash";
import bitcoreDoge from "bitcore-lib-doge";
import bitcoreLtc from "bitcore-lib-ltc";

const BITCORE = { ltc: bitcoreLtc, doge: bitcoreDoge, bch: bitcoreCash };

/** Returns `{ to, amount, label, message }` of a URI, and the URI that the library writes for them. */
export function coinRequest({ chain, uri }) {
  if (chain === "btc") {
    const { address, options } = decode(uri);
    const { amount, label, message } = options;
    return { to: address, amount: parseUnits(String(amount), 8).toString(), label, message, written: encode(address, options) };
  }
  const { URI } = BITCORE[chain];
  const read = new URI(uri);
  const to = chain === "bch" ? read.address.toCashAddress() : read.address.toString();
  return { to, amount: String(read.amount), label: read.label, message: read.message, written: read.toString() };
}

/** Returns a number of EIP-681, which can have an exponent, in decimal digits. */
function digits(number) {
  const [mantissa, exponent = "0"] = number.split("e");
  return parseUnits(mantissa, Number(exponent)).toString();
}

/** Returns `{ target, chainId, to?, amount }` of a URI as eth-url-parser reads the URI, and the URI that it writes. */
export function evmRequest({ uri }) {
  const read = parse(uri);
  const { value, address, uint256 } = read.parameters;
  const token = read.function_name === "transfer";
  return { target: read.target_address, chainId: read.chain_id, ...(token ? { to: address } : {}), amount: digits(token ? uint256 : value), written: build(read) };
}
