"""Background work: services write ``Job`` rows, the sweep hands them to Celery, a worker claims them.

A room keeps its handlers in its module ``tasks``, where they are found by themselves::

    @handles("results_book", attempts=3, wait=5)
    def results_book(run: Run) -> Produced:
        for done, page in enumerate(pages):
            run.progress(100 * done / len(pages), _("Page %(page)s") % {"page": page})
            ...
        return Produced("results.pdf", content, {"pages": len(pages)})

and its services ask for the work, inside or outside a transaction::

    job = enqueue("results_book", {"round": 4}, event=event, dedupe=f"{event.key}-4", by=user)

A handler must be safe to run twice: a worker that is killed is followed by another. Rows are the truth; the
broker may lose everything, at any time.
"""
