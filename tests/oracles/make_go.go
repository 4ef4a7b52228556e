// Numbers from Go, to hold the statistics against, bit for bit.
//
//	go mod init oracles && go get github.com/aclements/go-moremath/stats@v0.0.0-20210112150236-f10218a38794
//	go run make_go.go
//
// in a copy of this folder, on amd64 with FMA, writes go_exp.tsv, go_orders.tsv, go_untied.tsv and
// go_centres.tsv. Floating-point numbers are written as the sixteen hexadecimal digits of their bits.
package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand"
	"os"
	"sort"

	"github.com/aclements/go-moremath/stats"
)

func bits(x float64) uint64 { return math.Float64bits(x) }

func write(name, columns string, rows func(w *bufio.Writer)) {
	f, err := os.Create(name)
	if err != nil {
		panic(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "# go run make_go.go\n# %s\n", columns)
	rows(w)
	if w.Flush() != nil || f.Close() != nil {
		panic("cannot write " + name)
	}
}

func main() {
	r := rand.New(rand.NewSource(7))
	write("go_exp.tsv", "x\texp(x)", func(w *bufio.Writer) {
		xs := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), 709.782712893384,
			709.7827128933841, 709, -708.3, -708.4, -745.13, -745.2, -746, -800, -1e300, 1e300, 5e-324, 1e-10,
			math.Ln2 / 2, -math.Ln2 / 2}
		for len(xs) < 2000 {
			switch len(xs) % 4 {
			case 0:
				xs = append(xs, r.NormFloat64()*20)
			case 1:
				xs = append(xs, r.Float64()*60-30)
			case 2:
				xs = append(xs, r.Float64()*1500-750)
			case 3:
				xs = append(xs, r.NormFloat64()*math.Pow(10, -float64(r.Intn(12))))
			}
		}
		for _, x := range xs {
			fmt.Fprintf(w, "%016x\t%016x\n", bits(x), bits(math.Exp(x)))
		}
	})
	write("go_orders.tsv", "confidence\tn\tlo\thi", func(w *bufio.Writer) {
		for _, c := range []float64{-0.5, 0, 0.1, 0.5, 0.75, 0.8, 0.875, 0.9, 0.9375, 0.95, 0.96, 0.97, 0.98, 0.99,
			0.995, 0.999, 0.9999, 0.99999, 0.999999, 1 - 1e-7, 1 - 1e-8, 1 - 1e-9, 1 - 1e-12, 1} {
			for n := 0; n <= 100; n++ {
				q := stats.QuantileCI(n, 0.5, c)
				fmt.Fprintf(w, "%016x\t%d\t%d\t%d\n", bits(c), n, q.LoOrder, q.HiOrder)
			}
		}
	})
	write("go_untied.tsv", "n1\tn2\tU\tp", func(w *bufio.Writer) {
		for n1 := 1; n1 <= 50; n1++ {
			for n2 := n1; n2 <= 50; n2++ {
				d := stats.UDist{N1: n1, N2: n2}
				last := (n1*n2 - 1) / 2
				for u := 0; u <= last; u++ {
					if n1*n2 <= 64 || u == 0 || u == last || r.Intn(n1*n2) == 0 {
						fmt.Fprintf(w, "%d\t%d\t%d\t%016x\n", n1, n2, u, bits(2*d.CDF(float64(u))))
					}
				}
			}
		}
	})
	write("go_centres.tsv", "median\tgeometric mean\tvalues", func(w *bufio.Writer) {
		for n := 1; n <= 60; n++ {
			for i := 0; i < 3; i++ {
				xs := make([]float64, n)
				for k := range xs {
					xs[k] = math.Exp(r.NormFloat64() * 3)
				}
				sort.Float64s(xs)
				median := stats.Sample{Xs: xs, Sorted: true}.Quantile(0.5)
				fmt.Fprintf(w, "%016x\t%016x\t", bits(median), bits(stats.GeoMean(xs)))
				for k, x := range xs {
					if k > 0 {
						fmt.Fprint(w, " ")
					}
					fmt.Fprintf(w, "%016x", bits(x))
				}
				fmt.Fprintln(w)
			}
		}
	})
}
