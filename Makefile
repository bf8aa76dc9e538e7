# The door to Warpath. Thin: CMakePresets.json says how things are built.
#
#   make demo    set up, build, and solve a road network
#   make test    set up, build, and run all tests
#
# On a bare Debian or Ubuntu scripts/setup.sh installs make, too: scripts/setup.sh && make demo
#
# Variables: PRESET=release JOBS=<cores> N=4096 PREFIX=/usr/local CMAKE_ARGS= CTEST_ARGS= BENCH_ARGS=
#            FUZZ_SECONDS= (per reader; 600 in make fuzz, 5 in make test, where 0 leaves it out)

PRESET     ?= release
JOBS       ?= $(shell nproc 2>/dev/null || echo 2)
N          ?= 4096
PREFIX     ?= /usr/local
CMAKE_ARGS ?=
CTEST_ARGS ?=
BENCH_ARGS ?=

BUILD   := build/$(PRESET)
PROGRAM := $(BUILD)/warpath
LOGS    := build/logs
QUIETLY := @scripts/quietly.sh
PYTHON  := $(if $(wildcard /usr/bin/python3),/usr/bin/python3,python3)
FIGURES := bench_tables paper_figures sparse_figure paper_plot dense_plot
# Tests need more packages than the program: they are configured when they are first asked for.
TESTS   := $(filter test attack,$(MAKECMDGOALS))
TESTED  := $(shell grep -s WARPATH_BUILD_TESTS:BOOL=ON $(BUILD)/CMakeCache.txt)
compile := cmake --build --preset $(PRESET) --parallel $(JOBS) --target

.NOTPARALLEL:
.DEFAULT_GOAL := build
.PHONY: build demo test attack fuzz bench coverage setup format check install clean help configure always

build: configure ## build the program (the default); it will be build/release/warpath
	$(QUIETLY) building $(LOGS)/$(PRESET)-build.log $(compile) warpath_cli
	@echo "$(PROGRAM)"

demo: setup build ## set up, build, solve a road-like graph of N vertices, leave distances.npy
	@scripts/demo.sh $(PROGRAM) $(N)

test: setup configure ## set up, build everything, run all tests
	$(QUIETLY) building $(LOGS)/$(PRESET)-build.log $(compile) all
	ctest --preset $(PRESET) -j $(JOBS) $(CTEST_ARGS)
	@if [ "$(FUZZ_SECONDS)" = 0 ] || ! command -v clang++ >/dev/null; then \
	  echo "libFuzzer runs were left out (they need clang++, and FUZZ_SECONDS not 0)"; \
	else JOBS=$(JOBS) scripts/fuzz.sh $(or $(FUZZ_SECONDS),5); fi

fuzz: ## run every reader under libFuzzer for FUZZ_SECONDS (default 600); needs clang++
	@JOBS=$(JOBS) scripts/fuzz.sh $(or $(FUZZ_SECONDS),600)

attack: configure ## random hostile graphs through every call, against an oracle, for SECONDS (default 600)
	$(QUIETLY) building $(LOGS)/$(PRESET)-build.log $(compile) attack
	$(BUILD)/tests/attack --seconds $(or $(SECONDS),600) --seed $(or $(SEED),$$(date +%s))

bench: build ## measure the kernels (BENCH_ARGS: see warpath bench --help)
	$(PROGRAM) bench $(BENCH_ARGS)

coverage: ## run the tests with coverage, print lines and branches per file, and what was not run
	@$(MAKE) --no-print-directory test PRESET=coverage FUZZ_SECONDS=0
	@$(PYTHON) scripts/coverage.py build/coverage

setup: ## install the packages that are missing (Debian, Ubuntu)
	@scripts/setup.sh $(if $(TESTS),--test)

format: ## format all C++
	@scripts/format.sh

check: ## is everything formatted, do all includes follow the layers, are tables and pictures up to date
	@scripts/format.sh --check
	@$(PYTHON) scripts/check_layers.py
	@for figure in $(FIGURES); do $(PYTHON) scripts/figures/$$figure.py --check || exit 1; done

install: build ## install to PREFIX (default /usr/local)
	cmake --install $(BUILD) --prefix $(PREFIX)

clean: ## remove everything that was built
	rm -rf build distances.npy

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Ninja configures again by itself when a CMake file changes; the presets it cannot see.
configure: $(BUILD)/build.ninja

$(BUILD)/build.ninja: CMakePresets.json $(if $(strip $(CMAKE_ARGS))$(if $(TESTED),,$(TESTS)),always)
	$(QUIETLY) configuring $(LOGS)/$(PRESET)-configure.log cmake --preset $(PRESET) \
	  -DWARPATH_BUILD_TESTS=$(if $(TESTS)$(TESTED),ON,OFF) $(CMAKE_ARGS)
	@touch $@
