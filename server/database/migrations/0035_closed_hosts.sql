CREATE TABLE "closed_host" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"unanswered" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_pace" ADD COLUMN "online_day" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "push_pace" ADD COLUMN "in_day" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "closed_host" ADD CONSTRAINT "closed_host_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Whether somebody can be called: by a stream, but for one of a service worker that was woken for a moment, or as a host whose
-- closed app rings.
CREATE FUNCTION is_here(who bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM online_stream WHERE uid = who AND NOT brief)
    OR EXISTS (SELECT FROM closed_host WHERE uid = who AND until > now())
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION is_seen_online(who bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT is_here(who)
    AND NOT EXISTS (SELECT FROM account_settings WHERE uid = who AND changed -> 'lastSeen' = 'false')
$$;
--> statement-breakpoint
-- A host whose last stream ends can be called on, where they wish it and a device of theirs was confirmed lately.
CREATE FUNCTION keep_closed_host(who bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO closed_host (uid, until)
  SELECT who, now() + interval '12 hours' FROM account_settings
    WHERE uid = who AND changed -> 'ringWhenClosed' = 'true'
      AND EXISTS (SELECT FROM anchor WHERE uid = who)
      AND EXISTS (SELECT FROM push_token WHERE uid = who AND refreshed_at > now() - interval '7 days')
      AND NOT EXISTS (SELECT FROM online_stream WHERE uid = who AND NOT brief)
  ON CONFLICT (uid) DO UPDATE SET until = excluded.until
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION announce_stream_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM keep_closed_host(OLD.uid);
    PERFORM copy_online_to_anchor(OLD.uid);
    PERFORM pg_notify('presence_changed', OLD.uid || ' ' || OLD.stream_id);
  ELSE
    DELETE FROM closed_host WHERE uid = NEW.uid;
    PERFORM copy_online_to_anchor(NEW.uid);
    PERFORM pg_notify('presence_changed', NEW.uid::text);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION announce_closed_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM copy_online_to_anchor(OLD.uid);
  PERFORM pg_notify('presence_changed', OLD.uid::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER closed_host_ended AFTER DELETE ON "closed_host"
  FOR EACH ROW EXECUTE FUNCTION announce_closed_host();
--> statement-breakpoint
CREATE FUNCTION end_closed_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'push_token' THEN
    DELETE FROM closed_host WHERE uid = OLD.uid AND NOT EXISTS (SELECT FROM push_token WHERE uid = OLD.uid);
  ELSE
    DELETE FROM closed_host WHERE uid = NEW.uid AND (NEW.changed -> 'ringWhenClosed') IS DISTINCT FROM 'true'::jsonb;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER closed_host_unreachable AFTER DELETE ON "push_token"
  FOR EACH ROW EXECUTE FUNCTION end_closed_host();
--> statement-breakpoint
CREATE TRIGGER closed_host_unwilling AFTER UPDATE ON "account_settings"
  FOR EACH ROW EXECUTE FUNCTION end_closed_host();
