/** Screens that a browser loads when one of them opens (parts/onDemand.tsx). */
export { ApprovalScreen } from "./Approval.js";
export { PushSwitch } from "../parts/PushSwitch.js";
export { MessageScreen } from "./Message.js";
export { SwapScreen } from "./Swap.js";
export { TokenScreen } from "./Token.js";
export { TrustlineScreen } from "./Trustline.js";
export { WatchScreen } from "./Watch.js";
