CREATE TABLE "sealed_answer" (
	"id" text PRIMARY KEY NOT NULL,
	"body_mac" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "password_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_move" ADD COLUMN "platform" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_move" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_openid" ADD COLUMN "platform" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_openid" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_openid" ADD COLUMN "used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "account_openid" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_openid" ADD COLUMN "restored_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sealed_answer_created" ON "sealed_answer" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "account_openid_ended" ON "account_openid" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "device_token_known" ON "device_token" USING btree ("uid","device");--> statement-breakpoint
UPDATE "account_openid" SET "used_at" = "created_at";--> statement-breakpoint
UPDATE "account_openid" SET "platform" = token."platform", "browser" = token."browser", "used_at" = token."used_at"
FROM "device_token" token
WHERE token."uid" = "account_openid"."uid" AND token."device" = "account_openid"."device" AND token."revoked_at" IS NULL;
