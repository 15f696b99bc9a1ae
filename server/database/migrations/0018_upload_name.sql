ALTER TABLE "media" ADD COLUMN "upload_name" text;--> statement-breakpoint
CREATE UNIQUE INDEX "media_by_upload" ON "media" USING btree ("owner_uid","upload_name");