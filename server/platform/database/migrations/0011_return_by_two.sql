ALTER TABLE "operator_account" ALTER COLUMN "team_role" SET DEFAULT 'support';--> statement-breakpoint
ALTER TABLE "payout" ADD COLUMN "first_undoer" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "payout_undo_waiting" ON "payout" USING btree ("requested_at") WHERE first_undoer <> '';