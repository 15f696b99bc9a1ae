CREATE TABLE "maintenance_window" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"told" text,
	CONSTRAINT "maintenance_window_order" CHECK ("maintenance_window"."starts_at" <= "maintenance_window"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "support_inbox" (
	"uid" bigint NOT NULL,
	"mid" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "support_inbox_uid_mid_pk" PRIMARY KEY("uid","mid")
);
--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "acted" boolean;--> statement-breakpoint
ALTER TABLE "support_inbox" ADD CONSTRAINT "support_inbox_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_open" ON "support_inbox" USING btree ("at") WHERE "support_inbox"."answered_at" is null;