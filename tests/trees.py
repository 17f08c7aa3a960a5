"""Pages as trees of elements. For well-formed pages only, as ours are: a tag that does not close is an error."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, SubElement

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
INLINE = {"a", "b", "bdi", "i", "small", "span"}
"""Elements that do not part words."""


class _Grower(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.top = Element("page")
        self.open = [self.top]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = SubElement(self.open[-1], tag, {name: value or "" for name, value in attrs})
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        SubElement(self.open[-1], tag, {name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        opened = self.open.pop().tag
        assert opened == tag, f"<{opened}> is closed by </{tag}> at {self.getpos()}"

    def handle_data(self, data: str) -> None:
        here = self.open[-1]
        if len(here):
            here[-1].tail = (here[-1].tail or "") + data
        else:
            here.text = (here.text or "") + data


def grow(html: str) -> Element:
    """Read a page into its `html` element."""
    grower = _Grower()
    grower.feed(html)
    grower.close()
    assert len(grower.open) == 1, f"<{grower.open[-1].tag}> is never closed"
    (root,) = grower.top
    return root


def text_of(element: Element | None) -> str:
    """Read an element as a person would: no scripts, nothing hidden."""
    return " ".join("".join(_texts(element)).split()) if element is not None else ""


def chosen_of(select: Element) -> str:
    """Give the value a select shows."""
    options = list(select.iter("option"))
    chosen = [option for option in options if option.get("selected") is not None] or options[:1]
    return chosen[0].get("value", "")


def _texts(element: Element) -> Iterator[str]:
    if element.tag in ("script", "style") or element.get("hidden") is not None:
        return
    yield element.text or ""
    for child in element:
        yield from _texts(child)
        if child.tag not in INLINE:
            yield " "
        yield child.tail or ""
