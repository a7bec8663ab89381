"""What a page shows of a job."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from rules.answers import Problem
from tournament.jobs.wording import word
from tournament.models import Job

LONGEST_WAIT = timedelta(minutes=2)


def late_jobs(now: datetime) -> int:
    """How many jobs no worker took up for two minutes: somebody should look at the workers."""
    return Job.objects.claimable(now).filter(due_at__lt=now - LONGEST_WAIT).count()


def problems_of(job: Job) -> list[Problem]:
    """The problems with which ``job`` failed, as values."""
    return [
        Problem(kept["code"], kept["at"], kept["values"], kept.get("severity", "error"))
        for kept in job.problems
    ]


def as_json(job: Job, wording: Any = word) -> Mapping[str, Any]:
    """One job for a progress bar: key, kind, status, progress (0–100), note, result, problems in words."""
    return {
        "key": str(job.key),
        "kind": job.kind,
        "status": job.status,
        "progress": job.progress,
        "note": job.note,
        "result": job.result,
        "has_file": bool(job.file),
        "problems": [
            {
                "code": problem.code,
                "at": problem.at,
                "message": "",
                "fix": "",
                **(wording(problem) or word(problem)),
            }
            for problem in problems_of(job)
        ],
    }
