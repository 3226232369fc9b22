"""What is inside the programs and what they load, with versions and licences: from the build and from Debian's packages."""
import dataclasses
import functools
import json
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
checkouts = root / ".build/checkouts"
# By source package; the texts themselves come from the packages.
LICENCES = {
    "argon2": "CC0-1.0 OR Apache-2.0", "cmark-gfm": "BSD-2-Clause", "expat": "MIT", "fonts-manrope": "OFL-1.1",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1", "glibc": "LGPL-2.1-or-later", "keyutils": "LGPL-2.1-or-later", "node-chart.js": "MIT",
    "openssl": "Apache-2.0", "qrencode": "LGPL-2.1-or-later", "sqlcipher": "BSD-3-Clause", "utf8proc": "MIT",
}


@dataclasses.dataclass
class Part:
    name: str
    version: str
    licence: str
    # How the programs have it, in the words of SPDX.
    relation: str
    address: str = ""
    texts: tuple = ()


def output(*words):
    return subprocess.check_output(words, text=True, cwd=root).strip()


def notes(version):
    """What a version changes, cut from CHANGELOG.md."""
    sections = re.split(r"^## ", (root / "CHANGELOG.md").read_text(), flags=re.M)[1:]
    found = [each for name in (f"[{version}]", "[Unreleased]") for each in sections if each.startswith(name)]
    if not found[0].startswith(f"[{version}]"):
        print(f"note: CHANGELOG.md has no section [{version}] yet; [Unreleased] is taken", file=sys.stderr)
    return found[0].partition("\n")[2].strip() + "\n"


def triplet():
    return output("dpkg-architecture", "-qDEB_HOST_MULTIARCH")


@functools.cache
def owner(library):
    """The Debian package that holds a shared library here, and the file; None where there is none."""
    found = subprocess.run(["dpkg-query", "-S", f"*/{triplet()}/{library}"], capture_output=True, text=True, check=False)
    if found.returncode:
        return None
    package, _, path = found.stdout.splitlines()[0].partition(": ")
    return package.split(":")[0], pathlib.Path(path)


def linked(program):
    """The shared libraries that a program needs, those of its libraries too: without glibc, which each system has."""
    names = re.findall(r"^\s*(\S+) => /", output("ldd", str(program)), re.M)
    return [name for name in names if owner(name)[0] != "libc6"]


def loaded():
    """The sets of libraries of which the programs load one while they run, and whether the relay does; from the C sources."""
    sets = {}
    for file in sorted(root.glob("Sources/Shims/*/*.c")):
        if names := re.findall(r'"(lib[\w.+-]+\.so\.\d+)"', file.read_text()):
            sets[tuple(names)] = file.parent.name == "CPostgres"
    return sets


def debian(package, relation, name=None):
    version, source = output("dpkg-query", "-W", "-f", "${Version} ${source:Package}", package).split()
    text = pathlib.Path("/usr/share/doc", package, "copyright")
    return Part(
        name or package, version, LICENCES.get(source, "NOASSERTION"), relation, f"pkg:deb/debian/{package}@{version}", (text,))


