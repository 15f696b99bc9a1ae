CREATE TABLE "push_job" (
	"uid" bigint NOT NULL,
	"tag" text NOT NULL,
	"kind" text NOT NULL,
	"about" jsonb NOT NULL,
	"ids" text[] NOT NULL,
	"n" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"sending" integer,
	"tries" smallint DEFAULT 0 NOT NULL,
	"left_sessions" text[],
	"pushes" smallint DEFAULT 0 NOT NULL,
	"pushed_at" timestamp with time zone,
	"is_gone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "push_job_uid_tag_pk" PRIMARY KEY("uid","tag")
);
--> statement-breakpoint
CREATE TABLE "push_pace" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"minute" bigint NOT NULL,
	"in_minute" integer NOT NULL,
	"hour" bigint NOT NULL,
	"in_hour" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_token" (
	"session_hash" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"sw_scope" text NOT NULL,
	"vapid_key" text NOT NULL,
	"lang" text NOT NULL,
	"zone" text NOT NULL,
	"shape" text NOT NULL,
	"refreshed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"refusals" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "push_token_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "online_stream" ADD COLUMN "active" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "online_stream" ADD COLUMN "brief" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "push_job" ADD CONSTRAINT "push_job_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_pace" ADD CONSTRAINT "push_pace_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_token" ADD CONSTRAINT "push_token_session_hash_device_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."device_token"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_token" ADD CONSTRAINT "push_token_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_job_due" ON "push_job" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "push_job_old" ON "push_job" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "push_token_by_uid" ON "push_token" USING btree ("uid");--> statement-breakpoint
-- Who is signed out is pushed to no more.
CREATE FUNCTION forget_push_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_token WHERE session_hash = NEW.hash;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER push_token_forgotten AFTER UPDATE OF "revoked_at" ON "device_token"
  FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION forget_push_token();
--> statement-breakpoint
-- Whether somebody can be pushed to is a fact of their policy. With the last token goes what was to be pushed.
CREATE FUNCTION announce_push_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM push_job WHERE uid = OLD.uid AND NOT EXISTS (SELECT FROM push_token WHERE uid = OLD.uid);
    PERFORM pg_notify('policy_changed', OLD.uid::text);
  ELSE
    PERFORM pg_notify('policy_changed', NEW.uid::text);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER push_token_changed AFTER INSERT OR DELETE ON "push_token"
  FOR EACH ROW EXECUTE FUNCTION announce_push_token();
--> statement-breakpoint
-- As before, but a stream of a service worker that was woken for a moment shows nobody.
CREATE OR REPLACE FUNCTION is_seen_online(who bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM online_stream WHERE uid = who AND NOT brief)
    AND NOT EXISTS (SELECT FROM account_settings WHERE uid = who AND changed -> 'lastSeen' = 'false')
$$;
--> statement-breakpoint
DROP TRIGGER online_stream_changed ON "online_stream";
--> statement-breakpoint
CREATE TRIGGER online_stream_changed AFTER INSERT ON "online_stream"
  FOR EACH ROW WHEN (NOT NEW.brief) EXECUTE FUNCTION announce_stream_change();
--> statement-breakpoint
CREATE TRIGGER online_stream_ended AFTER DELETE ON "online_stream"
  FOR EACH ROW WHEN (NOT OLD.brief) EXECUTE FUNCTION announce_stream_change();
