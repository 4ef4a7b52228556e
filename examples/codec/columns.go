//go:build columns

package codec

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"sync"
)

// A column is one number of each reading: how to get it and how to set it.
type column struct {
	get func(*Reading) int64
	set func(*Reading, int64)
}

var columns = [...]column{
	{func(r *Reading) int64 { return r.Time }, func(r *Reading, v int64) { r.Time = v }},
	{func(r *Reading) int64 { return int64(r.Sensor) }, func(r *Reading, v int64) { r.Sensor = uint32(v) }},
	{func(r *Reading) int64 { return r.Value }, func(r *Reading, v int64) { r.Value = v }},
}

// A packer is what encoding one message needs, for use again.
type packer struct {
	raw  []byte
	gzip *gzip.Writer
}

var packers = sync.Pool{
	New: func() any { return &packer{gzip: gzip.NewWriter(io.Discard)} },
}

// Encode packs a batch: its length, then each column as differences, compressed.
func Encode(batch []Reading) ([]byte, error) {
	p := packers.Get().(*packer)
	defer packers.Put(p)
	p.raw = binary.AppendUvarint(p.raw[:0], uint64(len(batch)))
	for _, c := range columns {
		last := int64(0)
		for i := range batch {
			v := c.get(&batch[i])
			p.raw = binary.AppendVarint(p.raw, v-last)
			last = v
		}
	}
	var message bytes.Buffer
	p.gzip.Reset(&message)
	if _, err := p.gzip.Write(p.raw); err != nil {
		return nil, err
	}
	if err := p.gzip.Close(); err != nil {
		return nil, err
	}
	return message.Bytes(), nil
}

// Decode unpacks a message.
func Decode(message []byte) ([]Reading, error) {
	r, err := gzip.NewReader(bytes.NewReader(message))
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	n, used := binary.Uvarint(raw)
	if used <= 0 || uint64(len(raw)) < n {
		return nil, errShort
	}
	raw = raw[used:]
	batch := make([]Reading, n)
	for _, c := range columns {
		last := int64(0)
		for i := range batch {
			difference, used := binary.Varint(raw)
			if used <= 0 {
				return nil, errShort
			}
			raw = raw[used:]
			last += difference
			c.set(&batch[i], last)
		}
	}
	return batch, nil
}

var errShort = errors.New("codec: message too short")

// fits reports whether the layout can represent a batch: the differences between its times must not overflow. One check per
// batch, whatever its size, so that small batches pay most.
//
//go:noinline
func fits(batch []Reading) bool {
	if len(batch) == 0 {
		return true
	}
	first, last := batch[0].Time, batch[len(batch)-1].Time
	return first >= 0 && last-first >= 0
}
