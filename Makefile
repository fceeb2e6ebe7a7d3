.PHONY: run dev test lint types stage docs bench all node

run: # show the app; a change of Python is seen as soon as it is saved
	streamlit run app.py --server.fileWatcherType auto

dev: node # show the app, and build the stage and start the app anew at each change of the stage
	npm run --prefix playground/stage dev

test: # the tests that are not slow
	pytest -n 4 --dist worksteal

lint: node
	ruff check
	ruff format --check
	npm run --prefix playground/stage lint

types: node
	mypy perceptron playground app.py pages tests tools
	npm run --prefix playground/stage types

stage: node # the scripts that browsers get, and their tests without a browser
	npm run --prefix playground/stage build
	npm test --prefix playground/stage

docs: # the files that are written from the code
	python -m tools.payload
	python -m tools.news
	python -m tools.answers
	python -m tools.look
	python -m tools.faults
	python -m tools.accessibility

bench: # the numbers that must hold
	python -m tests.benchmarks

all: # everything, in virtual environments of its own
	.ci/run all

node: playground/stage/node_modules
playground/stage/node_modules:
	npm ci --prefix playground/stage
