"""Charts that notebooks display."""

from __future__ import annotations

from base64 import b64encode


class Chart(str):
    """A chart as an SVG string, which notebooks display as a picture."""

    kind: str
    """The kind of chart, such as `forest` or `medians`."""
    notes: list[str]
    """Sentences about results that the chart omits."""

    def __new__(cls, svg: str, kind: str = "", notes: list[str] | None = None) -> Chart:
        chart = super().__new__(cls, svg)
        chart.kind = kind
        chart.notes = notes or []
        return chart

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        # As an image, so that no part of the SVG becomes a part of the page.
        data = b64encode(self.encode()).decode("ascii")
        return f'<img src="data:image/svg+xml;base64,{data}" alt="">'
