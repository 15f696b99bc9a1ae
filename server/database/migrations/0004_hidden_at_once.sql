-- `!`: who begins to hide is away at once, without the grace of a stream that broke (components/watchers.ts).
CREATE OR REPLACE FUNCTION announce_settings_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  who bigint := coalesce(NEW.uid, OLD.uid);
BEGIN
  IF (NEW.changed -> 'lastSeen') IS DISTINCT FROM (OLD.changed -> 'lastSeen') THEN
    PERFORM copy_online_to_anchor(who);
    PERFORM pg_notify('presence_changed', who || ' !');
  END IF;
  RETURN NULL;
END
$$;
