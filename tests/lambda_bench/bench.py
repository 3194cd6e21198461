"""Measures the release builds of all functions against a bare function, under a stand-in for the Lambda Runtime API.

    tests/lambda_bench/run              builds and measures, and prints the figures
    tests/lambda_bench/run --write      also writes them into docs/performance.md
    tests/lambda_bench/run --check      fails if a function exceeds its budget (budgets.json)

The instructions until the first poll, the relocations and the file sizes do not depend on the machine. CPU times are
compared as ratios to the bare function in the same run, which vary with the machine and its load.
"""

import argparse
import base64
import json
import re
import sys
import time
from pathlib import Path

import runtime_api
from runtime_api import Quiet, event, serve

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
BASE_URL = "https://wallet.example"
# The generator of secp256k1 is as good as any key.
PUBLIC_KEY = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
# The figures of a function: the key in budgets.json, the heading, and the format.
FIGURES = [
    ("instructions", "instructions, million", ".2f"),
    ("relocations", "relocations", ",d"),
    ("file", "file, MB", ".2f"),
    ("init", "init CPU / bare", ".2f"),
    ("memory", "memory after init, MB", ".2f"),
]
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Token:
    """A permission token, and the settings that make a function verify it."""

    def __init__(self):
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        key = Ed25519PrivateKey.generate()
        self.public = base64url(key.public_key().public_bytes_raw())
        self.private = base64url(key.private_bytes_raw())
        now = int(time.time())
        claims = {
            "iss": f"{BASE_URL}/authorization/v1",
            "aud": "wallet-cloud",
            "sub": "merchant:bench",
            "iat": now,
            "exp": now + 600,
            "jti": "j",
            "sid": "00000000-0000-4000-8000-000000000000",
            "scope": "read secret",
        }
        header = {"typ": "at+jwt", "alg": "EdDSA", "kid": "bench"}
        signed = ".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
        self.header = {"authorization": f"Bearer {signed}.{base64url(key.sign(signed.encode()))}"}

    def jwks(self):
        return json.dumps({"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "bench", "x": self.public}]})

    def secret(self):
        """Returns the secret of the signing keys."""
        key = {"kty": "OKP", "crv": "Ed25519", "kid": "bench", "x": self.public, "d": self.private, "activeFrom": 0}
        refresh = {"kid": "bench", "k": base64url(bytes(32)), "activeFrom": 0}
        return json.dumps({"jwks": {"keys": [key]}, "refreshKeys": [refresh]})


def aws(secret):
    """Starts a stand-in for DynamoDB with empty tables and for Secrets Manager with one secret."""

    class Handler(Quiet):
        def do_POST(self):
            self.read_body()
            target = self.headers.get("x-amz-target", "")
            value = {"SecretString": secret, "VersionId": "v"} if target.endswith("GetSecretValue") else {}
            if target.endswith(("Query", "Scan")):
                value = {"Items": [], "Count": 0, "ScannedCount": 0}
            self.reply(200, json.dumps(value).encode(), [("content-type", "application/x-amz-json-1.0")])

    return "http://127.0.0.1:%d" % serve(Handler).server_address[1]


def environments(budgets, token):
    """Returns the variables of each function."""
    shared = {
        "WALLET_CLOUD_BASE_URL": BASE_URL,
        "AWS_ENDPOINT_URL": aws(token.secret()),
        # One caller sends all requests.
        "WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE": "0",
    }
    sockets = {
        "WALLET_CLOUD_NOTIFICATIONS_TABLE": "notifications",
        "WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE": "https://sqs.example/deliveries",
        "WALLET_CLOUD_NOTIFY_CONNECTIONS_URL": "https://socket.example/socket",
    }
    tables = {
        "asset-info": {"WALLET_CLOUD_ASSETS_TABLE": "assets", "WALLET_CLOUD_PRICES_TABLE": "prices"},
        "address-info-eth-like": {"WALLET_CLOUD_ASSETS_TABLE": "assets"},
        "blockchain-connector-eth-like": {"WALLET_CLOUD_ASSETS_TABLE": "assets"},
        "notifications": {"WALLET_CLOUD_NOTIFICATIONS_TABLE": "notifications"},
        "notifications-watch": {
            "WALLET_CLOUD_ASSETS_TABLE": "assets",
            "WALLET_CLOUD_NOTIFICATIONS_TABLE": "notifications",
            "WALLET_CLOUD_NOTIFY_TICKS_QUEUE": "https://sqs.example/ticks",
            "WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE": "https://sqs.example/deliveries",
        },
        "notifications-deliver": sockets,
        "notifications-socket": sockets,
        "authorization": {
            "WALLET_CLOUD_ACCOUNTS_TABLE": "accounts",
            "WALLET_CLOUD_SESSIONS_TABLE": "sessions",
            "WALLET_CLOUD_THROTTLE_TABLE": "throttle",
        },
    }
    keys = {"WALLET_CLOUD_JWKS": token.jwks()}
    return {name: shared | tables.get(name, {}) | ({} if name == "authorization" else keys) for name in budgets}


def get_hash():
    """Returns the body of a transaction with two inputs."""
    inputs = [{"txid": f"{index:02x}" * 32, "vout": index, "value": "50000"} for index in (1, 2)]
    return json.dumps(
        {
            "publicKey": PUBLIC_KEY,
            "type": "p2wpkh",
            "to": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "amount": "60000",
            "fee": "1000",
            "utxo": inputs,
        }
    )


def measure(folder, arguments):
    budgets = json.loads((FOLDER / "budgets.json").read_text())
    functions = arguments.functions.split(",") if arguments.functions else list(budgets["functions"])
    token = Token()
    variables = environments(functions, token)
    bare = folder / "bare-function"
    candidates = {"bare": (bare, {})} | {name: (folder / name, variables[name]) for name in functions}
    starts = runtime_api.cold(candidates, arguments.starts)
    bare_cpu = starts["bare"][0]
    rows = {}
    for name in functions:
        cpu, memory = starts[name]
        executable, environment = candidates[name]
        rows[name] = {
            "instructions": runtime_api.instructions(executable, environment) / 1e6,
            "relocations": runtime_api.relocations(executable),
            "file": executable.stat().st_size / 1e6,
            "init": cpu / bare_cpu,
            "memory": memory,
        }
    connector, body = "blockchain-connector-btc-like", get_hash()
    if connector not in functions:
        return budgets, rows, None
    path = f"/{connector}/v1/api/transaction/get-hash/btc"
    requests = {
        "bare": (bare, {}, event("POST", "/echo", (), body)),
        connector: (folder / connector, variables[connector], event("POST", path, token.header, body)),
    }
    warm = runtime_api.warm(requests, arguments.invocations, 5)
    request = {"cpu": warm[connector][0] / warm["bare"][0], "memory": warm[connector][1]}
    return budgets, rows, request


def table(budgets, rows, request):
    headings = " | budget | ".join(heading for _, heading, _ in FIGURES)
    lines = [f"| Function | {headings} | budget |", "|---" * (1 + 2 * len(FIGURES)) + "|"]
    for name, row in rows.items():
        limit = budgets["functions"][name]
        cells = [f"{row[key]:{form}} | {limit[key]:,}" for key, _, form in FIGURES]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    if request is None:
        return "\n".join(lines)
    lines.append("")
    lines.append(
        f"A warm get-hash of btc with a cached token: {request['cpu']:.2f} times the CPU of the bare echo "
        f"(budget {budgets['request']['cpu']}), {request['memory']:.1f} MB after all requests."
    )
    return "\n".join(lines)


def exceeded(budgets, rows, request):
    """Returns the figures above their budgets. CPU and memory have room for noise, the others have none."""
    room = {"init": budgets["noise"], "memory": budgets["noise"]}
    found = [
        f"{name}: {key} is {row[key]:.2f}, the budget is {budgets['functions'][name][key]}"
        for name, row in rows.items()
        for key in row
        if row[key] > budgets["functions"][name][key] * room.get(key, 1)
    ]
    if request is not None and request["cpu"] > budgets["request"]["cpu"] * budgets["noise"]:
        found.append(f"get-hash: CPU ratio {request['cpu']:.2f}, the budget is {budgets['request']['cpu']}")
    return found


def write(text):
    page = ROOT / "docs/performance.md"
    old = page.read_text()
    new = re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}\n{text}\n{END}", old, flags=re.S)
    page.write_text(new)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "target/lambda_bench", help="the folder of the executables")
    parser.add_argument("--functions", help="the functions to measure, separated by commas; default: all")
    parser.add_argument("--starts", type=int, default=20, help="cold starts of each function")
    parser.add_argument("--invocations", type=int, default=1500, help="warm requests of each of five rounds")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/performance.md")
    parser.add_argument("--check", action="store_true", help="fail if a budget is exceeded")
    arguments = parser.parse_args()
    budgets, rows, request = measure(arguments.folder, arguments)
    text = table(budgets, rows, request)
    print(text)
    if arguments.write:
        write(text)
    found = exceeded(budgets, rows, request)
    print("\n".join(found))
    sys.exit(1 if arguments.check and found else 0)


if __name__ == "__main__":
    main()
