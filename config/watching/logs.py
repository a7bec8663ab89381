"""Lines for machines (JSON) or for people, which tell what happened and never to whom.

Neither shows an address, a header, a body or the text of an exception: those may hold names, phone numbers,
PINs and private links. An exception is told by its kind and by the lines of the program it passed through.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from django.http import HttpRequest

from config.watching.telling import number, route_of

# Loggers of Django's that put addresses or hosts into their messages, in words of our own.
_WORDS = {
    "django.request": "request failed",
    "django.security.csrf": "form without its token",
    "django.security.DisallowedHost": "host name that is not ours",
}
_SECURITY = "django.security"


class Discreet(logging.Filter):
    """Replaces messages in which Django quotes what was asked for."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        told = _WORDS.get(record.name)
        if told is None and record.name.startswith(_SECURITY):
            told = "refused for safety"
        if told is not None or isinstance(request, HttpRequest):
            where = route_of(request) if isinstance(request, HttpRequest) else ""
            status = getattr(record, "status_code", "")
            record.msg = " ".join(str(part) for part in (told or "request", status, where) if part != "")
            record.args = ()
        return True


def told_of(
    kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
) -> list[str]:
    """An exception and its causes: their kinds and the places they passed, without what they say."""
    lines: list[str] = []
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        lines.append(f"{type(error).__module__}.{type(error).__qualname__}")
        lines += [
            f"  {frame.filename}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(error.__traceback__)
        ]
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return lines or ([kind.__name__] if kind else [])


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, request, and the facts of a request."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if number.get():
            told["request"] = number.get()
        told |= getattr(record, "facts", {})
        if record.exc_info:
            told["exception"] = told_of(*record.exc_info)
        return json.dumps(told, ensure_ascii=True)


class Lines(logging.Formatter):
    """The same for a person at the keyboard."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        text = f"{stamp} {record.levelname} {record.name} {_in_one_line(record.getMessage())}"
        if number.get():
            text += f" [{number.get()}]"
        if record.exc_info:
            text += "\n  Traceback:" + "".join(f"\n  {line}" for line in told_of(*record.exc_info))
        return text


def _in_one_line(text: str) -> str:
    """Line breaks and controls made visible: nothing that is logged can pretend to be another line."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
