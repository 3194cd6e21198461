#!/usr/bin/env python3
"""Writes the files about third-party packages that a release contains: THIRD-PARTY-NOTICES.md, third-party-licences.txt
and sbom.cdx.json (CycloneDX 1.6), from the lock files.

    tests/tools/notices.py [FOLDER]    default: target/notices

They cover what is shipped: the crates that the functions, the local server and the Rust client link on Linux, with their
targets, and the npm packages of the TypeScript client and the wallet page. Development and build dependencies and procedural
macros are not linked, and not included. Licence texts are those of
the crates' packages; npm packages are listed with their licence.
"""

import functools
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGETS = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]
NPM_LOCKS = ["clients/typescript/package-lock.json", "clients/wallet/package-lock.json"]
TEXTS = re.compile(r"^(licen[cs]e|copying|notice|copyright|unlicense)", re.IGNORECASE)
# Folders of the packages that a release contains.
SHIPPED = ("functions", "local", "clients")


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments, "--locked"], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def linked(target, members):
    """Returns the names and versions of the packages that the shipped members link on a target.

    `cargo metadata` joins the features of all platforms and of build dependencies; `cargo tree` resolves those of one target.
    """
    shipped = [argument for name in members for argument in ("--package", name)]
    edges = ["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]
    lines = cargo("tree", "--target", target, *shipped, *edges).splitlines()
    return {tuple(line.split()[:2]) for line in lines if line}


@functools.cache
def crates():
    """Returns the shipped packages of crates.io, each with its targets."""
    data = json.loads(cargo("metadata", "--format-version", "1"))
    packages = {package["id"]: package for package in data["packages"]}
    members = [packages[member] for member in data["workspace_members"]]
    folders = [pathlib.Path(member["manifest_path"]).relative_to(ROOT).parts[0] for member in members]
    members = [member["name"] for member, folder in zip(members, folders) if folder in SHIPPED]
    by_target = {target: linked(target, members) for target in TARGETS}
    found = []
    for package in packages.values():
        key = package["name"], f"v{package['version']}"
        targets = [target for target in TARGETS if key in by_target[target]]
        if package["source"] and targets:
            found.append(package | {"linked_on": targets})
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def checksums():
    """Returns the SHA-256 of each crate from Cargo.lock."""
    lock = (ROOT / "Cargo.lock").read_text()
    entry = re.compile(r'name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "([0-9a-f]+)"')
    return {(name, version): checksum for name, version, checksum in entry.findall(lock)}


def npm_packages():
    found = {}
    for lock in NPM_LOCKS:
        for path, package in json.loads((ROOT / lock).read_text())["packages"].items():
            name = path.rpartition("node_modules/")[2]
            if path.startswith("node_modules/") and not package.get("dev") and not package.get("link"):
                found[name, package["version"]] = package
    return sorted(found.items())


def licence(package):
    # A slash is the old form of OR.
    return (package.get("license") or "see the licence text").replace("/", " OR ")


def components():
    known = checksums()
    for package in crates():
        name, version = package["name"], package["version"]
        component = {
            "type": "library",
            "bom-ref": f"pkg:cargo/{name}@{version}",
            "name": name,
            "version": version,
            "licenses": [{"expression": licence(package)}],
            "purl": f"pkg:cargo/{name}@{version}",
            "properties": [{"name": "wallet-cloud:target", "value": target} for target in package["linked_on"]],
        }
        if (name, version) in known:
            component["hashes"] = [{"alg": "SHA-256", "content": known[name, version]}]
        yield component
    for (name, version), package in npm_packages():
        purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        yield {
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": version,
            "licenses": [{"expression": licence(package)}],
            "purl": purl,
        }


def sbom():
    version = re.search(r'^version = "(.+)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[1]
    listed = list(components())
    # The serial number identifies the content, so that the same lock files give the same document.
    digest = hashlib.sha256(json.dumps(listed, sort_keys=True).encode()).hexdigest()
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.UUID(digest[:32], version=4)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "wallet-cloud",
                "name": "wallet-cloud",
                "version": version,
                "licenses": [{"expression": "Apache-2.0"}],
            }
        },
        "components": listed,
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def texts(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    for file in sorted(folder.iterdir()):
        if file.is_file() and TEXTS.match(file.name) and file.suffix not in {".rs", ".html"}:
            text = file.read_text(errors="replace").replace("\r\n", "\n").strip("\n")
            yield "\n".join(line.rstrip() for line in text.split("\n"))


def licences():
    by_text = {}
    for package in crates():
        name = f"{package['name']} {package['version']}"
        for text in texts(package):
            key = re.sub(r"\W+", " ", text).lower()
            by_text.setdefault(key, (text, []))[1].append(name)
    parts = []
    for text, names in sorted(by_text.values(), key=lambda entry: entry[1]):
        parts += ["=" * 80, ", ".join(names), "=" * 80, "", text, ""]
    return "\n".join(parts) + "\n"


def notices():
    listed = [((package["name"], package["version"]), package) for package in crates()] + npm_packages()
    rows = [f"| {name} | {version} | {licence(package)} |" for (name, version), package in listed]
    parts = [
        "# Third-party notices",
        "",
        "The software contains or links the following packages. Their licence texts are in",
        "third-party-licences.txt, and the same list for tools in sbom.cdx.json (CycloneDX).",
        "",
        "| Package | Version | Licence |",
        "|---|---|---|",
        *rows,
    ]
    return "\n".join(parts) + "\n"


def check(listed):
    """Fails if packages are missing, or if one is listed that no shipped program links."""
    foreign = ("windows-", "windows_", "winapi", "core-foundation", "security-framework", "schannel")
    problems = [component["name"] for component in listed if component["name"].startswith(foreign)]
    crates = [component for component in listed if component["purl"].startswith("pkg:cargo/")]
    problems += [component["name"] for component in crates if not component["properties"]]
    if problems or len(listed) <= 300:
        sys.exit(f"{len(listed)} packages; not linked on {', '.join(TARGETS)}: {', '.join(problems) or 'none'}")


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "target" / "notices"
    folder.mkdir(parents=True, exist_ok=True)
    files = {"THIRD-PARTY-NOTICES.md": notices(), "third-party-licences.txt": licences(), "sbom.cdx.json": sbom()}
    for name, content in files.items():
        (folder / name).write_text(content)
    check(json.loads(files["sbom.cdx.json"])["components"])
    print(f"{', '.join(files)} in {folder}: {len(crates())} crates, {len(npm_packages())} npm packages")


main()
