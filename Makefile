# Builds the engine alone, where OpenBench looks for it: make EXE=name
EXE ?= fourfold-uci
CARGO ?= cargo

ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif

.PHONY: all
all:
	FOURFOLD_WEB_DIR= RUSTFLAGS="-C target-cpu=native" $(CARGO) build --release --locked --package fourfold --bin fourfold-uci --target-dir target/openbench
	cp target/openbench/release/fourfold-uci$(SUFFIX) $(EXE)$(SUFFIX)
