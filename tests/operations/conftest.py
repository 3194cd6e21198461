"""A deployment on emulators: moto for AWS, gateway.py for the gateway and Lambda, the sandbox of a local server for a chain."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STACK = "wallet-cloud"
# Other tests use the same moto server in other regions.
REGION = "eu-central-1"


def pytest_terminal_summary(terminalreporter):
    """States the durations of the named blocks: the measured part of the recovery times."""
    from guide import DURATIONS, blocks

    for name, seconds in DURATIONS.items():
        if name.startswith("machine-") and name in blocks():
            terminalreporter.write_line(f"{name}: {seconds:.1f} s")


@pytest.fixture(scope="session")
def aws(tmp_path_factory):
    """Returns the variables of an AWS account on moto, after setting them for this process."""
    started = None
    url = os.environ.get("WALLET_TEST_MOTO_URL")
    if not url:
        log = tmp_path_factory.mktemp("moto") / "log"
        emulator = [sys.executable, str(ROOT / "tests/tools/aws_emulator.py")]
        started = subprocess.Popen(emulator, stderr=log.open("w"))
        address = re.compile(r"http://127\.0\.0\.1:\d+")
        wait_until(lambda: address.search(log.read_text()))
        url = address.search(log.read_text())[0]
    variables = {
        "AWS_ENDPOINT_URL": url,
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
    }
    os.environ.update(variables)
    yield variables
    if started:
        started.terminate()


@pytest.fixture(scope="session")
def gateway(aws):
    from gateway import Gateway

    running = Gateway(STACK)
    yield running
    running.stop()


class Chain:
    """The sandbox chain of a local server, an upstream of the deployment."""

    def __init__(self):
        command = [str(ROOT / "target/debug/wallet-cloud"), "serve", "--ephemeral", "--listen", "127.0.0.1:0"]
        # No livenet: its default upstreams are public servers, which no test uses.
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={})
        banner = ""
        while "Ctrl-C" not in banner:
            line = self.process.stdout.readline()
            assert line, f"the local server does not start: {banner}"
            banner += line
        self.base_url = re.search(r"Base URL +(\S+)", banner)[1]
        self.upstream = "blockbook+" + re.search(r"btc +Blockbook +(\S+)", banner)[1]

    def call(self, name, **body):
        assert send(f"{self.base_url}/sandbox/v1/{name}", body=body)[0] == 200

    def stop(self):
        self.process.terminate()
        self.process.wait()


@pytest.fixture(scope="session")
def chain():
    running = Chain()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def shell(aws, gateway, chain, tmp_path_factory):
    """Returns a shell with the commands of an operator, and the parameters that `sam deploy --guided` prompts for."""
    from guide import Shell

    folder = tmp_path_factory.mktemp("operator")
    programs = folder / "programs"
    programs.mkdir()
    (programs / "wallet-cloud").symlink_to(ROOT / "target/debug/wallet-cloud")
    # The AWS command line ignores AWS_ENDPOINT_URL for SQS.
    command_line = ["-m", "awscli", "--endpoint-url", aws["AWS_ENDPOINT_URL"]]
    for name, arguments in {"sam": [Path(__file__).parent / "sam.py"], "aws": command_line}.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {sys.executable} {" ".join(map(str, arguments))} "$@"\n')
        (programs / name).chmod(0o755)
    # The runtime emulator of `cargo lambda watch` would build the functions once more: the gateway invokes those that cargo built.
    emulator = "--invoke-address 127.0.0.1 --invoke-port %d" % gateway.server.server_address[1]
    (programs / "cargo").write_text(f'#!/bin/sh\nexec {Path(sys.executable).parent / "cargo-lambda"} "$@" {emulator}\n')
    (programs / "cargo").chmod(0o755)
    livenets = re.findall(r"^  (Upstream\w+Livenet):", (ROOT / "template.yaml").read_text(), re.MULTILINE)
    parameters = dict.fromkeys(livenets, "none") | {"UpstreamBtcTestnet": chain.upstream}
    return Shell(
        folder,
        aws
        | {
            "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(folder),
            "OPERATIONS_TEST_PARAMETERS": json.dumps(parameters),
            "OPERATIONS_TEST_GATEWAY": gateway.url,
        },
    )


def send(url, body=None, token=None, method=None):
    """Sends a request and returns the status and the JSON of the response."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def wait_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition is not met in time"
        time.sleep(0.1)
