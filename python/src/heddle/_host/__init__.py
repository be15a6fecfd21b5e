"""What the engine may ask of this process: files, databases, decompression, a clock, ids."""

from .files import Mount
from .host import Deadline, Host

__all__ = ["Deadline", "Host", "Mount"]
