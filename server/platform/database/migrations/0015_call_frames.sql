CREATE TABLE "call_frame" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "call_frame_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket" text,
	"sid" text NOT NULL,
	"uid" bigint NOT NULL,
	"origin" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"jpeg" "bytea" NOT NULL,
	"seal" text NOT NULL,
	CONSTRAINT "call_frame_origin" CHECK ("call_frame"."origin" in ('report', 'check'))
);
--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "connection_country" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "call_frame" ADD CONSTRAINT "call_frame_ticket_report_ticket_fk" FOREIGN KEY ("ticket") REFERENCES "public"."report"("ticket") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_frame" ADD CONSTRAINT "call_frame_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "call_frame_of_report" ON "call_frame" USING btree ("ticket") WHERE origin = 'report';--> statement-breakpoint
CREATE INDEX "call_frame_of_ticket" ON "call_frame" USING btree ("ticket");--> statement-breakpoint
CREATE INDEX "call_frame_of_call" ON "call_frame" USING btree ("sid","uid");--> statement-breakpoint
CREATE INDEX "call_frame_of_user" ON "call_frame" USING btree ("uid");