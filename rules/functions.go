package rules

import (
	"math"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// functionNames are the functions an expression may call beside the operators.
var functionNames = []string{"add_days", "add_months", "add_years", "after", "before", "ceil", "contains", "date", "day", "days_between",
	"endsWith", "floor", "is_a", "known", "matches", "max", "min", "month", "on_or_after", "on_or_before", "startsWith", "year"}

// functions are the functions of expressions that CEL does not bring.
func functions(classes *ClassTree) []cel.EnvOption {
	anything := cel.TypeParamType("T")
	number := cel.DoubleType
	return append(dateFunctions(),
		cel.Function("known", cel.Overload("known_any", []*cel.Type{anything}, cel.BoolType, cel.OverloadIsNonStrict(),
			cel.UnaryBinding(func(v ref.Val) ref.Val { return types.Bool(!types.IsUnknownOrError(v)) }))),
		cel.Function("is_a", cel.Overload("is_a_class", []*cel.Type{cel.StringType, cel.StringType}, cel.BoolType,
			cel.BinaryBinding(func(class, ancestor ref.Val) ref.Val {
				return isA(classes, string(class.(types.String)), string(ancestor.(types.String)))
			}))),
		cel.Function("max", cel.Overload("max_numbers", []*cel.Type{number, number}, number, ofNumbers(func(a, b float64) float64 { return max(a, b) }))),
		cel.Function("min", cel.Overload("min_numbers", []*cel.Type{number, number}, number, ofNumbers(func(a, b float64) float64 { return min(a, b) }))),
		cel.Function(divideFunction, cel.Overload("divide_numbers", []*cel.Type{number, number}, number, cel.BinaryBinding(divide))),
		cel.Function("ceil", cel.Overload("ceil_number", []*cel.Type{number}, number, ofNumber(math.Ceil))),
		cel.Function("floor", cel.Overload("floor_number", []*cel.Type{number}, number, ofNumber(math.Floor))),
	)
}

// isA is what CEL gets of ClassTree.decide.
func isA(classes *ClassTree, class, ancestor string) ref.Val {
	if state := classes.decide(class, ancestor); state != Undecided {
		return types.Bool(state == True)
	}
	return unknownOf([]string{"class"})
}

// divideFunction is what / becomes.
const divideFunction = "divide"

func divide(a, b ref.Val) ref.Val {
	if b.(types.Double) == 0 {
		return types.NewErr("division by zero")
	}
	return a.(types.Double) / b.(types.Double)
}

func ofNumbers(f func(a, b float64) float64) cel.OverloadOpt {
	return cel.BinaryBinding(func(a, b ref.Val) ref.Val {
		return types.Double(f(float64(a.(types.Double)), float64(b.(types.Double))))
	})
}

func ofNumber(f func(float64) float64) cel.OverloadOpt {
	return cel.UnaryBinding(func(v ref.Val) ref.Val { return types.Double(f(float64(v.(types.Double)))) })
}
