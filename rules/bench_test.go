package rules

import "testing"

// quick answers like an audit would: from fields, without allocating.
type quick struct {
	attached, corner Value
	height, side     Value
	built            Value
	distance         Measured
}

func (q *quick) Fact(name string) Value {
	switch name {
	case "attached":
		return q.attached
	case "lot.corner":
		return q.corner
	case "height_ft":
		return q.height
	case "built_date":
		return q.built
	case "district.required_yards_ft.side":
		return q.side
	}
	return Value{}
}

func (q *quick) Measure(*Call) Measured { return q.distance }

// One clause on one subject: what the requirement costs beside taking the measure.
func BenchmarkEvaluate(b *testing.B) {
	s := &quick{attached: Bool(false), corner: Bool(true), height: Number(12), side: Number(8), built: Days(15000, 15000),
		distance: Measured{Value: Number(12), Unit: Feet, Tolerance: 1}}
	distance := "measure: {distance: {to: [side]}}\nat_least: 3 ft"
	for _, c := range []struct{ name, lines string }{
		{"no expression", distance},
		{"a bare name", "when: \"!attached\"\n" + distance},
		{"a limit by name", "measure: {distance: {to: [side]}}\nat_least: district.required_yards_ft.side"},
		{"one comparison", "when: height_ft > 10\n" + distance},
		{"a typical expression", "when: \"!attached && (height_ft > 10 || lot.corner)\"\n" + distance},
		{"a typical expression of dates", "when: \"on_or_after(built_date, param.code_date) && !attached\"\n" + distance},
		{"an unknown", "when: opening_in > 10\n" + distance},
		{"a choice of limits", "measure: {distance: {to: [side]}}\nat_least: {cel: \"attached ? district.required_yards_ft.side : 3\", unit: ft}"},
		{"any_of", "any_of: [{measure: {distance: {to: [side]}}, at_least: 30 ft}, {measure: height_ft, less_than: 15 ft}]"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := packOf(b, c.lines)
			if err != nil {
				b.Fatal(err)
			}
			e := NewEvaluator()
			b.ReportAllocs()
			for b.Loop() {
				e.Evaluate(p.Clauses[0], s)
			}
		})
	}
}

func BenchmarkSelect(b *testing.B) {
	p := examplePack(b)
	d := p.Districts.Lookup("R-1")
	b.ReportAllocs()
	for b.Loop() {
		p.Select("shed", d)
	}
}
