"""The Celery application: ``celery -A config worker`` finds it here, and so do our own commands."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("jicha")
# For every thread: a pool's threads would else make up an application of their own.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tournament.jobs"])
