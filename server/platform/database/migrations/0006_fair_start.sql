ALTER TABLE "call" ADD COLUMN "fair_start" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "call_fair_start_of_caller" ON "call" USING btree ("caller","end_time") WHERE fair_start <> '';--> statement-breakpoint
CREATE INDEX "call_fair_start_of_callee" ON "call" USING btree ("callee","end_time") WHERE fair_start <> '';