// Town labels the lots of a real parcel layer, prints what came of it (types, kinds, confidence, issues, time), compares
// with labelled sides where a layer has them, and draws lots to look at: a sample that misses no type and no band of
// confidence, the same for the same seed, or the lots asked for.
//
//	go run ./scripts/lots/town -parcels parcels.shp -streets streets.geojson -name Street_Name -sample 50 -seed 1 -svg sheet.svg
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"sort"
	"syscall"

	"parcelaudit/spatial/lot"
)

type flags struct {
	parcels, id, address, use string
	streets, name, class      string
	sides                     string
	svg, only, behind         string
	draw, from                int
	sample                    int
	seed                      uint64
	gap, around               float64
	profile, labels           string
}

func main() {
	var f flags
	flag.StringVar(&f.parcels, "parcels", "", "parcel layer")
	flag.StringVar(&f.id, "id", "", "parcel id attribute")
	flag.StringVar(&f.address, "address", "", "site address attribute")
	flag.StringVar(&f.use, "use", "", "use attribute")
	flag.StringVar(&f.streets, "streets", "", "centre-line layer")
	flag.StringVar(&f.name, "name", "", "street name attribute")
	flag.StringVar(&f.class, "class", "", "street class attribute")
	flag.StringVar(&f.sides, "sides", "", "layer of labelled sides: parcel_id, side")
	flag.StringVar(&f.svg, "svg", "", "draw sheets of ten lots to this file and, with -2, -3 ... before the extension, its followers")
	flag.StringVar(&f.only, "only", "", "draw lots of this type only, \"low\" for the least certain, ids with commas between, or records: #1,#12")
	flag.StringVar(&f.behind, "behind", "", "layers to draw in grey, with commas between: buildings, pavement")
	flag.IntVar(&f.sample, "sample", 0, "draw this many lots instead, some of every type and confidence")
	flag.Uint64Var(&f.seed, "seed", 1, "which sample")
	flag.IntVar(&f.draw, "draw", 20, "how many lots to draw")
	flag.IntVar(&f.from, "from", 0, "skip this many")
	flag.Float64Var(&f.around, "around", 90, "ft drawn around each lot")
	flag.Float64Var(&f.gap, "gap", 0, "gap tolerance, ft")
	flag.StringVar(&f.labels, "labels", "", "write every line and reading of every lot to this file, to compare before and after a change")
	flag.StringVar(&f.profile, "cpuprofile", "", "write a processor profile of the build to this file")
	flag.Parse()
	if err := run(f); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(f flags) error {
	in, frame, err := read(f)
	if err != nil {
		return err
	}
	if f.profile != "" {
		out, err := os.Create(f.profile)
		if err != nil {
			return err
		}
		defer out.Close()
		if err := pprof.StartCPUProfile(out); err != nil {
			return err
		}
	}
	before := cpuMicroseconds()
	fabric, err := lot.Build(context.Background(), in, lot.Options{Workers: runtime.NumCPU(), GapFt: f.gap})
	if err != nil {
		return err
	}
	used := cpuMicroseconds() - before
	pprof.StopCPUProfile()
	report(in, fabric, used)
	if f.labels != "" {
		if err := writeLabels(f.labels, fabric); err != nil {
			return err
		}
	}
	if f.sides != "" {
		if err := compare(f, frame, fabric); err != nil {
			return err
		}
	}
	if f.svg == "" {
		return nil
	}
	s := &scene{flags: f, in: in, fabric: fabric}
	if s.behind, err = readBehind(f, frame); err != nil {
		return err
	}
	return drawSheets(s)
}

// cpuMicroseconds is the processor time this process has used, on all cores.
func cpuMicroseconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec)*1e6 + float64(u.Utime.Usec+u.Stime.Usec)
}

func report(in lot.Input, f *lot.Fabric, used float64) {
	n := float64(len(f.Lots))
	fmt.Printf("%d parcels, %d streets, %d lots, %.1f core-microseconds per lot\n", len(in.Parcels), len(in.Streets), len(f.Lots), used/n)
	types, issues, kinds := counts{}, counts{}, counts{}
	sure, single, front, rear := 0.0, 0.0, 0.0, 0.0
	length, known := 0.0, 0.0
	for i := range f.Lots {
		l := &f.Lots[i]
		types.add(l.Type.String(), 1)
		if l.Confidence >= 0.8 {
			sure++
		}
		if len(l.Readings) == 1 && l.Type != lot.Landlocked && l.Type != lot.Undecided {
			single++
		}
		if len(l.LinesOf(lot.Front)) > 0 {
			front++
		}
		if len(l.LinesOf(lot.Rear)) > 0 {
			rear++
		}
		for k := range l.Lines {
			line := &l.Lines[k]
			kinds.add(line.Kind.String(), line.LengthFt)
			length += line.LengthFt
			if line.Kind != lot.Unknown {
				known += line.LengthFt
			}
		}
	}
	for _, is := range f.Issues {
		issues.add(is.Kind, 1)
	}
	fmt.Printf("front found %.1f %%, rear found %.1f %%, one reading %.1f %%, confidence >= 0.8 %.1f %%, boundary labelled %.1f %%\n",
		100*front/n, 100*rear/n, 100*single/n, 100*sure/n, 100*known/length)
	types.print("types", n)
	kinds.print("boundary by kind", length)
	issues.print("issues", float64(len(in.Parcels)))
}

type counts map[string]float64

func (c counts) add(key string, by float64) { c[key] += by }

func (c counts) print(title string, of float64) {
	keys := make([]string, 0, len(c))
	for k := range c {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return c[keys[i]] > c[keys[j]] || c[keys[i]] == c[keys[j]] && keys[i] < keys[j] })
	fmt.Printf("%s:", title)
	for _, k := range keys {
		fmt.Printf("  %s %.0f (%.1f %%)", k, c[k], 100*c[k]/of)
	}
	fmt.Println()
}
