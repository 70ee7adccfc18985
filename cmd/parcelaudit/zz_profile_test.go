package main

import (
	"context"
	"os"
	"testing"
	"time"
)

func BenchmarkProfile(b *testing.B) {
	for b.Loop() {
		Main(context.Background(), []string{"run", os.Getenv("CFG"), "--out", b.TempDir()}, world{stdout: os.Stdout, stderr: os.Stderr, env: os.Environ(), stdin: os.Stdin, now: time.Now})
	}
}
