package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/paulmach/orb"

	"parcelaudit/pipeline/audit"
)

// encode writes rows of a layer and closes the file twice, which must do no harm.
func encode[R any](t testing.TB, l *layer[R], rows []R) []byte {
	t.Helper()
	var b bytes.Buffer
	g := newGeoParquet(&b, l, testPlaces(t), `{"run_id":"r"}`)
	if err := errors.Join(g.write(rows), g.close()); err != nil {
		t.Fatal(err)
	}
	size := b.Len()
	if err := g.close(); err != nil || b.Len() != size {
		t.Fatalf("the second close wrote %d bytes, %v", b.Len()-size, err)
	}
	return b.Bytes()
}

func open(t testing.TB, content []byte) *file.Reader {
	t.Helper()
	r, err := file.NewParquetReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// definition reads the definition levels of a column: how many of its parents and itself are there, row by row.
func definition(t testing.TB, r *file.Reader, column string) (levels []int16) {
	t.Helper()
	for g := range r.NumRowGroups() {
		chunk, err := r.RowGroup(g).Column(r.MetaData().Schema.ColumnIndexByName(column))
		if err != nil {
			t.Fatal(err)
		}
		got := make([]int16, r.RowGroup(g).NumRows())
		switch c := chunk.(type) {
		case *file.Float64ColumnChunkReader:
			_, _, err = c.ReadBatch(int64(len(got)), make([]float64, len(got)), got, nil)
		case *file.ByteArrayColumnChunkReader:
			_, _, err = c.ReadBatch(int64(len(got)), make([]parquet.ByteArray, len(got)), got, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		levels = append(levels, got...)
	}
	return levels
}

func geoOf(t testing.TB, r *file.Reader) (geo geoMetadata) {
	t.Helper()
	found := 0
	for _, pair := range r.MetaData().GetKeyValueMetadata() {
		if pair.Key == "geo" {
			found++
			if err := json.Unmarshal([]byte(*pair.Value), &geo); err != nil {
				t.Fatal(err)
			}
		}
	}
	if found != 1 {
		t.Errorf("the geo key is there %d times", found)
	}
	return geo
}

func TestARowWithoutARequiredValueIsAnErrorAndNotAnEmptyText(t *testing.T) {
	for _, row := range []audit.LotLineRow{{LotID: "L1"}, {Kind: "front"}} {
		err := newGeoParquet(&bytes.Buffer{}, lotLineLayer(), testPlaces(t), "").write([]audit.LotLineRow{row})
		if err == nil || !strings.HasPrefix(err.Error(), "row 1 has no ") {
			t.Errorf("%+v: %v", row, err)
		}
	}
}

func TestNoRowsAreAValidFile(t *testing.T) {
	r := open(t, encode(t, lotLineLayer(), nil))
	geo := geoOf(t, r)
	if r.NumRows() != 0 || r.MetaData().Schema.NumColumns() != 8+1+4 {
		t.Errorf("%d rows, %d columns", r.NumRows(), r.MetaData().Schema.NumColumns())
	}
	if c := geo.Columns["geometry"]; c.GeometryTypes == nil || len(c.GeometryTypes) != 0 || c.BBox != nil {
		t.Errorf("geometry types %v, bbox %v; want an empty list and none", c.GeometryTypes, c.BBox)
	}
}

func TestTheBoxIsNullExactlyWhenTheGeometryIs(t *testing.T) {
	issues := []audit.Issue{{Kind: "a", Geometry: orb.Point{1, 1}}, {Kind: "b"}, {Kind: "c", Geometry: orb.Polygon{}}, {Kind: "d", Geometry: box(0, 0, 1, 1)}}
	r := open(t, encode(t, issueLayer(), issues))
	want := []int16{1, 0, 0, 1}
	for _, column := range []string{"geometry", "bbox.xmin", "bbox.ymin", "bbox.xmax", "bbox.ymax"} {
		if got := definition(t, r, column); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is there %v, want %v", column, got, want)
		}
	}
}

func TestGeoMetadataSaysWhatIsInTheFile(t *testing.T) {
	run := testRun(t)
	b := testBatch()
	p := prepare(b, run, &Counts{Findings: map[string]int{}, Status: map[string]int{}, NewByWorst: map[string]int{}, Issues: map[string]int{}})
	r := open(t, encode(t, findingLayer("violations", run), p.reported))
	geo := geoOf(t, r)
	geometry, evidence := geo.Columns["geometry"], geo.Columns["evidence"]
	if want := []string{"LineString", "MultiPolygon", "Point", "Polygon"}; !reflect.DeepEqual(geometry.GeometryTypes, want) {
		t.Errorf("geometry types %v, want %v", geometry.GeometryTypes, want)
	}
	if want := []string{"LineString", "Polygon"}; !reflect.DeepEqual(evidence.GeometryTypes, want) {
		t.Errorf("evidence types %v, want %v", evidence.GeometryTypes, want)
	}
	if want := []float64{247000.97536, 147000, 247091.44, 147021.9456}; !near(geometry.BBox, want) {
		t.Errorf("bbox %v, want %v", geometry.BBox, want)
	}
	if geometry.Covering == nil || evidence.Covering != nil {
		t.Error("the covering belongs to geometry and to nothing else")
	}
	var crs map[string]any
	if err := json.Unmarshal(geometry.CRS, &crs); err != nil || crs["type"] != "ProjectedCRS" {
		t.Errorf("crs is %.60s", geometry.CRS)
	}
	if got := r.MetaData().GetCreatedBy(); got != createdBy {
		t.Errorf("created by %q", got)
	}
}

func near(got, want []float64) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if d := got[i] - want[i]; d > 1e-6 || d < -1e-6 {
			return false
		}
	}
	return true
}

