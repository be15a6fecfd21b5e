"""The public classes: operations as methods, results as dataclasses."""

from .heddle import STORE, Heddle, open, open_home

__all__ = ["STORE", "Heddle", "open", "open_home"]
