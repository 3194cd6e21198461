"""docs/operations.md on one machine: upgrade, rollback, restore and drill, with the unit of packaging/, and the metrics."""

import re
import socket
import sys
import urllib.request
import uuid
from pathlib import Path

import pytest
from conftest import ROOT, send, wait_until
from guide import Shell, blocks
from prometheus_client.parser import text_string_to_metric_families

PASSWORD = "correct horse battery staple"


def free_address():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return "127.0.0.1:%d" % listener.getsockname()[1]


class Machine(Shell):
    """A machine with the service, its operator and its users."""

    def __init__(self, folder, upstream):
        programs, state = folder / "programs", folder / "state"
        for path in (programs, state, folder / "backups"):
            path.mkdir()
        stand_in = Path(__file__).parent / "machine.py"
        for name in ("sudo", "systemctl"):
            (programs / name).write_text(f'#!/bin/sh\nexec {sys.executable} {stand_in} {name} "$@"\n')
        (programs / "wallet-cloud").write_text(self.program("old"))
        (folder / "new").write_text(self.program("new"))
        for program in (*programs.iterdir(), folder / "new"):
            program.chmod(0o755)
        self.address, self.metrics_address = free_address(), free_address()
        variables = {
            "PATH": f"{programs}:/usr/bin:/bin",
            "MACHINE_TEST_STATE": str(state),
            "WALLET_CLOUD_BASE_URL": "https://wallet.example",
            "WALLET_CLOUD_PROXIES": "127.0.0.1",
            "WALLET_CLOUD_UPSTREAM_BTC_TESTNET": upstream,
            "WALLET_CLOUD_METRICS_LISTEN": self.metrics_address,
            "PROGRAM": str(programs / "wallet-cloud"),
            "NEW": str(folder / "new"),
            "DATA": str(folder / "data"),
            "BACKUPS": str(folder / "backups"),
            "ADDRESS": self.address,
        }
        super().__init__(folder, variables)
        self.log = state / "log"

    @staticmethod
    def program(version):
        """Returns a program of a version: there is only one build."""
        return f'#!/bin/sh\n# {version}\nexec {ROOT}/target/debug/wallet-cloud "$@"\n'

    def version(self):
        return re.search("# (.*)", Path(self.environment["PROGRAM"]).read_text())[1]

    def command(self, text):
        """Runs a command of an operator that the guide does not have."""
        self.commands["command"] = text
        return self.run("command")

    def call(self, path, body=None, token=None):
        return send(f"http://{self.address}/{path}", body, token)

    def token(self, permission):
        body = {"tokenId": str(uuid.uuid4()), "permissions": [permission], "merchantKey": self.merchant_key}
        status, response = self.call("authorization/v1/api/permission/issue-by-key", body)
        assert status == 200, response
        return response["data"]["permissionToken"]["permissionToken"]

    def register(self, name):
        body = {"username": name, "password": PASSWORD}
        status, response = self.call("authorization/v1/api/account/credentials", body, self.token("register"))
        assert status == 200, response

    def log_in(self, name):
        """Returns the status of a login."""
        body = {"username": name, "password": PASSWORD}
        return self.call("authorization/v1/api/security-factor/credentials", body)[0]

    def metrics(self):
        """Returns the samples of the metrics as a parser of Prometheus reads them: name, labels and value."""
        with urllib.request.urlopen(f"http://{self.metrics_address}/metrics", timeout=30) as response:
            assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
            text = response.read().decode()
        families = list(text_string_to_metric_families(text))
        assert all(family.type != "unknown" and family.documentation for family in families), families
        return [sample for family in families for sample in family.samples]


@pytest.fixture(scope="module")
def machine(chain, tmp_path_factory):
    running = Machine(tmp_path_factory.mktemp("machine"), chain.upstream)
    running.command("systemctl start wallet-cloud")
    wait_until(lambda: '"serving"' in running.log.read_text())
    created = running.command('wallet-cloud merchant create Shop --permissions read,register --secrets "$DATA/secrets.json"')
    running.merchant_key = re.search(r"wck_\S+", created)[0]
    yield running
    running.command("systemctl stop wallet-cloud")


def test_metrics_count_requests_and_upstreams_without_addresses(machine):
    public_key = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    token = machine.token("read")
    path = "blockchain-connector-btc-like/v1/api/get-address/btc"
    status, response = machine.call(path, {"publicKey": public_key, "network": "testnet"}, token)
    assert status == 200, response
    address = response["data"]["address"]
    info = f"address-info-btc-like/v1/api/btc?network=testnet&address={address}"
    assert machine.call(info, token=token)[0] == 200
    assert machine.call(f"{info}x", token=token)[0] == 400
    assert machine.call(f"none/{address}")[0] == 404
    samples = machine.metrics()

    def value(name, **labels):
        found = [sample.value for sample in samples if sample.name == f"wallet_cloud_{name}" and labels.items() <= sample.labels.items()]
        assert found, (name, labels, samples)
        return sum(found)

    route = "/address-info-btc-like/v1/api/{chain}"
    assert value("http_requests_total", method="GET", route=route, status="2xx") == 1
    assert value("http_requests_total", method="GET", route=route, status="4xx") == 1
    assert value("http_requests_total", route="(none)", status="4xx") == 1
    assert value("http_request_duration_seconds_count", route=route) == 2
    assert value("http_request_duration_seconds_bucket", route=route, le="+Inf") == 2
    calls = value("upstream_calls_total", kind="blockbook", chain="btc", outcome="ok")
    assert calls > 0 and value("upstream_call_duration_seconds_count", chain="btc") >= calls
    assert value("upstream_breaker_open", kind="blockbook", chain="btc") == 0
    assert value("delivery_queue_waiting") == value("sockets_open") == 0
    assert value("build_info", version=re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[1]) == 1
    labels = {text for sample in samples for text in sample.labels.values()}
    assert not any(text in label for label in labels for text in (address, public_key, "shop", "Shop")), labels


def test_metrics_are_not_at_the_address_of_the_services(machine):
    assert machine.call("metrics")[0] == 404
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://{machine.metrics_address}/authorization/v1/health", timeout=30)


def test_upgrade_keeps_the_data_and_has_a_backup(machine):
    machine.register("alice")
    assert '"status":"ok"' in machine.run("machine-upgrade")
    assert machine.version() == "new"
    assert machine.log_in("alice") == 200


def test_rollback_keeps_what_was_written_since(machine):
    machine.register("bob")
    assert '"status":"ok"' in machine.run("machine-rollback")
    assert machine.version() == "old"
    assert [machine.log_in(name) for name in ("alice", "bob")] == [200, 200]


def test_restored_backup_loses_what_was_written_since(machine):
    assert '"status":"ok"' in machine.run("machine-restore")
    assert [machine.log_in(name) for name in ("alice", "bob")] == [200, 401]
    machine.register("carol")


def test_drill_reads_an_account_of_the_backup(machine):
    machine.environment["NAME"] = "alice"
    assert "alice" in machine.run("machine-drill")
    machine.environment["NAME"] = "carol"
    process = machine.start("machine-drill")
    assert process.wait() != 0, "carol registered after the backup"


def test_every_named_block_for_a_machine_was_run(machine):
    named = {name for name in blocks() if name.startswith("machine-")}
    assert set(machine.ran) - {"command"} == named, "these tests and the guide differ"
