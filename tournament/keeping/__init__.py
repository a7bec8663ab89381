"""Nothing is lost: copies that can be brought back, and a check of what is stored against the facts."""
