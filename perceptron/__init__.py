"""The perceptron: data sets, training runs, and the bounds of the convergence theorem.

>>> from perceptron import margin_dataset, separate, train
>>> data = margin_dataset(n=60, dim=2, margin=0.1, seed=7)
>>> run, separator = train(data), separate(data)
>>> run.outcome, len(run.mistakes) <= separator.bound
('converged', True)
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from perceptron import bounds, samples, variants
from perceptron.comparator import Comparator, comparator
from perceptron.concepts import (
    HalvingRun,
    RandomizedRun,
    all_functions,
    directions,
    halving,
    littlestone,
    randomized_halving,
    signs,
    singletons,
    thresholds,
)
from perceptron.dataset import Dataset
from perceptron.descent import Descent, descend, perceptron_gradient, perceptron_loss
from perceptron.dual import DualRun, train_dual
from perceptron.explanation import Explanation, explain
from perceptron.kernels import KernelSeparator, Undecided, biased, linear, polynomial, rbf, separate_dual
from perceptron.labelings import labelings
from perceptron.learner import train
from perceptron.leave_one_out import leave_one_out
from perceptron.lower_bound import Forced, adversary, force_mistakes, mistakes_forced
from perceptron.many import ManyRuns, train_many
from perceptron.online import Learner, OnlineAverage, OnlineHalving, OnlinePerceptron
from perceptron.orders import Extremes, extreme_orders, fewest_and_most, single_example
from perceptron.planes import Margins, Plane, margins
from perceptron.printed import Printed, read_printed
from perceptron.run import Cycle, Run
from perceptron.samples import *  # noqa: F403 — its own list names them
from perceptron.separation import BarelySeparable, Inseparable, Separator, separability, separate
from perceptron.slack import Factors, factors
from perceptron.span import InPlane, in_plane
from perceptron.variants import *  # noqa: F403 — its own list names them
from perceptron.voting import Averaged, Pocket, Voted, averaged, errors_over_time, pocket, voted

if TYPE_CHECKING:
    from perceptron import experiments

__version__ = "0.1.0"

__all__ = [
    "Averaged",
    "BarelySeparable",
    "Comparator",
    "Cycle",
    "Dataset",
    "Descent",
    "DualRun",
    "Explanation",
    "Extremes",
    "Factors",
    "Forced",
    "HalvingRun",
    "InPlane",
    "Inseparable",
    "KernelSeparator",
    "Learner",
    "ManyRuns",
    "Margins",
    "OnlineAverage",
    "OnlineHalving",
    "OnlinePerceptron",
    "Plane",
    "Pocket",
    "Printed",
    "RandomizedRun",
    "Run",
    "Separator",
    "Undecided",
    "Voted",
    "adversary",
    "all_functions",
    "averaged",
    "biased",
    "bounds",
    "comparator",
    "descend",
    "directions",
    "errors_over_time",
    "experiments",
    "explain",
    "extreme_orders",
    "factors",
    "fewest_and_most",
    "force_mistakes",
    "halving",
    "in_plane",
    "labelings",
    "leave_one_out",
    "linear",
    "littlestone",
    "margins",
    "mistakes_forced",
    "perceptron_gradient",
    "perceptron_loss",
    "pocket",
    "polynomial",
    "randomized_halving",
    "rbf",
    "read_printed",
    "separability",
    "separate",
    "separate_dual",
    "signs",
    "single_example",
    "singletons",
    "thresholds",
    "train",
    "train_dual",
    "train_many",
    "voted",
]
__all__ += [*samples.__all__, *variants.__all__]


def __getattr__(name: str) -> ModuleType:
    # The experiments need pandas, which takes as long to load as the rest of the library.
    if name == "experiments":
        return import_module("perceptron.experiments")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
