ALTER TABLE "call" ADD COLUMN "wait_until" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "waits" smallint DEFAULT 0 NOT NULL;