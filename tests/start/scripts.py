"""Our scripts as modules: they are run, not imported, so they lie in no package."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def script(path: str) -> ModuleType:
    """The script at ``path`` as a module; what stands under ``__main__`` is not run."""
    name = "script_" + Path(path).stem
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, ROOT / path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]
