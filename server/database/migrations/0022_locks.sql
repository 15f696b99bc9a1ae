CREATE TABLE "exclusive_item" (
	"media_id" text PRIMARY KEY NOT NULL,
	"owner_uid" bigint NOT NULL,
	"price" integer NOT NULL,
	"place" smallint NOT NULL,
	CONSTRAINT "exclusive_item_price" CHECK ("exclusive_item"."price" between 10 and 1000),
	CONSTRAINT "exclusive_item_bounds" CHECK ("exclusive_item"."place" between 1 and 24)
);
--> statement-breakpoint
ALTER TABLE "media_share" ADD COLUMN "place" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exclusive_item" ADD CONSTRAINT "exclusive_item_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exclusive_item" ADD CONSTRAINT "exclusive_item_owner_uid_account_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exclusive_item_place" ON "exclusive_item" USING btree ("owner_uid","place");