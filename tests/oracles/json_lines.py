"""Reads a JSON request per line and writes a JSON response per line: { ok } or { error }."""

import json
import sys


def respond(operations, line):
    try:
        request = json.loads(line)
        return {"ok": operations[request["op"]](request)}
    except Exception as error:
        return {"error": str(error)}


def serve(operations):
    for line in sys.stdin:
        print(json.dumps(respond(operations, line)), flush=True)
