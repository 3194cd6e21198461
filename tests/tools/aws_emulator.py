"""The moto server, with serialised requests.

DynamoDB isolates transactions and conditional writes from each other; moto checks a condition and then writes,
in one thread per request. A lock provides the isolation that the race tests rely on.

A secret that is created without a value has no version at Secrets Manager. moto creates a version without a value and
labels it AWSCURRENT, so that the first value would not become current.
"""

import sys
import threading

from moto.server import DomainDispatcherApplication, create_backend_app
from moto.secretsmanager.models import SecretsManagerBackend
from werkzeug.serving import run_simple

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

if __name__ == "__main__":
    # Prints the chosen port on standard error.
    run_simple("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0, one_at_a_time, threaded=True)
