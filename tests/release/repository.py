#!/usr/bin/env python3
"""Sets the address of the public repository in all packages: the provenance of a registry names the repository of the manifest.

    tests/release/repository.py set https://HOST/OWNER/NAME    writes it everywhere
    tests/release/repository.py check                          compares the packages
    tests/release/repository.py                                prints it, or nothing before it was set
"""

import json
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
CARGO = ROOT / "Cargo.toml"
NPM = ROOT / "clients/typescript/package.json"
INHERITED = "repository.workspace = true\n"


def current():
    found = re.search(r'^repository = "(.+)"$', CARGO.read_text(), re.MULTILINE)
    return found and found[1]


def manifests():
    """Returns the manifests of the packages that are published, and that of the server, whose binaries `cargo binstall` finds by it."""
    listed = subprocess.run(["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"], cwd=ROOT, capture_output=True, text=True, check=True)
    packages = json.loads(listed.stdout)["packages"]
    return [(pathlib.Path(package["manifest_path"]), package["repository"]) for package in packages
            if package["publish"] is None or package["name"] == "wallet-cloud"]


def npm_of(url):
    """Returns the statement of a package of npm: a Git address, and the folder of the package."""
    return {"type": "git", "url": f"git+{url}.git", "directory": str(NPM.parent.relative_to(ROOT))}


def check():
    url = current()
    stated = [(path, found) for path, found in manifests() if found != url]
    npm = json.loads(NPM.read_text()).get("repository")
    if npm != (url and npm_of(url)):
        stated.append((NPM, npm))
    wrong = [f"{path.relative_to(ROOT)}: {found}" for path, found in stated]
    sys.exit(f"expected the repository {url}:\n" + "\n".join(wrong) if wrong else None)


def set_repository(url):
    parts = urllib.parse.urlsplit(url)
    is_plain = parts.scheme == "https" and parts.hostname and re.fullmatch(r"(/[\w.-]+){2,}", parts.path)
    assert is_plain and url == f"https://{parts.netloc}{parts.path}" and not url.endswith(".git"), "an address is https://HOST/OWNER/NAME"
    paths = [path for path, _ in manifests()]
    text = re.sub(r'^repository = .*\n', "", CARGO.read_text(), flags=re.MULTILINE)
    CARGO.write_text(re.sub(r"^(license = .*\n)", rf'\1repository = "{url}"\n', text, count=1, flags=re.MULTILINE))
    for path in paths:
        text = path.read_text().replace(INHERITED, "")
        path.write_text(text.replace("license.workspace = true\n", f"license.workspace = true\n{INHERITED}", 1))
    text = re.sub(r'^  "repository": .*\n', "", NPM.read_text(), flags=re.MULTILINE)
    line = f'  "repository": {json.dumps(npm_of(url))},\n'
    NPM.write_text(re.sub(r'^(  "license": .*\n)', lambda found: found[0] + line, text, count=1, flags=re.MULTILINE))
    check()


match sys.argv[1:]:
    case []:
        print(current() or "")
    case ["check"]:
        check()
    case ["set", url]:
        set_repository(url)
    case _:
        sys.exit(__doc__)
