"""Django's command line, set to this project. Called by any Python, it goes on with the one in ``.venv``."""

import os
import subprocess
import sys
from pathlib import Path


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        sys.exit(with_our_python())
    execute_from_command_line(sys.argv)


def with_our_python() -> int:
    """Run the same command with the Python that ``start.py`` has set up; its exit code."""
    here = Path(__file__).resolve().parent
    ours = here / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not ours.exists():
        sys.stderr.write(
            "请先运行 python3 start.py，它会准备好一切。 Run python3 start.py first; it sets everything up.\n"
        )
        return 1
    return subprocess.run([str(ours), *sys.argv], check=False).returncode  # noqa: S603 -- our own Python


if __name__ == "__main__":
    main()
