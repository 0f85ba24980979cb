# Shortcuts for CMake. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help deps web-deps deps-cluster cluster-test deps-bots deps-languages build build-all play test repeats test-all parts-of-test-all test-web pictures hostile faults planted bench fairness statistics ratings train soak soak-load soak-laws soak-simulator soak-tests soak-large clang build-asan asan tsan fuzz format tidy install uninstall package package-test package-arm64 dist site clean

PREFIX ?= /usr/local
# More jobs than cores, because most tests mainly wait.
CTEST := ctest --output-on-failure --no-tests=error -j$(shell expr 2 \* $$(nproc))

help: ## Shows this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

deps: ## Installs missing packages (as root or with sudo)
	@tools/deps.sh

web-deps:
	@tools/deps.sh web

build: deps ## Builds referee and the sample bots into bin/
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target programs

build-all: deps
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target all bench_syntax

# It builds only the part of the program that plays matches. bin/referee is that part until `make build` replaces it.
play: ## Plays a match of Magnetize between two sample bots, and shows it
	@tools/deps.sh match
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target referee-match alphabeta greedy
	@[ -e bin/referee ] || ln -s referee-match bin/referee
	@cd bin && ./referee-match ./alphabeta ./greedy --show --log match.json --force
	@echo "Look at it again:            cd bin && ./referee replay match.json"
	@echo "Play against a bot yourself: cd bin && ./referee ./alphabeta"
	@echo "The rest (tournaments, pages in a browser): make build"

# The browser is installed while the compiler works.
test: deps ## Compiles everything and runs all tests (of the browser tests only the quick ones)
	@tools/deps.sh web & web=$$!; $(MAKE) --no-print-directory build-all; built=$$?; wait $$web && exit $$built
	@cd build/release && $(CTEST)

REPEATS ?= 20
LOAD ?= 0
repeats: build-all ## Runs each test REPEATS times (20), beside LOAD busy programs (0); TESTS=REGEX: only these
	@for i in $$(seq $(LOAD)); do while kill -0 $$$$ 2>/dev/null; do :; done & done; \
	 cd build/release && $(CTEST) --repeat until-fail:$(REPEATS) $(if $(TESTS),-R '$(TESTS)')

# Quick targets come first. bench, fairness, statistics and ratings are left out because they are measurements, not tests.
ALL_TESTS := test test-web asan fuzz hostile tsan soak faults package-test cluster-test
test-all: parts-of-test-all $(ALL_TESTS) ## Also runs all that `make test` leaves out (hours; as root)

parts-of-test-all:
	@echo "How long each part took when it was last run (bench/results/whole.md):"
	@for part in $(ALL_TESTS); do grep -F "| \`make $$part\` |" bench/results/whole.md | tail -1 | awk -F ' *[|] *' '{ print "  " $$2 ": " $$6 }'; done

deps-bots: ## Installs Go, node, Java and Rust for the bots written in them, and Stockfish for the test of the example chess
	@tools/deps.sh bots

deps-languages: ## Installs 13 other languages (Debian), in which bots play in the test `languages`
	@tools/deps.sh languages

deps-cluster: ## Installs Slurm, munge, GNU parallel, rsync and sshd for cluster-test
	@tools/deps.sh cluster

cluster-test: build ## Plays tournaments on a private Slurm and over a private sshd (as root; seven minutes)
	@cmake --build --preset release --target cluster_tests

test-web: build web-deps ## Runs all browser tests of the pages, in Chromium
	@REFEREE_BIN=$(CURDIR)/bin tests/web/run.sh

pictures: build web-deps ## Makes the pictures of docs/pages again
	@cd tests/web && REFEREE_BIN=$(CURDIR)/bin node --test pictures.js
	@/usr/bin/python3 tests/documents/pictures_test.py --record

hostile: build ## Plays all of the hostile bots, in both seats, with and without a sandbox and --reuse (minutes)
	@cmake --build --preset release --target hostile

faults: build ## Lets each system call of the referee fail, one at a time (a quarter of an hour)
	@cmake --build --preset release --target faults

planted: ## Plants faults in tournaments, and says which of them the simulator finds (hours; FAULTS="'NAME' ...": these)
	@cmake --preset release --log-level=WARNING
	@/usr/bin/python3 tests/simulation/plant.py $(FAULTS)

bench: build ## Measures the rule cores, a turn, a tournament (minutes; an idle machine is best)
	@cmake --build --preset release --target benches
	@build/release/bench/rules_bench --json build/rules_bench.json
	@build/release/bench/turn_bench --json build/turn_bench.json
	@build/release/bench/fitz_bench --json build/fitz_bench.json
	@build/release/bench/forfeit_bench --json build/forfeit_bench.json
	@build/release/bench/store_bench --folder build --json build/store_bench.json
	@build/release/bench/tournament_bench --folder build --json build/tournament_bench.json
	@build/release/bench/tables_bench --folder build --json build/tables_bench.json
	@/usr/bin/python3 bench/watching.py bin
	@/usr/bin/python3 bench/own_games.py bin build/release/bench/instant_bot

