"""Jicha 级差: set up and start, with nothing but Python.

    python3 start.py                  set up (the first time) and start; Ctrl-C stops
    python3 start.py --empty          without the demo event
    python3 start.py bundle DIR       gather everything for a machine without a network
    python3 start.py password [NAME]  give an account a new password
    python3 start.py test [...]       run the tests

Standard library only. It speaks Chinese with English beside: nothing that could choose is installed yet.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python must be able to read this whole file
    FOUND = ".".join(str(number) for number in sys.version_info[:2])
    sys.exit(
        f"需要 Python 3.11 或更新的版本，这里是 {FOUND}。请从 python.org 安装新版本后再试。\n"
        f"Python 3.11 or newer is needed; this is {FOUND}. Install a newer one, then try again."
    )

import argparse
import errno
import json
import os
import signal
import socket
import subprocess
from pathlib import Path

from deploy.installing import (
    CannotGoOn,
    check_folder,
    check_space,
    disk_full,
    install,
    pip_command,
    say,
    venv_python,
    wheels_folder,
)
from deploy.presence import find, stop

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
ME = "python start.py" if os.name == "nt" else "python3 start.py"


def check_port(host: str, port: int) -> None:
    """Raise ``CannotGoOn`` where ``port`` cannot be listened on, naming the next one that can."""
    trouble = port_trouble(host, port)
    if trouble is None:
        return
    free = next((p for p in range(port + 1, min(port + 50, 65536)) if port_trouble(host, p) is None), None)
    other_zh = f"，或者换一个端口：{ME} --port {free}" if free else ""
    other_en = f", or use another port: {ME} --port {free}" if free else ""
    if trouble == errno.EADDRINUSE:
        raise CannotGoOn(
            f"端口 {port} 已被占用。如果级差已经在运行，请直接打开 http://127.0.0.1:{port}/ {other_zh}",
            f"Port {port} is in use. If Jicha runs already, just open http://127.0.0.1:{port}/ {other_en}",
        )
    raise CannotGoOn(
        f"不能使用 {host} 的端口 {port}（{os.strerror(trouble)}）{other_zh}",
        f"Cannot listen on port {port} of {host} ({os.strerror(trouble)}){other_en}",
    )


def port_trouble(host: str, port: int) -> "int | None":
    """The error number that listening on ``port`` meets, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE or getattr(error, "winerror", None) in (10013, 10048)
            return errno.EADDRINUSE if taken else (error.errno or errno.EINVAL)
    return None


def make_way(data: Path) -> None:
    """Stop a server of ours that a killed ``start.py`` left behind; ``CannotGoOn`` where one is at work."""
    server = find(data)
    if server is None:
        return
    if not server.is_left_behind:
        raise CannotGoOn(
            f"级差已经在运行，请直接打开 {server.address} （端口 {server.port} 已被占用）",
            f"Jicha runs already: just open {server.address} (port {server.port} is in use)",
        )
    say(
        f"上次没有正常关闭，后台还有级差在运行（进程 {server.pid}）。正在停止它，然后重新启动……",
        f"Jicha was not closed properly and still runs (process {server.pid}). Stopping it, then starting …",
    )
    if not stop(server):
        raise CannotGoOn(
            f"进程 {server.pid} 停不下来。请在任务管理器里结束它，或者重启电脑，再试一次。",
            f"Process {server.pid} does not end. End it in the task manager, or restart the machine.",
        )


def environment(data: Path) -> "dict[str, str]":
    return {
        **os.environ,
        "JICHA_DATA": str(data),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "JICHA_STARTED_BY": str(os.getpid()),
        "PYTHONUTF8": "1",
        "PYTHONUNBUFFERED": "1",
    }


