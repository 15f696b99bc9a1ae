CREATE TABLE "upload_room" (
	"key" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"address" text NOT NULL,
	"bytes" bigint NOT NULL,
	"written" bigint NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media_lock" ADD COLUMN "owed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "upload_room" ADD CONSTRAINT "upload_room_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_room_until" ON "upload_room" USING btree ("until");--> statement-breakpoint
CREATE INDEX "upload_room_uid" ON "upload_room" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "media_lock_owed" ON "media_lock" USING btree ("from_uid") WHERE owed > 0;--> statement-breakpoint
ALTER TABLE "media_lock" ADD CONSTRAINT "media_lock_owed_refunded" CHECK ("media_lock"."owed" = 0 or ("media_lock"."owed" > 0 and "media_lock"."settled" = 'refunded'));