"""Makes the icons for home screens of the page's icon.svg, for scripts/screenshots.

Argument: the program of the browser.
"""

import pathlib
import sys

from playwright.sync_api import sync_playwright

FILES = pathlib.Path(__file__).parents[2] / "Sources/HealthPage/Files"
# Of the system of Apple, and of the manifest.
SIZES = [180, 192, 512]


def main(program):
    # Systems cut the icon into a form of their own, so the picture reaches into the corners.
    picture = (FILES / "icon.svg").read_text().replace('rx="7"', 'shape-rendering="crispEdges"')
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{picture}")
            page.screenshot(path=FILES / f"icons/{size}.png")


main(*sys.argv[1:])
