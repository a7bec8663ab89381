"""Background work: services write ``Job`` rows, the sweep hands them to Celery, a worker claims them."""
