-- Count of each event, and of the devices that reported it. $1: days.
select name, count(*)::int as times, count(distinct distinct_id)::int as devices
from measure_event
where at > now() - make_interval(days => $1)
group by name
order by times desc, name
