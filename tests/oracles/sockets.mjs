// The socket of a running server, read by ws, a WebSocket library.
import { load } from "./load.mjs";

const { WebSocket } = await load("ws");

/** Returns the messages of a socket until there are `count` of them, or until the server closes, and the code of the server. */
function read(url, first, count, opened = () => {}) {
  return new Promise((resolve, reject) => {
    const messages = [];
    const socket = new WebSocket(url);
    // The server responds to a ping after the first message only.
    socket.on("open", () => { socket.send(JSON.stringify(first)); socket.ping(); });
    socket.once("pong", opened);
    socket.on("message", (data) => {
      messages.push(JSON.parse(data));
      if (messages.length === count) socket.close();
    });
    socket.on("close", (code) => resolve({ messages, code }));
    socket.on("error", reject);
  });
}

/** Subscribes, pays twice, and reads the events with two connections; then a connection with an invalid token. */
export async function follow({ baseUrl, merchantKey, tokenId, address }) {
  const post = async (path, body, token) => {
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    const headers = { "content-type": "application/json", ...authorization };
    const response = await fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()).data;
  };
  const issued = await post("/authorization/v1/api/permission/issue-by-key", { merchantKey, tokenId, permissions: ["notify"] });
  const token = issued.permissionToken.permissionToken;
  const subscription = { chain: "btc", network: "testnet", addresses: [address], states: ["seen"] };
  const { id } = await post("/notifications/v1/api/subscription", subscription, token);
  const pay = () => post("/sandbox/v1/faucet", { chain: "btc", address, amount: "100000" });
  const url = `${baseUrl.replace("http", "ws")}/notifications/v1/socket`;
  const paid = [];
  const first = await read(url, { token, subscriptions: [id] }, 1, async () => paid.push(await pay()));
  paid.push(await pay());
  const second = await read(url, { token, after: first.messages[0].cursor }, 1);
  const rejected = await read(url, { token: `${token.slice(0, -4)}AAAA` }, 2);
  return { paid: paid.map(({ txid }) => txid), first: first.messages, second: second.messages, rejected };
}
