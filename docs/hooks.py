"""Add to the site what is not in docs/: generated pages, and files of the project that pages link to."""

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

DOCS = Path(__file__).parent
ROOT = DOCS.parent
OUTSIDE = ("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "SECURITY.md")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages, the files of the root folder and the examples."""
    for path, text in generated_pages().items():
        put(files, File.generated(config, path, content=text))
    examples = sorted((ROOT / "examples").glob("*.py"))
    for source in [*(ROOT / name for name in OUTSIDE), *examples]:
        path = source.relative_to(ROOT).as_posix()
        put(files, File.generated(config, path, abs_src_path=str(source)))
    lantern = ROOT / "web/public/lantern.svg"
    put(files, File.generated(config, "images/lantern.svg", abs_src_path=str(lantern)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make links between docs/ and the root folder lead to where the site has these files."""
    path = page.file.src_uri
    if path in OUTSIDE:
        return markdown.replace("](docs/", "](")
    if "/" in path:
        return markdown
    return markdown.replace("](../README.md", "](index.md").replace("](../", "](")


def put(files: Files, file: File) -> None:
    """Add a file in place of one with the same path."""
    present = files.get_file_from_path(file.src_uri)
    if present:
        files.remove(present)
    files.append(file)


def generated_pages() -> Mapping[str, str]:
    """Return the pages that docs/pages.py makes from the games: path and text."""
    spec = importlib.util.spec_from_file_location("fairground_docs_pages", DOCS / "pages.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast("Mapping[str, str]", module.pages())
