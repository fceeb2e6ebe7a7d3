"""Perceptrons as students write them, right and wrong: each prints its weights, or the points that it updates on.

A program gets the points, a list of lists, the labels, −1 or 1, and a `Desk` of details drawn at random: the rate, the
passes it makes at most, where the bias stands and what is printed when. They know nothing of perceptron/faults.py.
"""

# ruff: noqa: B007, B905, RUF005, SIM108 — students' code

import random

import numpy as np


class Desk:
    """The details of a program, and the screen that it prints on."""

    def __init__(self, rate=1.0, passes=30, when="update", bias="last", digits=None, begin=False, look="numpy", seed=0):
        self.rate, self.passes, self.when, self.bias = rate, passes, when, bias
        self.digits, self.begin, self.look = digits, begin, look
        self.random, self.lines, self.rows = random.Random(seed), [], []

    def start(self, w, b=None):
        if self.begin:
            self._print(w, b)

    def update(self, w, b=None):
        if self.when == "update":
            self._print(w, b)

    def visit(self, w, b=None):
        if self.when == "visit":
            self._print(w, b)

    def epoch(self, w, b=None):
        if self.when == "pass":
            self._print(w, b)

    def last(self, w, b=None):
        if self.when == "last":
            self._print(w, b)

    def _print(self, w, b):
        row = [float(v) for v in w]
        if b is not None and self.bias != "none":
            row = [float(b), *row] if self.bias == "first" else [*row, float(b)]
        self.rows.append(row)
        if self.digits is None:
            words = [repr(v) for v in row]
        else:
            words = [f"{v:.{self.digits}f}" for v in row]
        look = self.look
        if look == "numpy":
            line = str(np.array(row)) if self.digits is None else "[" + " ".join(words) + "]"
            if self.digits is None:
                line = "[" + " ".join(words) + "]"
        elif look == "list":
            line = "[" + ", ".join(words) + "]"
        elif look == "tuple":
            line = "(" + ", ".join(words) + ")"
        elif look == "csv":
            line = ",".join(words)
        elif look == "matlab":
            line = "   " + "    ".join(words)
        elif look == "semicolons":
            line = "; ".join(word.replace(".", ",") for word in words)
        else:
            line = f"update {len(self.lines) + 1}: w = [{' '.join(words)}]"
        self.lines.append(line)

    @property
    def text(self):
        return "\n".join(self.lines)


def with_ones(X, o):
    if o.bias == "none":
        return np.array(X, dtype=float)
    one = np.ones((len(X), 1))
    return np.hstack([one, np.array(X)] if o.bias == "first" else [np.array(X), one])


# Right ones.


