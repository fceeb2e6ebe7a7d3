"""The package of files that a learning platform takes, as IMS Content Packaging says: QTI and SCORM build on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

TITLE = "Perceptron exercises"
MANIFEST = "imsmanifest.xml"
"""The file that lists a package's files; its name is the standard's."""

Element = ElementTree.Element
add = ElementTree.SubElement


def manifest(namespaces: Mapping[str, str], schema: str, schema_version: str, **more: str) -> Element:
    """Return the root element of a package's manifest; organizations and resources are still to be added to it.

    `schema` and `schema_version` name the kind of package, `namespaces` are attributes by their names, and `more` are
    further attributes.
    """
    root = Element("manifest", {**namespaces, "identifier": "perceptron-exercises", **more})
    metadata = add(root, "metadata")
    add(metadata, "schema").text, add(metadata, "schemaversion").text = schema, schema_version
    return root


def add_resource(resources: Element, about: Mapping[str, str], files: Sequence[str]) -> Element:
    """Add a resource to the element `resources` of a manifest, and return the element of the resource.

    `about` are its attributes, `files` the names of its files.
    """
    resource = add(resources, "resource", {**about})
    for file in files:
        add(resource, "file", href=file)
    return resource


def written(root: Element) -> bytes:
    """Return an XML element as the bytes of an XML file."""
    content: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return content
