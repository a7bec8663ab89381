"""Under which addresses this machine can be reached, found without sending anything."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys

from django.http import HttpRequest

# One address in each network that a hall's router may use, and one outside (reserved for documentation):
# asking the kernel for the way there (a UDP socket "connects" without a packet) tells our own address on it.
_ELSEWHERE = ("192.0.2.1", "192.168.254.254", "10.254.254.254", "172.30.254.254")


def hall_addresses() -> list[str]:
    """This machine's IPv4 addresses on networks that others share, the likeliest first; may be empty."""
    found: list[str] = []
    for address in [*_by_route(), *_by_interface(), *_by_name()]:
        if address not in found and _is_shared(address):
            found.append(address)
    return found


def _is_shared(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified or parsed.is_multicast)


def _by_route() -> list[str]:
    found = []
    for target in _ELSEWHERE:
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((target, 9))
            found.append(probe.getsockname()[0])
    return found


def _by_interface() -> list[str]:
    """Without a way out (a hotspot, a switch alone) only the interfaces know; POSIX has this call."""
    if sys.platform == "win32":
        return []
    import fcntl

    request = 0x8915 if sys.platform.startswith("linux") else 0xC0206921  # SIOCGIFADDR
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(("docker", "br-", "veth", "virbr")):
                continue
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), request, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _by_name() -> list[str]:
    with contextlib.suppress(OSError):
        return [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return []


def address_for_phones(request: HttpRequest) -> str:
    """The address under which phones reach this machine, as it is printed: ``http://192.168.1.20:8000``.

    Whoever works on the machine itself sees it as 127.0.0.1, which no phone can open: then the hall's address
    stands in its place, where the machine has one.
    """
    scheme, host = request.scheme, request.get_host()
    name, _, port = host.partition(":")
    if name in ("localhost", "127.0.0.1"):
        hall = next(iter(hall_addresses()), None)
        if hall is not None:
            host = f"{hall}:{port}" if port else hall
    return f"{scheme}://{host}"
