"""The name that a row keeps for life, in the event file, the record and in links."""

import uuid

from django.db import models


class Keyed(models.Model):
    """A row that is spoken of outside the database by ``key``, never by its row number."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)

    class Meta:
        abstract = True
