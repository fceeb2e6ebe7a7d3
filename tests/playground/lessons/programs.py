"""A program for each lesson that asks for one, as a learner types it."""

LOOP = """\
w = vector(1, -1)
print(w)
for sweep in range(100):
    mistakes = 0
    for x, label in zip(X, y):
        if label * (w @ x) <= 0:
            w = w + label * x
            mistakes = mistakes + 1
            print(w)
    if mistakes == 0:
        break
"""
BIAS = """\
w, b = vector(0, 0), 0
for sweep in range(1000):
    mistakes = 0
    for x, label in zip(X, y):
        if label * (w @ x + b) <= 0:
            w = w + label * x
            b = b + label
            mistakes = mistakes + 1
            print(w, b)
    if mistakes == 0:
        break
"""
POCKET = """\
def wrong(w, b):
    count = 0
    for x, label in zip(X, y):
        if label * (w @ x + b) <= 0:
            count = count + 1
    return count

w, b = vector(0, 0), 0
best, pocket = len(y), (w, b)
for sweep in range(50):
    for x, label in zip(X, y):
        if label * (w @ x + b) <= 0:
            w = w + label * x
            b = b + label
            if wrong(w, b) < best:
                best, pocket = wrong(w, b), (w, b)
print(pocket[0], pocket[1])
"""
PROGRAMS = {
    "write-loop": LOOP,
    "write-tie": LOOP.replace("1, -1", "0, 0"),
    "write-bias": BIAS,
    "write-stop": BIAS,
    "write-count": BIAS.replace("w, b =", "updates = 0\nw, b =", 1).replace("print(w, b)", "updates = updates + 1")
    + "print(updates)\n",
    "write-pocket": POCKET,
}
