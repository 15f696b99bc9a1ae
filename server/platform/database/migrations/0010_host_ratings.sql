ALTER TABLE "call" ADD COLUMN "caller_unusable" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "callee_unusable" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "refunded_minutes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "call_rating" ADD COLUMN "reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "rating_stars" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "rating_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "heat" integer GENERATED ALWAYS AS (least(2147483647, (paid_minutes_recent + 10)::bigint * 10 * (rating_stars + 40) / (rating_count + 10))::integer) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "call_refunded" ON "call" USING btree ("caller","end_time") WHERE refunded_minutes > 0;--> statement-breakpoint
CREATE INDEX "anchor_by_rated_heat" ON "anchor" USING btree ("online","heat","rank","uid");--> statement-breakpoint
CREATE INDEX "anchor_by_lang_rated_heat" ON "anchor" USING btree ("lang","online","heat","rank","uid");--> statement-breakpoint
CREATE INDEX "anchor_by_country_rated_heat" ON "anchor" USING btree ("country","online","heat","rank","uid");--> statement-breakpoint
CREATE INDEX "anchor_silver_by_rated_heat" ON "anchor" USING btree ("online","heat","rank","uid") WHERE is_silver;--> statement-breakpoint
CREATE FUNCTION count_host_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE anchor SET
    rating_stars = rating_stars + NEW.stars - CASE TG_OP WHEN 'UPDATE' THEN OLD.stars ELSE 0 END,
    rating_count = rating_count + CASE TG_OP WHEN 'UPDATE' THEN 0 ELSE 1 END
  FROM call WHERE call.sid = NEW.sid AND call.caller = NEW.uid AND anchor.uid = call.callee;
  RETURN NULL;
END
$$;--> statement-breakpoint
COMMENT ON FUNCTION count_host_rating() IS 'Adds the rating of a caller to the sums of the host, by which the hot order and the shown average are computed. A rating by a callee is not counted.';--> statement-breakpoint
CREATE TRIGGER call_rating_counted AFTER INSERT OR UPDATE OF stars ON call_rating FOR EACH ROW EXECUTE FUNCTION count_host_rating();--> statement-breakpoint
CREATE OR REPLACE FUNCTION complete_anchor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own profile%ROWTYPE;
BEGIN
  SELECT * INTO own FROM profile WHERE uid = NEW.uid;
  NEW.lang := coalesce(own.lang, '');
  NEW.country := coalesce(own.country, '');
  NEW.online := is_seen_online(NEW.uid);
  SELECT coalesce(sum(stars), 0), count(*) INTO NEW.rating_stars, NEW.rating_count
    FROM call JOIN call_rating ON call_rating.sid = call.sid AND call_rating.uid = call.caller WHERE call.callee = NEW.uid;
  RETURN NEW;
END
$$;--> statement-breakpoint
UPDATE anchor SET rating_stars = rated.stars, rating_count = rated.count
  FROM (
    SELECT call.callee, sum(stars)::integer AS stars, count(*)::integer AS count
    FROM call_rating JOIN call ON call.sid = call_rating.sid AND call.caller = call_rating.uid GROUP BY call.callee
  ) AS rated
  WHERE anchor.uid = rated.callee;
