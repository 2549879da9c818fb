# The front door. `make up` builds telltale and runs it with a living fleet; `make test` proves
# everything; `make help` lists the rest. How things are compiled: CMakePresets.json and cmake/.

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 600
blank := $(subst ,, )
# The rooms that take bytes from strangers: `make test` runs them under sanitizers, `make asan` all.
HOSTILE := base json kube dump convert classify http store schema server client
SECONDS ?= 3600

# $(call build,<preset>[,<targets>]) configures and builds; $(call ctest,<preset>,<options>) tests.
build = cmake --preset $1 --log-level=WARNING >/dev/null && \
        cmake --build build/$1 -j $(JOBS) $(if $2,--target $2)
ctest = tools/run-tests $1 $2

.DEFAULT_GOAL := help
.PHONY: help up test test-long asan tidy fuzz soak build-time bench tsan referee referee-capi \
        test-kube test-capi format clean

help:  ## list these targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 20

up:  ## install what is missing, build, run with a living fleet until Ctrl-C
	@tools/up

# clang-tidy tells here and decides in `make tidy`: a large change would keep everybody waiting.
# The fuzz preset is the ASan and UBSan build with libFuzzer on top, so one build serves both.
test:  ## install what is missing, then all tests, sanitizers, fuzzing, clang-tidy on changes
	@tools/install build test
	@$(call build,debug)
	@$(call ctest,debug)
	@ALONE_MINUTES=1 tools/alone changed
	@TIDY_MINUTES=1 tools/clang-tidy changed || echo "clang-tidy: see above; make tidy fails on these"
	@$(call build,fuzz,fuzzers $(addsuffix _test,$(HOSTILE)))
	@$(call ctest,fuzz,-R '^(fuzz_.*|($(subst $(blank),|,$(HOSTILE)))(_slow)?)$$')

test-long:  ## what does not fit into make test: full sizes, all files alone, all sanitized
	@tools/install build test
	@$(call build,debug)
	@TELLTALE_TEST_LONG=1 $(call ctest,debug,-L live)
	@tools/alone all
	@$(call build,asan)
	@$(call ctest,asan,-LE house)

asan:  ## every unit test under AddressSanitizer and UBSan
	@tools/install build test
	@$(call build,asan)
	@$(call ctest,asan,-L '^(unit|slow)$$')

tidy:  ## clang-tidy on every file
	@tools/install build test
	@tools/clang-tidy all

fuzz:  ## every fuzz target for FUZZ_SECONDS (600) each
	@tools/install build test
	@$(call build,fuzz)
	@tools/fuzz $(FUZZ_SECONDS)

soak:  ## a long form of the tests for SECONDS (3600): PART=robustness, restarts, hostile or fuzz
	@tools/install build test
	@$(if $(filter fuzz,$(PART)),$(call build,fuzz),$(if $(PART),$(call build,release,telltale),:))
	@tools/soak $(PART) $(SECONDS)

build-time:  ## build from an empty compiler cache and tell where the time goes
	@tools/install build test
	@tools/build-time

bench:  ## build and run the benchmarks
	@tools/install build test optional
	@$(call build,bench)
	@tools/bench

tsan:  ## unit tests under ThreadSanitizer
	@tools/install build test
	@$(call build,tsan)
	@$(call ctest,tsan,-L '^(unit|slow)$$')

referee:  ## what Kubernetes' own code says of deploy/crds (needs Go and its module proxy)
	@$(call build,debug,telltale)
	@tests/referee/run build/debug/bin/telltale

referee-capi:  ## telltale beside Cluster API's own status code, built by Go, once (else skipped)
	@$(call build,debug,telltale)
	@tests/referee/capi/run build/debug/bin/telltale

test-kube:  ## the end-to-end suites on a real kube-apiserver, built by Go, once (else skipped)
	@tools/install build test
	@$(call build,debug,telltale)
	@tests/kube/run build/debug/bin/telltale

test-capi:  ## telltale beside Cluster API's own managers, built by Go, once (else skipped)
	@tools/install build test
	@$(call build,debug,telltale)
	@tests/capi/run build/debug/bin/telltale

format:  ## clang-format every source file in place
	@tools/format fix

clean:  ## forget everything that was built
	rm -rf build
