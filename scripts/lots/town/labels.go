package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"parcelaudit/spatial/lot"
)

// writeLabels writes everything that was decided about every lot, so that two files are equal only when all of it is.
func writeLabels(path string, f *lot.Fabric) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	for i := range f.Lots {
		printLot(w, &f.Lots[i])
	}
	for _, is := range f.Issues {
		fmt.Fprintf(w, "issue %s %d %s; %s\n", is.Kind, is.Parcel, is.What, is.Done)
	}
	if err := w.Flush(); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

func printLot(w io.Writer, l *lot.Lot) {
	fmt.Fprintf(w, "lot %s %v %.6f %.6f %q\n", l.ID, l.Type, l.AreaSqFt, l.Confidence, l.Reason)
	fmt.Fprintf(w, " parcels %q triangle %v front %.6f width %.6f depth %.6f pole %.6f %v\n", l.ParcelIDs, l.Triangle, l.FrontageFt,
		l.WidthFt, l.DepthFt, l.PoleFt, l.BodyFront)
	for k := range l.Lines {
		line := &l.Lines[k]
		fmt.Fprintf(w, " line %v/%v %.6f %q %q %v %.6f %.6f %d %v %v\n", line.Kind, line.Role, line.Confidence, line.Method, line.Street,
			line.Across, line.AcrossWidthFt, line.LengthFt, line.Part, line.Virtual, line.Path)
	}
	for _, r := range l.Readings {
		fmt.Fprintf(w, " reading %q %v %v\n", r.Why, r.Kinds, r.Roles)
	}
}
