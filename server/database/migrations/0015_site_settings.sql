CREATE TABLE "site_setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_setting_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "call" DROP CONSTRAINT "call_price_positive";--> statement-breakpoint
ALTER TABLE "call" ADD CONSTRAINT "call_price_positive" CHECK ("call"."price" between 0 and 1000000000);--> statement-breakpoint
-- What the operator changed is noted and announced in the same transaction, whichever tool wrote it.
CREATE FUNCTION announce_site_setting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE OLD.value END;
  now_is jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE NEW.value END;
  what text := CASE WHEN TG_OP = 'DELETE' THEN OLD.key ELSE NEW.key END;
BEGIN
  IF was IS NOT DISTINCT FROM now_is THEN
    RETURN NULL;
  END IF;
  INSERT INTO site_setting_log (key, before, after) VALUES (what, was, now_is);
  PERFORM pg_notify('site_setting_changed', what);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER site_setting_changed AFTER INSERT OR UPDATE OR DELETE ON "site_setting"
  FOR EACH ROW EXECUTE FUNCTION announce_site_setting();
--> statement-breakpoint
CREATE FUNCTION guard_site_setting_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log of the settings is only added to' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER site_setting_log_guarded BEFORE UPDATE OR DELETE ON "site_setting_log"
  FOR EACH ROW EXECUTE FUNCTION guard_site_setting_log();
