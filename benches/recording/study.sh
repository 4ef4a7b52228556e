#!/usr/bin/env bash
# How often do recordings of one program differ, and how often is a planted change found?
#
# usage: [FLAGS=-each] study.sh BENCHLENS BENCHSTAT FOLDER [REPEATS]
#
# Each repeat records the benchmarks of examples/codec:
# - in turns by `benchlens run`, 12 blocks: a base, the same program again, and the same program with 2 % and 5 %
#   added to each time;
# - one after the other by -test.count 12, as people do; the changes are planted in the second log.
# It prints, for each recording, how many rows of sec/op differ significantly at 0.05.
set -euo pipefail
benchlens=$1 benchstat=$2 folder=$3 repeats=${4:-3}
codec=$(cd "$(dirname "$0")/../../examples/codec" && pwd)
mkdir -p "$folder"
cd "$folder"
(cd "$codec" && go test -c -o "$OLDPWD/codec.test" .)
bench=(./codec.test -test.run '^$' -test.bench . -test.benchtime 20ms)

# Adds a share to each time in a log.
cat > slower.sh <<'END'
exec awk -v f="$1" '$4 == "ns/op" { $3 = sprintf("%.4g", $3 * f) } { print }'
END

# The rows of sec/op, and those with a significant change, in what benchstat and benchlens print.
count() {
    awk -v what="$1" '/ n=[0-9]+/ { rows++; if (!/ ~ /) significant++ } END { print what, significant + 0, rows }'
}

for repeat in $(seq "$repeats"); do
    run="${bench[*]}"
    "$benchlens" run ${FLAGS:-} -quiet -force -logs "turns$repeat" -n 12 base="$run" same="$run" \
        plus2="sh -c '$run | sh slower.sh 1.02'" plus5="sh -c '$run | sh slower.sh 1.05'" > /dev/null
    "${bench[@]}" -test.count 12 > "base$repeat.txt"
    "${bench[@]}" -test.count 12 > "same$repeat.txt"
    sh slower.sh 1.02 < "same$repeat.txt" > "plus2$repeat.txt"
    sh slower.sh 1.05 < "same$repeat.txt" > "plus5$repeat.txt"
    for what in same plus2 plus5; do
        turns=(-filter .unit:sec/op "turns$repeat/bench-base.txt" "turns$repeat/bench-$what.txt")
        "$benchstat" -filter .unit:sec/op "base$repeat.txt" "$what$repeat.txt" 2> /dev/null | count "sequential-benchstat $what"
        "$benchlens" -quiet "${turns[@]}" | count "in-turns-benchlens $what"
        "$benchstat" "${turns[@]}" 2> /dev/null | count "in-turns-benchstat $what"
    done
done | awk '{ significant[$1 " " $2] += $3; rows[$1 " " $2] += $4 }
    END { for (key in rows) printf "%-30s %4d of %4d rows\n", key, significant[key], rows[key] }' | sort
