"""The manual as a site: it is built, and all that its pages show or link to inside of it is there.   site_test.py ROOT"""

import html.parser
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

root = pathlib.Path(sys.argv[1])
faults = []


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.targets, self.names = [], set()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.names.add(values.get("id"))
        for key in ("href", "src"):
            if values.get(key):
                self.targets.append(values[key])


def read(file):
    page = Page()
    page.feed(file.read_text(encoding="utf-8"))
    return page


with tempfile.TemporaryDirectory() as folder:
    subprocess.run(["mkdocs", "build", "-q", "-d", folder], cwd=root, check=True)
    files = {file: read(file) for file in pathlib.Path(folder).rglob("*.html") if file.name != "404.html"}
    count = 0
    for file, page in files.items():
        for target in page.targets:
            where = urllib.parse.urlsplit(target)
            if where.scheme or where.netloc or target.startswith("data:"):
                continue
            count += 1
            place = (file.parent / urllib.parse.unquote(where.path)).resolve() if where.path else file
            place = place / "index.html" if place.is_dir() else place
            named = files.get(place)
            if not place.exists():
                faults.append(f"{file.name}: {target} is not there")
            elif where.fragment and named and urllib.parse.unquote(where.fragment) not in named.names:
                faults.append(f"{file.name}: {target}: the page has no such place")
print(f"{len(files)} pages, {count} links, {len(faults)} faults", *faults, sep="\n")
sys.exit(bool(faults) or len(files) < 10)
