CREATE TABLE "official_outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"mid" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"who" text NOT NULL,
	"command" text NOT NULL,
	"what" jsonb NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "operator_log_reason" CHECK ("operator_log"."reason" <> '')
);
--> statement-breakpoint
ALTER TABLE "official_outbox" ADD CONSTRAINT "official_outbox_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "official_outbox_uid" ON "official_outbox" USING btree ("uid");
--> statement-breakpoint
CREATE FUNCTION guard_operator_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log of the operator is only added to' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER operator_log_guarded BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_log"
  FOR EACH STATEMENT EXECUTE FUNCTION guard_operator_log();
