/** Names of recipients: federation on Stellar, the Ethereum Name Service on EVM chains, and BIP 353 on btc. The server resolves them. */
import type { Chain, Network } from "./chains.js";
import type { Client } from "./client.js";
import type { Warning } from "./payment.js";
import { request } from "./safety.js";
import { connectorOf } from "./services.js";

/** A name to resolve. */
export interface ResolveNameQuery {
  chain: Chain;
  name: string;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** An address whose name is looked up (EVM). */
export interface LookupAddressQuery {
  chain: Chain;
  address: string;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** The memo that a payment to a name on Stellar must have. */
export interface NameMemo {
  type: "text" | "id" | "hash";
  value: string;
}

/** The address of a name. Show it with the name, pay the address, and resolve the name again for each payment. */
export interface ResolvedName {
  name: string;
  address: string;
  memo?: NameMemo | undefined;
  kind: "ens" | "federation" | "bip353";
  /** False for the statement of a server, without a proof that the owner of the name has chosen the address. */
  verified: boolean;
  /** Unix seconds. */
  expiresAt?: number | undefined;
  /** `confusable_name`: compare the address with a trusted source. */
  warnings?: readonly Warning[] | undefined;
}

/** Returns the address of a name on the chain. */
export const resolveName = (client: Client, { chain, name, ...query }: ResolveNameQuery): Promise<ResolvedName> =>
  read(client, chain, "resolve-name", { name }, query);

/** Returns the name of an address, which has this address on the chain (EVM). */
export const lookupAddress = (client: Client, { chain, address, ...query }: LookupAddressQuery): Promise<ResolvedName> =>
  read(client, chain, "lookup-address", { address }, query);

function read(
  client: Client,
  chain: Chain,
  operation: string,
  field: object,
  { network, signal }: Pick<ResolveNameQuery, "network" | "signal">,
): Promise<ResolvedName> {
  const query = { ...field, network: network ?? client.network };
  const init = { params: { path: { chain }, query }, ...(signal === undefined ? {} : { signal }) };
  return request(connectorOf(client.services, chain), "GET", `/api/${operation}/{chain}`, init);
}

/**
 * Latin letters and digits by what they look like: the part of Unicode's confusables (UTS 39) within the Latin script, in the form
 * `l=1I` for `1` and `I`, which look like `l`. Letters that look like no other Latin letters are left out.
 */
const LATIN_LOOK_ALIKES = new Map(
  (
    "'=\u{2bc}\u{2ca}\u{2cb}Ꞌꞌ 2=ƧꝚ 3=ƷȜꝪꞫ 5=Ƽ 8=Ȣȣ 9=Ꝯꝯ ?=Ɂʔ A=Ａ AA=Ꜳ AE=Æ AO=Ꜵ AU=Ꜷ AV=ꜸꜺ AY=Ꜽ B=ꞴＢ C=ⅭＣ D=ⅮＤ DZ=Ǳ DZ\u{306}=Ǆ Dz=ǲ " +
    "Dz\u{306}=ǅ D\u{335}=ÐĐƉ E=Ｅ E\u{338}=Ɇ F=ꞘＦ F\u{326}=Ƒ G=Ｇ G\u{335}=Ǥ H=Ｈ H\u{335}=Ħ J=ꞲＪ J\u{335}=Ɉ K=Ｋ L=ⅬＬ LJ=Ǉ Lj=ǈ L\u{b7}=Ŀ " +
    "L\u{338}=Ł M=ⅯＭ N=Ｎ NJ=Ǌ Nj=ǋ N\u{326}=Ɲ O=0Ｏ OE=Œ OO=Ꝏ O\u{335}=ƟꝊ O\u{338}=Ø P=Ｐ Q=Ｑ R=ƦɌＲ S=Ｓ S\u{328}=Ʂ T=Ｔ T3=Ꜩ T\u{328}=Ʈ T\u{335}=Ŧ " +
    "U=Ｕ U\u{335}=Ʉ V=ⅤＶ Vl=Ⅵ Vll=Ⅶ Vlll=Ⅷ W=Ｗ X=ⅩꞳＸ Xl=Ⅺ Xll=Ⅻ Y=Ｙ Y\u{335}=Ɏ Z=ⱫＺ Z\u{326}=Ȥ Z\u{335}=Ƶ a=ɑꭤａ aa=ꜳ ae=æ ao=ꜵ au=ꜷ av=ꜹꜻ ay=ꜽ " +
    "b=Ƅｂ b\u{304}=Ƃƃ b\u{335}=ƀ c=ᴄⅽｃ co=ꭃ c\u{338}=ȼ d=ⅾｄ dz=ǳʣ dz\u{306}=ǆ dȝ=ʤ dʑ=ʥ d\u{304}=Ƌƌ d\u{328}=ɖ d\u{335}=đ e=ꬲｅ e\u{338}=ɇ " +
    "f=ſƒʄẝꞙꬵｆ ff=ﬀ ffi=ﬃ ffl=ﬄ fi=ﬁ fl=ﬂ ft=ﬅ g=ƍɡᶃｇ g\u{335}=ǥ h=ｈ h\u{314}=ɦ h\u{335}=ħ i=ıɩɪⅰｉ ii=ⅱ iii=ⅲ ij=ĳ iv=ⅳ ix=ⅸ i\u{335}=ɨᵻᵼ j=ȷｊ " +
    "j\u{335}=ɉɟ k=ｋ l=1I|ƖǀⅠⅼꞁꞮꟾＩｌ lJ=Ĳ lL=Ỻ lV=Ⅳ lX=Ⅸ lj=ǉ ll=ǁⅡ lll=Ⅲ ls=ʪ lz=ʫ l\u{b7}=ŀ lȝ=ɮ l\u{328}=ɭ l\u{334}=ɫ l\u{335}=Ɨƚ l\u{338}=ł " +
    "n=ｎ nj=ǌ n\u{326}=ɲ n\u{328}=ɳ n\u{329}=ŋƞ o=ᴏᴑꬽｏ oe=œ oo=ꝏ o\u{335}=ɵꝋ o\u{338}=øꬾ oᴇ=ɶ p=þƿｐ p\u{335}=ᵽ q=ｑ r=ꭇꭈｒ rn=mⅿｍ rn\u{323}=ꭑ " +
    "rn\u{326}=ɱ r\u{328}=ɽ s=ƽꜱｓ st=ﬆ s\u{328}=ʂ t=ｔ tf=ꝷ ts=ʦ tȝ=ꜩ tɕ=ʨ tʃ=ʧ t\u{326}=ƫ t\u{335}=ŧ u=ʋᴜꞟꭎꭒｕ ue=ᵫ uo=ꭣ u\u{335}=ᵾ v=ᴠⅴｖ vi=ⅵ " +
    "vii=ⅶ viii=ⅷ w=ɯᴡꟺｗ w\u{326}=ꝡ x=ⅹｘ xi=ⅺ xii=ⅻ y=ɣʏᶌỿꭚｙ y\u{335}=ɏ z=ᴢⱬｚ z\u{326}=ȥ z\u{328}=ʐ z\u{335}=ƶ \u{b0}=ºᵒ ß=ẞꞵꟖꟗ ĸ=ᴋ Ɔ=Ↄ Ɛ=Ꜫ ƨ=ᴤ " +
    "ǝ=ə ǝo=ᴔ ȝ=ʒꝫ Ʌ=Ꟛ ɋ=ᶐ ɔ=ᴐↄ ɔe=ꭢ ɜ=ᴈ ɸ=ȹ ʃ=ꭍ ʍ=ᴍ ʚ=ꞝ \u{301}\u{301}=\u{30b} \u{302}=\u{311} \u{306}=\u{30c}\u{36e} \u{30a}=\u{366} " +
    "\u{326}=\u{327} \u{350}=\u{309} \u{3c7}=ꭓꭕ \u{18f5}=ˢ꟱ ᵍ=ᶢ ꜧ=ꞕ Ꝺ=ꝺ ꞓ=ɛ ꟎=ʕ꟏ ꟓ=꟒ ꟕ=꟔ \u{10412}=Ꞛ \u{1043a}=ꞛ \u{11b62}=\u{32e} \u{1e037}=ᵌᶟ " +
    "\u{1e08f}=\u{365}"
  )
    .split(" ")
    .flatMap((entry) => {
      const [prototype = "", letters = ""] = entry.split("=");
      return [...letters].map((letter): [string, string] => [letter, prototype]);
    }),
);

const prototypes = (text: string) => [...text.normalize("NFD")].map((letter) => LATIN_LOOK_ALIKES.get(letter) ?? letter).join("");

/**
 * Returns a text that is the same for names whose Latin letters and digits look alike, such as `rn` and `m`, `1`, `l` and `I`, or `0` and
 * `o`, in upper and lower case. For comparisons only. Letters of other scripts are the warning `confusable_name`.
 */
export const nameSkeleton = (name: string): string => prototypes(prototypes(name).toLowerCase()).normalize("NFD");
