# skillhost: everything a person types. Each target installs what it needs (deps).
SWIFT ?= swift
CONFIGURATION ?= debug
PREFIX ?= /usr/local
BIN = .build/$(CONFIGURATION)
KEYS = .build/keys
SKILLS = .build/skills
BUILD_FLAGS = -c $(CONFIGURATION)

.PHONY: help deps build plugins demo test lint check sanitize bench fuzz clean install
.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

deps: ## install the system libraries that are missing (apt; sudo when not root)
	@.ci/deps.sh

build: deps ## compile everything
	$(SWIFT) build $(BUILD_FLAGS)

plugins: build ## sign the sample skills into .build/skills, with a key made once in .build/keys
	@.ci/plugins.sh $(BIN) $(KEYS) $(SKILLS)

demo: plugins ## the whole path, from a source file to a result; no network, no key
	@.ci/demo.sh $(BIN) $(KEYS) $(SKILLS)

test: plugins ## all tests that need no browser and no PyPI
	@.ci/test.sh

lint: ## format, file lengths, module arrows
	@.ci/lint.sh

check: lint test ## what CI runs

# The runner is the plain one: a sanitizer needs more address space than a skill is given. Leaks are not looked for,
# because XCTest itself has one.
sanitize: build ## the tests under the thread and the address sanitizer
	SKILLHOST_SANITIZE=thread SKILLHOST_TEST_RUNNER=$(CURDIR)/$(BIN)/skillhost-runner \
	  $(SWIFT) test --sanitize=thread --scratch-path .build/thread --filter '$(SANITIZED)'
	ASAN_OPTIONS=detect_leaks=0 SKILLHOST_TEST_RUNNER=$(CURDIR)/$(BIN)/skillhost-runner \
	  $(SWIFT) test --sanitize=address --scratch-path .build/address --filter '$(SANITIZED)'
SANITIZED = SkillJSONTests|SkillSchemaTests|SkillSystemTests|SkillBundleTests|SkillLoaderTests|SkillStoreTests|SkillRuntimeTests|SkillBrokerTests|SkillPluginKitTests

bench: deps ## figures beside their peers, written into docs/performance.md
	@.ci/bench.sh

fuzz: deps ## random inputs for FUZZ_SECONDS (60) each: the seeded tests with a new seed, then libFuzzer
	@.ci/fuzz.sh $(FUZZ_SECONDS)
FUZZ_SECONDS ?= 60

install: deps ## compile for release and install under PREFIX
	$(SWIFT) build -c release --product skillhost
	$(SWIFT) build -c release --product skillhost-runner
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/skillhost/kit/Plugins
	install -m 755 .build/release/skillhost .build/release/skillhost-runner $(DESTDIR)$(PREFIX)/bin/
	cp -R Sources/CSkillABI Sources/SkillJSON Sources/SkillPluginKit $(DESTDIR)$(PREFIX)/share/skillhost/kit/
	install -m 644 Plugins/exports.map $(DESTDIR)$(PREFIX)/share/skillhost/kit/Plugins/

clean: ## remove everything that was built
	rm -rf .build
