// Command readers measures how fast layers are read next to GDAL. It writes one made-up county in every format to a temporary
// folder and prints the processor seconds that our reader, `ogr2ogr -f Memory` and `ogrinfo -al -so` need for it. All of them
// read every geometry and every attribute, but ogrinfo, which reads as little as the format allows.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"parcelaudit/pipeline/source"
)

func main() {
	lots := flag.Int("lots", 200_000, "lots of 13 vertices with 20 attributes")
	runs := flag.Int("runs", 3, "measurements of each, of which the fastest counts")
	flag.Parse()
	runtime.GOMAXPROCS(1) // per core: the garbage collector shares it
	if err := measure(*lots, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "readers:", err)
		os.Exit(1)
	}
}

func measure(lots, runs int) error {
	dir, err := os.MkdirTemp("", "readers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	files, err := writeAll(dir, lots)
	if err != nil {
		return err
	}
	fmt.Printf("| format | MB | ours s | MB/s | features/s | ogr2ogr s | times as fast | ogrinfo s | peak MB |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, f := range files {
		size, err := sizeOf(f.path)
		if err != nil {
			return err
		}
		ours, err := fastest(runs, func() (time.Duration, error) { return readAll(f, lots) })
		if err != nil {
			return err
		}
		args := []string{"-q", "-f", "Memory", "none", f.gdal}
		if f.fields != nil {
			args = append(args, "-select", strings.Join(f.fields, ","))
		}
		copied, err := fastest(runs, func() (time.Duration, error) { return run("ogr2ogr", args...) })
		if err != nil {
			return err
		}
		looked, err := fastest(runs, func() (time.Duration, error) { return run("ogrinfo", "-al", "-so", f.gdal) })
		if err != nil {
			return err
		}
		mb := float64(size) / 1e6
		fmt.Printf("| %s | %.0f | %s | %.0f | %.0f | %s | %.1f | %s | %d |\n", f.format, mb, seconds(ours), mb/ours.Seconds(), float64(lots)/ours.Seconds(),
			seconds(copied), copied.Seconds()/ours.Seconds(), seconds(looked), peakMB())
	}
	return nil
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) }

func fastest(runs int, once func() (time.Duration, error)) (time.Duration, error) {
	best := time.Duration(0)
	for i := range runs {
		took, err := once()
		if err != nil {
			return 0, err
		}
		if i == 0 || took < best {
			best = took
		}
	}
	return best, nil
}

// readAll reads a layer and returns the processor time it took.
func readAll(f layerFile, lots int) (time.Duration, error) {
	debug.FreeOSMemory()
	before := processorTime(syscall.RUSAGE_SELF)
	layer, err := source.Open(f.path, source.Options{})
	if err != nil {
		return 0, err
	}
	defer layer.Close()
	n := 0
	for lot, err := range layer.Features(context.Background(), f.fields) {
		if err != nil {
			return 0, err
		}
		if lot.Geometry != nil {
			n++
		}
	}
	if n != lots {
		return 0, fmt.Errorf("%s: %d lots read, want %d", f.path, n, lots)
	}
	return processorTime(syscall.RUSAGE_SELF) - before, nil
}

// run returns the processor time of a program.
func run(name string, args ...string) (time.Duration, error) {
	before := processorTime(syscall.RUSAGE_CHILDREN)
	if text, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %w: %s", name, err, text)
	}
	return processorTime(syscall.RUSAGE_CHILDREN) - before, nil
}

func processorTime(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peakMB is the most memory this process has held so far.
func peakMB() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Maxrss / 1024
}

// sizeOf is the size of a file, of a shapefile that of its parts.
func sizeOf(path string) (int64, error) {
	if filepath.Ext(path) != ".shp" {
		info, err := os.Stat(path)
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	sum := int64(0)
	for _, ext := range []string{".shp", ".shx", ".dbf"} {
		info, err := os.Stat(path[:len(path)-4] + ext)
		if err != nil {
			return 0, err
		}
		sum += info.Size()
	}
	return sum, nil
}
