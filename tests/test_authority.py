"""The certificates of this house: what phones ask of them, who may read them, when they are made again."""

from __future__ import annotations

import ssl
import stat
from contextlib import nullcontext, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TypeVar

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from scorekeeper.authority import (
    Authority,
    Damaged,
    Place,
    _sign_server,
    _write,
    address_of,
    fingerprint,
    names_of,
    open_authority,
)

NOW = datetime(2027, 3, 1, 20, 0, tzinfo=UTC)
PLACES: list[Place] = ["localhost", "den", "den.local", ip_address("127.0.0.1"), ip_address("192.168.1.7")]
DAY = timedelta(days=1)

Kind = TypeVar("Kind", bound=x509.ExtensionType)


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return open_authority(tmp_path / "tls", PLACES, NOW)


def extension(certificate: x509.Certificate, kind: type[Kind]) -> x509.Extension[Kind]:
    return certificate.extensions.get_extension_for_class(kind)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# --- what phones ask of it ---


def test_the_authority_may_sign_and_nothing_else(authority: Authority) -> None:
    certificate = authority.own.certificate
    assert extension(certificate, x509.BasicConstraints).value == x509.BasicConstraints(ca=True, path_length=0)
    usage = extension(certificate, x509.KeyUsage)
    assert usage.critical
    assert usage.value.key_cert_sign
    assert not usage.value.digital_signature
    assert certificate.subject.rfc4514_string().startswith("CN=Scorekeeper on ")
    assert certificate.not_valid_after_utc - NOW > 9 * 365 * DAY
    assert certificate.not_valid_before_utc < NOW


