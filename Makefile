# The front door. `make up` builds telltale and judges the example fleet; `make test` proves
# everything; `make help` lists the rest. How things are compiled: CMakePresets.json and cmake/.

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 600

# $(call build,<preset>[,<targets>]) configures and builds; $(call ctest,<preset>,<options>) tests.
build = cmake --preset $1 --log-level=WARNING && \
        cmake --build build/$1 -j $(JOBS) $(if $2,--target $2)
ctest = ctest --test-dir build/$1 --output-on-failure --no-tests=error -j $(JOBS) $2

.DEFAULT_GOAL := help
.PHONY: help up test tidy fuzz bench tsan referee format clean

help:  ## list these targets
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 16

# Exit code 3 says that the fleet needs a human, which is what the example is there to show.
up:  ## install what is missing, build, judge the example fleet
	@tools/install build
	@$(call build,release,telltale)
	@build/release/bin/telltale check examples/fleet || test $$? -eq 3

# The fuzz preset is the ASan and UBSan build with libFuzzer on top, so one build serves both.
test:  ## install what is missing, then all tests, sanitizers, fuzzing, clang-tidy on changes
	@tools/install build test
	@$(call build,debug,all checkheaders)
	@$(call ctest,debug)
	@tools/clang-tidy changed
	@$(call build,fuzz)
	@$(call ctest,fuzz,-L 'unit|fuzz')

tidy:  ## clang-tidy on every file
	@tools/install build test
	@$(call build,debug)
	@tools/clang-tidy all

fuzz:  ## every fuzz target for FUZZ_SECONDS (600) each
	@tools/install build test
	@$(call build,fuzz)
	@tools/fuzz $(FUZZ_SECONDS)

bench:  ## build and run the benchmarks
	@tools/install build test optional
	@$(call build,bench)
	@tools/bench

tsan:  ## unit tests under ThreadSanitizer
	@tools/install build test
	@$(call build,tsan)
	@$(call ctest,tsan,-L unit)

referee:  ## what Kubernetes' own code says of deploy/crds (needs Go and its module proxy)
	@$(call build,debug,telltale)
	@tests/referee/run build/debug/bin/telltale

format:  ## clang-format every source file in place
	@tools/format fix

clean:  ## forget everything that was built
	rm -rf build
