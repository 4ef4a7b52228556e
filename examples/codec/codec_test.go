package codec

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
)

// TestMain tells whoever reads the log two things about the units that go test does not know: every
// run gives the same message size, and more messages a second are better.
func TestMain(m *testing.M) {
	fmt.Println("Unit bytes/msg assume=exact")
	fmt.Println("Unit msg/s better=higher")
	os.Exit(m.Run())
}

func TestRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, 1000} {
		batch := Sample(n)
		message, err := Encode(batch)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(message)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(batch, again) {
			t.Errorf("%d readings: decoded ones differ", n)
		}
	}
}

var batchSizes = []int{10, 100, 1000}

func BenchmarkEncode(b *testing.B) {
	for _, n := range batchSizes {
		b.Run(fmt.Sprintf("readings=%d", n), func(b *testing.B) {
			batch := Sample(n)
			size := 0
			for b.Loop() {
				message, err := Encode(batch)
				if err != nil {
					b.Fatal(err)
				}
				size = len(message)
			}
			b.ReportMetric(float64(size), "bytes/msg")
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, n := range batchSizes {
		b.Run(fmt.Sprintf("readings=%d", n), func(b *testing.B) {
			message, err := Encode(Sample(n))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := Decode(message); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The layouts differ here only in one check per batch: small batches should get a little slower, large ones should not change.
func BenchmarkValidate(b *testing.B) {
	for _, n := range batchSizes {
		b.Run(fmt.Sprintf("readings=%d", n), func(b *testing.B) {
			batch := Sample(n)
			for b.Loop() {
				if err := Validate(batch); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCompress(b *testing.B) {
	sizes := []struct {
		name  string
		bytes int
	}{{"1k", 1 << 10}, {"8k", 8 << 10}, {"64k", 64 << 10}}
	for _, format := range Formats {
		var text bytes.Buffer
		if err := format.Write(&text, Sample(10_000)); err != nil {
			b.Fatal(err)
		}
		for _, size := range sizes {
			for _, codec := range Codecs {
				name := fmt.Sprintf("format=%s/size=%s/codec=%s", format.Name, size.name, codec.Name)
				b.Run(name, func(b *testing.B) {
					benchmarkCompress(b, codec, text.Bytes()[:size.bytes])
				})
			}
		}
	}
}

func benchmarkCompress(b *testing.B, codec Codec, text []byte) {
	b.SetBytes(int64(len(text)))
	compressor := codec.New()
	size := 0
	for b.Loop() {
		message, err := Compress(compressor, text)
		if err != nil {
			b.Fatal(err)
		}
		size = len(message)
	}
	b.ReportMetric(float64(size), "bytes/msg")
}

// BenchmarkShare encodes on all processors at once, with one scratch buffer behind a lock or with
// one for each goroutine.
func BenchmarkShare(b *testing.B) {
	batch := Sample(100)
	b.Run("scratch=locked", func(b *testing.B) {
		var lock sync.Mutex
		var scratch bytes.Buffer
		benchmarkShare(b, func(*bytes.Buffer) error {
			lock.Lock()
			defer lock.Unlock()
			scratch.Reset()
			return Formats[0].Write(&scratch, batch)
		})
	})
	b.Run("scratch=own", func(b *testing.B) {
		benchmarkShare(b, func(scratch *bytes.Buffer) error {
			scratch.Reset()
			return Formats[0].Write(scratch, batch)
		})
	})
}

func benchmarkShare(b *testing.B, encode func(own *bytes.Buffer) error) {
	b.RunParallel(func(pb *testing.PB) {
		var own bytes.Buffer
		for pb.Next() {
			if err := encode(&own); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "msg/s")
}
