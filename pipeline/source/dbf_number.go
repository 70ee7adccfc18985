package source

import (
	"math"
	"strconv"
)

// exactPowers are the powers of ten that float64 holds exactly.
var exactPowers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseNumber reads a decimal number: sign, digits, point, exponent, nothing else, and not more than float64 holds.
// Up to 15 digits are one exact division; the rest is left to strconv.
func parseNumber(raw []byte) (x float64, ok bool) {
	digits, decimals, point, i := 0, 0, false, 0
	if raw[0] == '-' || raw[0] == '+' {
		i = 1
	}
	mantissa := int64(0)
	for ; i < len(raw); i++ {
		switch c := raw[i]; {
		case c >= '0' && c <= '9':
			mantissa = mantissa*10 + int64(c-'0')
			if digits++; point {
				decimals++
			}
			if digits > 15 {
				return parseLongNumber(raw)
			}
		case c == '.' && !point:
			point = true
		default:
			return parseLongNumber(raw)
		}
	}
	if x = float64(mantissa) / exactPowers[decimals]; raw[0] == '-' {
		x = -x
	}
	return x, digits > 0
}

// parseLongNumber excludes what strconv takes and a table does not mean: 0x10, 1_000, Infinity, NaN.
func parseLongNumber(raw []byte) (float64, bool) {
	for _, c := range raw {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(string(raw), 64)
	return x, err == nil && !math.IsInf(x, 0)
}
