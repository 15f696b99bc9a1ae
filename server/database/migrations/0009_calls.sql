CREATE TABLE "allowance_use" (
	"kind" text NOT NULL,
	"owner" text NOT NULL,
	"slot" smallint NOT NULL,
	"sid" text NOT NULL,
	CONSTRAINT "allowance_use_kind_owner_slot_pk" PRIMARY KEY("kind","owner","slot")
);
--> statement-breakpoint
CREATE TABLE "auto_message" (
	"uid" bigint NOT NULL,
	"host_uid" bigint NOT NULL,
	"day" integer NOT NULL,
	CONSTRAINT "auto_message_uid_host_uid_day_pk" PRIMARY KEY("uid","host_uid","day")
);
--> statement-breakpoint
CREATE TABLE "call" (
	"sid" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'ringing' NOT NULL,
	"caller" bigint NOT NULL,
	"callee" bigint NOT NULL,
	"caller_jid" text NOT NULL,
	"callee_jid" text DEFAULT '' NOT NULL,
	"price" integer NOT NULL,
	"share_percent" smallint NOT NULL,
	"free_seconds" integer NOT NULL,
	"paid" boolean NOT NULL,
	"start_time" bigint DEFAULT 0 NOT NULL,
	"connecting_time" bigint DEFAULT 0 NOT NULL,
	"end_time" bigint DEFAULT 0 NOT NULL,
	"settled_at" bigint DEFAULT 0 NOT NULL,
	"caller_seen" boolean DEFAULT false NOT NULL,
	"callee_seen" boolean DEFAULT false NOT NULL,
	"caller_beat" bigint DEFAULT 0 NOT NULL,
	"callee_beat" bigint DEFAULT 0 NOT NULL,
	"caller_loss" bigint DEFAULT 0 NOT NULL,
	"callee_loss" bigint DEFAULT 0 NOT NULL,
	"caller_away" boolean DEFAULT false NOT NULL,
	"callee_away" boolean DEFAULT false NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"following" text DEFAULT '' NOT NULL,
	"stretches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"minutes" integer DEFAULT 0 NOT NULL,
	"posted" integer DEFAULT 0 NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT 'unknown reason' NOT NULL,
	"reject_type" text DEFAULT '' NOT NULL,
	"due_at" bigint DEFAULT 0 NOT NULL,
	"recent" boolean DEFAULT false NOT NULL,
	CONSTRAINT "call_not_oneself" CHECK ("call"."caller" <> "call"."callee"),
	CONSTRAINT "call_price_positive" CHECK ("call"."price" between 1 and 1000000000),
	CONSTRAINT "call_minutes" CHECK ("call"."posted" between 0 and "call"."minutes")
);
--> statement-breakpoint
CREATE TABLE "call_rating" (
	"sid" text NOT NULL,
	"uid" bigint NOT NULL,
	"stars" smallint NOT NULL,
	CONSTRAINT "call_rating_sid_uid_pk" PRIMARY KEY("sid","uid"),
	CONSTRAINT "call_rating_stars" CHECK ("call_rating"."stars" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "auto_message" ADD CONSTRAINT "auto_message_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_message" ADD CONSTRAINT "auto_message_host_uid_account_uid_fk" FOREIGN KEY ("host_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call" ADD CONSTRAINT "call_caller_account_uid_fk" FOREIGN KEY ("caller") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call" ADD CONSTRAINT "call_callee_account_uid_fk" FOREIGN KEY ("callee") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_rating" ADD CONSTRAINT "call_rating_sid_call_sid_fk" FOREIGN KEY ("sid") REFERENCES "public"."call"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_rating" ADD CONSTRAINT "call_rating_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "allowance_use_by_sid" ON "allowance_use" USING btree ("sid");--> statement-breakpoint
CREATE UNIQUE INDEX "call_one_of_caller" ON "call" USING btree ("caller") WHERE state <> 'ended';--> statement-breakpoint
CREATE UNIQUE INDEX "call_one_of_callee" ON "call" USING btree ("callee") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "call_due" ON "call" USING btree ("due_at") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "call_by_caller" ON "call" USING btree ("caller","settled_at");--> statement-breakpoint
CREATE INDEX "call_by_callee" ON "call" USING btree ("callee","settled_at");--> statement-breakpoint
CREATE INDEX "call_recent" ON "call" USING btree ("end_time") WHERE recent;--> statement-breakpoint
CREATE FUNCTION guard_call() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  states text[] := array['ringing', 'answered', 'connected', 'ended'];
BEGIN
  IF array_position(states, NEW.state) < array_position(states, OLD.state) THEN
    RAISE EXCEPTION 'a call only goes forward' USING ERRCODE = 'restrict_violation';
  END IF;
  -- What stays to be done with an ended call is to count its minutes no more.
  IF OLD.state = 'ended' AND to_jsonb(NEW) - 'recent' <> to_jsonb(OLD) - 'recent' THEN
    RAISE EXCEPTION 'a receipt does not change' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER call_guarded BEFORE UPDATE ON "call" FOR EACH ROW EXECUTE FUNCTION guard_call();
--> statement-breakpoint
-- Who is in a call is busy (accounts/presence.ts).
CREATE FUNCTION announce_call_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR (OLD.state <> 'ended') <> (NEW.state <> 'ended') THEN
    PERFORM pg_notify('presence_changed', NEW.caller::text);
    PERFORM pg_notify('presence_changed', NEW.callee::text);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER call_changed AFTER INSERT OR UPDATE OF "state" ON "call" FOR EACH ROW EXECUTE FUNCTION announce_call_change();
