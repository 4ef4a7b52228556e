#!/bin/sh
# Records thirty builds of the codec, as a nightly job would: each build runs by itself, a log for each.
#
#   build 11  messages as columns of differences: what decodes them became faster
#   build 21  a build flag turned inlining off by mistake
#   build 26  the job moved to a machine with less memory, where the collector has to run more often
set -eu
cd "$(dirname "$0")"
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
cd ../codec
go test -c -o "$programs/rows" .
go test -c -tags columns -o "$programs/columns" .
go test -c -tags columns -gcflags -l -o "$programs/uninlined" .
cd ../history
for build in $(seq 1 30); do
  program=rows machine=large collector=100
  [ "$build" -lt 11 ] || program=columns
  [ "$build" -lt 21 ] || program=uninlined
  [ "$build" -lt 26 ] || machine=small collector=20
  number=$(printf %02d "$build")
  GOGC=$collector benchlens run -quiet -force -shell -n 5 -logs "$programs" \
    build="echo machine: $machine; $programs/$program -test.run ^\$ -test.bench Decode\|Validate -test.benchtime 20ms" > /dev/null
  # What a reader of the history does not need: PASS, where the program lay, and units that these benchmarks do not have.
  grep -Ev '^(PASS|Unit |# recorded)' "$programs/bench-build.txt" > "build-$number.txt"
done
