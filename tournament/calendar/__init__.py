"""When and where: halls and sessions, rounds put into them, matches postponed or by private appointment."""
