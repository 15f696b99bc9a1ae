ALTER TABLE "payout" ADD COLUMN "first_approver" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_account" ADD COLUMN "team_role" text DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_account" ADD COLUMN "own_uid" bigint;--> statement-breakpoint
ALTER TABLE "operator_account" ADD CONSTRAINT "operator_account_team_role" CHECK ("operator_account"."team_role" in ('support', 'moderation', 'finance', 'admin'));