"""For mkdocs: pictures and texts that lie outside of docs/ go along with the site, below files/."""

import pathlib
import re
import shutil

root = pathlib.Path(__file__).resolve().parent.parent
OUTSIDE = re.compile(r"\]\((?:\.\./)+((?:cases|src|tests|tools)/[^)#\s]+|[A-Z]+\.md)(#[^)\s]*)?\)")
wanted = set()


def on_page_markdown(markdown, page, **_):
    """Links that leave docs/ lead to copies."""
    up = "../" * page.file.src_path.count("/")

    def inside(found):
        file = found.group(1).rstrip("/")
        if (root / file).is_dir():
            file += "/README.md"
        wanted.add(file)
        return f"]({up}files/{file})"

    return OUTSIDE.sub(inside, markdown)


def on_post_build(config, **_):
    """The copies."""
    for file in sorted(wanted):
        target = pathlib.Path(config["site_dir"]) / "files" / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / file, target)
