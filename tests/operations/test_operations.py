"""docs/operations.md, followed step by step: deploy, keys, merchant, first payment, rotate, leak, restore.

The commands are those of the guide (guide.py); the tests verify what the guide states about them, through HTTP. The tests
run in this order, each on the state that the ones before left.
"""

import base64
import hmac
import json
import re
import subprocess
import threading
import time
import uuid

import boto3
import pytest
from conftest import STACK, send
from guide import Shell, blocks

USER = {"username": "alice", "password": "correct horse battery staple"}


@pytest.fixture(scope="module")
def api(shell, gateway):
    return Api(shell, gateway.url)


class Api:
    """The calls of a wallet and its back end to the deployment."""

    def __init__(self, shell, base_url):
        self.shell, self.base_url, self.device = shell, base_url, {}

    def call(self, path, body=None, token=None, method=None):
        return send(f"{self.base_url}/{path}", body, token, method)

    def merchant_token(self, permission, key=None):
        """Returns the response to a request of a back end for a token."""
        body = {"tokenId": str(uuid.uuid4()), "permissions": [permission], "merchantKey": key or self.shell.environment["KEY"]}
        return self.call("authorization/v1/api/permission/issue-by-key", body)

    def register(self):
        token = permission_token(self.merchant_token("register"))
        status, response = self.call("authorization/v1/api/account/credentials", USER, token)
        assert status == 200, response

    def log_in(self, permission="read"):
        """Returns the response to a login: a new session."""
        status, response = self.call("authorization/v1/api/security-factor/credentials", USER)
        if status != 200:
            return status, response
        factors = {
            "tokenId": str(uuid.uuid4()),
            "permissions": [permission],
            "securityTokens": [response["data"]["securityToken"]],
        }
        return self.call("authorization/v1/api/permission/issue-by-factors", factors)

    def enrol(self, token):
        """Activates a second factor, of which no code is stored."""
        status, response = self.call("authorization/v1/api/account/otp", {"password": USER["password"]}, token)
        assert status == 200, response
        body = {"code": one_time_password(response["data"]["secret"])}
        status, response = self.call("authorization/v1/api/account/otp/confirm", body, token)
        assert status == 200, response

    def refresh(self, session):
        body = {"refreshToken": session[1]["data"]["refreshToken"]["refreshToken"]}
        return self.call("authorization/v1/api/permission/refresh", body)

    def uses(self, token):
        """Returns the status of a request with a permission token to another service, which verifies it by the public keys."""
        path = "blockchain-connector-btc-like/v1/api/get-address/btc"
        key = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
        return self.call(path, {"publicKey": key}, token)[0]

    def key_ids(self):
        return [key["kid"] for key in self.call("authorization/v1/.well-known/jwks.json")[1]["keys"]]


def one_time_password(secret):
    """Returns the code of an authenticator app (RFC 6238)."""
    step = int(time.time()) // 30
    mac = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    offset = mac[-1] & 15
    return f"{(int.from_bytes(mac[offset : offset + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def permission_token(response):
    assert response[0] == 200, response
    return response[1]["data"]["permissionToken"]["permissionToken"]


def key_id(token):
    """Returns the id of the key that signed a token."""
    header = token.split(".")[0]
    return json.loads(base64.urlsafe_b64decode(header + "=" * (-len(header) % 4)))["kid"]


def code(response):
    return response[0], response[1]["error"]["code"]


def find(shell):
    return json.loads(shell.run("find"))


def check_deployment(shell):
    report = shell.run("doctor")
    assert "jwks.json has the keys of the secret" in report, report
    assert "btc testnet: blockbook" in report, report
    assert "DeadTicksQueue has 0 messages" in report, report


def test_deployment_takes_four_steps(shell, api, gateway):
    shell.run("deploy")
    # Without keys the functions start and have no token to issue.
    assert api.call("asset-info/v1/health")[0] == 200
    shell.run("keys")
    shell.run("configure")
    assert shell.environment["BASE"] == gateway.url
    assert gateway.function("asset-info")[1], "it starts with the public keys"
    variables = gateway.variables("asset-info")
    assert json.loads(variables["WALLET_CLOUD_JWKS"]) == api.call("authorization/v1/.well-known/jwks.json")[1]
    output = json.loads(shell.run("merchant"))
    assert (output["data"]["service"], output["data"]["status"]) == ("authorization", "ok")
    assert api.uses(permission_token(api.merchant_token("read"))) == 200
    check_deployment(shell)


def test_first_payment_is_confirmed(shell, chain):
    checking = shell.start("check")
    paid, ended = [], threading.Event()

    def fund():
        for line in checking.stderr:
            if found := re.match(r"btc: fund (\S+) with (\d+) base units", line):
                chain.call("faucet", chain="btc", address=found[1], amount=found[2])
                paid.append(found[1])
                mine()

    def mine():
        while not ended.wait(1):
            chain.call("mine", chain="btc")

    funding = threading.Thread(target=fund, daemon=True)
    funding.start()
    try:
        output = checking.stdout.read()
    finally:
        ended.set()
        funding.join()
    assert checking.wait() == 0, output
    assert len(paid) == 1 and re.search(r"btc.*confirmed", output), output


