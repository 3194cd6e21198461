"""The moto server, with serialised requests.

DynamoDB isolates transactions and conditional writes from each other; moto checks a condition and then writes,
in one thread per request. A lock provides the isolation that the race tests rely on.
"""

import sys
import threading

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple

LOCK = threading.Lock()
MOTO = DomainDispatcherApplication(create_backend_app)


def one_at_a_time(environ, start_response):
    with LOCK:
        return list(MOTO(environ, start_response))


if __name__ == "__main__":
    # Prints the chosen port on standard error.
    run_simple("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0, one_at_a_time, threaded=True)