def parts(programs):
    """All parts of the programs, in a fixed order."""
    toolchain = pathlib.Path(output("sh", "-c", 'readlink -f "$(command -v swiftc)"')).parents[1]
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    yield Part("Swift", swift, "Apache-2.0 WITH Swift-exception", "STATIC_LINK", f"pkg:swift/github.com/swiftlang/swift@{swift}",
               (toolchain / "share/swift/LICENSE.txt",))
    for pin in json.loads((root / "Package.resolved").read_text())["pins"]:
        name, version, folder = pin["identity"], pin["state"]["version"], checkouts / pin["identity"]
        has_exception = "Runtime Library Exception" in (folder / "LICENSE.txt").read_text()
        yield Part(name, version, "Apache-2.0" + (" WITH Swift-exception" if has_exception else ""), "STATIC_LINK",
                   f"pkg:swift/github.com/apple/{name}@{version}",
                   tuple(sorted(folder.glob("LICENSE.txt")) + sorted(folder.glob("NOTICE.txt")) + sorted(folder.glob("Sources/*/LICENSE*"))))
    libraries = sorted({name for program in programs for name in linked(program)})
    if not any(name.startswith("libsqlcipher") for name in libraries):
        text = next((each for each in (pathlib.Path("/usr/local/share/doc/sqlcipher/copyright"), pathlib.Path(
            "/usr/share/doc/libsqlcipher-dev/copyright")) if each.exists()), None)
        yield Part("SQLCipher", output("pkg-config", "--modversion", "sqlcipher"), LICENCES["sqlcipher"], "STATIC_LINK",
                   "https://github.com/sqlcipher/sqlcipher", (text,))
    if "libstdc++.so.6" not in libraries:
        yield debian("libstdc++6", "STATIC_LINK")
    yield Part("Mood model", "1", "MIT", "CONTAINS", "", (root / "Sources/Shims/CMoodModel/MODEL.md",))
    names = (root / "Sources/Shims/CDateNames/date-names.tsv").read_text()
    yield Part("Names of dates (ICU, CLDR)", re.search(r"^#icu\t(\S+)", names, re.M)[1], "Unicode-3.0", "CONTAINS", "",
               (root / "Sources/Shims/CDateNames/LICENSE-UNICODE",))
    with (root / "Sources/Shims/CZones/made/zones").open("rb") as zones:
        yield Part("Time zones (IANA)", zones.readline().split()[1].decode(), "LicenseRef-public-domain", "CONTAINS")
    yield debian("fonts-manrope", "CONTAINS")
    yield debian("libjs-chart.js", "CONTAINS")
    for package in sorted({owner(name)[0] for name in libraries}):
        yield debian(package, "DYNAMIC_LINK")
    for package in sorted({owner(name)[0] for names in loaded() for name in names if owner(name)}):
        yield debian(package, "OPTIONAL_DEPENDENCY_OF")


def copyright(found):
    """The licence of Auralyst, and those of everything inside."""
    text, seen = (root / "LICENSE").read_text(), {}
    for part in found:
        if part.relation in ("STATIC_LINK", "CONTAINS"):
            text += f"\n{'-' * 72}\nInside: {part.name} {part.version} ({part.licence.replace('LicenseRef-', '')})\n\n"
            for body in (file.read_text() for file in part.texts):
                text += f"The same text as of {seen[body]}, above.\n" if body in seen else body + "\n"
                seen.setdefault(body, part.name)
    return text


def spdx(version, moment, digest, found):
    """A software bill of materials as SPDX 2.3 says it in JSON. `digest` tells this build from others."""
    def package(identifier, name, version, licence, address):
        fields = {
            "SPDXID": identifier, "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION", "licenseDeclared": licence, "copyrightText": "NOASSERTION",
        }
        if address.startswith("pkg:"):
            fields["externalRefs"] = [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": address}]
        elif address:
            fields["downloadLocation"] = address
        return fields

    main = "SPDXRef-auralyst"
    packages = [package(main, "auralyst", version, "MIT", "")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", main)]
    for part in found:
        identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", part.name).strip("-")
        packages.append(package(identifier, part.name, part.version, part.licence, part.address))
        ends = (identifier, main) if part.relation == "OPTIONAL_DEPENDENCY_OF" else (main, identifier)
        relations.append((ends[0], part.relation, ends[1]))
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"auralyst-{version}",
        "documentNamespace": f"https://auralyst.example/spdx/auralyst-{version}-{digest}",
        "creationInfo": {"created": moment, "creators": ["Organization: The Auralyst authors", "Tool: scripts/package"]},
        "hasExtractedLicensingInfos": [{
            "licenseId": "LicenseRef-public-domain", "extractedText": "This database is in the public domain.",
            "name": "Public domain"}],
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": relation, "relatedSpdxElement": other} for one, relation, other in relations],
    }, indent=1) + "\n"
