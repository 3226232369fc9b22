# Everything sets itself up: `make run` and `make test` are the only commands to know.
.DEFAULT_GOAL := help
# C code (BoringSSL) would put the names of the project's folder into the programs.
BUILD := swift build -c release -j 2 -Xcc -ffile-prefix-map=$(CURDIR)=.
# The programs. Building tests leaves modules of the standard library behind that were compiled from their interfaces; the next
# compilation would take them instead of the toolchain's own, and the program would have other bytes than in a fresh clone.
PROGRAMS := rm -f .build/*/release/ModuleCache/*.swiftmodule; $(BUILD) --product
# For working: no debug information; C is optimized, since BoringSSL is slow otherwise.
DEBUG := swift build -j 2 -debug-info-format none -Xcc -O2
PROGRAM := .build/release/auralyst
RELAY := .build/release/auralyst-relay
# What a bench script is told: its words, and with KEEP=1 to keep its figures.
FIGURES = $(if $(KEEP),--keep) $(ARGS)

.PHONY: help run relay build try tests test test-heavy test-all browse guide screenshots crash check try-promises format bench bench-web bench-health bench-apple-health bench-export bench-insights bench-mood bench-relay bench-year phone try-frame try-phone browse-phone phone-slice simulate-insights simulate fuzz install package test-package test-phone release clean phone-pictures try-browsers bench-phone

help: ## show what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 24

run: $(PROGRAM) ## set up, build and open the app; or a command:  make run ARGS="add Hello"
	@$(PROGRAM) $(or $(ARGS),open)

$(PROGRAM): Package.swift scripts/bootstrap $(shell find Sources -type f)
	@scripts/bootstrap run
	@$(PROGRAMS) auralyst
	@touch $@

relay: $(RELAY) ## run a relay on this machine:  make relay ARGS="--sign-up open"
	@$(RELAY) $(ARGS)

$(RELAY): Package.swift scripts/bootstrap $(shell find Sources/Relay Sources/auralyst-relay Sources/HTTP Sources/HTTPServer Sources/Sync Sources/Ledger Sources/SQLite Sources/Shims/CPostgres -type f)
	@scripts/bootstrap run
	@$(PROGRAMS) auralyst-relay
	@touch $@

build: ## build the programs for working on them: debug, only what changed
	@scripts/bootstrap run
	@$(DEBUG) --product auralyst
	@$(DEBUG) --product auralyst-relay

try: ## build in debug and run some tests:  make try FILTER=StreakTests
	@scripts/bootstrap test
	@scripts/vectors
	@$(DEBUG) --build-tests
	@scripts/try "$(FILTER)"

browse: build ## run browser tests against the debug program:  make browse ARGS="-k search"
	@scripts/bootstrap test
	@AURALYST_PROGRAM=$(CURDIR)/.build/debug/auralyst scripts/browser-tests $(ARGS)

tests: # the release programs and all tests
	@scripts/bootstrap test
	@scripts/vectors
	$(PROGRAMS) auralyst
	$(PROGRAMS) auralyst-relay
	$(BUILD) --build-tests

test: tests ## set up, build and test: shows in minutes that this machine can be trusted
	@scripts/run-tests quick

test-heavy: tests ## a bounded slice of every heavy test, as CI runs it
	@scripts/run-tests ci

test-all: tests phone ## every test, whole and with a new seed (hours), also of the phone's app;  SEED=n repeats one
	@$(if $(SEED),AURALYST_SEED=$(SEED)) scripts/run-tests all
	@scripts/test-phone
	@AURALYST_PHONE_BUILT=.build/wasm/wasm32-unknown-wasip1/release/phone-tests.wasm scripts/check-both
	@$(MAKE) try-phone browse-phone

crash: tests ## kill the programs at every counted point;  CRASHES=n: at so many
	@$(if $(CRASHES),AURALYST_CRASHES=$(CRASHES)) scripts/run-tests all crash

simulate: tests ## 10,000 seeded histories of devices, people, networks and relays, honest and not;  HISTORIES=n, SEED=n (1 and n: that one again)
	@AURALYST_HISTORIES=$(or $(HISTORIES),10000) AURALYST_SEED=$(or $(SEED),1) scripts/run-tests all simulation

guide: $(PROGRAM) $(RELAY) ## run the commands of README, docs/guide and Tests/Stories, and write what they print into them;  ARGS="-k find"
	@scripts/bootstrap test
	@AURALYST_GUIDE=write scripts/browser-tests Tests/GuideTests $(ARGS)

phone: ## build the phone's app in .build/phone, for auralyst-relay --app (minutes; the first time with an SDK, half an hour)
	@scripts/bootstrap run
	@scripts/phone-app

test-phone: ## run the tests of the modules that the phone has too as WebAssembly, in node (minutes);  ARGS="StoreTests SyncTests.LogReaderTests"
	@scripts/bootstrap run
	@scripts/test-phone $(ARGS)

try-frame: $(RELAY) ## try the frame of the phone's app in a browser, with a small program in place of the real one;  ARGS="-k update"
	@scripts/bootstrap test
	@scripts/browser-tests Tests/PhoneTests/test_frame.py Tests/PhoneTests/test_release.py $(ARGS)

try-phone: $(PROGRAM) $(RELAY) ## try the phone's app (make phone first): its pages, and with a desk and a relay a story, kills, wrong relays;  ARGS="-k story"
	@scripts/bootstrap test
	@AURALYST_PHONE_APP=$(or $(AURALYST_PHONE_APP),$(CURDIR)/.build/phone) scripts/browser-tests Tests/BrowserTests/test_same_pages.py -n 0
	@scripts/browser-tests Tests/PhoneTests --ignore Tests/PhoneTests/test_frame.py --ignore Tests/PhoneTests/test_release.py $(ARGS)

browse-phone: $(PROGRAM) $(RELAY) ## run the desktop's browser tests against the phone's app (make phone first);  ARGS="-m phone": one of each area
	@scripts/bootstrap test
	@AURALYST_FACE=phone AURALYST_PROGRAM=$(CURDIR)/$(PROGRAM) scripts/browser-tests Tests/BrowserTests $(ARGS)

# EverythingTests are compiled for scripts/check-both, which takes the program that is there then.
PHONE_SLICE := BasicsTests BaseTests HTTPTests JournalTests LedgerTests RecordsTests SQLiteTests StoreTests SyncTests VaultTests SimulationTests.InvariantTests EverythingTests.RecordKindTests
phone-slice: $(PROGRAM) $(RELAY) ## what CI tries of the phone: tests in node, a thousand deeds at desk and phone (make tests first), pages, a story, wrong files and relays, the desktop's browser tests, one of each area
	@scripts/phone-app --quick
	@AURALYST_HISTORIES=30 scripts/test-phone $(PHONE_SLICE)
	@AURALYST_PHONE_BUILT=.build/wasm/wasm32-unknown-wasip1/release/phone-tests.wasm scripts/check-both
	@scripts/bootstrap test
	@AURALYST_PHONE_APP=$(CURDIR)/.build/phone-quick scripts/browser-tests Tests/BrowserTests/test_same_pages.py -n 0
	@AURALYST_PHONE_APP=$(CURDIR)/.build/phone-quick scripts/browser-tests $(addprefix Tests/PhoneTests/test_,story.py pages.py bad_input.py in_node.py) -n 2
	@AURALYST_FACE=phone AURALYST_PHONE_APP=$(CURDIR)/.build/phone-quick scripts/browser-tests Tests/BrowserTests -n 2 -m phone

phone-pictures: $(PROGRAM) $(RELAY) ## take a picture of every page of the phone's app, light and dark (make phone first);  ARGS=folder
	@scripts/bootstrap test
	@scripts/browser-tests --python scripts/phone-pictures $(ARGS)

try-browsers: $(PROGRAM) $(RELAY) ## tell the phone's first story in Firefox and in WebKitGTK (make phone first);  ARGS=firefox
	@scripts/bootstrap test
	@scripts/browser-tests --python scripts/try-browsers $(ARGS)

screenshots: $(PROGRAM) ## take the pictures of README and guide again;  ARGS=folder: every page, all widths and themes
	@scripts/bootstrap test
	AURALYST_PROGRAM=$(CURDIR)/$(PROGRAM) scripts/browser-tests --python scripts/screenshots $(ARGS)

check: ## what CI checks besides the tests: layers, hidden failures, numbers too wide for the phone, documentation, lines, promises, comparing of figures, the phone's program, format
	@scripts/bootstrap run
	scripts/check-layers
	scripts/check-silence
	scripts/check-widths
	scripts/check-spacing
	scripts/check-docs
	scripts/check-lines
	scripts/check-promises
	scripts/check-bench-figures
	scripts/sentences --check
	scripts/phone-app --compile-only
	scripts/check-phone
	swift format lint --strict --parallel --recursive Package.swift Sources Tests

try-promises: ## break the code as docs/promises.md says, and see each promise's test fail;  ARGS=words: only those with one of the words
	@scripts/bootstrap test
	@scripts/vectors
	@scripts/try-promises $(ARGS)

format: ## put the source into the project's format
	swift format --in-place --parallel --recursive Package.swift Sources Tests

bench: $(PROGRAM) ## measure, beside jrnl and plain SQLite (minutes); fails if a goal is lost.  KEEP=1, here and below: keep the figures
	@scripts/bootstrap bench
	scripts/bench $(FIGURES)

bench-web: $(PROGRAM) ## measure the app in the browser at 100,000 entries (takes minutes)
	@scripts/bootstrap test
	AURALYST_PROGRAM=$(CURDIR)/$(PROGRAM) scripts/browser-tests --python scripts/bench-web $(FIGURES)

bench-relay: $(RELAY) $(PROGRAM) ## measure the relay on SQLite and PostgreSQL, and vaults that sync through it (takes minutes)
	@scripts/bootstrap test
	$(PROGRAMS) measure-relay
	scripts/bench-relay $(FIGURES)

bench-phone: $(RELAY) $(PROGRAM) ## measure the phone's app at 10,000 entries, in node and in Chromium at a quarter of the speed; make phone before (takes minutes)
	@scripts/bootstrap test
	scripts/browser-tests --python scripts/bench-phone $(FIGURES)

bench-insights: ## measure a full look of Insights, beside numpy
	@scripts/bootstrap bench
	$(PROGRAMS) simulate-insights
	scripts/bench-insights $(FIGURES)

bench-mood: $(PROGRAM) ## measure mood suggestions, beside VADER and fastText
	@scripts/bootstrap bench
	scripts/bench-mood $(FIGURES)

simulate-insights: ## how often chance is taken for a pattern, and how often one is found (hours);  ARGS=--quick: a minute
	@scripts/bootstrap run
	$(PROGRAMS) simulate-insights
	.build/release/simulate-insights $(ARGS)

fuzz: ## let libFuzzer look for bytes that a decoder or the relay does not take;  MINUTES=n, TARGETS="operation relay"
	@scripts/bootstrap test
	$(BUILD) --build-tests
	scripts/fuzz --minutes $(or $(MINUTES),5) $(TARGETS)

bench-health: $(PROGRAM) ## measure the pages of a health log of thirteen years
	@scripts/bootstrap run
	AURALYST_PROGRAM=$(CURDIR)/$(PROGRAM) scripts/bench-health $(FIGURES)

bench-apple-health: $(PROGRAM) ## import a made-up gigabyte of Apple Health and count it again (takes minutes)
	@scripts/bootstrap run
	scripts/bench-apple-health --program $(CURDIR)/$(PROGRAM) $(FIGURES)

bench-export: $(PROGRAM) ## measure exports, and the import of one, at 100,000 entries (takes minutes)
	@scripts/bootstrap run
	scripts/bench-export --program $(CURDIR)/$(PROGRAM) $(FIGURES)

bench-year: $(PROGRAM) ## count how a vault grows in a year of use (takes minutes)
	@scripts/bootstrap run
	scripts/bench-year --program $(CURDIR)/$(PROGRAM) $(FIGURES)

install: $(PROGRAM) $(RELAY) ## build and install, with manual pages and the rest:  make install PREFIX=$$HOME/.local
	@scripts/bootstrap package
	scripts/package --install $(or $(PREFIX),/usr/local) --destdir "$(DESTDIR)"

package: $(PROGRAM) $(RELAY) ## a Debian package, an archive for other systems, a bill of materials:  .build/package
	@scripts/bootstrap package
	scripts/package

test-package: ## try the packages in a clean Debian: install, update, downgrade, remove (as root);  OLDER=file.deb: update from that one
	@scripts/bootstrap package
	scripts/test-package $(OLDER)

release: package ## the packages, and release notes cut from CHANGELOG.md
	scripts/package --notes > .build/package/release-notes.md

clean: ## remove what was built
	rm -rf .build
