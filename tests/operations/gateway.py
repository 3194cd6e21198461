"""Emulates API Gateway and Lambda: serves the functions of the stack, each with the variables that its stack states."""

import base64
import json
import os
import sys
import threading
from pathlib import Path
from urllib.parse import unquote, urlsplit

import boto3
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests/lambda_bench"))

from runtime_api import Function, Quiet, serve  # noqa: E402

EXECUTABLES = ROOT / "target/debug"
# Lambda sets them from the role of the function; here they lead to moto.
CREDENTIALS = ("AWS_ENDPOINT_URL", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
# The path of an invocation by `cargo lambda invoke`, before the name of the function.
INVOKE = "/2015-03-31/functions/"
# The path with which sam.py reports a deployment.
REPLACE = "/.replace"
# The path of the connections of the socket, before the id.
CONNECTIONS = "/socket/@connections/"
# The address of all clients: one of the documentation (RFC 5737).
CLIENT = "203.0.113.7"


class Gateway:
    """A gateway on loopback. A function starts with its first request, and again after each deployment."""

    def __init__(self, stack):
        self.stack, self.functions, self.lock = stack, {}, threading.Lock()
        # The messages that the clients of the socket have received, by connection; None is the end.
        self.messages = {}
        self.server = serve(self._handler())
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]

    def _handler(gateway):
        class Handler(Quiet):
            def handle_request(self):
                # The next request on the connection follows the body, even of a request that is rejected here.
                body = self.read_body()
                if self.path == REPLACE:
                    gateway.stop_functions()
                    self.reply(200)
                elif self.path.startswith(CONNECTIONS):
                    gateway.connection(self, body)
                elif self.path.startswith(INVOKE):
                    gateway.invoke(self, body)
                else:
                    gateway.forward(self, body)

            do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = handle_request

        return Handler

    def forward(self, handler, body):
        path = urlsplit(handler.path)
        one_at_a_time, function = self.function(path.path.split("/")[1])
        if function is None:
            handler.reply(404, b'{"message":"Not Found"}', [("content-type", "application/json")])
            return
        with one_at_a_time:
            response = function.invoke(event(handler, path, body))
        body = (response.get("body") or "").encode()
        if response.get("isBase64Encoded"):
            body = base64.b64decode(body)
        headers = {name: ",".join(values) for name, values in response.get("multiValueHeaders", {}).items()}
        headers |= response.get("headers", {})
        headers = [(name, value) for name, value in headers.items() if name.lower() != "content-length"]
        # The gateway adds the date, which `wallet-cloud doctor` compares with the clock: so does send_response.
        handler.reply(response["statusCode"], b"" if handler.command == "HEAD" else body, headers)

    def invoke(self, handler, event):
        """Invokes a function with an event as it is."""
        name = handler.path.removeprefix(INVOKE).split("/")[0]
        one_at_a_time, function = self.function(name)
        with one_at_a_time:
            response = function.invoke(event)
        handler.reply(200, json.dumps(response).encode(), [("content-type", "application/json")])

    def connection(self, handler, body):
        """Sends a message to a client, or closes the connection, if botocore signs the request in the same way."""
        given = handler.headers["authorization"]
        names = given.split("SignedHeaders=")[1].split(",")[0].split(";")
        headers = {name: handler.headers[name] for name in names}
        signed = AWSRequest(handler.command, f"{self.url}{handler.path}", headers, body)
        signed.context["timestamp"] = headers["x-amz-date"]
        signer = SigV4Auth(Credentials(*(os.environ[name] for name in CREDENTIALS[2:])), "execute-api", os.environ["AWS_REGION"])
        signature = signer.signature(signer.string_to_sign(signed, signer.canonical_request(signed)), signed)
        if not given.endswith(f"Signature={signature}"):
            handler.reply(403, b'{"message":"The request signature does not match"}')
            return
        messages = self.messages.get(unquote(handler.path.removeprefix(CONNECTIONS)))
        if messages is None or messages[-1:] == [None]:
            handler.reply(410)
            return
        messages.append(json.loads(body) if handler.command == "POST" else None)
        handler.reply(200)

    def socket(self, connection, route, message=None):
        """Invokes the function of the socket with an event of a WebSocket API. Returns the status."""
        self.messages.setdefault(connection, [])
        event = {"requestContext": {"connectionId": connection, "routeKey": route, "eventType": "MESSAGE"}, "isBase64Encoded": False}
        if message is not None:
            event["body"] = json.dumps(message)
        one_at_a_time, function = self.function("notifications-socket")
        with one_at_a_time:
            return function.invoke(json.dumps(event).encode())["statusCode"]

    def function(self, service):
        """Returns the function of a service with its lock, or None if the stack has no such function."""
        if not (EXECUTABLES / service).is_file() or not service:
            return None, None
        with self.lock:
            if service not in self.functions:
                own = boto3.client("lambda").get_function_configuration(FunctionName=f"{self.stack}-{service}")
                variables = {name: os.environ[name] for name in CREDENTIALS} | own["Environment"]["Variables"]
                # The emulator keeps the numbers of parameters, which AWS turns into texts.
                variables = {name: str(value) for name, value in variables.items()}
                self.functions[service] = (threading.Lock(), variables, [])
            one_at_a_time, variables, running = self.functions[service]
        # Outside of the common lock: a starting function requests the public keys from authorization.
        with one_at_a_time:
            if not running:
                running.append(Function(EXECUTABLES / service, variables))
        return one_at_a_time, running[0]

    def variables(self, service):
        """Returns the variables of a running function."""
        return self.functions[service][1]

    def stop_functions(self):
        with self.lock:
            functions, self.functions = self.functions, {}
        for one_at_a_time, _, running in functions.values():
            with one_at_a_time:
                for function in running:
                    function.stop()

    def stop(self):
        self.stop_functions()
        self.server.shutdown()
        self.server.server_close()


def event(handler, path, body):
    """Returns the event of a request: an HTTP API, payload format 2.0."""
    headers = {}
    for name, value in handler.headers.items():
        name = name.lower()
        headers[name] = f"{headers[name]},{value}" if name in headers else value
    http = {"method": handler.command, "path": path.path, "protocol": "HTTP/1.1", "sourceIp": CLIENT, "userAgent": "test"}
    return json.dumps(
        {
            "version": "2.0",
            "routeKey": "$default",
            "rawPath": path.path,
            "rawQueryString": path.query,
            "headers": headers,
            "requestContext": {
                "accountId": "123456789012",
                "apiId": "operations",
                "domainName": headers.get("host", ""),
                "domainPrefix": "operations",
                "http": http,
                "requestId": "operations",
                "routeKey": "$default",
                "stage": "$default",
                "time": "01/Jan/2026:00:00:00 +0000",
                "timeEpoch": 1767225600000,
            },
            "body": base64.b64encode(body).decode() if body else None,
            "isBase64Encoded": bool(body),
        }
    ).encode()
