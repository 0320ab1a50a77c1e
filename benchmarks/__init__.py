"""Benchmarks: what is fast, against what, measured in one run."""
