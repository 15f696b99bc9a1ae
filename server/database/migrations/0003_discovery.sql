DROP INDEX "anchor_by_rank";--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "paid_minutes_recent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "is_silver" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "video_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "online" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "lang" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "country" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "anchor_by_heat" ON "anchor" USING btree ("online","paid_minutes_recent","rank","uid");--> statement-breakpoint
CREATE INDEX "anchor_by_lang_heat" ON "anchor" USING btree ("lang","online","paid_minutes_recent","rank","uid");--> statement-breakpoint
CREATE INDEX "anchor_by_country_heat" ON "anchor" USING btree ("country","online","paid_minutes_recent","rank","uid");--> statement-breakpoint
CREATE INDEX "anchor_silver_by_heat" ON "anchor" USING btree ("online","paid_minutes_recent","rank","uid") WHERE is_silver;--> statement-breakpoint
CREATE INDEX "anchor_by_age" ON "anchor" USING btree ("created_at","uid");--> statement-breakpoint
CREATE INDEX "anchor_by_lang_age" ON "anchor" USING btree ("lang","created_at","uid");--> statement-breakpoint
-- Whether others see that this account is here. One place for it, because it stands in an index too.
CREATE FUNCTION is_seen_online(who bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM online_stream WHERE uid = who)
    AND NOT EXISTS (SELECT FROM account_settings WHERE uid = who AND changed -> 'lastSeen' = 'false')
$$;
--> statement-breakpoint
-- The row of the anchor is locked first: of two streams that end at once, the second to come sees what the first left.
CREATE FUNCTION copy_online_to_anchor(who bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM anchor WHERE uid = who FOR NO KEY UPDATE;
  IF FOUND THEN
    UPDATE anchor SET online = NOT online WHERE uid = who AND online <> is_seen_online(who);
  END IF;
END
$$;
--> statement-breakpoint
-- Announces the uid; of a stream that ended, its id too.
CREATE FUNCTION announce_stream_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM copy_online_to_anchor(OLD.uid);
    PERFORM pg_notify('presence_changed', OLD.uid || ' ' || OLD.stream_id);
  ELSE
    PERFORM copy_online_to_anchor(NEW.uid);
    PERFORM pg_notify('presence_changed', NEW.uid::text);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER online_stream_changed AFTER INSERT OR DELETE ON "online_stream"
  FOR EACH ROW EXECUTE FUNCTION announce_stream_change();
--> statement-breakpoint
CREATE FUNCTION announce_settings_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  who bigint := coalesce(NEW.uid, OLD.uid);
BEGIN
  IF (NEW.changed -> 'lastSeen') IS DISTINCT FROM (OLD.changed -> 'lastSeen') THEN
    PERFORM copy_online_to_anchor(who);
    PERFORM pg_notify('presence_changed', who::text);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER last_seen_changed AFTER INSERT OR UPDATE OR DELETE ON "account_settings"
  FOR EACH ROW EXECUTE FUNCTION announce_settings_change();
--> statement-breakpoint
CREATE FUNCTION copy_profile_to_anchor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE anchor SET lang = NEW.lang, country = NEW.country
    WHERE uid = NEW.uid AND (lang, country) <> (NEW.lang, NEW.country);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER profile_copied AFTER INSERT OR UPDATE OF "lang", "country" ON "profile"
  FOR EACH ROW EXECUTE FUNCTION copy_profile_to_anchor();
--> statement-breakpoint
CREATE FUNCTION complete_anchor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own profile%ROWTYPE;
BEGIN
  SELECT * INTO own FROM profile WHERE uid = NEW.uid;
  NEW.lang := coalesce(own.lang, '');
  NEW.country := coalesce(own.country, '');
  NEW.online := is_seen_online(NEW.uid);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER anchor_completed BEFORE INSERT ON "anchor"
  FOR EACH ROW EXECUTE FUNCTION complete_anchor();
--> statement-breakpoint
UPDATE anchor SET lang = profile.lang, country = profile.country, online = is_seen_online(anchor.uid)
  FROM profile WHERE profile.uid = anchor.uid;
