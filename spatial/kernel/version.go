package kernel

import (
	"fmt"

	"github.com/twpayne/go-geos"
)

// Version returns the version of GEOS, for example "3.11.1".
func Version() string {
	return fmt.Sprintf("%d.%d.%d", geos.VersionMajor, geos.VersionMinor, geos.VersionPatch)
}
