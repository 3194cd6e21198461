"""Pushes for the libraries of Web Push for Python; the protocol is that of json_lines.py.

receivers      { count }   the keys of new receivers in base64url
decrypt        { cases: [{ privateKey, auth, body }] }   the plaintext in base64 by http_ece, or the rejection
authorization  { cases }   true for each value of Authorization with a token that py_vapid verifies
"""

import base64
import os

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from json_lines import serve

CURVE = ec.SECP256R1()


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def receiver():
    key = ec.generate_private_key(CURVE)
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    secret = key.private_numbers().private_value.to_bytes(32, "big")
    return {"p256dh": base64url(point), "auth": base64url(os.urandom(16)), "privateKey": base64url(secret)}


def decrypt(case):
    try:
        key = ec.derive_private_key(int.from_bytes(from_base64url(case["privateKey"]), "big"), CURVE)
        body, auth = base64.b64decode(case["body"]), from_base64url(case["auth"])
        plaintext = http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm")
        return {"plaintext": base64.b64encode(plaintext).decode()}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def is_authentic(authorization):
    # The library expects no space after the comma, which RFC 8292 has.
    return Vapid02.verify(authorization.replace(", ", ","))


serve({
    "receivers": lambda request: [receiver() for _ in range(request["count"])],
    "decrypt": lambda request: [decrypt(case) for case in request["cases"]],
    "authorization": lambda request: [is_authentic(case) for case in request["cases"]],
})
