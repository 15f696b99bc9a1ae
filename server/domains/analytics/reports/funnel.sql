-- Number of devices that reached each step after the previous one. $1: event names in order; $2: days.
with recursive
  steps as (select name, nth from unnest($1::text[]) with ordinality as given (name, nth)),
  reached as (
    select distinct_id, 1::bigint as nth, min(at) as at
    from measure_event
    where name = ($1::text[])[1] and at > now() - make_interval(days => $2)
    group by distinct_id
    union all
    select reached.distinct_id, steps.nth, next.at
    from reached
    join steps on steps.nth = reached.nth + 1
    cross join lateral (
      select at from measure_event
      where distinct_id = reached.distinct_id and name = steps.name and at >= reached.at
      order by at limit 1
    ) next
  )
select steps.name, count(reached.distinct_id)::int as devices
from steps left join reached using (nth)
group by steps.nth, steps.name
order by steps.nth
