"""What is said about jobs."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from rules.answers import Problem


def word(problem: Problem) -> Mapping[str, str]:
    """The message and the remedy for a problem of this room; empty for a problem of another."""
    values = dict(problem.values)
    match problem.code:
        case "job_is_over":
            return {
                "message": _("This work is already over and cannot be called off."),
                "fix": _("Reload the page to see what came of it."),
            }
        case "job_is_not_to_repeat":
            return {
                "message": _("Only work that failed or was called off can be started again."),
                "fix": _("Wait until it is over, or order it anew."),
            }
        case "job_of_unknown_kind":
            return {
                "message": _("This version does not know the work “%(kind)s”.") % {"kind": problem.at},
                "fix": _("Start the worker in the same version as the web server."),
            }
        case "job_given_up":
            return {
                "message": _("The work was tried %(times)s times and failed each time.") % values,
                "fix": _(
                    "Start it again; if it fails again, give the log to whoever looks after the system."
                ),
            }
    return {}
