package lot

// Kind is what a lot line is. The zero value is Unknown.
type Kind uint8

const (
	Unknown    Kind = iota // what lies across could not be told
	Front                  // the street line the lot fronts on
	Rear                   // opposite the front
	Side                   // every other line against a lot
	StreetSide             // a street line of the lot that is not its front
	Alley                  // against an alley
	Water                  // against a named or drawn water body
	Rail                   // against a railway
	Highway                // against a street without access to the lot
	Park                   // against a park, greenway, common area or outlot
	OpenEdge               // nothing known lies across: the edge of the data, never taken for a street
)

var kindNames = [...]string{"unknown", "front", "rear", "side", "street side", "alley", "water", "rail", "highway", "park", "open edge"}

// String is the word used in reports, "street side" for example.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// ParseKind reads a word as String writes it. Anything else is Unknown and false.
func ParseKind(word string) (Kind, bool) {
	for i, name := range kindNames {
		if name == word {
			return Kind(i), true
		}
	}
	return Unknown, false
}

// Type is what a lot is by the streets around it. The zero value is Undecided.
type Type uint8

const (
	Undecided      Type = iota // no street is known, but the data end at the lot: it may have one
	Interior                   // one street
	Corner                     // two streets that meet at the lot
	ReversedCorner             // a corner lot whose rear neighbour fronts on the corner lot's side street
	Key                        // an interior lot whose side line is the rear line of a reversed corner lot
	Through                    // two streets that do not meet at the lot
	ThreeStreet                // streets on three sides
	Block                      // streets all round
	Flag                       // reached from the street over a narrow pole
	CulDeSac                   // fronts on the bulb of a dead end
	Bend                       // one street that turns along the lot, not sharply enough for a corner
	Landlocked                 // lots all round
)

var typeNames = [...]string{"undecided", "interior", "corner", "reversed corner", "key", "through", "three-street", "block",
	"flag", "cul-de-sac", "bend", "landlocked"}

// String is the word used in reports, "reversed corner" for example.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return "undecided"
}

// ParseType reads a word as String writes it. Anything else is Undecided and false.
func ParseType(word string) (Type, bool) {
	for i, name := range typeNames {
		if name == word {
			return Type(i), true
		}
	}
	return Undecided, false
}
