"""How the corpus is made: the writers, and the forms by kind."""
