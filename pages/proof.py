"""The Proof page: the convergence proof, line by line, in the numbers of the board's own run."""

from playground.app import frame

frame.show("pages/proof.py")