def manage(data: Path, *arguments: str) -> "dict[str, object]":
    """Run one of our commands and answer its JSON; raise ``CannotGoOn`` where it fails."""
    done = subprocess.run(
        [str(venv_python(VENV)), str(HERE / "manage.py"), *arguments],
        env=environment(data),
        cwd=HERE,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        check_space(data, 20)
        raise CannotGoOn(
            f"没有做成（manage.py {arguments[0]}），原因见上面几行。",
            f"`manage.py {arguments[0]}` failed; the lines above say why.",
        )
    return json.loads(done.stdout.strip().splitlines()[-1])


def show_password(name: str, password: str) -> None:
    print()
    say(f"用户名：{name}", f"user name: {name}")
    say(f"密码：{password}", f"password: {password}")
    say(f"密码只显示这一次；忘了就执行：{ME} password", "shown only once; that command makes a new one")
    print(flush=True)


def run(options: argparse.Namespace, data: Path) -> int:
    """Set up what is missing, then serve until Ctrl-C."""
    make_way(data)
    check_port(options.host, options.port)
    check_folder(data)
    install(VENV, HERE / "requirements.txt", wheels_folder(HERE, options.offline))
    check_space(data, 50)
    answer = manage(data, "setup", *(["--empty"] if options.empty else []))
    account = answer["account"]
    if isinstance(account, dict):
        show_password(account["username"], account["password"])
    command = [str(venv_python(VENV)), str(HERE / "manage.py"), "serve"]
    command += ["--host", options.host, "--port", str(options.port)]
    return wait_for(subprocess.Popen(command, env=environment(data), cwd=HERE, stdout=subprocess.DEVNULL))


def wait_for(process: "subprocess.Popen[bytes]") -> int:
    """Wait for ``process``, passing on what should end us.

    On Windows a Ctrl-C reaches it by itself, and ``terminate`` would be a blow instead of a word.
    """

    def end(*_: object) -> None:
        if os.name != "nt":
            process.terminate()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # A SIGHUP that is ignored is meant to be: nohup.
        if number and not (name == "SIGHUP" and signal.getsignal(number) == signal.SIG_IGN):
            signal.signal(number, end)
    return process.wait()


def test(arguments: "list[str]") -> int:
    """Install what the tests need, then run every check."""
    install(VENV, HERE / "tests" / "requirements.txt", None)
    command = [str(venv_python(VENV)), str(HERE / ".ci" / "checks.py"), *arguments]
    return subprocess.run(command, cwd=HERE, check=False, env={**os.environ, "PYTHONUTF8": "1"}).returncode


def bundle(target: str) -> int:
    """Gather wheels and source into the folder ``target``."""
    folder = Path(target).resolve()
    check_folder(folder)
    install(VENV, HERE / "requirements.txt", None)
    pip, extra = pip_command(VENV, None)
    # By the Python that has pip: on a Debian without ensurepip that is not the environment's.
    command = [pip[0], str(HERE / "deploy" / "bundle.py"), str(folder), *pip]
    done = subprocess.run(command, cwd=HERE, check=False, env={**os.environ, **extra, "PYTHONUTF8": "1"})
    if done.returncode:
        check_space(folder)
        raise CannotGoOn(
            "没有收集齐全，原因见上面几行。请检查网络后再试。",
            "Not everything was gathered; the lines above say why. Check the network, then try again.",
        )
    return 0


def password(name: "str | None", data: Path) -> int:
    """Give the account a new password and show it."""
    install(VENV, HERE / "requirements.txt", wheels_folder(HERE))
    answer = manage(data, "account", *([name] if name else []))
    show_password(str(answer["username"]), str(answer["password"]))
    return 0


def parse(arguments: "list[str] | None" = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="级差：升级（拖拉机）比赛软件 / Jicha: tournaments of Sheng Ji",
        usage=f"{ME} [run | bundle DIR | password [NAME] | test ...] [options]",
    )
    parser.add_argument("command", nargs="?", default="run", choices=["run", "test", "bundle", "password"])
    parser.add_argument("rest", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--empty", action="store_true", help="不装示例赛事 / without the demo event")
    parser.add_argument("--port", type=int, default=8000, help="端口 / port (8000)")
    parser.add_argument("--host", default="0.0.0.0", help="监听地址 / address to listen on (0.0.0.0)")  # noqa: S104
    parser.add_argument("--data", metavar="DIR", help="数据文件夹 / folder for data (data)")
    parser.add_argument("--offline", metavar="DIR", help="从这个文件夹安装 / install from this bundle")
    options, more = parser.parse_known_args(arguments)
    options.rest += more
    if options.command != "test" and more:
        parser.error(f"不认识 / unknown: {' '.join(more)}")
    if options.command == "bundle" and len(options.rest) != 1:
        parser.error("bundle 之后请写一个文件夹 / bundle needs one folder")
    if not 0 < options.port < 65536:
        parser.error("端口是 1 到 65535 的数 / a port is a number from 1 to 65535")
    return options


def main() -> int:
    """Do what the command line says; 0 when done, 1 with a sentence where it cannot be."""
    for out in (sys.stdout, sys.stderr):
        # A console in another code page shows "?" for what it lacks, rather than ending us.
        out.reconfigure(errors="replace")
    options = parse()
    data = Path(options.data or os.environ.get("JICHA_DATA") or HERE / "data").resolve()
    try:
        if options.command == "test":
            return test(options.rest)
        if options.command == "bundle":
            return bundle(options.rest[0])
        if options.command == "password":
            return password(options.rest[0] if options.rest else None, data)
        return run(options, data)
    except CannotGoOn as reason:
        return refuse(reason)
    except KeyboardInterrupt:
        say("已中断。", "Interrupted.")
        return 130
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return refuse(disk_full(HERE))


def refuse(reason: CannotGoOn) -> int:
    print(f"{reason.chinese}\n{reason.english}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
