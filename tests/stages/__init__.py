"""Stages of every format, and chains of them."""
