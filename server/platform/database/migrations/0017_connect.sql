CREATE TABLE "connected_account" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"ref" text DEFAULT '' NOT NULL,
	"creation" text NOT NULL,
	"country" text NOT NULL,
	"state" text DEFAULT 'none' NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"last4" text DEFAULT '' NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_transfer" (
	"payout_id" text PRIMARY KEY NOT NULL,
	"destination" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"ref" text DEFAULT '' NOT NULL,
	"refusals" smallint DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"reversed_by" text DEFAULT '' NOT NULL,
	"reversal_reason" text DEFAULT '' NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connected_account" ADD CONSTRAINT "connected_account_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_transfer" ADD CONSTRAINT "payout_transfer_payout_id_payout_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payout"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connected_account_ref" ON "connected_account" USING btree ("ref") WHERE ref <> '';--> statement-breakpoint
CREATE INDEX "connected_account_asked" ON "connected_account" USING btree ("asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_transfer_ref" ON "payout_transfer" USING btree ("ref") WHERE ref <> '';--> statement-breakpoint
CREATE INDEX "payout_transfer_asked" ON "payout_transfer" USING btree ("asked_at");