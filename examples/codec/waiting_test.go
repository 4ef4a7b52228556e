package codec

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkWait waits for an answer that takes a millisecond, as a request to another machine
// does. It has parallelism × GOMAXPROCS goroutines, which wait at the same time.
func BenchmarkWait(b *testing.B) {
	for _, parallelism := range []int{1, 4, 16} {
		b.Run(fmt.Sprintf("parallelism=%d", parallelism), func(b *testing.B) {
			b.SetParallelism(parallelism)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					time.Sleep(time.Millisecond)
				}
			})
		})
	}
}
