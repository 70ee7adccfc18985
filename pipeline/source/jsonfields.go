package source

import "strings"

// columns places the properties of a feature in the order asked for. A name such as a.b means member b of the
// object a, or a member that is called "a.b". An array, or an object asked for as a whole, is compact JSON text.
type columns struct {
	count  int
	slots  map[string][]int // property name -> places asked for
	within map[string][]int // object name -> places asked for below it
	path   []byte           // of the object being read, with its dot
}

func newColumns(fields []string) columns {
	c := columns{count: len(fields), slots: map[string][]int{}, within: map[string][]int{}}
	for place, name := range fields {
		c.slots[name] = append(c.slots[name], place)
		for i := range len(name) {
			if name[i] == '.' {
				c.within[name[:i]] = append(c.within[name[:i]], place)
			}
		}
	}
	return c
}

// read fills values from a "properties" object and returns what is wrong with it. Absent properties stay null; of
// members with the same name the last one counts.
func (c *columns) read(raw []byte, values []Value) []string {
	s := jsonScan{text: raw}
	switch s.kind() {
	case '{':
		c.path = c.path[:0]
		return c.object(&s, values, nil)
	case 'n':
		return nil
	case 0:
		return []string{`the record has no "properties"`}
	}
	return []string{`"properties" is not an object`}
}

func (c *columns) object(s *jsonScan, values []Value, problems []string) []string {
	base := len(c.path)
	for s.open(); s.more(); {
		c.path = append(c.path[:base], s.name()...)
		value := s.raw()
		for _, place := range c.slots[string(c.path)] {
			var wrong string
			if values[place], wrong = jsonValue(value); wrong != "" {
				problems = append(problems, "property "+string(c.path)+" "+wrong)
			}
		}
		below := c.within[string(c.path)]
		for _, place := range below {
			values[place] = Value{}
		}
		if len(below) > 0 && value[0] == '{' {
			c.path = append(c.path, '.')
			problems = c.object(&jsonScan{text: value}, values, problems)
		}
	}
	return problems
}

// jsonValue turns JSON into an attribute, with what is wrong with it.
func jsonValue(raw []byte) (Value, string) {
	switch raw[0] {
	case 'n':
		return Value{}, ""
	case 't', 'f':
		return Value{Kind: Bool, Text: string(raw)}, ""
	case '"':
		text, ok := unquote(raw)
		if !ok {
			return Value{Kind: Text, Text: text}, "is not UTF-8; give the layer's encoding"
		}
		return Value{Kind: Text, Text: text}, ""
	case '{', '[':
		return Value{Kind: Text, Text: compact(raw)}, ""
	}
	text := string(raw)
	number, ok := (&jsonScan{text: raw}).number()
	if !ok {
		return Value{Kind: Text, Text: text}, "is a number too large to compute with; it is kept as text"
	}
	return Value{Kind: Number, Text: text, Float: number}, ""
}

// sample collects the fields seen in the first features, in order of appearance.
type sample struct {
	fields []Field
	known  map[string]int
}

// maxFieldDepth bounds how deep nested properties become fields of their own; deeper ones are JSON text.
const maxFieldDepth = 8

func (m *sample) add(properties []byte) {
	s := jsonScan{text: properties}
	if s.kind() == '{' {
		m.object(&s, "", 1)
	}
}

func (m *sample) object(s *jsonScan, prefix string, depth int) {
	for s.open(); s.more(); {
		name := prefix + string(s.name())
		value := s.raw()
		if value[0] == '{' && depth < maxFieldDepth {
			inner := jsonScan{text: value}
			if inner.open(); inner.more() {
				m.object(&jsonScan{text: value}, name+".", depth+1)
				continue
			}
		}
		m.field(name, jsonKind(value))
	}
}

func (m *sample) field(name string, kind Kind) {
	at, seen := m.known[name]
	if !seen {
		if m.known == nil {
			m.known = map[string]int{}
		}
		m.known[strings.Clone(name)] = len(m.fields)
		m.fields = append(m.fields, Field{Name: name, Kind: kind})
		return
	}
	m.fields[at].Kind = merge(m.fields[at].Kind, kind)
}

// merge is the kind of a column that holds both; null goes with anything.
func merge(a, b Kind) Kind {
	switch {
	case a == b || b == Null:
		return a
	case a == Null:
		return b
	}
	return Text
}

func jsonKind(raw []byte) Kind {
	switch raw[0] {
	case 'n':
		return Null
	case 't', 'f':
		return Bool
	case '"', '{', '[':
		return Text
	}
	return Number
}
