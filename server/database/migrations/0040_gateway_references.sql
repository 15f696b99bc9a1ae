CREATE TABLE "payment_comparison" (
	"gateway" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gateway_event" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "gateway_event" ADD COLUMN "ref" text;--> statement-breakpoint
ALTER TABLE "payment_call" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "saved_card" ADD COLUMN "fingerprint" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_card" ADD COLUMN "detached_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "gateway_event_of_order" ON "gateway_event" USING btree ("order_id") WHERE ref is not null;