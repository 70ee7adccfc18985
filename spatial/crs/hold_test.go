package crs

import (
	"runtime"
	"sync"
	"testing"

	"github.com/paulmach/orb"
)

func TestGarbageCollectionDoesNotFreeWhatPROJStillReads(t *testing.T) {
	from, err := Parse("EPSG:2289")
	if err != nil {
		t.Fatal(err)
	}
	to, err := Parse("OGC:CRS84")
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 10 {
				tr, err := NewTransformer(from, to)
				if err == nil {
					err = tr.Points([]orb.Point{{2000000, 266700}})
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	close(stop)
}
