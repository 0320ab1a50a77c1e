"""The league that the tests of `arpad history` ask and correct."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.leagues import MADE
from tests.cli.outcome import done


@pytest.fixture(scope="session")
def rated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rated league that nobody changes."""
    folder = tmp_path_factory.mktemp("histories") / "league"
    done("history", "generate", folder, *MADE)
    done("history", "rate", folder)
    return folder


@pytest.fixture
def league(rated: Path, tmp_path: Path) -> Path:
    """A rated league of one's own."""
    return Path(shutil.copytree(rated, tmp_path / "league"))
