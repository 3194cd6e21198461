"""A stand-in for the Lambda Runtime API that starts one executable and measures it.

https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
"""

import json
import os
import queue
import re
import statistics
import struct
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

# The core that runs the measured process; the stand-in runs on the others.
CORE = max(os.sched_getaffinity(0))
TIMEOUT = 20


class Quiet(BaseHTTPRequestHandler):
    """A handler with persistent connections and without a log."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def read_body(self):
        return self.rfile.read(int(self.headers.get("content-length") or 0))

    def reply(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def serve(handler):
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    return server


class Function:
    """One running executable behind the stand-in."""

    def __init__(self, executable, environment, tool=()):
        """Starts the executable under a tool, a command that takes the executable as its last argument."""
        self.events, self.responses, self.polled = queue.Queue(), queue.Queue(), threading.Event()
        self.server = serve(self._handler())
        host = "127.0.0.1:%d" % self.server.server_address[1]
        lambda_variables = {
            "AWS_LAMBDA_RUNTIME_API": host,
            "AWS_LAMBDA_FUNCTION_NAME": Path(executable).name,
            "AWS_LAMBDA_FUNCTION_VERSION": "1",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256",
            "AWS_LAMBDA_LOG_STREAM_NAME": "bench",
            "AWS_LAMBDA_LOG_GROUP_NAME": "bench",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "bench",
            "AWS_SECRET_ACCESS_KEY": "bench",
        }
        # The process inherits the core of this thread. Without a function between fork and exec, Python uses vfork, and the
        # CPU time of the process has no part of ours.
        own = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {CORE})
        self.process = subprocess.Popen(
            [*tool, str(executable)],
            env=lambda_variables | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        os.sched_setaffinity(0, own)
        if not self.polled.wait(TIMEOUT):
            self.process.kill()
            raise RuntimeError(f"{executable} did not start: {self.process.stderr.read().decode()[-2000:]}")

    def _handler(function):
        class Handler(Quiet):
            def do_GET(self):
                function.polled.set()
                event = function.events.get()
                headers = [("lambda-runtime-aws-request-id", "1"), ("lambda-runtime-deadline-ms", "99999999999999")]
                self.reply(200, event, [*headers, ("content-type", "application/json")])

            def do_POST(self):
                function.responses.put(self.read_body())
                self.reply(202)

        return Handler

    def invoke(self, event):
        """Sends an event and returns the response of the function."""
        self.events.put(event)
        return json.loads(self.responses.get(timeout=TIMEOUT))

    def cpu(self):
        """Returns the CPU time of all threads in nanoseconds."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks)

    def memory(self):
        """Returns the resident memory in MB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()
        self.server.shutdown()
        self.server.server_close()


def instructions(executable, environment):
    """Returns the number of instructions until the first poll, the loader included (callgrind).

    The number depends neither on the speed nor on the load of the machine. The versions of the C library and of Valgrind
    change it by about one percent.
    """
    tool = ("/usr/bin/valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    function = Function(executable, environment, tool)
    # The poll arrives before the process is asleep.
    time.sleep(0.5)
    function.process.terminate()
    report = function.process.stderr.read().decode()
    function.stop()
    collected = re.search(r"Collected : (\d+)", report)
    if collected is None:
        raise RuntimeError(f"callgrind: {report[-2000:]}")
    return int(collected[1])


def relocations(executable):
    """Returns the number of relocations that the loader processes at every start (ELF, 64 bits)."""
    data = Path(executable).read_bytes()
    segments, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    headers = [struct.unpack_from("<IIQQQQ", data, segments + index * size) for index in range(count)]
    # PT_DYNAMIC; the entries DT_RELASZ and DT_PLTRELSZ are lengths in bytes, and a relocation has 24.
    offset, length = next((header[2], header[5]) for header in headers if header[0] == 2)
    entries = dict(struct.iter_unpack("<QQ", data[offset : offset + length]))
    return (entries.get(8, 0) + entries.get(2, 0)) // 24


def event(method, path, headers=(), body=None):
    """Returns an event of an HTTP API, payload format 2.0."""
    return json.dumps(
        {
            "version": "2.0",
            "routeKey": "$default",
            "rawPath": path,
            "rawQueryString": "",
            "headers": {"host": "bench.example", "content-type": "application/json", **dict(headers)},
            "requestContext": {
                "accountId": "1",
                "apiId": "a",
                "domainName": "bench.example",
                "domainPrefix": "bench",
                "http": {"method": method, "path": path, "protocol": "HTTP/1.1", "sourceIp": "203.0.113.7", "userAgent": "b"},
                "requestId": "r",
                "routeKey": "$default",
                "stage": "$default",
                "time": "22/Nov/2026:12:00:00 +0000",
                "timeEpoch": 1795348800000,
            },
            "body": body,
            "isBase64Encoded": False,
        }
    ).encode()


def cold(candidates, starts):
    """Starts each candidate this often, in turns; returns the median CPU time and memory at the first poll."""
    figures = {name: [] for name in candidates}
    for _ in range(starts):
        for name, (executable, environment) in candidates.items():
            function = Function(executable, environment)
            # The poll arrives before the process is asleep.
            time.sleep(0.01)
            figures[name].append((function.cpu(), function.memory()))
            function.stop()
    return {
        name: (statistics.median(cpu for cpu, _ in rows), statistics.median(memory for _, memory in rows))
        for name, rows in figures.items()
    }


def warm(candidates, invocations, rounds):
    """Returns the median CPU time in nanoseconds of one invocation, and the memory in MB after all of them."""
    running = {name: (Function(executable, environment), request) for name, (executable, environment, request) in candidates.items()}
    figures = {name: [] for name in candidates}
    try:
        for _ in range(rounds):
            for name, (function, request) in running.items():
                for _ in range(invocations // 10):
                    check(name, function.invoke(request))
                before = function.cpu()
                for _ in range(invocations):
                    function.invoke(request)
                figures[name].append((function.cpu() - before) / invocations)
        memory = {name: function.memory() for name, (function, _) in running.items()}
    finally:
        for function, _ in running.values():
            function.stop()
    return {name: (statistics.median(rows), memory[name]) for name, rows in figures.items()}


def check(name, response):
    if response.get("statusCode") != 200:
        raise RuntimeError(f"{name}: {response}")
