// Package codec packs batches of sensor readings into messages.
//
// There are two layouts of a message, chosen when the package is built: rows of JSON (the default)
// and columns of differences (the build tag "columns"). Either is compressed. The benchmarks do not
// know which layout they measure, so that two runs of them compare the two.
package codec

import (
	"errors"
	"math"
)

// A Reading is what one sensor measured at one time.
type Reading struct {
	// Time is in milliseconds since 1970.
	Time int64 `json:"time"`
	// Sensor is the number of the sensor.
	Sensor uint32 `json:"sensor"`
	// Value is in thousandths of a degree.
	Value int64 `json:"value"`
}

// ErrReading is returned for a batch with a reading that no sensor can have made.
var ErrReading = errors.New("codec: impossible reading")

// Validate checks that a batch fits the layout, is in order, and has no impossible value.
func Validate(batch []Reading) error {
	if !fits(batch) || !plausible(batch) {
		return ErrReading
	}
	return nil
}

//go:noinline
func plausible(batch []Reading) bool {
	last := int64(math.MinInt64)
	for _, r := range batch {
		if r.Time < last || r.Value < -273150 {
			return false
		}
		last = r.Time
	}
	return true
}

// Sample makes a batch of n readings, the same one each time.
func Sample(n int) []Reading {
	batch := make([]Reading, n)
	state := uint32(1)
	next := func(below uint32) uint32 {
		state = state*1664525 + 1013904223
		return (state >> 8) % below
	}
	now := int64(1_700_000_000_000)
	for i := range batch {
		now += int64(900 + next(200))
		sensor := next(16)
		value := 20_000 + 1_000*int64(sensor) + int64(next(64)) - 32
		batch[i] = Reading{Time: now, Sensor: sensor, Value: value}
	}
	return batch
}
