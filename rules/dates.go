package rules

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// celDate is the type of dates in expressions: opaque, so that only the date functions can look into it.
var celDate = cel.OpaqueType("date")

// dateRange is a date known to lie in lo..hi, in days since 1970-01-01. missing says what would narrow it.
type dateRange struct {
	lo, hi  float64
	missing []string
}

func (d dateRange) Type() ref.Type { return celDate }
func (d dateRange) Value() any     { return d }
func (d dateRange) ConvertToNative(reflect.Type) (any, error) {
	return nil, fmt.Errorf("a date converts to nothing")
}
func (d dateRange) ConvertToType(ref.Type) ref.Val { return types.NewErr("a date converts to nothing") }

// Equal is unknown when the ranges overlap and are not both single days.
func (d dateRange) Equal(other ref.Val) ref.Val {
	o, ok := other.(dateRange)
	if !ok {
		return types.False
	}
	if d.lo == d.hi && o.lo == o.hi {
		return types.Bool(d.lo == o.lo)
	}
	if d.hi < o.lo || o.hi < d.lo {
		return types.False
	}
	return straddle(d, o)
}

// straddle is the unknown that says which dates are not exact enough.
func straddle(a, b dateRange) ref.Val {
	var names []string
	if a.lo < a.hi {
		names = append(names, a.missing...)
	}
	if b.lo < b.hi {
		names = append(names, b.missing...)
	}
	return unknownOf(names)
}

// ParseDays reads an ISO date as a range of days since 1970-01-01: "2007-01-31" is one day, "2007-01" a month, "2007" a
// year, and "1998/2007-01-31" some day from the first of 1998 to that day. A time of day after a date is ignored.
func ParseDays(text string) (Value, error) {
	if first, last, ok := strings.Cut(text, "/"); ok {
		from, err := ParseDays(first)
		if err != nil {
			return Value{}, err
		}
		to, err := ParseDays(last)
		if err == nil && from.Lo > to.Hi {
			err = fmt.Errorf("%q ends before it begins", text)
		}
		return Days(from.Lo, to.Hi), err
	}
	if len(text) > len("2007-01-31") && (text[10] == 'T' || text[10] == ' ') {
		text = text[:10]
	}
	layouts := []struct {
		layout              string
		years, months, days int
	}{{"2006-01-02", 0, 0, 1}, {"2006-01", 0, 1, 0}, {"2006", 1, 0, 0}}
	for _, l := range layouts {
		if len(text) != len(l.layout) {
			continue
		}
		from, err := time.Parse(l.layout, text)
		if err != nil {
			break
		}
		return Days(dayNumber(from), dayNumber(from.AddDate(l.years, l.months, l.days))-1), nil
	}
	return Value{}, fmt.Errorf("%q is not a date: write 2007-01-31, 2007-01 or 2007", text)
}

func dayNumber(t time.Time) float64 { return math.Floor(float64(t.Unix()) / 86400) }

func dayTime(day float64) time.Time { return time.Unix(int64(day)*86400, 0).UTC() }

// FormatDay writes days since 1970-01-01 as an ISO date.
func FormatDay(day float64) string { return dayTime(day).Format(time.DateOnly) }

