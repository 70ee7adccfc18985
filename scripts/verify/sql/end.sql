-- The table, and every mismatch.
\pset footer off
select town, what, count(*) as numbers, round(max(abs(program - postgis))::numeric, 5) as "greatest difference", max(tolerance) as "allowed",
	count(*) filter (where abs(program - postgis) <= tolerance) as agree
from checks group by town, what order by town, what;
select town, what, subject, program, postgis from checks where not abs(program - postgis) <= tolerance or postgis is null
order by town, what, abs(program - postgis) desc limit 40;
select count(*) as numbers, count(*) filter (where not abs(program - postgis) <= tolerance or postgis is null) as mismatches from checks \gset
\echo :numbers numbers compared, :mismatches mismatches
select 1 / (case when :mismatches = 0 then 1 else 0 end) as "all agree";
