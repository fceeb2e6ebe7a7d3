"""The playground: a perceptron to look at, in folders that each import only those below (`tests/test_house.py`)."""