fairness: build ## Measures whether a bot can rob another of its time (most of an hour)
	@cmake --build --preset release --target hostile_programs
	@/usr/bin/python3 bench/fairness.py --uncounted
	@/usr/bin/python3 bench/fairness.py --json build/fairness.json
	@/usr/bin/python3 bench/fairness.py --box cgroups --jobs 1 --percent 85 --margin 5 --only leaves --json build/fairness_85.json

statistics: build ## Simulates what the statistics claim, and prints both (many minutes)
	@cmake --build --preset release --target benches
	@build/release/bench/coverage_bench
	@build/release/bench/places_bench
	@build/release/bench/sprt_bench
	@build/release/bench/ladder_bench
	@build/release/bench/goals_bench
	@build/release/bench/repeats_bench

ratings: build ## Lets the sample bots play all games, and writes the tables of docs/bots.md (hours)
	@cmake --build --preset release --target bots_benches
	@/usr/bin/python3 bench/bots/ratings.py bin $(RATINGS)

train: build ## Learns the weights of GAME=othello, magnetize or magnetic_cave (minutes) again, from games against itself
	@bench/bots/train.sh '$(GAME)'

SOAK := soak-load soak-laws soak-simulator soak-tests soak-large
soak: $(SOAK) ## Repeats the long tests at length, on a loaded machine too (an hour; `make -k soak` goes on after a failure)

soak-load: build-all
	@REFEREE_BIN=bin /usr/bin/python3 tests/soak/loaded_machine.py

soak-laws: build-all
	@REFEREE_BIN=bin /usr/bin/python3 tests/model/soak.py 300 & \
	 REFEREE_BIN=bin REFEREE_SCRIPTED_BOT=build/release/tests/bots/scripted_bot /usr/bin/python3 tests/options/option_laws.py --seconds 300; \
	 laws=$$?; wait $$! && exit $$laws

soak-simulator: build-all
	@build/release/tests/simulate --depth 1 --minutes 10
	@build/release/tests/simulate --depth 2 --minutes 5

soak-tests: build-all
	@cd build/release && REFEREE_SOAK=1 $(CTEST) -L soak

soak-large: build-all
	@cmake --build --preset release --target instant_bot
	@cd build && REFEREE_BIN=../bin REFEREE_INSTANT_BOT=$(CURDIR)/build/release/bench/instant_bot /usr/bin/python3 ../tests/soak/large_tournament.py

CLANG ?= clang
clang: deps ## Compiles everything with another clang than `make asan` (CLANG=clang-19: with that one); warnings are errors
	@tools/deps.sh clang
	@cmake --preset clang -B build/$(CLANG) -D CMAKE_C_COMPILER=$(CLANG) -D CMAKE_CXX_COMPILER=$(subst clang,clang++,$(CLANG)) --log-level=WARNING
	@cmake --build build/$(CLANG) --target all benches

# One build with clang serves as another compiler's view, for the sanitizers, and for the fuzzers.
build-asan: deps
	@tools/deps.sh fuzz
	@cmake --preset asan --log-level=WARNING
	@cmake --build --preset asan --target all benches fuzz_targets

asan: build-asan ## Compiles everything with clang, runs all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@cd build/asan && $(CTEST)

# ThreadSanitizer lets each process sleep for a second before it exits, even a child whose program can't be started.
tsan: deps ## Runs all tests under ThreadSanitizer
	@cmake --preset tsan --log-level=WARNING
	@cmake --build --preset tsan
	@cd build/tsan && TSAN_OPTIONS=atexit_sleep_ms=50 $(CTEST)

fuzz: build-asan ## Fuzzes the readers of input from bots, files and users, FUZZ_SECONDS each (60)
	@tools/fuzz.sh

format: ## Formats all C++ files but those of the kits, which break their lines by sense
	@tools/deps.sh tools
	@git ls-files '*.cpp' '*.hpp' '*.c' ':!kits' | xargs clang-format -i

tidy: build-all ## Runs clang-tidy over all C++ files
	@tools/deps.sh tools
	@git ls-files '*.cpp' ':!tests/new_game' ':!tests/contracts' ':!tests/end_to_end/runtimes' | xargs -P2 -n4 clang-tidy -quiet -p build/release

install: build ## Installs under PREFIX (/usr/local)
	@cmake --install build/release --prefix $(PREFIX)

uninstall: ## Removes what `make install` has installed
	@cmake -D MANIFEST=$(CURDIR)/build/release/install_manifest.txt -P packaging/uninstall.cmake

package: deps ## Makes a .deb and a tarball in build/packages
	@tools/package.sh

package-test: package ## Installs the packages in fresh Debians, tries and removes them (as root; minutes)
	@tools/deps.sh package-test
	@/usr/bin/python3 tests/package/package_test.py

package-arm64: deps ## Makes the packages for arm64 with a cross compiler, and tests them in qemu (as root; minutes)
	@tools/deps.sh arm64
	@tools/package.sh arm64
	@/usr/bin/python3 tests/package/package_test.py arm64

dist: ## Makes an archive of the sources and a bill of materials in build/dist
	@tools/dist.sh

site: build ## Makes the site of the documentation in build/site/html
	@tools/deps.sh site
	@tools/site.sh

clean: ## Removes everything that was built
	@rm -rf build bin
