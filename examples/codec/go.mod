module example.org/codec

go 1.24
