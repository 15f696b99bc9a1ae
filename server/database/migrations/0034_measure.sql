CREATE TABLE "account_attribution" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"info" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent_proof" (
	"id" text PRIMARY KEY NOT NULL,
	"device" text NOT NULL,
	"uid" bigint,
	"version" integer NOT NULL,
	"text_hash" text NOT NULL,
	"measurement" boolean NOT NULL,
	"attribution" boolean NOT NULL,
	"how" text NOT NULL,
	"language" text NOT NULL,
	"build" bigint NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consent_proof_id" CHECK (length("consent_proof"."id") = 21)
);
--> statement-breakpoint
CREATE TABLE "measure_event" (
	"uuid" uuid PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"distinct_id" text NOT NULL,
	"account_uid" bigint,
	"device_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"zone" real NOT NULL,
	"tag" boolean NOT NULL,
	"properties" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_attribution" ADD CONSTRAINT "account_attribution_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_attribution_by_uid" ON "account_attribution" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "consent_proof_by_age" ON "consent_proof" USING btree ("at");--> statement-breakpoint
CREATE INDEX "measure_event_by_name" ON "measure_event" USING btree ("name","at");--> statement-breakpoint
CREATE INDEX "measure_event_by_device" ON "measure_event" USING btree ("distinct_id","name","at");--> statement-breakpoint
CREATE INDEX "measure_event_by_account" ON "measure_event" USING btree ("account_uid") WHERE "measure_event"."account_uid" is not null;--> statement-breakpoint
CREATE INDEX "measure_event_by_age" ON "measure_event" USING btree ("received_at");--> statement-breakpoint
CREATE TRIGGER consent_proof_never_changed BEFORE UPDATE ON "consent_proof" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Only what is older than the contract keeps it (CONSENT_PROOF_KEPT_DAYS) may go.
CREATE TRIGGER consent_proof_append_only BEFORE DELETE ON "consent_proof" FOR EACH ROW
  WHEN (OLD.at > now() - make_interval(days => 1095)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER consent_proof_never_emptied BEFORE TRUNCATE ON "consent_proof" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
