ALTER TABLE "anchor" ADD COLUMN "weekly_hours" jsonb;--> statement-breakpoint
CREATE FUNCTION open_hours(hours jsonb, moment timestamptz) RETURNS tstzrange LANGUAGE sql STABLE STRICT AS $$
  SELECT tstzrange(opens, closes)
  FROM generate_series(-1, 14) AS later
  CROSS JOIN LATERAL (SELECT (moment AT TIME ZONE (hours ->> 'zone'))::date + later AS day) AS days
  CROSS JOIN LATERAL (SELECT hours -> 'days' -> (extract(isodow FROM day)::integer - 1) AS span) AS spans
  CROSS JOIN LATERAL (SELECT (span ->> 'from')::integer AS starts, (span ->> 'to')::integer AS ends) AS minutes
  CROSS JOIN LATERAL (
    SELECT
      (day + make_interval(mins => starts)) AT TIME ZONE (hours ->> 'zone') AS opens,
      (day + make_interval(days => (ends <= starts)::integer, mins => ends)) AT TIME ZONE (hours ->> 'zone') AS closes
  ) AS instants
  WHERE opens < closes AND closes > moment
  ORDER BY opens, closes DESC
  LIMIT 1
$$;--> statement-breakpoint
COMMENT ON FUNCTION open_hours(jsonb, timestamptz) IS 'The weekly hours of a host that contain a moment, or else the next ones. A local time that daylight saving time skips is moved forward, one that occurs twice is the second. Null without weekly hours.';--> statement-breakpoint
CREATE OR REPLACE FUNCTION takes_calls(host anchor) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT host.taking_calls AND (host.paused_until IS NULL OR host.paused_until <= now())
    AND (host.weekly_hours IS NULL OR coalesce(open_hours(host.weekly_hours, now()) @> now(), false))
$$;--> statement-breakpoint
COMMENT ON FUNCTION takes_calls(anchor) IS 'Whether a host takes calls: the switch is on, no pause is running, and it is within the weekly hours if there are any. Null for a host that does not exist.';
