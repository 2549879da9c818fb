# The front door. `make up` builds telltale and runs it with a living fleet; `make test` proves
# everything; `make help` lists the rest. How things are compiled: CMakePresets.json and cmake/.

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 600
blank := $(subst ,, )
# The rooms that take bytes from strangers: `make test` runs them under sanitizers, `make asan` all.
HOSTILE := base json kube dump convert classify http store schema server client
SECONDS ?= 3600

# $(call build,<preset>[,<targets>]) configures and builds; $(call ctest,<preset>,<options>) tests.
build = cmake --preset $1 --log-level=WARNING && \
        cmake --build build/$1 -j $(JOBS) $(if $2,--target $2)
ctest = ctest --test-dir build/$1 --output-on-failure --no-tests=error -j $(JOBS) $2

.DEFAULT_GOAL := help
.PHONY: help up test asan tidy fuzz soak bench tsan referee test-kube format clean

help:  ## list these targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 18

up:  ## install what is missing, build, run with a living fleet until Ctrl-C
	@tools/install build
	@$(call build,release,telltale)
	@exec build/release/bin/telltale up --demo

# clang-tidy tells here and decides in `make tidy`: a large change would keep everybody waiting.
# The fuzz preset is the ASan and UBSan build with libFuzzer on top, so one build serves both.
test:  ## install what is missing, then all tests, sanitizers, fuzzing, clang-tidy on changes
	@tools/install build test
	@$(call build,debug,all checkheaders)
	@$(call ctest,debug)
	@TIDY_MINUTES=2 tools/clang-tidy changed || echo "clang-tidy: see above; make tidy fails on these"
	@$(call build,fuzz,fuzzers $(addsuffix _test,$(HOSTILE)))
	@$(call ctest,fuzz,-R '^(fuzz_.*|$(subst $(blank),|,$(HOSTILE)))$$')

asan:  ## every unit test under AddressSanitizer and UBSan
	@tools/install build test
	@$(call build,asan)
	@$(call ctest,asan,-L unit)

tidy:  ## clang-tidy on every file
	@tools/install build test
	@$(call build,debug)
	@tools/clang-tidy all

fuzz:  ## every fuzz target for FUZZ_SECONDS (600) each
	@tools/install build test
	@$(call build,fuzz)
	@tools/fuzz $(FUZZ_SECONDS)

soak:  ## clients, crashes and the history checker for SECONDS (3600)
	@tools/install build test
	@$(call build,release,telltale)
	@tests/robustness/robustness.py build/release/bin/telltale --seconds $(SECONDS)

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

test-kube:  ## the end-to-end suites on a real kube-apiserver, built by Go, once (else skipped)
	@tools/install build test
	@$(call build,debug,telltale)
	@tests/kube/run build/debug/bin/telltale

format:  ## clang-format every source file in place
	@tools/format fix

clean:  ## forget everything that was built
	rm -rf build
