"""Installs the package as `pip install ./python` does."""

import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("flit_core")
SOURCE = pathlib.Path(__file__).parents[2] / "python"


def test_the_package_installs_with_its_types(tmp_path):
    # The build writes nothing beside the sources.
    before = sorted(SOURCE.iterdir())
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-build-isolation", "--no-deps",
         "--no-compile", "--target", tmp_path, SOURCE], check=True)
    assert sorted(SOURCE.iterdir()) == before
    installed = {file.name for file in (tmp_path / "healthstore").iterdir()}
    assert installed >= {file.name for file in (SOURCE / "healthstore").iterdir() if file.is_file()} >= {"py.typed"}
    asked = "import healthstore; print(healthstore.__file__, healthstore.to_parquet.__name__)"
    printed = subprocess.run(
        [sys.executable, "-B", "-c", asked], env={"PYTHONPATH": str(tmp_path)}, check=True, capture_output=True, text=True).stdout
    assert printed.startswith(str(tmp_path)) and printed.endswith("to_parquet\n")
