"""What pyproject.toml cannot say of the installed package: its folders, and that no older build is part of it."""

import shutil

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py


class FreshBuild(build_py):
    """Builds in an empty folder: setuptools would pack what an older build has left there, such as renamed scripts."""

    def run(self) -> None:
        """Copy the files of all packages."""
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


# The files that Streamlit runs stand in the root of the repository, so that hosts find them there.
ROOT = {"playground.root": ".", "playground.root.pages": "pages"}

setup(
    script_name="setup.py",  # which is no part of the package; pip does not say so
    packages=[*find_packages(include=["perceptron", "playground", "playground.*"]), *ROOT],
    package_dir=ROOT,
    cmdclass={"build_py": FreshBuild},
)
