window.BENCHMARK_DATA = {
  "lastUpdate": 1767323045000,
  "repoUrl": "https://example.org/repo",
  "entries": {
    "My suite": [
      {
        "commit": {
          "author": {
            "email": "dev@example.org",
            "name": "Dev",
            "username": "dev"
          },
          "committer": {
            "email": "dev@example.org",
            "name": "Dev",
            "username": "dev"
          },
          "distinct": true,
          "id": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          "message": "Change a",
          "timestamp": "2026-01-01T00:00:00Z",
          "tree_id": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          "url": "https://example.org/commit/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        },
        "date": 1767225600000,
        "tool": "customSmallerIsBetter",
        "benches": [
          {
            "name": "Page load time",
            "value": 100.25,
            "unit": "ms"
          },
          {
            "name": "size",
            "value": 52000,
            "unit": "bytes"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "dev@example.org",
            "name": "Dev",
            "username": "dev"
          },
          "committer": {
            "email": "dev@example.org",
            "name": "Dev",
            "username": "dev"
          },
          "distinct": true,
          "id": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          "message": "Change b",
          "timestamp": "2026-01-02T00:00:00Z",
          "tree_id": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          "url": "https://example.org/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
        },
        "date": 1767312000000,
        "tool": "customSmallerIsBetter",
        "benches": [
          {
            "name": "Page load time",
            "value": 98.5,
            "unit": "ms"
          },
          {
            "name": "size",
            "value": 51000,
            "unit": "bytes"
          }
        ]
      }
    ],
    "rates": [
      {
        "commit": {
          "author": {
            "email": "dev@example.org",
            "name": "Dev",
            "username": "dev"
          },
          "committer": {
            "email": "dev@example.org",
            "name": "Dev",
            "username": "dev"
          },
          "distinct": true,
          "id": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          "message": "Change b",
          "timestamp": "2026-01-02T00:00:00Z",
          "tree_id": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          "url": "https://example.org/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
        },
        "date": 1767312000000,
        "tool": "customBiggerIsBetter",
        "benches": [
          {
            "name": "served",
            "value": 1031.5,
            "unit": "requests/s"
          }
        ]
      }
    ]
  }
}