// dateFunctions are the functions of expressions that take dates.
func dateFunctions() []cel.EnvOption {
	before := func(a, b dateRange) ref.Val { return ordered(a.hi < b.lo, a.lo >= b.hi, a, b) }
	onOrBefore := func(a, b dateRange) ref.Val { return ordered(a.hi <= b.lo, a.lo > b.hi, a, b) }
	return []cel.EnvOption{
		cel.Function("date", cel.Overload("date_text", []*cel.Type{cel.StringType}, celDate, cel.UnaryBinding(func(text ref.Val) ref.Val {
			v, err := ParseDays(string(text.(types.String)))
			if err != nil {
				return types.NewErr("%s", err)
			}
			return dateRange{lo: v.Lo, hi: v.Hi}
		}))),
		compareDates("before", before),
		compareDates("on_or_before", onOrBefore),
		compareDates("after", func(a, b dateRange) ref.Val { return before(b, a) }),
		compareDates("on_or_after", func(a, b dateRange) ref.Val { return onOrBefore(b, a) }),
		cel.Function("days_between", cel.Overload("days_between_dates", []*cel.Type{celDate, celDate}, cel.DoubleType, dateBinding(func(a, b dateRange) ref.Val {
			if a.lo < a.hi || b.lo < b.hi {
				return straddle(a, b)
			}
			return types.Double(b.lo - a.lo)
		}))),
		// days_span is what `days_between` becomes at the top of an expression, where a range can be kept.
		cel.Function(spanFunction, cel.Overload("days_span_dates", []*cel.Type{celDate, celDate}, cel.DoubleType, dateBinding(func(a, b dateRange) ref.Val {
			if a.lo == a.hi && b.lo == b.hi {
				return types.Double(b.lo - a.lo)
			}
			return numberRange{of: Between(b.lo-a.hi, b.hi-a.lo, namesOf(a, b)...)}
		}))),
		cel.Function("add_days", cel.Overload("add_days_date", []*cel.Type{celDate, cel.DoubleType}, celDate, cel.BinaryBinding(func(date, days ref.Val) ref.Val {
			d, n := date.(dateRange), float64(days.(types.Double))
			return dateRange{d.lo + n, d.hi + n, d.missing}
		}))),
		laterDate("add_months", func(t time.Time, n int) time.Time { return t.AddDate(0, n, 0) }),
		laterDate("add_years", func(t time.Time, n int) time.Time { return t.AddDate(n, 0, 0) }),
		partOfDate("year", func(t time.Time) int { return t.Year() }),
		partOfDate("month", func(t time.Time) int { return int(t.Month()) }),
		partOfDate("day", func(t time.Time) int { return t.Day() }),
	}
}

// laterDate moves both ends of a date. A day the month does not have runs over into the next, as 31 January plus one
// month is 3 March.
func laterDate(name string, later func(time.Time, int) time.Time) cel.EnvOption {
	return cel.Function(name, cel.Overload(name+"_date", []*cel.Type{celDate, cel.DoubleType}, celDate, cel.BinaryBinding(func(date, n ref.Val) ref.Val {
		d, by := date.(dateRange), int(n.(types.Double))
		return dateRange{dayNumber(later(dayTime(d.lo), by)), dayNumber(later(dayTime(d.hi), by)), d.missing}
	})))
}

const spanFunction = "days_span"

func ordered(yes, no bool, a, b dateRange) ref.Val {
	switch {
	case yes:
		return types.True
	case no:
		return types.False
	}
	return straddle(a, b)
}

func namesOf(a, b dateRange) []string {
	var names []string
	names = append(names, a.missing...)
	return append(names, b.missing...)
}

func compareDates(name string, compare func(a, b dateRange) ref.Val) cel.EnvOption {
	return cel.Function(name, cel.Overload(name+"_dates", []*cel.Type{celDate, celDate}, cel.BoolType, dateBinding(compare)))
}

func dateBinding(f func(a, b dateRange) ref.Val) cel.OverloadOpt {
	return cel.BinaryBinding(func(a, b ref.Val) ref.Val { return f(a.(dateRange), b.(dateRange)) })
}

// partOfDate is known when every day of the range agrees; only a range within one month, or for the year within one
// year, can.
func partOfDate(name string, part func(time.Time) int) cel.EnvOption {
	return cel.Function(name, cel.Overload(name+"_date", []*cel.Type{celDate}, cel.DoubleType, cel.UnaryBinding(func(date ref.Val) ref.Val {
		d := date.(dateRange)
		lo, hi := dayTime(d.lo), dayTime(d.hi)
		same := d.lo == d.hi || lo.Year() == hi.Year() && (name == "year" || name == "month" && lo.Month() == hi.Month())
		if !same {
			return straddle(d, dateRange{})
		}
		return types.Double(part(lo))
	})))
}

// numberRange is a number known only as a range. It may only be the result of a whole expression: no operator of
// CEL takes it.
type numberRange struct{ of Value }

func (numberRange) Type() ref.Type { return types.DoubleType }
func (r numberRange) Value() any   { return r }
func (numberRange) ConvertToNative(reflect.Type) (any, error) {
	return nil, fmt.Errorf("a range converts to nothing")
}
func (numberRange) ConvertToType(ref.Type) ref.Val {
	return types.NewErr("a range converts to nothing")
}
func (r numberRange) Equal(ref.Val) ref.Val { return unknownOf(r.of.Missing) }
