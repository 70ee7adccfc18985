package pipeline

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"parcelaudit/pipeline/audit"
	"parcelaudit/rules"
	"parcelaudit/spatial/lot"
)

// Law is what the audit applies: the pack with the configuration's overrides, and the district table.
type Law struct {
	Pack      *rules.Pack
	Districts *rules.Districts
	Lots      lot.Options
	Date      int // of the audit, days since 1970-01-01
}

// ReadLaw loads the pack of a configuration and applies its overrides. Everything wrong with the pack, the district table
// and the overrides is returned at once. today is the date of the audit where the configuration has none.
func ReadLaw(c Config, today time.Time) (Law, error) {
	if c.Pack == "" {
		var errs ConfigErrors
		errs.add(Place{File: c.File}, "no pack is named; say which ordinance applies with pack: NAME or --pack NAME (%s)", strings.Join(rules.Names(), ", "))
		auditDate(c.Date, today, &errs)
		return Law{}, errs
	}
	var errs ConfigErrors
	law := Law{Date: auditDate(c.Date, today, &errs)}
	pack, err := OpenPack(c.Pack)
	var noPack ConfigErrors
	if errors.As(err, &noPack) {
		if c.PackAt != (Place{}) {
			noPack[0].At = c.PackAt
		}
		return Law{}, append(noPack, errs...)
	}
	if err != nil {
		return Law{}, errors.Join(err, errs.orNil())
	}
	if len(pack.Clauses) == 0 {
		errs.add(c.PackAt, "pack %s has no clause, so nothing would be audited; a section file beside pack.yaml holds clauses", pack.Name)
	}
	law.Pack = withParameters(pack, c.Parameters, &errs)
	override(&law.Pack.Policy, c.Policy, &errs)
	checkTables(law.Pack, c.Tables, &errs)
	law.Lots = audit.LotOptions(law.Pack.Policy)
	law.Districts, err = readDistricts(law.Pack, c.Districts)
	if err := errors.Join(errs.orNil(), err); err != nil {
		return Law{}, err
	}
	return law, nil
}

func readDistricts(pack *rules.Pack, path Path) (*rules.Districts, error) {
	if path.Name == "" {
		return pack.Districts, nil
	}
	text, err := os.ReadFile(path.Name)
	if err != nil {
		return nil, ConfigErrors{{At: path.At, What: "districts: " + err.Error()}}
	}
	return pack.ParseDistricts(path.Name, text)
}

func auditDate(s Setting, today time.Time, errs *ConfigErrors) int {
	if s.Text == "" {
		return int(today.UTC().Unix() / (24 * 60 * 60))
	}
	v, err := rules.ParseDays(s.Text)
	if err != nil || !v.Exact() {
		errs.add(s.At, "date: %q is not a day; write 2026-01-31", s.Text)
	}
	return int(v.Lo)
}

// withParameters returns the pack with parameters changed.
func withParameters(pack *rules.Pack, settings []Setting, errs *ConfigErrors) *rules.Pack {
	values := map[string]rules.Value{}
	var names []string
	for _, p := range pack.Parameters {
		names = append(names, p.Name)
	}
	for _, s := range settings {
		found := false
		for _, p := range pack.Parameters {
			if p.Name != s.Name {
				continue
			}
			found = true
			v, err := parameterValue(p.Type, s.Text)
			if err != nil {
				errs.add(s.At, "parameter %s: %s", s.Name, err)
			}
			values[s.Name] = v
		}
		if !found {
			errs.add(s.At, "pack %s has no parameter %q; %s", pack.Name, s.Name, suggestKey(s.Name, names))
		}
	}
	if len(values) == 0 || len(*errs) > 0 {
		return pack
	}
	changed, err := pack.With(values)
	if err != nil {
		errs.add(settings[0].At, "parameters: %s", err)
		return pack
	}
	return changed
}

// parameterValue reads a number with or without its unit, a date, a truth or a text.
func parameterValue(typ, text string) (rules.Value, error) {
	switch factType(typ) {
	case textFact:
		return rules.Text(text), nil
	case boolFact:
		return truth(text)
	case dateFact:
		return rules.ParseDays(text)
	}
	if !strings.Contains(strings.TrimSpace(text), " ") {
		text += " " + typ
	}
	q, err := rules.ParseQuantity(text)
	switch {
	case err != nil:
		return rules.Value{}, err
	case !q.Unit.Agrees(rules.Unit(typ)):
		return rules.Value{}, fmt.Errorf("%s is not in %s", text, typ)
	}
	return rules.Number(q.Unit.In(rules.Unit(typ), q.Number)), nil
}

// override changes the policy of a pack, which is the caller's own.
func override(policy *rules.Policy, settings []Setting, errs *ConfigErrors) {
	for _, s := range settings {
		switch s.Name {
		case "front":
			policy.Front = oneOf(s, errs, "address-street", "narrowest", "every-street", "faced-by-principal")
		case "rear":
			policy.Rear = oneOf(s, errs, "farthest-45", "none")
		case "attached_within_ft":
			v, err := parameterValue(string(rules.Feet), s.Text)
			if err != nil {
				errs.add(s.At, "policy %s: %s", s.Name, err)
			}
			policy.AttachedWithinFt = v.Lo
		default:
			errs.add(s.At, "unknown policy %q; %s", s.Name, suggestKey(s.Name, []string{"attached_within_ft", "front", "rear"}))
		}
	}
}

func oneOf(s Setting, errs *ConfigErrors, known ...string) string {
	for _, k := range known {
		if k == s.Text {
			return k
		}
	}
	errs.add(s.At, "policy %s: %q is not one of %s", s.Name, s.Text, strings.Join(known, ", "))
	return known[0]
}
