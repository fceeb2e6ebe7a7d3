.PHONY: run test lint types stage docs bench all node

run: # show the app; a change is seen as soon as it is saved
	streamlit run app.py --server.fileWatcherType auto

test: # the tests that are not slow
	pytest -n 3 --dist worksteal

lint: node
	ruff check
	ruff format --check
	cd playground && stage/node_modules/.bin/eslint --config stage/eslint.config.mjs stage rooms

types: node
	mypy perceptron playground app.py pages tests tools
	cd playground/stage && npx tsc

stage: # the stage's tests without a browser
	node --test tests/stage/*.test.mjs

docs: # the files that are written from the code
	python -m tools.payload
	python -m tools.answers
	python -m tools.look
	python -m tools.faults

bench: # the numbers that must hold
	python -m tests.benchmarks

all: # everything, in virtual environments of its own
	.ci/run all

node: playground/stage/node_modules
playground/stage/node_modules:
	npm install --prefix playground/stage --no-package-lock --no-audit --no-fund
