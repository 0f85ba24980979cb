#!/usr/bin/python3
"""Writes the bill of materials (SPDX 2.3): referee and what it is built with, from tools/packages.txt and dpkg. Usage: sbom.py VERSION"""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Tools that are needed for the build, but are not part of the program.
TOOLS = {"g++", "make", "cmake", "ninja-build", "git", "pkg-config", "esbuild", "libmd4c-dev", "python3", "python3-jsonschema", "python3-pyte", "doctest-dev"}


def version_of(package):
    """The installed version, or NOASSERTION if dpkg does not know the package."""
    run = subprocess.run(["dpkg-query", "--show", "--showformat=${Version}", package], capture_output=True, text=True)
    return run.stdout or "NOASSERTION"


def licence():
    """The project's licence, as stated in packaging/copyright."""
    found = re.search(r"^License: (.+)$", (ROOT / "packaging/copyright").read_text(), re.MULTILINE).group(1)
    return "NONE" if found == "none" else found


def spdx_id(name):
    return "SPDXRef-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in name)


def package(name, version):
    return {"SPDXID": spdx_id(name), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION"}


def main(version):
    names = subprocess.run([ROOT / "tools/deps.sh", "--list", "debian"], capture_output=True, text=True, check=True).stdout.split()
    own = {**package("referee", version), "licenseDeclared": licence(), "licenseConcluded": licence()}
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]}]
    for name in names:
        kind = ("BUILD_TOOL_OF" if name in TOOLS else "RUNTIME_DEPENDENCY_OF" if name == "bubblewrap" else "DEPENDENCY_OF")
        relations.append({"spdxElementId": spdx_id(name), "relationshipType": kind, "relatedSpdxElement": own["SPDXID"]})
    created = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    json.dump({"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"referee-{version}",
               "documentNamespace": f"urn:referee:{version}:{int(created.timestamp())}",
               "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: packaging/sbom.py"]},
               "packages": [own, *(package(name, version_of(name)) for name in names)], "relationships": relations},
              sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main(*sys.argv[1:])
