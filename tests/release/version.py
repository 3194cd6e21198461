#!/usr/bin/env python3
"""Keeps the version of all packages equal to `[workspace.package]` in Cargo.toml.

    tests/release/version.py set 0.2.0    writes it everywhere, and gives the section Unreleased of the changelog that heading
    tests/release/version.py check        compares the packages, and fails for a release without a section of the changelog
    tests/release/version.py              prints it
"""

import datetime
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CARGO, CHANGELOG = ROOT / "Cargo.toml", ROOT / "CHANGELOG.md"
NPM = [ROOT / "clients/typescript" / name for name in ("package.json", "package-lock.json")]
# The texts that name the version.
TEXTS = {
    CARGO: r'^(?:version = |wallet-[a-z-]+ = \{.*\bversion = )"(\d+\.\d+\.\d+)"',
    ROOT / "docs/guides/quick-start.md": r"wallet-cloud-client-(\d+\.\d+\.\d+)\.tgz",
}


def current():
    return re.search(r'^version = "(.+)"$', CARGO.read_text(), re.MULTILINE)[1]


def stated():
    """Yields the places that state a version, each with the version."""
    for path, pattern in TEXTS.items():
        found = re.findall(pattern, path.read_text(), re.MULTILINE)
        assert found, f"{path.relative_to(ROOT)} states no version"
        yield from ((path, version) for version in found)
    for path in NPM:
        content = json.loads(path.read_text())
        for part in [content, *filter(None, [content.get("packages", {}).get("")])]:
            yield path, part["version"]


def check():
    version = current()
    wrong = [f"{path.relative_to(ROOT)}: {found}" for path, found in stated() if found != version]
    is_released = subprocess.run(["git", "rev-parse", "--quiet", "--verify", f"v{version}"], cwd=ROOT, capture_output=True)
    headings = re.findall(r"^## (.+)$", CHANGELOG.read_text(), re.MULTILINE)
    has_section = "Unreleased" in headings or any(heading.startswith(version) for heading in headings)
    if is_released.returncode == 0 and not any(heading.startswith(version) for heading in headings):
        wrong.append(f"CHANGELOG.md: no section {version}, which has a tag")
    if not has_section:
        wrong.append(f"CHANGELOG.md: neither Unreleased nor {version}")
    sys.exit(f"expected {version}:\n" + "\n".join(wrong) if wrong else None)


def set_version(version):
    assert re.fullmatch(r"\d+\.\d+\.\d+", version), "a version is MAJOR.MINOR.PATCH"
    before = current()
    for path, pattern in TEXTS.items():
        text = re.sub(pattern, lambda found: found[0].replace(before, version), path.read_text(), flags=re.MULTILINE)
        path.write_text(text)
    for path in NPM:
        # The first statements are those of the package, before those of dependencies.
        path.write_text(path.read_text().replace(f'"version": "{before}"', f'"version": "{version}"', 2))
    heading = f"## {version} ({datetime.date.today()})"
    CHANGELOG.write_text(CHANGELOG.read_text().replace("## Unreleased\n", f"## Unreleased\n\n{heading}\n", 1))
    subprocess.run(["cargo", "update", "--workspace", "--offline", "--quiet"], cwd=ROOT, check=True)
    check()


match sys.argv[1:]:
    case []:
        print(current())
    case ["check"]:
        check()
    case ["set", version]:
        set_version(version)
    case _:
        sys.exit(__doc__)
