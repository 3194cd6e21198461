"""The moto server, with serialised requests.

DynamoDB isolates transactions and conditional writes from each other; moto checks a condition and then writes,
in one thread per request. A lock provides the isolation that the race tests rely on.

A secret that is created without a value has no version at Secrets Manager. moto creates a version without a value and
labels it AWSCURRENT, so that the first value would not become current.

For each item of a transaction, moto copies the whole table, from which it restores the table if the transaction fails: half of
its time, and gigabytes. A transaction changes no other items than its own, so that only these are copied.
"""

import copy
import sys
import threading
from types import SimpleNamespace

import moto.dynamodb.models
from moto.dynamodb.models import DynamoDBBackend, Table
from moto.dynamodb.models.dynamo_type import DynamoType
from moto.server import DomainDispatcherApplication, create_backend_app
from moto.secretsmanager.models import SecretsManagerBackend
from werkzeug.serving import WSGIRequestHandler, run_simple

LOCK = threading.Lock()
MOTO = DomainDispatcherApplication(create_backend_app)


def one_at_a_time(environ, start_response):
    with LOCK:
        return list(MOTO(environ, start_response))


CREATE = SecretsManagerBackend.create_secret


def create_secret(self, name, secret_string, secret_binary, *others, **named):
    created = CREATE(self, name, secret_string, secret_binary, *others, **named)
    if secret_string is None and secret_binary is None:
        self.secrets[name].versions.clear()
    return created


SecretsManagerBackend.create_secret = create_secret

WRITE = DynamoDBBackend.transact_write_items
# The keys of the items of the transaction that is running: table, partition and, if the table has one, sort key.
changed = []


def transact_write_items(self, transact_items):
    changed.clear()
    for operation in (operation for item in transact_items for operation in item.values()):
        if table := self.tables.get(operation.get("TableName")):
            values = operation.get("Key") or operation.get("Item", {})
            names = [name for name in (table.hash_key_attr, table.range_key_attr) if name]
            # moto rejects an item without a key.
            if all(name in values for name in names):
                changed.append((table.name, *(DynamoType(values[name]) for name in names)))
    return WRITE(self, transact_items)


def deepcopy(value):
    if not isinstance(value, Table):
        return copy.deepcopy(value)
    items = copy.copy(value.items)
    for table, partition, *sort in changed:
        if table != value.name or partition not in items:
            continue
        if not sort:
            items[partition] = copy.deepcopy(items[partition])
            continue
        stored = items[partition] = copy.copy(items[partition])
        if sort[0] in stored:
            stored[sort[0]] = copy.deepcopy(stored[sort[0]])
    return copy.deepcopy(value, {id(value.items): items})


DynamoDBBackend.transact_write_items = transact_write_items
moto.dynamodb.models.copy = SimpleNamespace(deepcopy=deepcopy)


class Handler(WSGIRequestHandler):
    def log_request(self, *_):
        """Logs no requests, which takes a twentieth of the time."""


if __name__ == "__main__":
    # Prints the chosen port on standard error.
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    run_simple("127.0.0.1", port, one_at_a_time, threaded=True, request_handler=Handler)
