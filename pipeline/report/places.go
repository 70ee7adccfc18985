package report

import (
	"encoding/json"
	"sync"

	"github.com/paulmach/orb"
)

// Places takes coordinates from the frame back to the earth. Both functions work in place.
type Places struct {
	CRS       json.RawMessage         // PROJJSON object of the working CRS, nil when it is not known
	CRSName   string                  // what people call the working CRS, for the manifest and the page
	ToWorking func([]orb.Point)       // frame feet -> working CRS; safe for concurrent use
	ToWGS84   func([]orb.Point) error // working CRS -> WGS 84 longitude, latitude; points without a place there are left not finite
}

// serial makes ToWGS84 safe for concurrent use: a PROJ transformer is not.
func (p Places) serial() Places {
	var mu sync.Mutex
	inner := p.ToWGS84
	p.ToWGS84 = func(points []orb.Point) error {
		mu.Lock()
		defer mu.Unlock()
		return inner(points)
	}
	return p
}

// toEarth takes frame feet all the way to WGS 84.
func (p Places) toEarth(points []orb.Point) error {
	p.ToWorking(points)
	return p.ToWGS84(points)
}
