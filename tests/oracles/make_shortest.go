// The shortest text of numbers from Go: `go run make_shortest.go` writes go_shortest.tsv. Numbers are the
// sixteen hexadecimal digits of their bits. Most lie half-way between two texts, or close to that.
package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand"
	"os"
	"strconv"
)

func main() {
	f, err := os.Create("go_shortest.tsv")
	if err != nil {
		panic(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprint(w, "# go run make_shortest.go\n# x\tshortest text\n")
	r := rand.New(rand.NewSource(3))
	for i := 0; i < 2000; i++ {
		var x float64
		switch i % 4 {
		case 0: // an odd number of eighths: half-way between two numbers with two decimals
			x = float64(2*r.Int63n(1<<50)+1) / 8
		case 1: // an odd multiple of a half of the last digit
			digits := float64(r.Int63n(1e15))*10 + 5
			x = digits * math.Pow(10, -float64(r.Intn(20)))
		case 2:
			x = math.Ldexp(float64(r.Int63n(1<<53)), -r.Intn(60))
		case 3:
			x = math.Float64frombits(r.Uint64())
		}
		if !math.IsNaN(x) {
			fmt.Fprintf(w, "%016x\t%s\n", math.Float64bits(x), strconv.FormatFloat(x, 'g', -1, 64))
		}
	}
	if w.Flush() != nil || f.Close() != nil {
		panic("cannot write")
	}
}