def test_a_server_certificate_is_what_phones_ask_for(authority: Authority) -> None:
    certificate = authority.serve(PLACES, NOW).certificate
    certificate.verify_directly_issued_by(authority.own.certificate)
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc <= 398 * DAY
    assert certificate.not_valid_before_utc < NOW
    assert list(extension(certificate, x509.ExtendedKeyUsage).value) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert not extension(certificate, x509.BasicConstraints).value.ca
    assert extension(certificate, x509.KeyUsage).value.digital_signature
    names = extension(certificate, x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["den", "den.local", "localhost"]
    assert sorted(map(str, names.get_values_for_type(x509.IPAddress))) == ["127.0.0.1", "192.168.1.7"]


@pytest.mark.parametrize(
    ("place", "covered"),
    [
        ("den", True),
        ("kitchen.local", True),
        ("garden", False),
        ("bank.example", False),
        ("den.local.evil.example", False),
        ("eden", False),
        (ip_address("10.1.2.3"), True),
        (ip_address("fe80::1"), True),
        (ip_address("1.1.1.1"), False),
        (ip_address("2606:4700::1"), False),
    ],
    ids=str,
)
def test_it_speaks_for_this_house_alone(authority: Authority, place: Place, covered: bool) -> None:
    assert authority.covers(place) is covered
    assert (place in authority.serve([place, *PLACES], NOW).places) is covered


def greet(server: ssl.SSLContext, client: ssl.SSLContext, name: str) -> None:
    """Shake hands in memory. Raises where the client does not believe the server."""
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(back, there, server_hostname=name)
    answering = server.wrap_bio(there, back, server_side=True)
    for side in (asking, answering, asking):
        with suppress(ssl.SSLWantReadError):
            side.do_handshake()


def test_whoever_steals_its_key_can_still_not_pass_for_a_bank(tmp_path: Path) -> None:
    authority = open_authority(tmp_path, PLACES)
    trust = ssl.create_default_context(cadata=authority.certificate)
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    now = datetime.now(UTC)
    for places, believed in ((["localhost"], True), (["localhost", "bank.example"], False)):
        _write(authority.server_file, _sign_server(authority.own, {*places}, now))
        server.load_cert_chain(authority.server_file)
        with nullcontext() if believed else pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
            greet(server, trust, "localhost")


def test_a_public_address_that_this_computer_had_from_the_start_is_covered(tmp_path: Path) -> None:
    ours, other = ip_address("203.0.113.5"), ip_address("203.0.113.6")
    authority = open_authority(tmp_path, [*PLACES, ours], NOW)
    assert authority.serve([ours, other], NOW).places == {ours}


# --- who may read it ---


def test_folder_and_files_are_for_their_owner_alone(authority: Authority) -> None:
    authority.serve(PLACES, NOW)
    assert rights(authority.folder) == 0o700
    assert {path.name: rights(path) for path in authority.folder.iterdir()} == {
        "authority.pem": 0o600,
        "server.pem": 0o600,
    }


def test_rights_that_became_loose_are_made_tight_again(authority: Authority) -> None:
    authority.folder.chmod(0o755)
    (authority.folder / "authority.pem").chmod(0o644)
    open_authority(authority.folder, PLACES, NOW)
    assert rights(authority.folder) == 0o700
    assert rights(authority.folder / "authority.pem") == 0o600


# --- kept, and made again ---


def test_what_was_made_once_is_kept(authority: Authority) -> None:
    first = authority.serve(PLACES, NOW).certificate
    again = open_authority(authority.folder, ["elsewhere"], NOW + 300 * DAY)
    assert again.certificate == authority.certificate
    assert again.serve(PLACES[:3], NOW + 300 * DAY).certificate == first


def test_a_new_place_asks_for_a_new_certificate_of_the_same_authority(authority: Authority) -> None:
    first = authority.serve(PLACES, NOW).certificate
    hotspot = ip_address("10.42.0.1")
    second = authority.serve([*PLACES, hotspot], NOW)
    assert second.certificate != first
    assert hotspot in second.places
    second.certificate.verify_directly_issued_by(authority.own.certificate)


def test_a_certificate_is_renewed_in_its_last_month(authority: Authority) -> None:
    first = authority.serve(PLACES, NOW).certificate
    assert authority.serve(PLACES, first.not_valid_after_utc - 31 * DAY).certificate == first
    later = first.not_valid_after_utc - 29 * DAY
    second = authority.serve(PLACES, later)
    assert second.certificate != first
    assert second.lasts(later + 300 * DAY)


def test_a_certificate_of_another_authority_is_not_used(authority: Authority, tmp_path: Path) -> None:
    other = open_authority(tmp_path / "other", PLACES, NOW)
    other.serve(PLACES, NOW)
    authority.server_file.write_bytes(other.server_file.read_bytes())
    authority.serve(PLACES, NOW).certificate.verify_directly_issued_by(authority.own.certificate)


def test_a_server_certificate_that_is_damaged_is_made_again(authority: Authority) -> None:
    authority.server_file.write_text("-----BEGIN")
    assert authority.serve(PLACES, NOW).lasts(NOW)


def test_an_authority_that_is_damaged_is_not_replaced_in_silence(authority: Authority) -> None:
    file = authority.folder / "authority.pem"
    file.write_text(file.read_text()[:200])
    with pytest.raises(Damaged, match=r"authority\.pem is damaged: put it back"):
        open_authority(authority.folder, PLACES, NOW)


def test_an_authority_at_its_end_is_made_again(authority: Authority) -> None:
    end = authority.own.certificate.not_valid_after_utc
    assert open_authority(authority.folder, PLACES, end - 31 * DAY).certificate == authority.certificate
    assert open_authority(authority.folder, PLACES, end - 29 * DAY).certificate != authority.certificate


def test_a_clock_that_starts_in_1970_changes_nothing_that_phones_trust(authority: Authority) -> None:
    before = open_authority(authority.folder, PLACES, datetime(1970, 1, 2, tzinfo=UTC))
    assert before.certificate == authority.certificate
    early = before.serve(PLACES, datetime(1970, 1, 2, tzinfo=UTC))
    assert authority.serve(PLACES, NOW).certificate != early.certificate
    assert authority.serve(PLACES, NOW).lasts(NOW)


def test_a_certificate_never_outlives_its_authority(authority: Authority) -> None:
    end = authority.own.certificate.not_valid_after_utc
    assert authority.serve(PLACES, end - 60 * DAY).certificate.not_valid_after_utc <= end


# --- names ---


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("den", ["localhost", "den", "den.local"]),
        ("Den.local", ["localhost", "den", "den.local"]),
        ("den.lan", ["localhost", "den.lan", "den.lan.local"]),
        ("asha's_pc", ["localhost"]),
        ("localhost", ["localhost", "localhost.local"]),
    ],
)
def test_names_of_this_computer(host: str, names: list[str]) -> None:
    assert names_of(host) == names


@pytest.mark.parametrize(
    ("text", "address"),
    [("::ffff:192.168.1.7", "192.168.1.7"), ("fe80::1%eth0", "fe80::1"), ("10.0.0.1", "10.0.0.1"), ("den", None)],
)
def test_addresses_as_sockets_tell_them(text: str, address: str | None) -> None:
    assert address_of(text) == (ip_address(address) if address else None)


def test_the_fingerprint_is_what_phones_show(authority: Authority) -> None:
    assert fingerprint(b"") == (
        "E3:B0:C4:42:98:FC:1C:14:9A:FB:F4:C8:99:6F:B9:24:27:AE:41:E4:64:9B:93:4C:A4:95:99:1B:78:52:B8:55"
    )
    assert len(fingerprint(authority.certificate)) == 95