def test_operator_manages_accounts_and_sessions(shell, api):
    api.register()
    session = api.log_in()
    assert api.refresh(session)[0] == 200
    assert (find(shell)["disabled"], find(shell)["sessions"]) == (False, 1)
    shell.run("disable")
    assert find(shell)["disabled"]
    rejected = api.log_in()
    assert rejected[1]["error"]["details"]["reason"] == "account_disabled", rejected
    shell.run("enable")
    session = api.log_in()
    listed = shell.run("sessions")
    assert "1 sessions." in listed, listed
    assert code(api.refresh(session)) == (401, "invalid_token")
    session = api.log_in("secret")
    api.enrol(permission_token(session))
    assert api.log_in()[1]["error"]["details"]["factor"] == "otp"
    shell.run("reset-factor")
    assert code(api.refresh(session)) == (401, "invalid_token")
    assert api.log_in()[0] == 200
    shell.run("delete")
    assert code(api.log_in()) == (401, "invalid_credentials")
    api.register()


def test_merchant_keys_are_replaced_and_disabled(shell, api, gateway):
    old = shell.environment["KEY"]
    new = shell.run("merchant-rotate").strip()
    assert new.startswith("wck_") and new != old
    # Functions reload a merchant within five minutes; new ones read it at once.
    gateway.stop_functions()
    assert [api.merchant_token("read", key)[0] for key in (old, new)] == [200, 200]
    shell.run("merchant-disable")
    gateway.stop_functions()
    assert {code(api.merchant_token("read", key)) for key in (old, new)} == {(401, "invalid_merchant_key")}
    shell.run("merchant-enable")
    gateway.stop_functions()
    assert api.merchant_token("read", new)[0] == 200


def test_rotation_announces_a_key_and_ends_nothing(shell, api):
    session = api.log_in()
    token = permission_token(session)
    before = api.key_ids()
    shell.run("rotate")
    after = api.key_ids()
    assert len(after) == len(before) + 1 and set(before) < set(after)
    assert api.uses(token) == 200
    renewed = api.refresh(session)
    assert key_id(permission_token(renewed)) == key_id(token), "the new key signs nothing yet"
    check_deployment(shell)


def test_tokens_of_a_leaked_key_are_rejected_and_sessions_continue(shell, api):
    session = api.log_in()
    token = permission_token(session)
    shell.environment["KID"] = key_id(token)
    listed = shell.run("leak")
    assert key_id(token) in listed.split(), listed
    assert key_id(token) not in api.key_ids()
    assert api.uses(token) == 401
    renewed = permission_token(api.refresh(session))
    assert key_id(renewed) != key_id(token) and api.uses(renewed) == 200
    check_deployment(shell)


def test_replacing_all_keys_ends_every_session(shell, api):
    session = api.log_in()
    shell.run("leak-all")
    assert api.uses(permission_token(session)) == 401
    assert code(api.refresh(session)) == (401, "invalid_token")
    assert api.uses(permission_token(api.log_in())) == 200
    check_deployment(shell)


def test_accounts_are_restored_and_sessions_are_not(shell, api):
    session = api.log_in()
    shell.environment["TIME"] = "2026-01-31T12:00:00Z"
    # moto copies the current state of the table, whatever the time: the damage follows.
    shell.run("restore-table")
    account = find(shell)["id"]
    session = api.log_in("secret")
    api.enrol(permission_token(session))
    assert api.log_in()[1]["error"]["details"]["factor"] == "otp"
    shell.run("reset-factor")
    assert code(api.refresh(session)) == (401, "invalid_token")
    assert api.log_in()[0] == 200
    shell.run("delete")
    assert code(api.log_in()) == (401, "invalid_credentials")
    shell.run("restore")
    assert find(shell)["id"] == account
    assert code(api.refresh(session)) == (401, "invalid_token")
    assert api.uses(permission_token(api.log_in())) == 200
    # The settings of the restored table too.
    check_deployment(shell)


def test_upgrade_and_rollback_keep_sessions_and_accounts(shell, api):
    for command in ("init --quiet", "commit --quiet --allow-empty -m old", "tag old", "commit --quiet --allow-empty -m new", "tag new"):
        identity = ["-c", "user.name=operator", "-c", "user.email=operator@wallet.example"]
        subprocess.run(["git", *identity, *command.split()], cwd=shell.folder, check=True)

    def head():
        command = ["git", "describe", "--tags", "--exact-match"]
        return subprocess.run(command, cwd=shell.folder, check=True, capture_output=True, text=True).stdout.strip()

    session = api.log_in()
    shell.environment |= {"PREVIOUS": "old", "VERSION": "new"}
    shell.run("upgrade")
    assert head() == "new"
    session = api.refresh(session)
    assert api.uses(permission_token(session)) == 200
    shell.run("rollback")
    assert head() == "old"
    assert api.uses(permission_token(api.refresh(session))) == 200
    check_deployment(shell)


