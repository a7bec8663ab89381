"""A worker in a process of its own, for tests that kill it: ``python -m tests.jobs.worker_process``.

Does jobs of kind ``steps``, which take ``steps`` × 0.1 s and answer how many steps they took. Prints "ready".
"""

import os
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def main() -> None:
    import django

    django.setup()
    from config.background import Background
    from config.serving import end_on_signals
    from tournament.jobs.registry import handles

    @handles("steps")
    def steps(run):
        for step in range(run.args["steps"]):
            run.progress(100 * step / run.args["steps"])
            time.sleep(0.1)
        return {"steps": run.args["steps"]}

    end_on_signals()
    background = Background()
    background.start()
    background.wait_until_ready(30)
    print("ready", flush=True)
    try:
        while True:
            time.sleep(1)
    except SystemExit:
        background.stop()
        os._exit(0)


if __name__ == "__main__":
    main()
