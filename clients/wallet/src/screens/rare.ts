/** Screens that a browser loads when one of them opens (parts/onDemand.tsx). */
export { Account, SignInAgain } from "./Account.js";
export { ApprovalScreen } from "./Approval.js";
export { renewPush } from "../push.js";
export { BumpScreen } from "./Bump.js";
export { CallScreen } from "./Call.js";
export { ClaimScreen } from "./Claim.js";
export { FaucetScreen } from "./Faucet.js";
export { MessageScreen } from "./Message.js";
export { NftScreen } from "./Nfts.js";
export { Phrase } from "./Phrase.js";
export { ReportScreen } from "./Report.js";
export { Settings } from "./Settings.js";
export { SwapScreen } from "./Swap.js";
export { TokenScreen } from "./Token.js";
export { TrustlineScreen } from "./Trustline.js";
export { WatchScreen } from "./Watch.js";
