package pipeline

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"parcelaudit/pipeline/source"
	"parcelaudit/rules"
)

// converter turns the values of one column into facts of one type.
type converter struct {
	name   string                 // the fact, for what is missing when the record has null
	typ    factType               // anyFact takes the value's own kind
	factor float64                // layer unit -> unit of the fact
	least  float64                // numbers must be above
	latest float64                // dates must begin by, in days since 1970-01-01
	texts  []string               // the words the pack tells apart; nil = any text
	dates  map[string]rules.Value // read before: columns of years repeat a few
}

// convert returns the fact, and what is wrong when the value can not be read as one. Null gives an unknown value without
// complaint.
func (c converter) convert(v source.Value) (rules.Value, error) {
	if v.Kind == source.Null || v.Kind == source.Text && strings.TrimSpace(v.Text) == "" {
		return rules.Missing(c.name), nil
	}
	typ := c.typ
	if typ == anyFact {
		typ = kindOfType(v.Kind)
	}
	var out rules.Value
	var err error
	switch typ {
	case textFact:
		out, err = c.word(strings.TrimSpace(v.Text))
	case boolFact:
		out, err = truth(v.Text)
	case dateFact:
		if out, err = c.date(v.Text); err == nil && out.Lo > c.latest {
			err = errors.New("which is after the day of the audit")
		}
	default:
		if out, err = c.number(v, typ.unit()); err == nil && out.Lo <= c.least {
			err = errors.New("which is no height")
		}
	}
	switch {
	case err == errUnset:
		return rules.Missing(c.name), nil
	case err != nil:
		return rules.Missing(c.name), fmt.Errorf("%s is %q, %w", c.name, v.Text, err)
	}
	return out, nil
}

// number takes numbers, and texts such as "12", "12 ft" or "2.5 m".
func (c converter) number(v source.Value, unit rules.Unit) (rules.Value, error) {
	if v.Kind == source.Number {
		return rules.Number(v.Float * c.factor), nil
	}
	number, name, hasUnit := strings.Cut(strings.TrimSpace(v.Text), " ")
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || f-f != 0 {
		return rules.Value{}, fmt.Errorf("which is not a number")
	}
	if !hasUnit {
		return rules.Number(f * c.factor), nil
	}
	factor, err := conversion(strings.TrimSpace(name), unit)
	if err != nil {
		return rules.Value{}, err
	}
	return rules.Number(f * factor), nil
}

// word is a text; where the pack tells words apart, the one it is but for case, blanks and hyphens. Another word may mean any of
// them: that a permit is of kind "ACC BLDG" does not say that it is none for a building.
func (c converter) word(text string) (rules.Value, error) {
	if c.texts == nil {
		return rules.Text(text), nil
	}
	for _, w := range c.texts {
		if wordKey(w) == wordKey(text) {
			return rules.Text(w), nil
		}
	}
	return rules.Value{}, fmt.Errorf("which is none of: %s", strings.Join(c.texts, ", "))
}

func wordKey(text string) string { return strings.NewReplacer(" ", "_", "-", "_").Replace(fold(text)) }

func truth(text string) (rules.Value, error) {
	switch fold(text) {
	case "yes", "y", "true", "t", "1":
		return rules.Bool(true), nil
	case "no", "n", "false", "f", "0":
		return rules.Bool(false), nil
	}
	return rules.Value{}, fmt.Errorf("which is neither yes nor no")
}

// mostDates is how many different dates of a column are remembered.
const mostDates = 4096

func (c converter) date(text string) (rules.Value, error) {
	if v, ok := c.dates[text]; ok {
		return v, nil
	}
	v, err := date(text)
	if err == nil && c.dates != nil && len(c.dates) < mostDates {
		c.dates[text] = v
	}
	return v, err
}

// date reads what rules.ParseDays reads, and 20070131 or a year as numbers write them. Years before 1000 stand for nothing
// known: tax rolls write 0.
func date(text string) (rules.Value, error) {
	text = strings.TrimSpace(text)
	if t, err := time.Parse("20060102", text); err == nil {
		text = t.Format(time.DateOnly)
	}
	if year, err := strconv.ParseFloat(text, 64); err == nil && year == float64(int(year)) {
		if year == 0 {
			return rules.Value{}, errUnset
		}
		text = strconv.Itoa(int(year))
	}
	v, err := rules.ParseDays(text)
	if err != nil || text < "1000" {
		return rules.Value{}, errors.New("which is not a date; write 2007-01-31, 2007-01 or 2007")
	}
	return v, nil
}

// errUnset says that a value stands for none.
var errUnset = errors.New("which stands for no value")