def numpy_loop(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for epoch in range(o.passes):
        errors = 0
        for x, t in zip(X, y):
            if t * np.dot(w, x) <= 0:
                w = w + o.rate * t * x
                errors += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


def separate_bias(X, y, o):
    w, b = [0.0] * len(X[0]), 0.0
    o.start(w, b)
    for epoch in range(o.passes):
        done = True
        for i in range(len(X)):
            s = sum(w[j] * X[i][j] for j in range(len(w))) + (0 if o.bias == "none" else b)
            if y[i] * s <= 0:
                for j in range(len(w)):
                    w[j] += o.rate * y[i] * X[i][j]
                b += o.rate * y[i]
                done = False
                o.update(w, b)
            o.visit(w, b)
        o.epoch(w, b)
        if done:
            break
    o.last(w, b)


def step_function(X, y, o):
    """Rosenblatt's with targets 0 and 1: w += η (t − o) x, where o = 1 from w·x ≥ 0."""
    X = with_ones(X, o)
    t = [1 if label == 1 else 0 for label in y]
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        wrong = 0
        for i in range(len(X)):
            output = 1 if X[i] @ w >= 0 else 0
            w = w + o.rate * (t[i] - output) * X[i]
            if t[i] != output:
                wrong += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if not wrong:
            break
    o.last(w)


def heaviside(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        old = w.copy()
        for x, label in zip(X, y):
            guess = 1 if w @ x > 0 else -1
            if guess != label:
                w = w + o.rate * label * x
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if (old == w).all():
            break
    o.last(w)


def numpy_sign(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    changed = True
    count = 0
    while changed and count < o.passes:
        changed = False
        count += 1
        for x, label in zip(X, y):
            if np.sign(w @ x) != label:
                w += o.rate * label * x
                changed = True
                o.update(w)
            o.visit(w)
        o.epoch(w)
    o.last(w)


def shuffled(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    places = list(range(len(y)))
    for _ in range(o.passes):
        o.random.shuffle(places)
        clean = True
        for i in places:
            if y[i] * (w @ X[i]) <= 0:
                w = w + o.rate * y[i] * X[i]
                clean = False
                o.update(w)
            o.visit(w)
        if clean:
            break
    o.last(w)


def replacement(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes * len(y)):
        i = o.random.randrange(len(y))
        if y[i] * (w @ X[i]) <= 0:
            w = w + o.rate * y[i] * X[i]
            o.update(w)
        o.visit(w)
        if all(t * (w @ x) > 0 for x, t in zip(X, y)):
            break
    o.last(w)


def most_wrong(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes * len(y)):
        scores = np.array(y) * (X @ w)
        i = np.argmin(scores)
        if scores[i] > 0:
            break
        w = w + o.rate * y[i] * X[i]
        o.update(w)
        o.visit(w)
        o.epoch(w)
    o.last(w)


def from_the_first(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    i = 0
    updates = 0
    while i < len(y) and updates < 500:
        if y[i] * (w @ X[i]) <= 0:
            w = w + o.rate * y[i] * X[i]
            updates += 1
            o.update(w)
            o.visit(w)
            o.epoch(w)
            i = 0
        else:
            i += 1
    o.last(w)


def whole_batch(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    y = np.array(y)
    o.start(w)
    for _ in range(o.passes):
        wrong = y * (X @ w) <= 0
        if not wrong.any():
            break
        w = w + o.rate * (y[wrong, None] * X[wrong]).sum(axis=0)
        o.update(w)
        o.visit(w)
        o.epoch(w)
    o.last(w)


def with_margin(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        errors = 0
        for x, t in zip(X, y):
            if t * (w @ x) <= 0.5:
                w = w + o.rate * t * x
                errors += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


def ones_start(X, y, o):
    X = with_ones(X, o)
    w = np.ones(X.shape[1])
    o.begin = True
    o.start(w)
    for _ in range(o.passes):
        errors = 0
        for x, t in zip(X, y):
            if t * (w @ x) <= 0:
                w = w + o.rate * t * x
                errors += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


def fit_and_predict(X, y, o):
    """The class of many a book: its labels are −1 and 1, so η (y − ŷ) moves w by twice the rate."""

    class Perceptron:
        def predict(self, x):
            return np.where(np.dot(x, self.w_[1:]) + self.w_[0] >= 0.0, 1, -1)

        def fit(self, X, y):
            self.w_ = np.zeros(1 + X.shape[1])
            self.errors_ = []
            o.start(self.w_[1:], self.w_[0])
            for _ in range(o.passes):
                errors = 0
                for xi, target in zip(X, y):
                    update = o.rate * (target - self.predict(xi))
                    self.w_[1:] += update * xi
                    self.w_[0] += update
                    errors += int(update != 0.0)
                    if update:
                        o.update(self.w_[1:], self.w_[0])
                    o.visit(self.w_[1:], self.w_[0])
                o.epoch(self.w_[1:], self.w_[0])
                self.errors_.append(errors)
                if not errors:
                    break
            o.last(self.w_[1:], self.w_[0])

    Perceptron().fit(np.array(X), np.array(y))


def random_start(X, y, o):
    X = with_ones(X, o)
    w = np.array([round(o.random.gauss(0, 0.1), 2) for _ in X[0]])
    o.begin = True
    o.start(w)
    for _ in range(o.passes):
        errors = 0
        for i in range(len(X)):
            if y[i] * X[i].dot(w) <= 0:
                w = w + o.rate * y[i] * X[i]
                errors += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


def from_the_end(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        errors = 0
        for i in range(len(X) - 1, -1, -1):
            if y[i] * X[i].dot(w) <= 0:
                w = w + o.rate * y[i] * X[i]
                errors += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


def signed_points(X, y, o):
    """Takes the first of the mistakes again and again, with the labels in the points."""
    Z = with_ones(X, o) * np.array(y)[:, None]
    w = np.zeros(Z.shape[1])
    o.start(w)
    for _ in range(500):
        wrong = np.flatnonzero(Z @ w <= 0)
        if len(wrong) == 0:
            break
        w = w + o.rate * Z[wrong[0]]
        o.update(w)
        o.visit(w)
        o.epoch(w)
    o.last(w)


def right_in_a_row(X, y, o):
    """Goes round without passes, until as many points in a row are right as there are."""
    X = with_ones(X, o)
    w, i, right = np.zeros(X.shape[1]), 0, 0
    o.start(w)
    for _ in range(o.passes * len(y)):
        if y[i] * (X[i] @ w) <= 0:
            w = w + o.rate * y[i] * X[i]
            right = 0
            o.update(w)
        else:
            right += 1
        o.visit(w)
        if right == len(y):
            break
        i = (i + 1) % len(y)
        if i == 0:
            o.epoch(w)
    o.last(w)


def few_at_once(X, y, o):
    X, y = with_ones(X, o), np.array(y)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        before = w
        for begin in range(0, len(y), 3):
            A, b = X[begin : begin + 3], y[begin : begin + 3]
            wrong = b * (A @ w) <= 0
            if wrong.any():
                w = w + o.rate * (b[wrong] @ A[wrong])
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if (w == before).all():
            break
    o.last(w)


def shuffled_before(X, y, o):
    places = list(range(len(y)))
    o.random.shuffle(places)
    separate_bias([X[i] for i in places], [y[i] for i in places], o)


# Wrong ones. `flawed` is the loop that many hand in; each program changes a line or two of it.


def flawed(
    X, y, o, *, wrong=None, step=None, bias=None, seen=1, order=None, after=None, enough=None, old=False, once=False
):
    w, b = np.zeros(len(X[0])), 0.0
    X = np.array(X, dtype=float)
    free = o.bias != "none"
    o.start(w, b)
    previous = None
    for epoch in range(o.passes):
        errors = 0
        kept_w, kept_b = w.copy(), b
        for i in order(len(y)) if order else range(len(y)):
            s = float((kept_w if old else w) @ X[i]) + seen * ((kept_b if old is True else b) if free else 0)
            if wrong(y[i], s) if wrong else y[i] * s <= 0:
                u = step(y, i, s) if step else y[i]
                w = w + o.rate * u * X[i]
                if free:
                    b = b + (bias(o.rate, u, y[i]) if bias else o.rate * u)
                if after:
                    w, b = after(w, b)
                errors += 1
                o.update(w, b)
                if once:
                    break
            o.visit(w, b)
        o.epoch(w, b)
        if errors == 0 or (once and errors) or (enough and enough(errors, previous, epoch)):
            break
        previous = errors
    o.last(w, b)


def binary_labels(X, y, o):
    flawed(X, [max(0, t) for t in y], o)


def binary_step(X, y, o):
    flawed(X, [max(0, t) for t in y], o, wrong=lambda t, s: t != (1 if s > 0 else 0))


def binary_guess(X, y, o):
    flawed(X, y, o, wrong=lambda t, s: t != (1 if s > 0 else 0))


def always(X, y, o):
    flawed(X, y, o, wrong=lambda t, s: True)


def when_right(X, y, o):
    flawed(X, y, o, wrong=lambda t, s: t * s >= 0)


def minus(X, y, o):
    flawed(X, y, o, step=lambda y, i, s: -y[i])


def less_than(X, y, o):
    w = [0] * (len(X[0]) + 1)
    o.start(w[:-1], w[-1])
    for _ in range(o.passes):
        for x, t in zip(X, y):
            if t * (sum(a * b for a, b in zip(w, x)) + w[-1]) < 0:
                w = [a + o.rate * t * b for a, b in zip(w, x + [1])]
                o.update(w[:-1], w[-1])
            o.visit(w[:-1], w[-1])
        o.epoch(w[:-1], w[-1])
    o.last(w[:-1], w[-1])


def bias_stays(X, y, o):
    flawed(X, y, o, bias=lambda rate, u, t: 0)


def bias_without_rate(X, y, o):
    flawed(X, y, o, bias=lambda rate, u, t: t)


def bias_minus(X, y, o):
    flawed(X, y, o, bias=lambda rate, u, t: -rate * t)


def bias_without_label(X, y, o):
    flawed(X, y, o, bias=lambda rate, u, t: rate)


def bias_unseen(X, y, o):
    flawed(X, y, o, seen=0)


def old_scores(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        guesses = np.sign(X @ w)
        for i in range(len(y)):
            if guesses[i] != y[i]:
                w = w + o.rate * y[i] * X[i]
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if (guesses == y).all():
            break
    o.last(w)


def old_w_new_bias(X, y, o):
    flawed(X, y, o, old="w")


def one_pass(X, y, o):
    o.passes = 1
    numpy_loop(X, y, o)


def two_passes(X, y, o):
    o.passes = 2
    separate_bias(X, y, o)


def returns_at_once(X, y, o):
    flawed(X, y, o, once=True)


def no_last(X, y, o):
    flawed(X, y, o, order=lambda n: range(n - 1))


def no_first(X, y, o):
    flawed(X, y, o, order=lambda n: range(1, n))


def delta_rule(X, y, o):
    flawed(X, y, o, wrong=lambda t, s: True, step=lambda y, i, s: y[i] - s)


def hinge(X, y, o):
    flawed(X, y, o, wrong=lambda t, s: t * s < 1)


def unit_length(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        errors = 0
        for x, t in zip(X, y):
            if t * (w @ x) <= 0:
                w = w + o.rate * t * x
                w = w / np.linalg.norm(w) if w.any() else w
                errors += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


def whole_numbers(X, y, o):
    flawed(X, y, o, after=lambda w, b: (w.astype(int).astype(float), int(b)))


def same_array(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(o.passes):
        errors = 0
        for x, t in zip(X, y):
            if t * (w @ x) <= 0:
                w += o.rate * t * x
                errors += 1
                history.append(w)
        if errors == 0:
            break
    o.when = "update"
    for row in history:
        o.update(row)


def no_label(X, y, o):
    flawed(X, y, o, step=lambda y, i, s: 1)


def label_before(X, y, o):
    flawed(X, y, o, step=lambda y, i, s: y[i - 1])


def starts_again(X, y, o):
    X = with_ones(X, o)
    o.start(np.zeros(X.shape[1]))
    for _ in range(o.passes):
        w = np.zeros(X.shape[1])
        errors = 0
        for x, t in zip(X, y):
            if t * (w @ x) <= 0:
                w = w + o.rate * t * x
                errors += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


def fewer_is_enough(X, y, o):
    flawed(X, y, o, enough=lambda errors, previous, epoch: previous is not None and errors < previous)


def last_point_decides(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        for x, t in zip(X, y):
            if t * (w @ x) <= 0:
                w = w + o.rate * t * x
                done = False
                o.update(w)
            else:
                done = True
            o.visit(w)
        o.epoch(w)
        if done:
            break
    o.last(w)


def normalised_points(X, y, o):
    unit = [[v / np.linalg.norm(x) if np.linalg.norm(x) else 0.0 for v in x] for x in X]
    separate_bias(unit, y, o)


def positive_only(X, y, o):
    flawed(X, y, o, wrong=lambda t, s: t * s <= 0 and t == 1)


def negative_only(X, y, o):
    flawed(X, y, o, wrong=lambda t, s: t * s <= 0 and t == -1)


def label_after(X, y, o):
    flawed(X, y, o, step=lambda y, i, s: y[(i + 1) % len(y)])


def slower_and_slower(X, y, o):
    w, b = [0.0] * len(X[0]), 0.0
    o.start(w, b)
    for epoch in range(1, o.passes + 1):
        eta, changed = o.rate / epoch, False
        for x, t in zip(X, y):
            if t * (sum(p * q for p, q in zip(w, x)) + (0 if o.bias == "none" else b)) <= 0:
                w = [p + eta * t * q for p, q in zip(w, x)]
                b += eta * t
                changed = True
                o.update(w, b)
            o.visit(w, b)
        o.epoch(w, b)
        if not changed:
            break
    o.last(w, b)


def rate_for_the_bias(X, y, o):
    w, b = np.zeros(len(X[0])), 0.0
    o.start(w, b)
    for _ in range(o.passes):
        errors = 0
        for x, t in zip(np.array(X), y):
            if t * (w @ x + b) <= 0:
                w, b = w + t * x, b + o.rate * t
                errors += 1
                o.update(w, b)
            o.visit(w, b)
        o.epoch(w, b)
        if errors == 0:
            break
    o.last(w, b)


def difference_on_mistakes(X, y, o):
    flawed(X, y, o, step=lambda y, i, s: y[i] - s)


def threshold(X, y, o):
    """Predicts by w·x > b, and moves b the way of w·x + b."""
    flawed(X, y, o, seen=-1)


def unit_length_without_bias(X, y, o):
    flawed(X, y, o, after=lambda w, b: (w / np.linalg.norm(w) if w.any() else w, b))


def zero_one_against_sign(X, y, o):
    def guess(s):
        return 1 if s > 0 else -1

    zero_one = [(t + 1) // 2 for t in y]
    flawed(X, zero_one, o, wrong=lambda t, s: t != guess(s), step=lambda y, i, s: y[i] - guess(s))


def no_better_is_enough(X, y, o):
    flawed(X, y, o, enough=lambda errors, previous, epoch: previous is not None and errors >= previous)


# Two faults at once.


def minus_and_no_last(X, y, o):
    flawed(X, y, o, step=lambda y, i, s: -y[i], order=lambda n: range(n - 1))


def always_without_label(X, y, o):
    flawed(X, y, o, wrong=lambda t, s: True, step=lambda y, i, s: 1)


def bias_stays_old_scores(X, y, o):
    flawed(X, y, o, bias=lambda rate, u, t: 0, old=True)


def binary_and_bias_stays(X, y, o):
    flawed(X, [max(0, t) for t in y], o, bias=lambda rate, u, t: 0, wrong=lambda t, s: t != (1 if s > 0 else 0))


def no_first_bias_minus(X, y, o):
    flawed(X, y, o, order=lambda n: range(1, n), bias=lambda rate, u, t: -rate * t)


def hinge_one_pass(X, y, o):
    o.passes = 1
    hinge(X, y, o)


def hinge_bias_stays(X, y, o):
    flawed(X, y, o, wrong=lambda t, s: t * s < 1, bias=lambda rate, u, t: 0)


def no_last_old_scores(X, y, o):
    flawed(X, y, o, order=lambda n: range(n - 1), old=True)


def unit_points_always(X, y, o):
    unit = [[v / np.linalg.norm(x) if np.linalg.norm(x) else 0.0 for v in x] for x in X]
    flawed(unit, y, o, wrong=lambda t, s: True)


def positive_only_bias_unseen(X, y, o):
    flawed(X, y, o, seen=0, wrong=lambda t, s: t * s <= 0 and t == 1)


# Faults that are not in the catalogue, and one that was not when it was written.


def momentum(X, y, o):
    X = with_ones(X, o)
    w, v = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        errors = 0
        for x, t in zip(X, y):
            if t * (w @ x) <= 0:
                v = 0.5 * v + o.rate * t * x
                w = w + v
                errors += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


def decay(X, y, o):
    flawed(X, y, o, after=lambda w, b: (0.9 * w, 0.9 * b))


def two_biases(X, y, o):
    flawed([[*x, 1.0] for x in X], y, o)


def logistic(X, y, o):
    flawed(X, y, o, wrong=lambda t, s: True, step=lambda y, i, s: y[i] / (1 + np.exp(np.clip(y[i] * s, -500, 500))))


def score_in_the_step(X, y, o):
    flawed(X, y, o, step=lambda y, i, s: y[i] * (1 + abs(s)))


def leaps_after_an_update(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        i = errors = 0
        while i < len(X):
            if y[i] * (w @ X[i]) <= 0:
                w = w + o.rate * y[i] * X[i]
                errors += 1
                i += 1
                o.update(w)
            o.visit(w)
            i += 1
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


def coordinates_exchanged(X, y, o):
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        errors = 0
        for x, t in zip(X, y):
            if t * (w @ x) <= 0:
                w = w + o.rate * t * x[[1, 0, *range(2, len(x))]]
                errors += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


def first_coordinate_alone(X, y, o):
    flawed(X, y, o, after=lambda w, b: (np.array([w[0], *(0.0 * w[1:])]), b))


def always_the_first(X, y, o):
    """The point of the update is the first one, whichever is wrong."""
    X = with_ones(X, o)
    w = np.zeros(X.shape[1])
    o.start(w)
    for _ in range(o.passes):
        errors = 0
        for x, t in zip(X, y):
            if t * (w @ x) <= 0:
                w = w + o.rate * t * X[0]
                errors += 1
                o.update(w)
            o.visit(w)
        o.epoch(w)
        if errors == 0:
            break
    o.last(w)


RIGHT = {
    numpy_loop: "cyclic", separate_bias: "cyclic", step_function: "cyclic", heaviside: "cyclic", numpy_sign: "cyclic",
    shuffled: "shuffled", replacement: "random", most_wrong: "hardest", from_the_first: "restarting",
    whole_batch: "batch", with_margin: "margin", ones_start: "cyclic", fit_and_predict: "cyclic",
    random_start: "cyclic", from_the_end: "backwards", signed_points: "restarting", right_in_a_row: "cyclic",
    few_at_once: "mini-batch", shuffled_before: "shuffled",
}  # fmt: skip
"""The rule of each right program."""

WRONG = {
    binary_labels: "labels-01-product", binary_step: "labels-01-step", binary_guess: "guess-01", always: "every-point",
    when_right: "when-right", minus: "sign", less_than: "strict", bias_stays: "bias-never",
    bias_without_rate: "bias-rate", bias_minus: "bias-sign", bias_without_label: "bias-label",
    bias_unseen: "bias-unseen", old_scores: "old-scores", old_w_new_bias: "old-weights", one_pass: "few-passes",
    two_passes: "few-passes", returns_at_once: "one-update", no_last: "last-skipped", no_first: "first-skipped",
    delta_rule: "delta", hinge: "hinge", unit_length: "normalised", whole_numbers: "integers",
    same_array: "same-array", no_label: "no-label", label_before: "previous-label", starts_again: "reset",
    fewer_is_enough: "fewer-mistakes", last_point_decides: "last-decides", normalised_points: "points-normalised",
    positive_only: "positives-only", negative_only: "negatives-only", label_after: "next-label",
    slower_and_slower: "falling-rate", rate_for_the_bias: "w-rate", difference_on_mistakes: "delta-on-mistakes",
    threshold: "bias-subtracted", unit_length_without_bias: "normalised-w", zero_one_against_sign: "minus-guess",
    no_better_is_enough: "no-fewer-mistakes", leaps_after_an_update: "next-skipped",
    minus_and_no_last: "sign last-skipped",
    always_without_label: "every-point no-label", bias_stays_old_scores: "bias-never old-scores",
    binary_and_bias_stays: "labels-01-step bias-never", no_first_bias_minus: "first-skipped bias-sign",
    hinge_one_pass: "hinge few-passes", hinge_bias_stays: "hinge bias-never",
    no_last_old_scores: "last-skipped old-scores", unit_points_always: "points-normalised every-point",
    positive_only_bias_unseen: "positives-only bias-unseen",
}  # fmt: skip
"""The faults of each wrong program, by the names that the catalogue gave them afterwards."""

STRANGERS = (
    momentum, decay, two_biases, logistic, score_in_the_step, coordinates_exchanged, first_coordinate_alone,
    always_the_first,
)  # fmt: skip
"""Programs with a fault that the catalogue does not have."""