def test_key_of_an_upstream_is_stored_and_read(shell, api, gateway):
    shell.run("upstream-key", input="canary-of-a-key\n")
    assert shell.run("upstreams").split() == ["btc-like", "btc.example.org"]
    secret = boto3.client("secretsmanager").get_secret_value(SecretId="wallet-cloud/upstreams/btc-like")
    assert "canary-of-a-key" in secret["SecretString"]
    shell.run("upstream-deploy")
    # The function reads the secret when it starts.
    assert api.call("blockchain-connector-btc-like/v1/health")[0] == 200
    variables = gateway.variables("blockchain-connector-btc-like")
    assert variables["WALLET_CLOUD_UPSTREAM_BTC_LIVENET"].endswith("{key}")


# BIP 173, test vectors.
WATCHED = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"


def test_tick_of_the_queue_writes_an_event_to_the_log(shell, api, chain):
    shell.run("notify-merchant")
    token = permission_token(api.merchant_token("notify", shell.environment["NOTIFY_KEY"]))
    # No name below .invalid has an address (RFC 6761).
    webhook = {"url": "https://receiver.invalid/events"}
    subscription = {"chain": "btc", "network": "testnet", "addresses": [WATCHED], "webhook": webhook}
    status, response = api.call("notifications/v1/api/subscription", subscription, token)
    assert status == 200, response
    chain.call("faucet", chain="btc", address=WATCHED, amount="100000")
    chain.call("mine", chain="btc")
    assert shell.run("schedule").strip() == "null"
    assert json.loads(shell.run("tick")) == {"batchItemFailures": []}
    event = api.call("notifications/v1/api/event", token=token)[1]["data"]["events"][0]
    assert (event["addresses"], event["transaction"]["net"]["amount"]) == ([WATCHED], "100000"), event
    # The next tick waits in the queue; a second one is not started.
    assert shell.run("schedule").strip() == "null"
    url = shell.environment["TICKS"]
    attributes = boto3.client("sqs").get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    assert attributes["ApproximateNumberOfMessages"] == "0"
    assert attributes["ApproximateNumberOfMessagesDelayed"] == "1"


def test_delivery_of_the_queue_is_attempted(shell, api):
    scheduled, _, handled = shell.run("deliver").partition("\n")
    assert (scheduled, json.loads(handled)) == ("null", {"batchItemFailures": []})
    token = permission_token(api.merchant_token("notify", shell.environment["NOTIFY_KEY"]))
    (subscription,) = api.call("notifications/v1/api/subscription", token=token)[1]["data"]["subscriptions"]
    path = f"notifications/v1/api/subscription/{subscription['id']}/deliveries"
    attempt = api.call(path, token=token)[1]["data"]["deliveries"][0]
    assert (attempt["kind"], attempt["failure"]) == ("webhook", "unresolved"), attempt


def test_socket_sends_events_of_the_log(shell, api, gateway):
    token = permission_token(api.merchant_token("notify", shell.environment["NOTIFY_KEY"]))
    logged = api.call("notifications/v1/api/event", token=token)[1]["data"]["events"]
    # An id as API Gateway gives them, and the position before all events (shared/notifications/src/cursor.rs).
    connection, start = "L0SM9cOFvHcCIhw=", base64.urlsafe_b64encode(b"1,").decode().rstrip("=")
    assert gateway.socket(connection, "$connect") == 200
    assert gateway.socket(connection, "$default", {"token": token, "after": start}) == 200
    assert gateway.messages[connection] == []
    handled = shell.run("deliver").partition("\n")[2]
    assert json.loads(handled) == {"batchItemFailures": []}
    assert [message["event"] for message in gateway.messages[connection]] == logged
    # A rejected message ends the connection.
    assert gateway.socket(connection, "$default", {"token": token}) == 200
    error, end = gateway.messages[connection][-2:]
    assert (error["error"]["code"], end) == ("invalid_request", None)
    assert gateway.socket(connection, "$disconnect") == 200


def test_every_named_block_of_the_guide_was_run(shell):
    named = {name for name in blocks() if not name.startswith("machine-")}
    assert set(shell.ran) == named, "these tests and the guide differ"


def test_failed_command_of_a_block_fails(tmp_path):
    shell = Shell(tmp_path, {"PATH": "/usr/bin:/bin"})
    shell.commands = {"one": "false\ntrue", "two": "false | true\n", "three": "A=1"}
    for name in ("one", "two"):
        with pytest.raises(AssertionError):
            shell.run(name)
    shell.run("three")
    assert shell.environment["A"] == "1"


def test_stack_is_in_the_state_of_a_deployment():
    stack = boto3.client("cloudformation").describe_stacks(StackName=STACK)["Stacks"][0]
    assert stack["StackStatus"] == "UPDATE_COMPLETE"
