package yard_test

import (
	"errors"
	"fmt"

	"github.com/paulmach/orb"

	"parcelaudit/spatial/kernel"
	"parcelaudit/spatial/yard"
)

// A lot of 60 by 120 ft with a house and a shed that stands half a foot ahead of the house.
func Example() {
	rectangle := func(x0, y0, x1, y1 float64) orb.Polygon {
		return orb.Polygon{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}}
	}
	y := yard.New(kernel.New(), yard.Ground{
		Lot:       orb.MultiPolygon{rectangle(0, 0, 60, 120)},
		Front:     []orb.LineString{{{0, 0}, {60, 0}}},
		Principal: rectangle(15, 30, 45, 60),
	})
	front, err := y.Front()
	if err != nil {
		fmt.Println(err)
		return
	}
	part, err := front.Overlap(rectangle(2, 29.5, 12, 40))
	fmt.Printf("%v sq ft in the front yard, clear by %v ft, %v\n", part.SqFt, part.ClearFt, err)

	_, err = y.Rear()
	var missing *yard.MissingError
	fmt.Println(errors.As(err, &missing), err)
	// Output:
	// 5 sq ft in the front yard, clear by -0.5 ft, <nil>
	// true rear yard: missing rear lot line
}
