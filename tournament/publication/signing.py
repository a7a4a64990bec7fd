"""The site's Ed25519 signature on final results. The key is made once and kept under var/, or comes from SIGNING_KEY.
Anybody can check a signature with the public key."""

import base64
import binascii
import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

SHORTEST_SECRET = 32  # characters; a shorter one could be guessed from the public key


class BadKey(Exception):
    """Not an Ed25519 public key."""


def _signing_key() -> Ed25519PrivateKey:
    secret = settings.SIGNING_KEY
    if len(secret) < SHORTEST_SECRET:
        raise ImproperlyConfigured(f"SIGNING_KEY needs {SHORTEST_SECRET} random characters or more.")
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(secret.encode()).digest())


def public_key() -> str:
    """The public key as PEM, for openssl."""
    spki = _signing_key().public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return spki.decode("ascii")


def fingerprint(key: str | None = None) -> str:
    """SHA-256 in hex of the 32 bytes of a public key (PEM; the site's own if none is given), to compare by eye. Raises
    BadKey."""
    public = _read(key) if key else _signing_key().public_key()
    raw = public.public_bytes(Encoding.Raw, PublicFormat.Raw)
    return hashlib.sha256(raw).hexdigest()


def sign(text: bytes) -> str:
    """The signature, 64 bytes, in Base64."""
    return base64.b64encode(_signing_key().sign(text)).decode("ascii")


def raw(signature: str) -> bytes:
    """The 64 bytes of a signature in Base64."""
    return base64.b64decode(signature)


def holds(text: bytes, signature: bytes, key: str | None = None) -> bool:
    """Whether this is the signature over exactly this text by the key (PEM; the site's own if none is given). The
    signature may be the 64 bytes or Base64. Raises BadKey."""
    public = _read(key) if key else _signing_key().public_key()
    try:
        public.verify(signature if len(signature) == 64 else base64.b64decode(signature, validate=False), text)
    except (InvalidSignature, binascii.Error):
        return False
    return True


def _read(pem: str) -> Ed25519PublicKey:
    try:
        key = load_pem_public_key(pem.encode())
    except ValueError as error:
        raise BadKey from error
    if not isinstance(key, Ed25519PublicKey):
        raise BadKey
    return key
