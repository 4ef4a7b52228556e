"""A chart, which notebooks show."""

from __future__ import annotations

from base64 import b64encode


class Chart(str):
    """A picture as SVG: a text, which a notebook shows as what it draws."""

    kind: str
    """What it shows: `forest`, `medians`, …"""
    notes: list[str]
    """What it leaves out."""

    def __new__(cls, svg: str, kind: str = "", notes: list[str] | None = None) -> Chart:
        chart = super().__new__(cls, svg)
        chart.kind = kind
        chart.notes = notes or []
        return chart

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        # As a picture: nothing in it becomes a part of the page.
        data = b64encode(self.encode()).decode("ascii")
        return f'<img src="data:image/svg+xml;base64,{data}" alt="">'
