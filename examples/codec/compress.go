package codec

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/lzw"
	"encoding/gob"
	"encoding/json"
	"io"
)

// A Compressor compresses into a writer what is written to it. After Reset it begins anew.
type Compressor interface {
	io.WriteCloser
	Reset(w io.Writer)
}

// A Codec is a way to compress.
type Codec struct {
	Name string
	New  func() Compressor
}

// Codecs are the ways to compress that the benchmarks compare.
var Codecs = []Codec{
	{"gzip", func() Compressor { return gzip.NewWriter(nil) }},
	{"flate", func() Compressor {
		// The only error is a level that does not exist.
		w, _ := flate.NewWriter(nil, flate.BestSpeed)
		return w
	}},
	{"lzw", func() Compressor { return lzwWriter{lzw.NewWriter(io.Discard, lzw.LSB, 8).(*lzw.Writer)} }},
}

type lzwWriter struct{ *lzw.Writer }

func (w lzwWriter) Reset(out io.Writer) { w.Writer.Reset(out, lzw.LSB, 8) }

// Compress compresses text.
func Compress(c Compressor, text []byte) ([]byte, error) {
	var out bytes.Buffer
	c.Reset(&out)
	if _, err := c.Write(text); err != nil {
		return nil, err
	}
	if err := c.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// A Format is a way to write a batch down.
type Format struct {
	Name  string
	Write func(w io.Writer, batch []Reading) error
}

// Formats are the ways to write a batch down that the benchmarks compare.
var Formats = []Format{
	{"json", func(w io.Writer, batch []Reading) error { return json.NewEncoder(w).Encode(batch) }},
	{"gob", func(w io.Writer, batch []Reading) error { return gob.NewEncoder(w).Encode(batch) }},
}
