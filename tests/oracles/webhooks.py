"""Webhooks for the library of Standard Webhooks for Python; the protocol is that of json_lines.py.

verify     { cases: [{ secret, headers, body }] }   the body as the library of Standard Webhooks parsed it, or the rejection
addresses  { addresses }   true for each address that is global and unicast by the registries of IANA
"""

import ipaddress

from standardwebhooks.webhooks import Webhook

from json_lines import serve


def verify_case(case):
    try:
        return {"body": Webhook(case["secret"]).verify(case["body"], case["headers"])}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def is_global(text):
    address = ipaddress.ip_address(text)
    return address.is_global and not address.is_multicast


serve({
    "verify": lambda request: [verify_case(case) for case in request["cases"]],
    "addresses": lambda request: [is_global(text) for text in request["addresses"]],
})
