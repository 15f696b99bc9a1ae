CREATE TABLE "account_openid" (
	"hash" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_move" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"claimed_by" text,
	"digits" text,
	"choices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "account_move_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "account_move_claimed" CHECK (("account_move"."state" in ('claimed', 'done')) <= ("account_move"."claimed_by" is not null and "account_move"."digits" is not null))
);
--> statement-breakpoint
CREATE TABLE "data_export" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_device" (
	"hash" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" DROP CONSTRAINT "account_open_id_hash_unique";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "birth_date" date;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "closed_why" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "purged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "device_token" ADD COLUMN "platform" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device_token" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_openid" ADD CONSTRAINT "account_openid_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_move" ADD CONSTRAINT "account_move_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_openid_of" ON "account_openid" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "data_export_of" ON "data_export" USING btree ("uid","at");--> statement-breakpoint
CREATE INDEX "account_to_purge" ON "account" USING btree ("closed_at") WHERE closed_at is not null and purged_at is null;--> statement-breakpoint
INSERT INTO "account_openid" ("hash", "uid", "created_at") SELECT "open_id_hash", "uid", "created_at" FROM "account" WHERE "open_id_hash" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "open_id_hash";--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_closed" CHECK (("account"."closed_at" is null) = ("account"."closed_why" is null));--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_purged" CHECK ("account"."purged_at" is null or "account"."closed_at" is not null);--> statement-breakpoint
-- What the edge remembers of people has their age and their end in it too.
DROP TRIGGER account_changed ON "account";--> statement-breakpoint
CREATE TRIGGER account_changed AFTER UPDATE OF "nick_name", "role", "birth_date", "closed_at" ON "account"
  FOR EACH ROW EXECUTE FUNCTION announce_policy_change();
