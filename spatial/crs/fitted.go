package crs

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"
)

// transverseMercator writes the PROJJSON of a transverse Mercator with scale 1 along the meridian through the middle
// of box, which is in degrees of the geographic CRS. Its area of use is the box, so that datum shifts are chosen
// for the place.
func transverseMercator(geodetic CRS, box orb.Bound) string {
	centre := box.Center()
	lon, lat := round3(centre[0]), round3(centre[1])
	return fmt.Sprintf(`{"type":"ProjectedCRS","name":"Transverse Mercator at %.3f %.3f on %s","base_crs":%s,
"conversion":{"name":"Transverse Mercator fitted to the data",
"method":{"name":"Transverse Mercator","id":{"authority":"EPSG","code":9807}},"parameters":[
{"name":"Latitude of natural origin","value":%.3f,"unit":"degree","id":{"authority":"EPSG","code":8801}},
{"name":"Longitude of natural origin","value":%.3f,"unit":"degree","id":{"authority":"EPSG","code":8802}},
{"name":"Scale factor at natural origin","value":1,"unit":"unity","id":{"authority":"EPSG","code":8805}},
{"name":"False easting","value":100000,"unit":"metre","id":{"authority":"EPSG","code":8806}},
{"name":"False northing","value":100000,"unit":"metre","id":{"authority":"EPSG","code":8807}}]},
"coordinate_system":{"subtype":"Cartesian","axis":[
{"name":"Easting","abbreviation":"E","direction":"east","unit":"metre"},
{"name":"Northing","abbreviation":"N","direction":"north","unit":"metre"}]},
"area":"extent of the data","bbox":{"south_latitude":%g,"west_longitude":%g,"north_latitude":%g,"east_longitude":%g}}`,
		lat, lon, geodetic.name, geodetic.projjson, lat, lon,
		math.Floor(box.Min[1]*100)/100, math.Floor(box.Min[0]*100)/100,
		math.Ceil(box.Max[1]*100)/100, math.Ceil(box.Max[0]*100)/100)
}

func round3(v float64) float64 { return math.Round(v*1000) / 1000 }
