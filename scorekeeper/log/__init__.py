"""The log of a match: what was said, what it says now, and what may be said next. Pure: no web, no database."""

from __future__ import annotations

from .expect import Already as Already
from .expect import Conflict as Conflict
from .expect import expect as expect
from .opening import Opening as Opening
from .opening import open_match as open_match
from .reading import Reading as Reading
from .reading import Said as Said
from .reading import read as read
from .state import Line as Line
