CREATE TABLE "secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_message" (
	"ticket" text NOT NULL,
	"place" smallint NOT NULL,
	"from_uid" bigint NOT NULL,
	"to_uid" bigint NOT NULL,
	"mid" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"payload" jsonb NOT NULL,
	"sealed" boolean NOT NULL,
	CONSTRAINT "report_message_ticket_place_pk" PRIMARY KEY("ticket","place"),
	CONSTRAINT "report_message_place" CHECK ("report_message"."place" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "violation" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "violation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"about" bigint,
	"rule" text NOT NULL,
	"mid" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "violation_rule" CHECK ("violation"."rule" in ('porn-words', 'porn-picture'))
);
--> statement-breakpoint
ALTER TABLE "report_message" ADD CONSTRAINT "report_message_ticket_report_ticket_fk" FOREIGN KEY ("ticket") REFERENCES "public"."report"("ticket") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violation" ADD CONSTRAINT "violation_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_message_by_mid" ON "report_message" USING btree ("mid");--> statement-breakpoint
CREATE UNIQUE INDEX "violation_once" ON "violation" USING btree ("uid","rule","mid");--> statement-breakpoint
CREATE INDEX "violation_recent" ON "violation" USING btree ("uid","at");--> statement-breakpoint
-- Whoever closes a report: the media of its messages stay for 30 more days.
CREATE FUNCTION keep_reported_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE media SET kept_until = greatest(kept_until, now() + interval '30 days')
  WHERE gone_at IS NULL AND kept_until IS NOT NULL AND id IN (
    SELECT s.media_id FROM report_message r JOIN media_share s ON s.mid = r.mid AND s.uid = r.to_uid
    WHERE r.ticket = NEW.ticket) AND owner_uid IN (SELECT from_uid FROM report_message WHERE ticket = NEW.ticket);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER report_closed AFTER UPDATE OF "open" ON "report"
  FOR EACH ROW WHEN (OLD.open AND NOT NEW.open) EXECUTE FUNCTION keep_reported_media();
