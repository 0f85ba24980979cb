"""Lets these tests import the helpers of the end-to-end tests: import this module first."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "end_to_end"))
