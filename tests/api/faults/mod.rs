//! The fault matrix of upstreams: visible outcomes and forbidden effects. It is the same for every chain family
//! (`family`): the UTXO chains over Blockbook, the EVM chains over JSON-RPC, Stellar over Horizon.
//!
//! | | Fault | Visible outcome | Must not happen | Tests |
//! |---|---|---|---|---|
//! | F1 | connection refused | 200 through the next; 503 with Retry-After from none, immediately while it lasts | more than three attempts | `reads`, `sends`, `unreachable` |
//! | F2 | never reads, never responds | 200 through the next; read 504; submission 504 with the txid | other bytes at the next | `reads`, `sends`, `unreachable` |
//! | F3 | accepts the transaction, the response is lost | 200 after a lookup | an unnecessary second submission | `sends` |
//! | F4 | the same, and the lookup fails | 504 with the txid; 200 after a second submission | the txid is not returned | `sends` |
//! | F5 | "already known" in the messages of nodes | 200 | a submission elsewhere | `sends` |
//! | F6 | "spent inputs", "nonce too low", the transaction exists | 200 | a failure is returned | `sends` |
//! | F7 | the same, no upstream has it | 422 with its reason | another transaction | `sends` |
//! | F8 | 429, 503, with and without Retry-After | 200 through the next; 503 with Retry-After | a request before that time | `reads`, `sends` |
//! | F9 | HTML and error messages | 200 through the next; 502 | upstream text in a response | `reads`, `sends` |
//! | F10 | endless, compressed, slow bodies | 200 through the next; 502, 504 | more is read than the limit | `reads`, `sends`, `hostile` |
//! | F11 | truncated JSON, wrong types, other protocols | 200 through the next; 502 | a panic, a 500 | `reads`, `sends` |
//! | F12 | a redirect | 200 through the next; 502 | a request to the other host | `reads`, `sends`, `hostile` |
//! | F13 | false values, fees, txids | 200 through the next; 502, at send 400 | signing or sending with false data | `inconsistent_data` |
//! | F14 | lagging behind the chain | the other's response, or an error | stale data returned as current | `heads` |
//! | F15 | one of two fails every other time | 200 | multiplied failures | `unreachable` |
//! | F13 | false output values, false or hidden parents, at one, two or three upstreams | estimate with the actual value; 502 if no upstream has the parent | an estimate with the false value | `false_values` |
//! | F13 | plausible but false prices, nonces, gas, sequence numbers, reserves | the median of three | one of several decides | `false_facts` |

mod amplification;
mod blockbook;
mod cases;
mod connectors;
mod evm_node;
mod false_facts;
mod false_values;
mod family;
mod fixture;
mod heads;
mod horizon;
mod hostile;
mod inconsistent_data;
mod isolation;
mod log;
mod payment;
mod reads;
mod rows;
mod sends;
mod stellar;
mod unreachable;
mod upstream;
