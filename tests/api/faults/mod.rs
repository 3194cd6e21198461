//! The fault matrix of upstreams: what callers see, and what must not happen. The same for every family of chains
//! (`family`): the UTXO chains over Blockbook, the EVM chains over JSON-RPC, Stellar over Horizon.
//!
//! | | Fault | The caller sees | Must not happen | Tests |
//! |---|---|---|---|---|
//! | F1 | connection refused | 200 through the next; 503 with Retry-After from none, at once while it lasts | more than three attempts | `reads`, `sends`, `dead` |
//! | F2 | never reads, never answers | 200 through the next; read 504; submission 504 with the txid | other bytes at the next | `reads`, `sends`, `dead` |
//! | F3 | takes the transaction, the answer is lost | 200 by looking it up | a second submission without need | `sends` |
//! | F4 | the same, and the look-up fails | 504 with the txid; sent again, 200 | the txid is not told | `sends` |
//! | F5 | "already known" in the nodes' words | 200 | a submission elsewhere | `sends` |
//! | F6 | "spent inputs", "nonce too low", the transaction is there | 200 | a failure is told | `sends` |
//! | F7 | the same, nobody has it | 422 with its reason | another transaction | `sends` |
//! | F8 | 429, 503, with and without a time | 200 through the next; 503 with Retry-After | asked again before the time | `reads`, `sends` |
//! | F9 | HTML and error texts | 200 through the next; 502 | a word of it in an answer | `reads`, `sends` |
//! | F10 | endless, packed, dripping bodies | 200 through the next; 502, 504 | more is read than the limit | `reads`, `sends`, `hostile` |
//! | F11 | half JSON, wrong types, other protocols | 200 through the next; 502 | a panic, a 500 | `reads`, `sends` |
//! | F12 | a redirect | 200 through the next; 502 | the other host is asked | `reads`, `sends`, `hostile` |
//! | F13 | false values, fees, txids | 200 through the next; 502, at send 400 | signed or sent over a lie | `lies` |
//! | F14 | fallen behind the chain | the other's answer, or an error | old facts told as new | `heads` |
//! | F15 | one of two fails every other time | 200 | the failures multiply | `dead` |

mod blockbook;
mod cases;
mod dead;
mod evm_node;
mod family;
mod heads;
mod horizon;
mod hostile;
mod lies;
mod payment;
mod reads;
mod rows;
mod sends;
mod stellar;
mod upstream;
mod world;
