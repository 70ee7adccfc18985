package source

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

func dotted(path []string) string { return strings.Join(path, ".") }

// kindOf is the attribute kind of an arrow type.
func kindOf(t arrow.DataType) Kind {
	switch t.ID() {
	case arrow.INT8, arrow.INT16, arrow.INT32, arrow.INT64, arrow.UINT8, arrow.UINT16, arrow.UINT32, arrow.UINT64,
		arrow.FLOAT16, arrow.FLOAT32, arrow.FLOAT64, arrow.DECIMAL128, arrow.DECIMAL256:
		return Number
	case arrow.BOOL:
		return Bool
	case arrow.DATE32, arrow.DATE64, arrow.TIMESTAMP:
		return Date
	case arrow.DICTIONARY:
		return kindOf(t.(*arrow.DictionaryType).ValueType)
	case arrow.NULL:
		return Null
	}
	return Text
}

// bytes returns a reader of a binary column; nil stands for null.
func (c parquetColumn) bytes(batch arrow.Record) func(row int) []byte {
	found, around := c.find(batch)
	return func(row int) []byte {
		if found == nil || isNull(found, around, row) {
			return nil
		}
		switch a := found.(type) {
		case *array.Binary:
			return a.Value(row)
		case *array.LargeBinary:
			return a.Value(row)
		case *array.FixedSizeBinary:
			return a.Value(row)
		}
		return nil
	}
}

// values returns a reader of the column's values in a batch.
func (c parquetColumn) values(batch arrow.Record) func(row int) Value {
	found, around := c.find(batch)
	if found == nil {
		return func(int) Value { return Value{} }
	}
	read := valueReader(found)
	return func(row int) Value {
		if isNull(found, around, row) {
			return Value{}
		}
		return read(row)
	}
}

func isNull(found arrow.Array, around []arrow.Array, row int) bool {
	for _, parent := range around {
		if parent.IsNull(row) {
			return true
		}
	}
	return found.IsNull(row)
}

// valueReader returns how to read values that are not null.
func valueReader(a arrow.Array) func(row int) Value {
	switch a := a.(type) {
	case *array.String:
		return func(row int) Value { return Value{Kind: Text, Text: strings.Clone(a.Value(row))} }
	case *array.LargeString:
		return func(row int) Value { return Value{Kind: Text, Text: strings.Clone(a.Value(row))} }
	case *array.Int64:
		return func(row int) Value { return integer(a.Value(row)) }
	case *array.Int32:
		return func(row int) Value { return integer(int64(a.Value(row))) }
	case *array.Float64:
		return func(row int) Value { return decimal(a.Value(row), 64) }
	case *array.Float32:
		return func(row int) Value { return decimal(float64(a.Value(row)), 32) }
	case *array.Boolean:
		return func(row int) Value { return Value{Kind: Bool, Text: strconv.FormatBool(a.Value(row))} }
	case *array.Date32:
		return func(row int) Value { return Value{Kind: Date, Text: a.Value(row).ToTime().Format(time.DateOnly)} }
	case *array.Date64:
		return func(row int) Value { return Value{Kind: Date, Text: a.Value(row).ToTime().Format(time.DateOnly)} }
	case *array.Timestamp:
		return timestamps(a)
	case *array.Dictionary:
		read := valueReader(a.Dictionary())
		return func(row int) Value {
			if a.Dictionary().IsNull(a.GetValueIndex(row)) {
				return Value{}
			}
			return read(a.GetValueIndex(row))
		}
	}
	// The rarer kinds: small and unsigned integers, decimals, lists (JSON text), times of day.
	kind := kindOf(a.DataType())
	return func(row int) Value {
		text := a.ValueStr(row)
		if kind != Number {
			return Value{Kind: kind, Text: text}
		}
		number, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(number, 0) || math.IsNaN(number) {
			return Value{}
		}
		return Value{Kind: Number, Text: text, Float: number}
	}
}

func integer(v int64) Value {
	return Value{Kind: Number, Text: strconv.FormatInt(v, 10), Float: float64(v)}
}

// decimal writes the shortest text that reads back as the same number; what is not a number is null.
func decimal(v float64, bits int) Value {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Value{}
	}
	format := byte('f')
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	text := strconv.FormatFloat(v, format, -1, bits)
	if bits == 32 {
		v, _ = strconv.ParseFloat(text, 64) // 0.1 stored in 32 bits means 0.1
	}
	return Value{Kind: Number, Text: text, Float: v}
}

// timestamps with a time zone are instants, written in UTC; those without are local and written without one.
func timestamps(a *array.Timestamp) func(row int) Value {
	kind := a.DataType().(*arrow.TimestampType)
	layout := "2006-01-02T15:04:05.999999999"
	if kind.TimeZone != "" {
		layout += "Z"
	}
	return func(row int) Value {
		return Value{Kind: Date, Text: a.Value(row).ToTime(kind.Unit).Format(layout)}
	}
}
