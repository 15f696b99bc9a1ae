CREATE TABLE "leader" (
	"work" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "online_stream" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;