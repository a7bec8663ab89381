"""A referee's desk in a process of its own, for tests of two people at once.

Called with ``enter``, ``undo`` or ``confirm``, a table's key, a user's id, a version and how many times, it
waits for a line on standard input, then acts, and prints one word for each try: ``saved``, ``conflict`` or
``refused``.
"""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def main() -> None:
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.db import connection

    from rules.answers import Refused
    from tournament.change import Conflict
    from tournament.models import Board
    from tournament.officiating import entering

    action, key, user, version, times = sys.argv[1:6]
    actor = get_user_model().objects.get(pk=user)
    board = Board.objects.select_related("match__rule_set", "round__stage__event").get(key=key)
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(int(times)):
        try:
            if action == "enter":
                entering.enter_hand(
                    board,
                    actor,
                    {"declarer": "A", "points": 5 * (number + 1)},
                    version=int(version) + number,
                    sure=True,
                )
            elif action == "undo":
                entering.undo_last_hand(board, actor, version=int(version))
            else:
                entering.confirm(board, actor, version=int(version))
        except Conflict:
            print("conflict", flush=True)
        except Refused:
            print("refused", flush=True)
        else:
            print("saved", flush=True)
    connection.close()


if __name__ == "__main__":
    main()
