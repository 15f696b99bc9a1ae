CREATE TABLE "host_application" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"rules_version" smallint DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reviewed_by" text DEFAULT '' NOT NULL,
	"listing" jsonb,
	CONSTRAINT "host_application_listing" CHECK (("host_application"."state" = 'suspended') = ("host_application"."listing" is not null))
);
--> statement-breakpoint
CREATE TABLE "host_price_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "host_price_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"before" integer NOT NULL,
	"after" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "taking_calls" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "anchor" ADD COLUMN "missed_calls" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "host_application" ADD CONSTRAINT "host_application_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_price_change" ADD CONSTRAINT "host_price_change_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "host_application_waiting" ON "host_application" USING btree ("applied_at") WHERE state = 'submitted';--> statement-breakpoint
CREATE INDEX "host_price_change_of" ON "host_price_change" USING btree ("uid","at");--> statement-breakpoint
CREATE TABLE "payout" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"operation" text NOT NULL,
	"gems" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"sealed" text NOT NULL,
	"last4" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text DEFAULT '' NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "payout_amounts" CHECK ("payout"."gems" > 0 and "payout"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "payout_account" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payout_account" ADD CONSTRAINT "payout_account_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_once" ON "payout" USING btree ("uid","operation");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_one_open" ON "payout" USING btree ("uid") WHERE state in ('requested', 'approved');--> statement-breakpoint
CREATE INDEX "payout_of" ON "payout" USING btree ("uid","requested_at");--> statement-breakpoint
CREATE INDEX "payout_waiting" ON "payout" USING btree ("requested_at") WHERE state in ('requested', 'approved');--> statement-breakpoint
DROP INDEX "report_one_open";--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "sid" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "report_one_open" ON "report" USING btree ("uid","target_uid","reason","mid","sid") WHERE open;
--> statement-breakpoint
CREATE FUNCTION takes_calls(host anchor) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT host.taking_calls AND (host.paused_until IS NULL OR host.paused_until <= now())
$$;--> statement-breakpoint
COMMENT ON FUNCTION takes_calls(anchor) IS 'Whether a host takes calls: the switch is on and no pause is running. Null for a host that does not exist.';--> statement-breakpoint
CREATE FUNCTION count_missed_calls() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed boolean;
BEGIN
  IF OLD.state <> 'ringing' OR NEW.state = 'ringing' THEN
    RETURN NULL;
  END IF;
  IF NEW.state = 'ended' AND NEW.reason = 'timeOut' THEN
    UPDATE anchor SET missed_calls = missed_calls + 1, taking_calls = taking_calls AND missed_calls + 1 < 3
      WHERE uid = NEW.callee AND missed_calls < 3 RETURNING NOT taking_calls INTO changed;
    IF changed THEN
      PERFORM pg_notify('profile_changed', NEW.callee::text);
    END IF;
  ELSIF NEW.answer_time > 0 THEN
    UPDATE anchor SET missed_calls = 0 WHERE uid = NEW.callee AND missed_calls > 0 AND taking_calls;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
COMMENT ON FUNCTION count_missed_calls() IS 'Counts the calls in a row that rang at a host until they timed out. The third one turns "Taking calls" off and announces it; an answered call starts the count again.';--> statement-breakpoint
CREATE TRIGGER call_missed AFTER UPDATE OF state ON call FOR EACH ROW EXECUTE FUNCTION count_missed_calls();
