#!/usr/bin/env bash
# The same for whole commands: one command against itself, and against one that does 5 % more.
#
# usage: [TOOLS='hyperfine perfgate'] commands.sh BENCHLENS FOLDER [TRIALS] [SECONDS]
#
# For each tool it prints how many trials call the same command different, how many find the 5 %, and how
# long a trial takes. hyperfine's times are tested by Mann and Whitney's test; perfgate's answer is its own.
set -euo pipefail
benchlens=$1 folder=$2 trials=${3:-20} seconds=${4:-14}
mkdir -p "$folder"
cd "$folder"
cat > spin.c <<'END'
#include <stdlib.h>
#include <string.h>
int main(int count, char **words) {
    size_t size = 1 << 20;
    unsigned *values = malloc(size * sizeof *values), x = 1;
    memset(values, 1, size * sizeof *values);
    for (long i = atol(words[1]); i; i--) {
        x = x * 1664525u + 1013904223u;
        values[x >> 12 & (size - 1)] += x;
    }
    return values[5] == 7;
}
END
cc -O2 spin.c -o spin
steps=${STEPS:-80000000}
tools=${TOOLS-hyperfine perfgate}
spin=$PWD/spin
base="$spin $steps" same="$spin $steps" more="$spin $((steps * 105 / 100))"

# Whether a unit differs significantly in two logs.
differs() { # unit old new
    "$benchlens" -quiet -filter ".unit:$1" "$2" "$3" | awk '/\(p=/ && !/ ~ / { found = 1 } END { print found + 0 }'
}

for trial in $(seq "$trials"); do
    for what in same more; do
        mkdir -p "run$trial$what" && cd "run$trial$what"
        started=$(date +%s.%N)
        "$benchlens" run -quiet -logs run -time -for "${seconds}s" base="$base" new="${!what}" > run.out
        took=$(date +%s.%N | awk -v s="$started" '{ print $1 - s }')
        blocks=$(grep -c ^Bench run/bench-new.txt)
        for unit in cpu-sec/op sec/op; do
            echo "benchlens,$unit $what $(differs "$unit" run/bench-base.txt run/bench-new.txt) $took $blocks"
        done
        if [[ $tools = *hyperfine* ]]; then
            started=$(date +%s.%N)
            hyperfine -N --runs "$blocks" --export-json times.json "$base" "${!what}" > /dev/null 2>&1
            took=$(date +%s.%N | awk -v s="$started" '{ print $1 - s }')
            for side in 0 1; do
                jq -r ".results[$side].times[] | \"BenchmarkCommand 1 \(.) sec/op\"" times.json > "hyper$side.txt"
            done
            echo "hyperfine,sec/op $what $(differs sec/op hyper0.txt hyper1.txt) $took $blocks"
        fi
        if [[ $tools = *perfgate* ]]; then
            started=$(date +%s.%N)
            perfgate paired --name x --repeat "$blocks" --baseline "$base" --current "${!what}" \
                --out paired.json > perfgate.out 2>&1 || true
            took=$(date +%s.%N | awk -v s="$started" '{ print $1 - s }')
            found=$(jq '.stats.wall_diff_ms.significance.significant | if . then 1 else 0 end' paired.json)
            echo "perfgate,wall_ms $what $found $took $blocks"
        fi
        cd ../
    done
done > trials.txt
awk '{ key = $1; n[key, $2]++; found[key, $2] += $3; took[key] += $4; runs[key] += $5; all[key]++ }
    END { for (key in all) printf "%-22s false alarms %2d of %d, found %2d of %d, %.1f s, %d runs a side\n",
        key, found[key, "same"], n[key, "same"], found[key, "more"], n[key, "more"],
        took[key] / all[key], runs[key] / all[key] }' trials.txt | sort
