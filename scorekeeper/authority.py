"""A certificate authority of this house: one that phones are told to trust once, and the certificates it signs."""

from __future__ import annotations

import hashlib
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from .private_file import write_private

AUTHORITY_DAYS = 3650
SERVER_DAYS = 397  # an iPhone refuses more than 398
SPARE = timedelta(days=30)
YESTERDAY = timedelta(days=1)  # a phone's clock may be behind ours
HOME_NETWORKS = [
    ip_network(text)
    for text in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
]
NAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")

Address = IPv4Address | IPv6Address
Place = str | Address


class Damaged(Exception):
    """What lies in the folder cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A certificate with the key that belongs to it."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def places(self) -> set[Place]:
        """Names and addresses it is for."""
        names = self.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        return {*names.get_values_for_type(x509.DNSName), *names.get_values_for_type(x509.IPAddress)}  # type: ignore[arg-type]

    def ends_soon(self, now: datetime) -> bool:
        """Say whether this month is its last."""
        return now >= self.certificate.not_valid_after_utc - SPARE

    def lasts(self, now: datetime) -> bool:
        """Say whether it is good now, and for another month."""
        return self.certificate.not_valid_before_utc <= now and not self.ends_soon(now)


class Authority:
    """The authority kept in a folder that only its owner may look into."""

    def __init__(self, folder: Path, own: Signed) -> None:
        self.folder, self.own = folder, own

    @property
    def certificate(self) -> bytes:
        """Its certificate, as phones take it."""
        return self.own.certificate.public_bytes(Encoding.DER)

    @property
    def server_file(self) -> Path:
        """Where the server's certificate and key are."""
        return self.folder / "server.pem"

    def covers(self, place: Place) -> bool:
        """Say whether a certificate for a place would be believed: this authority speaks for the house alone."""
        allowed = self.own.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        for subtree in allowed.permitted_subtrees or ():
            if isinstance(place, str):
                if isinstance(subtree, x509.DNSName) and f".{place}".endswith(f".{subtree.value}"):
                    return True
            elif isinstance(subtree, x509.IPAddress) and place in subtree.value:  # type: ignore[operator]
                return True
        return False

    def serve(self, places: Iterable[Place], now: datetime | None = None) -> Signed:
        """Give the server's certificate for these places; a new one where the old one ends soon or misses a place.

        Places that the authority does not cover are left out. Raises Damaged and OSError.
        """
        now = now or datetime.now(UTC)
        wanted = {place for place in places if self.covers(place)}
        with suppress(FileNotFoundError, Damaged):
            kept = _read(self.server_file)
            if _signed_by(kept, self.own) and kept.lasts(now) and kept.places >= wanted:
                return kept
        made = _sign_server(self.own, wanted, now)
        _write(self.server_file, made)
        return made


def open_authority(folder: Path, places: Iterable[Place], now: datetime | None = None) -> Authority:
    """Open the authority in a folder; one is made, for these places too, where there is none, or where it ends soon.

    Raises Damaged and OSError.
    """
    now = now or datetime.now(UTC)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _keep_private(folder, 0o700)
    file = folder / "authority.pem"
    try:
        own = _read(file)
    except FileNotFoundError:
        _write(file, _make_authority(places, now), once=True)
        own = _read(file)
    # Not where it is not good yet: a small computer's clock may start in 1970, and phones trust what is there.
    if own.ends_soon(now):
        own = _make_authority(places, now)
        _write(file, own)
    return Authority(folder, own)


def names_of(host: str) -> list[str]:
    """Names by which this computer is found in its house."""
    short = host.lower().rstrip(".").removesuffix(".local")
    names = ["localhost", short, f"{short}.local"]
    return [name for name in dict.fromkeys(names) if NAME.fullmatch(name)]


def address_of(text: str) -> Address | None:
    """Read an address as a socket tells it: without its zone, and IPv4 as such."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def fingerprint(certificate: bytes) -> str:
    """What people compare: the same on the computer and on the phone means that nobody has swapped it."""
    return hashlib.sha256(certificate).digest().hex(":").upper()


# --- signing ---------------------------------------------------------------------------------------------------------


def _make_authority(places: Iterable[Place], now: datetime) -> Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Scorekeeper on {socket.gethostname()}"[:64])])
    # Stolen, it could still not pass for a bank: phones believe it about this house alone.
    allowed: list[x509.GeneralName] = [x509.DNSName("local"), *map(x509.IPAddress, HOME_NETWORKS)]
    for place in places:
        if isinstance(place, str):
            allowed += [] if place.endswith(".local") else [x509.DNSName(place)]
        elif not any(place in network for network in HOME_NETWORKS):
            allowed.append(x509.IPAddress(ip_network(place)))
    builder = (
        _begin(name, name, key.public_key(), now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(allowed, None), critical=True)
    )
    return Signed(builder.sign(key, hashes.SHA256()), key)


def _sign_server(own: Signed, places: set[Place], now: datetime) -> Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    names = sorted(place for place in places if isinstance(place, str))
    addresses = sorted((place for place in places if not isinstance(place, str)), key=str)
    also = [*map(x509.DNSName, names), *map(x509.IPAddress, addresses)]
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Scorekeeper at this table")])
    issuer = own.certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    days = min(SERVER_DAYS, (own.certificate.not_valid_after_utc - now).days)
    builder = (
        _begin(subject, own.certificate.subject, key.public_key(), now, days)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(also), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(issuer), critical=False)
    )
    return Signed(builder.sign(own.key, hashes.SHA256()), key)


def _begin(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - YESTERDAY)
        .not_valid_after(now - YESTERDAY + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _signed_by(kept: Signed, own: Signed) -> bool:
    try:
        kept.certificate.verify_directly_issued_by(own.certificate)
    except Exception:  # noqa: BLE001 - whatever is wrong with it: it is not ours
        return False
    return True


# --- files -----------------------------------------------------------------------------------------------------------


def _read(file: Path) -> Signed:
    text = file.read_bytes()
    _keep_private(file, 0o600)
    try:
        key = load_pem_private_key(text, password=None)
        certificate = x509.load_pem_x509_certificate(text)
    except (ValueError, TypeError) as error:
        raise Damaged(f"{file} is damaged: {CURE}") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise Damaged(f"{file} is damaged: {CURE}")
    return Signed(certificate, key)


def _keep_private(path: Path, mode: int) -> None:
    if path.stat().st_mode & 0o077:
        path.chmod(mode)


CURE = "put it back from a copy, or remove it; phones must then trust the new one that is made."


def _write(file: Path, signed: Signed, *, once: bool = False) -> None:
    """Write key and certificate; `once`: never over those that are there."""
    key = signed.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    write_private(file, key + signed.certificate.public_bytes(Encoding.PEM), once=once)
