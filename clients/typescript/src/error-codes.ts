/** The error codes of the services and their `details`, as the OpenAPI documents of the services state them. */
import type { paths as AddressInfoBtcLike } from "./generated/address-info-btc-like.js";
import type { paths as AddressInfoEthLike } from "./generated/address-info-eth-like.js";
import type { paths as AddressInfoXlm } from "./generated/address-info-xlm.js";
import type { paths as AssetInfo } from "./generated/asset-info.js";
import type { paths as Authorization } from "./generated/authorization.js";
import type { paths as ConnectorBtcLike } from "./generated/blockchain-connector-btc-like.js";
import type { paths as ConnectorEthLike } from "./generated/blockchain-connector-eth-like.js";
import type { paths as ConnectorXlm } from "./generated/blockchain-connector-xlm.js";
import type { paths as Notifications } from "./generated/notifications.js";

type Operations<Paths> = { [Path in keyof Paths]: Paths[Path][keyof Paths[Path]] }[keyof Paths];

/** Errors in the responses of an operation. */
type ErrorsOf<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: Responses[Status] extends { content: { "application/json": infer Body } }
        ? Body extends { error: infer Documented extends { code: string } } ? Documented : never
        : never;
    }[keyof Responses]
  : never;

type Documented = ErrorsOf<
  | Operations<AddressInfoBtcLike>
  | Operations<AddressInfoEthLike>
  | Operations<AddressInfoXlm>
  | Operations<AssetInfo>
  | Operations<Authorization>
  | Operations<ConnectorBtcLike>
  | Operations<ConnectorEthLike>
  | Operations<ConnectorXlm>
  | Operations<Notifications>
>;

/** Codes of the services. A newer server may return further codes, which are passed through unchanged. */
export type ApiErrorCode = Documented["code"];

/** A newer server may omit a member, and may return a string that is not in the list of this version. */
type Lenient<Details> = { [Name in keyof Details]?: Widened<Exclude<Details[Name], undefined>> };

type Widened<Value> = Value extends string ? string : Value;

/** `details` of each code; every member can be absent. A code without documented details has a record. */
export type ApiErrorDetails = {
  [C in ApiErrorCode]: Extract<Documented, { code: C }> extends { details?: infer Details }
    ? unknown extends Details ? Record<string, unknown> : Lenient<NonNullable<Details>>
    : Record<string, unknown>;
};

/** `details` of one code. */
export type DetailsOf<C extends ApiErrorCode> = ApiErrorDetails[C];
