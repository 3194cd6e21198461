#!/usr/bin/env python3
"""Sends bounded load to a local server with an empty database in memory, and reports what it did.

    steady   200 requests a second for 60 seconds over all services: no status 5xx, and memory that does not grow
    logins   500 logins at once: memory grows by 200 MiB at most, and each response is a login or a precise rejection
    batch    one address and 50 addresses on each family: the median time of both, and memory
    flood    as many requests to one service as 16 connections send: the latency of the others, compared with before

Exits with 1 if a phase fails. The latencies are reported, never a failure: they depend on the machine.
"""

import argparse
import asyncio
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time
import uuid
from pathlib import Path

from http_client import Connection

MIB = 1024 * 1024
PASSWORD = "correct horse battery"
COINS = Path(__file__).parents[2] / "shared/assets/data/catalogue/coins.json"
CHAINS = [coin["chain"].upper() for coin in json.loads(COINS.read_text())]
ACCOUNTS = 20
LOGINS = 500
BATCH = 50
BATCHES = 20
# Allowed growth of the resident memory during the steady phase, after its first quarter.
GROWTH = 16 * MIB


class Server:
    """The process of the server."""

    def __init__(self, path):
        environment = dict(os.environ, WALLET_CLOUD_LOG="warn")
        # One caller sends the load of many.
        environment["WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE"] = "0"
        # No request reaches a public server.
        environment.update({f"WALLET_CLOUD_UPSTREAM_{chain}_LIVENET": "none" for chain in CHAINS})
        command = [path, "--ephemeral", "--listen", "127.0.0.1:0"]
        os.makedirs("target/test-logs", exist_ok=True)
        with open("target/test-logs/load-server.log", "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        facts = {}
        for line in self.process.stdout:
            for name in ("Base URL", "Merchant key"):
                if found := re.match(rf" *{name} +(\S+)", line):
                    facts[name] = found[1]
            if len(facts) == 2:
                break
        else:
            sys.exit("the server did not start")
        self.host, port = re.fullmatch(r"http://([^:]+):(\d+)", facts["Base URL"]).groups()
        self.port, self.merchant_key = int(port), facts["Merchant key"]

    def memory(self, field="VmRSS"):
        """Returns the resident memory in bytes; `VmHWM` is its maximum since the last reset."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(rf"{field}:\s+(\d+) kB", status.read())[1]) * 1024

    def reset_maximum(self):
        with open(f"/proc/{self.process.pid}/clear_refs", "w", encoding="ascii") as references:
            references.write("5")

    def connection(self):
        return Connection(self.host, self.port)

    def stop(self):
        self.process.terminate()
        self.process.wait()


async def data(connection, method, path, token=None, body=None):
    """Returns `data` of a response that must be successful."""
    status, text, _ = await connection.request(method, path, token, body)
    if status != 200:
        sys.exit(f"{method} {path}: {status} {text.decode()}")
    return json.loads(text)["data"]


async def token_of(server, permissions):
    body = {"tokenId": str(uuid.uuid4()), "permissions": permissions, "merchantKey": server.merchant_key}
    issued = await data(server.connection(), "POST", "/authorization/v1/api/permission/issue-by-key", None, body)
    return issued["permissionToken"]["permissionToken"]


BTC_KEY = "02" + "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
XLM_KEY = "58" + "66" * 31


async def requests(server, token):
    """Returns one cheap and typical request or more of each service: (service, method, path, body)."""
    connection, result = server.connection(), []
    network = {"network": "testnet"}
    families = {"btc-like": ("btc", BTC_KEY), "eth-like": ("eth", BTC_KEY), "xlm": ("xlm", XLM_KEY)}
    for family, (chain, key) in families.items():
        connector, info = f"blockchain-connector-{family}", f"address-info-{family}"
        path = f"/{connector}/v1/api/get-address/{chain}"
        body = {"publicKey": key, **network}
        address = (await data(connection, "POST", path, token, body))["address"]
        funding = {"chain": chain, "address": address}
        await connection.request("POST", "/sandbox/v1/faucet", None, funding)
        await connection.request("POST", "/sandbox/v1/mine", None, {"chain": chain})
        result.append((connector, "POST", path, body))
        result.append((info, "GET", f"/{info}/v1/api/{chain}?address={address}&network=testnet&limit=5", None))
    fees = "/blockchain-connector-btc-like/v1/api/prepare-transaction/price-per-byte/btc?network=testnet"
    result.append(("blockchain-connector-btc-like", "GET", fees, None))
    result.append(("asset-info", "GET", "/asset-info/v1/api/coin/list", None))
    result.append(("authorization", "GET", "/authorization/v1/.well-known/jwks.json", None))
    result.append(("authorization", "GET", "/authorization/v1/health", None))
    for service, method, path, body in result:
        status, text, _ = await connection.request(method, path, token, body)
        if status != 200:
            sys.exit(f"{service}: {method} {path}: {status} {text.decode()}")
    return result


async def paced(server, token, calls, rate, seconds, outcomes):
    """Sends the calls in turn at a rate, over as many connections as are needed, and adds to `outcomes`."""
    idle, tasks = [], set()
    started = time.perf_counter()

    async def one(call):
        connection = idle.pop() if idle else server.connection()
        service, method, path, body = call
        try:
            status, _, elapsed = await connection.request(method, path, token, body)
        except (OSError, asyncio.IncompleteReadError) as error:
            status, elapsed = type(error).__name__, 0.0
        idle.append(connection)
        outcomes.append((service, status, elapsed))

    for number in range(int(rate * seconds)):
        delay = started + number / rate - time.perf_counter()
        if delay > 0:
            await asyncio.sleep(delay)
        task = asyncio.create_task(one(calls[number % len(calls)]))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    for connection in idle:
        connection.close()


def percentile(outcomes, share):
    elapsed = sorted(elapsed for _, _, elapsed in outcomes)
    return elapsed[min(len(elapsed) - 1, int(len(elapsed) * share))] * 1000


def statuses(outcomes):
    return counted(collections.Counter(status for _, status, _ in outcomes))


def counted(counts):
    return ", ".join(f"{count} × {status}" for status, count in sorted(counts.items(), key=str))


async def steady(server, token, calls, seconds):
    outcomes, samples = [], []

    async def sample():
        while True:
            samples.append(server.memory())
            await asyncio.sleep(seconds / 40)

    sampler = asyncio.create_task(sample())
    await paced(server, token, calls, 200, seconds, outcomes)
    sampler.cancel()
    warm, last = samples[len(samples) // 4], samples[-1]
    print(f"steady: {statuses(outcomes)}; p50 {percentile(outcomes, 0.5):.1f} ms, p99 {percentile(outcomes, 0.99):.1f} ms; "
          f"memory {warm / MIB:.0f} to {last / MIB:.0f} MiB")
    problems = [f"steady: status {status} of {service}" for service, status, _ in outcomes if status != 200]
    if last - warm > GROWTH:
        problems.append(f"steady: memory grew by {(last - warm) / MIB:.0f} MiB, the limit is {GROWTH / MIB:.0f}")
    return problems[:5]


async def logins(server):
    register, connection = await token_of(server, ["register"]), server.connection()
    names = [f"load-{uuid.uuid4().hex[:12]}" for _ in range(ACCOUNTS)]
    for name in names:
        body = {"username": name, "password": PASSWORD}
        await data(connection, "POST", "/authorization/v1/api/account/credentials", register, body)
    path = "/authorization/v1/api/security-factor/credentials"
    bodies = [{"username": names[number % ACCOUNTS], "password": PASSWORD} for number in range(LOGINS)]
    before = server.memory()
    server.reset_maximum()
    responses = await asyncio.gather(*(server.connection().request("POST", path, None, body) for body in bodies))
    growth = server.memory("VmHWM") - before
    outcomes = [("authorization", status, elapsed) for status, _, elapsed in responses]
    print(f"logins: {statuses(outcomes)}; longest {percentile(outcomes, 1):.0f} ms; memory grew by {growth / MIB:.0f} MiB")
    problems = [f"logins: {status} {text.decode()}" for status, text, _ in responses if status not in (200, 429, 503)]
    if not any(status == 200 for status, _, _ in responses):
        problems.append("logins: none succeeded")
    if growth > 200 * MIB:
        problems.append(f"logins: memory grew by {growth / MIB:.0f} MiB, the limit is 200")
    return problems[:5]


async def addresses(connection, token, family, chain):
    """Returns addresses of random public keys."""
    found, prefix = [], "" if family == "xlm" else "02"
    while len(found) < BATCH:
        body = {"publicKey": prefix + os.urandom(32).hex(), "network": "testnet"}
        path = f"/blockchain-connector-{family}/v1/api/get-address/{chain}"
        status, text, _ = await connection.request("POST", path, token, body)
        # About half of the random numbers are no point of the curve.
        if status == 200:
            found.append(json.loads(text)["data"]["address"])
    return found


async def batch(server, token):
    connection, problems = server.connection(), []
    for family, chain in (("btc-like", "btc"), ("eth-like", "eth"), ("xlm", "xlm")):
        entries = [{"chain": chain, "address": address} for address in await addresses(connection, token, family, chain)]
        path, medians, before = f"/address-info-{family}/v1/api/batch", [], server.memory()
        server.reset_maximum()
        for size in (1, BATCH):
            body, outcomes = {"network": "testnet", "requests": entries[:size]}, []
            for _ in range(BATCHES):
                status, text, elapsed = await connection.request("POST", path, token, body)
                results = json.loads(text)["data"]["results"] if status == 200 else []
                if len(results) != size or any("error" in result for result in results):
                    problems.append(f"batch: {status} {text.decode()[:200]}")
                outcomes.append((family, status, elapsed))
            medians.append(percentile(outcomes, 0.5))
        growth = server.memory("VmHWM") - before
        print(f"batch {chain}: 1 address {medians[0]:.1f} ms, {BATCH} addresses {medians[1]:.1f} ms; "
              f"memory grew by {growth / MIB:.1f} MiB")
    return problems[:5]


def send_flood(host, port, token, call, seconds):
    """Sends one request again and again over 16 connections and returns how many responses had each status."""
    # The generator yields to the server, as one on another machine would.
    os.nice(19)
    _, method, path, body = call
    counts = collections.Counter()

    async def send():
        connection = Connection(host, port)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            status, _, _ = await connection.request(method, path, token, body)
            counts[status] += 1

    async def send_all():
        await asyncio.gather(*(send() for _ in range(16)))

    asyncio.run(send_all())
    return counts


async def flood(server, token, calls, seconds):
    flooded = "blockchain-connector-eth-like"
    others = [call for call in calls if call[0] != flooded]
    call = next(call for call in calls if call[0] == flooded)
    quiet, busy = [], []
    await paced(server, token, others, 50, seconds, quiet)
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        # A separate process sends the flood: in this one its event loop would delay the measured requests.
        flooding = asyncio.get_running_loop().run_in_executor(pool, send_flood, server.host, server.port, token, call, seconds)
        await paced(server, token, others, 50, seconds, busy)
        sent = await flooding
    before, after = percentile(quiet, 0.99), percentile(busy, 0.99)
    print(f"flood: {sum(sent.values()) / seconds:.0f} requests a second to {flooded} ({counted(sent)}); the others: "
          f"p99 {before:.1f} ms before, {after:.1f} ms during it ({after / before:.1f}×); {statuses(busy)}")
    return [f"flood: status {status} of {service}" for service, status, _ in busy if status != 200][:5]


async def run(arguments):
    server = Server(arguments.server)
    try:
        token = await token_of(server, ["read"])
        calls = await requests(server, token)
        problems = await steady(server, token, calls, arguments.seconds)
        problems += await logins(server)
        problems += await batch(server, token)
        problems += await flood(server, token, calls, max(5, arguments.seconds // 4))
    finally:
        server.stop()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, help="the executable of the local server")
    parser.add_argument("--seconds", type=int, default=60, help="the duration of the steady phase")
    sys.exit(asyncio.run(run(parser.parse_args())))


if __name__ == "__main__":
    main()
