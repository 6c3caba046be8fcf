# SPDX-License-Identifier: MIT
"""pack.py FOLDER FILE: packs the extension in FOLDER as FILE, a .vsix. It is a zip archive with a manifest; the same
files give the same bytes."""

import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

TYPES = {".js": "application/javascript", ".json": "application/json", ".md": "text/markdown", ".txt": "text/plain",
         ".vsixmanifest": "text/xml", ".wasm": "application/wasm"}


def manifest(about):
    attributes = " ".join(f"{name}={quoteattr(about[key])}" for name, key in (
        ("Id", "name"), ("Version", "version"), ("Publisher", "publisher")))
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" {attributes}/>
    <DisplayName>{escape(about["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(about["description"])}</Description>
    <Tags>{",".join(about["keywords"])}</Tags>
    <Categories>{",".join(about["categories"])}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(about["engines"]["vscode"])}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace{",web" if "browser" in about else ""}"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def content_types():
    rows = "".join(f'<Default Extension="{end}" ContentType="{kind}"/>' for end, kind in sorted(TYPES.items()))
    return ('<?xml version="1.0" encoding="utf-8"?>\n'
            f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{rows}</Types>\n')


def main(folder, file):
    folder = pathlib.Path(folder)
    about = json.loads((folder / "package.json").read_text())
    members = {"extension.vsixmanifest": manifest(about).encode(), "[Content_Types].xml": content_types().encode()}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            assert path.suffix in TYPES, path
            members[f"extension/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    print(f"{file}: {pathlib.Path(file).stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
