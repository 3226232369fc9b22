# Everything sets itself up: `make run` and `make test` are the only commands to know.
.DEFAULT_GOAL := help
BUILD := swift build -c release -j 2
PROGRAM := .build/release/auralyst

.PHONY: help run test check format bench install clean

help: ## show what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

run: ## set up, build and run:  make run ARGS="add Hello"
	@scripts/bootstrap run
	@$(BUILD) --product auralyst --quiet
	@$(PROGRAM) $(ARGS)

test: ## set up, build and run all tests
	@scripts/bootstrap test
	@scripts/vectors
	$(BUILD) --build-tests
	AURALYST_PROGRAM=$(CURDIR)/$(PROGRAM) swift test -c release --skip-build

check: ## what CI checks besides the tests: layers, documentation, format
	@scripts/bootstrap run
	scripts/check-layers
	scripts/check-docs
	swift format lint --strict --parallel --recursive Package.swift Sources Tests

format: ## put the source into the house's format
	swift format --in-place --parallel --recursive Package.swift Sources Tests

bench: ## measure, beside jrnl and plain SQLite (takes minutes)
	@scripts/bootstrap bench
	@$(BUILD) --product auralyst --quiet
	scripts/bench $(ARGS)

install: ## build and copy the program:  make install PREFIX=$$HOME/.local
	@scripts/bootstrap run
	@$(BUILD) --product auralyst --quiet
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(or $(PREFIX),/usr/local)/bin/auralyst

clean: ## remove what was built
	rm -rf .build
