CREATE TABLE "media" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_uid" bigint NOT NULL,
	"kind" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"blur" text DEFAULT '' NOT NULL,
	"poster_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_id_is_hex" CHECK ("media"."id" ~ '^[0-9a-f]{32}$')
);
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_owner_uid_account_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_poster_id_media_id_fk" FOREIGN KEY ("poster_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_by_owner" ON "media" USING btree ("owner_uid","created_at");