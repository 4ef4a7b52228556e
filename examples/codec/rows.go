//go:build !columns

package codec

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
)

// Encode packs a batch: JSON, one object a reading, compressed.
func Encode(batch []Reading) ([]byte, error) {
	text, err := json.Marshal(batch)
	if err != nil {
		return nil, err
	}
	var message bytes.Buffer
	w := gzip.NewWriter(&message)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
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
	var batch []Reading
	if err := json.NewDecoder(r).Decode(&batch); err != nil {
		return nil, err
	}
	return batch, nil
}

// fits reports whether the layout can represent a batch. JSON can represent every batch.
func fits([]Reading) bool {
	return true
}
