CREATE TABLE "host_clip" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"media_id" text NOT NULL,
	CONSTRAINT "host_clip_media_id_unique" UNIQUE("media_id")
);
--> statement-breakpoint
CREATE TABLE "host_identity" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"ref" text NOT NULL,
	"state" text DEFAULT 'started' NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"name_matches" boolean,
	"sealed_name" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"reviewed_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "host_identity_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "tax_details" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "host_clip" ADD CONSTRAINT "host_clip_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_clip" ADD CONSTRAINT "host_clip_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_identity" ADD CONSTRAINT "host_identity_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "host_identity_open" ON "host_identity" USING btree ("asked_at") WHERE state in ('started', 'processing');