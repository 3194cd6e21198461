/** Adapters of signers to the interfaces of the EVM ecosystem: accounts of viem, EIP-1193 providers, WalletConnect sessions. */
export { type Approve, type EthRequest, EthProvider, type EthProviderOptions, type ReviewedRequest } from "./eth/provider.js";
export { ProviderError, type ProviderErrorCode } from "./eth/provider-error.js";
export { toViemAccount, type ViemAccount, type ViemTransaction } from "./eth/viem-account.js";
export { type SessionRequest, type SessionResponse, WalletConnectSigner } from "./eth/wallet-connect.js";