func TestAnUnknownCRSIsNullAndNotAbsent(t *testing.T) {
	text, err := json.Marshal((&geoColumn{}).metadata(nil))
	if err != nil || !strings.Contains(string(text), `"crs":null`) {
		t.Errorf("%s, %v", text, err)
	}
}

// arrow keeps slices of our texts as smallest and largest value of a column chunk until the chunk ends.
func TestStatisticsSurviveManyFlushes(t *testing.T) {
	rows := make([]audit.LotLineRow, 3*rowsPerFlush)
	for i := range rows {
		rows[i] = audit.LotLineRow{LotID: fmt.Sprintf("lot-%06d", i), Kind: "side"}
	}
	r := open(t, encode(t, lotLineLayer(), rows))
	chunk, err := r.MetaData().RowGroup(0).ColumnChunk(0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := chunk.Statistics()
	if err != nil {
		t.Fatal(err)
	}
	stats := s.(*metadata.ByteArrayStatistics)
	if low, high := string(stats.Min()), string(stats.Max()); low != "lot-000000" || high != "lot-014999" {
		t.Errorf("statistics say %s to %s", low, high)
	}
}

func TestRowGroupsAreBounded(t *testing.T) {
	rows := make([]audit.LotLineRow, 2*rowsPerGroup+1)
	for i := range rows {
		rows[i] = audit.LotLineRow{LotID: "L", Kind: "side"}
	}
	r := open(t, encode(t, lotLineLayer(), rows))
	if r.NumRowGroups() != 3 || r.NumRows() != int64(len(rows)) {
		t.Fatalf("%d row groups, %d rows", r.NumRowGroups(), r.NumRows())
	}
	for g := range r.NumRowGroups() {
		if n := r.RowGroup(g).NumRows(); n > rowsPerGroup {
			t.Errorf("group %d has %d rows", g, n)
		}
	}
}

// brokenDisk fails after n bytes.
type brokenDisk struct{ n int }

func (d *brokenDisk) Write(b []byte) (int, error) {
	if d.n -= len(b); d.n < 0 {
		return 0, errors.New("no space left")
	}
	return len(b), nil
}

func TestAFullDiskIsAnError(t *testing.T) {
	rows := make([]audit.LotLineRow, 100)
	for i := range rows {
		rows[i] = audit.LotLineRow{LotID: fmt.Sprint(i), Kind: "side", Geometry: orb.LineString{{0, 0}, {float64(i), 1}}}
	}
	whole := len(encode(t, lotLineLayer(), rows))
	for _, room := range []int{4, whole / 2, whole - 1} {
		g := newGeoParquet(&brokenDisk{n: room}, lotLineLayer(), testPlaces(t), `{"run_id":"r"}`)
		if err := errors.Join(g.write(rows), g.close()); err == nil {
			t.Errorf("%d bytes of room are enough for %d", room, whole)
		}
	}
}
