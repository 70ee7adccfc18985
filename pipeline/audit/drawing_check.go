package audit

import (
	"context"
	"fmt"
	"math"
	"strings"

	"parcelaudit/rules"
)

// Mismatch runs a rule test and says how the finding differs from what the test expects; "" when it does not.
func Mismatch(ctx context.Context, pack *rules.Pack, test rules.Test) string {
	f, err := Check(ctx, pack, test)
	if err != nil {
		return err.Error()
	}
	var wrong []string
	if f.Outcome != test.Expect {
		wrong = append(wrong, fmt.Sprintf("expected %s, got %s: %s%s", test.Expect, f.Outcome, f.Message, dependsText(f)))
	}
	wrong = append(wrong, differs("measured", test.Measured, f.Measured)...)
	wrong = append(wrong, differs("required", test.Required, f.Required)...)
	if test.Reason != "" && !strings.Contains(f.Reason+" "+f.DependsOn, test.Reason) {
		wrong = append(wrong, fmt.Sprintf("expected a reason naming %q, got %q", test.Reason, f.Reason))
	}
	return strings.Join(wrong, "; ")
}

// nearEnough is how far a number may be from the one a test expects: tests are written to a hundredth.
const nearEnough = 0.006

func differs(what string, want, got *float64) []string {
	switch {
	case want == nil:
		return nil
	case got == nil:
		return []string{fmt.Sprintf("expected %s %s, got none", what, rules.FormatNumber(*want))}
	case math.Abs(*want-*got) > nearEnough:
		return []string{fmt.Sprintf("expected %s %s, got %s", what, rules.FormatNumber(*want), rules.FormatNumber(*got))}
	}
	return nil
}

func dependsText(f Finding) string {
	if f.DependsOn == "" {
		return ""
	}
	return ", depends on " + f.DependsOn
}
