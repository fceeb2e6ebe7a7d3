"""The document in which a visitor's program runs reaches nothing, and comes without Brython, too."""

import base64
import gzip
import hashlib
import json
import re
import subprocess
import sys

from playground.server import http, write
from playground.stage import assets
from tests.playground.server.test_serving import ROOT, asked, front

PATH = "/app/static/write.html"


def test_the_document_has_its_own_policy_and_no_other_has_its_rights():
    status, said, body = asked(PATH)
    assert (status, said["content-type"], said["cache-control"]) == (200, "text/html; charset=utf-8", "no-cache")
    parts = {
        name: rest
        for name, _, rest in (part.strip().partition(" ") for part in said["content-security-policy"].split(";"))
    }
    (begin,) = re.findall(r"<script>(.*?)</script>", gzip.decompress(body).decode(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(begin.encode()).digest()).decode()
    assert parts == {
        "default-src": "'none'",
        "connect-src": "'none'",
        "form-action": "'none'",
        "base-uri": "'none'",
        "script-src": f"'sha256-{digest}' 'unsafe-eval'",
        "worker-src": "blob:",
        "sandbox": "allow-scripts",
    }
    assert "'unsafe-eval'" not in http.POLICY
    for path in ("/", f"/app/static/{assets.BRYTHON}"):
        assert asked(path)[1]["content-security-policy"] == http.POLICY
    assert asked("/below" + PATH, front("/below"))[0] == 200


def test_the_document_holds_the_policy_the_name_of_the_script_and_the_modules_itself():
    text = gzip.decompress(write.document().body).decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="(.*?)"', text)
    assert policy.replace("&#39;", "'") == write.POLICY.removesuffix("; sandbox allow-scripts")
    assert f'id="script">{assets.BRYTHON}</script>' in text
    (modules,) = re.findall(r'id="modules">(.*?)</script>', text, re.DOTALL)
    assert {"python", "python.run", "python.vectors", "sys"} <= set(json.loads(modules))
    assert text.count("</script>") == 4


def test_brythons_script_brings_the_modules_that_a_program_can_import():
    script = assets.BRYTHON_SCRIPT.decode()
    assert "version [3, 15, 0" in script
    assert re.search(r'__BRYTHON__.update_VFS\(\{"_random": \["\.js", .*"math": \["\.js", ', script, re.DOTALL)


_WITHOUT = """
import importlib.util, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "brython" else find(name, *rest)
from playground.server import write
from playground.stage import assets
print(repr(assets.BRYTHON), b"brython" in b"".join(name.encode() for name in assets.FILES))
print(write.document().status_code)
"""


def test_without_brython_there_is_no_script_and_all_else_is_as_ever():
    done = subprocess.run([sys.executable, "-c", _WITHOUT], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["''", "False", "200"]
