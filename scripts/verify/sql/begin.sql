-- What every town is checked with.
create extension postgis;

-- One number of a report beside the same number measured here.
create table checks (town text, what text, subject text, program float8, postgis float8, tolerance float8);

-- Ground feet per unit of a projection at a place: the geodesic length of four short lines, 45 degrees apart, by their length in
-- the plane. The report measures in ground feet.
create function ground(at geometry) returns float8 language sql as $$
	select avg(ST_Length(ST_Transform(ST_MakeLine(
		ST_Translate(at, -250 * cosd(a), -250 * sind(a)), ST_Translate(at, 250 * cosd(a), 250 * sind(a))), 4269)::geography) / 0.3048 / 500)
	from unnest(array[0, 45, 90, 135]) as a
$$;
