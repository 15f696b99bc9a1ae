ALTER TABLE "call" ADD COLUMN "answer_time" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "caller_proof" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "doubts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- The calls that go on while this runs: answered at the latest when they began to be seen, and proven up to the last beat.
UPDATE "call" SET "answer_time" = greatest("start_time", "connecting_time"), "caller_proof" = "caller_beat"
  WHERE "state" IN ('answered', 'connected');
