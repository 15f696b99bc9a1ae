CREATE TABLE "account_lock" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"why" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_account" (
	"name" text PRIMARY KEY NOT NULL,
	"role" smallint DEFAULT 9 NOT NULL,
	"password_hash" text NOT NULL,
	"code_secret" text NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"wrong_codes" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operator_account_role" CHECK ("operator_account"."role" = 9)
);
--> statement-breakpoint
CREATE TABLE "operator_session" (
	"hash" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "form" text;--> statement-breakpoint
ALTER TABLE "account_lock" ADD CONSTRAINT "account_lock_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_session" ADD CONSTRAINT "operator_session_name_operator_account_name_fk" FOREIGN KEY ("name") REFERENCES "public"."operator_account"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_session_of" ON "operator_session" USING btree ("name");--> statement-breakpoint
ALTER TABLE "operator_log" ADD CONSTRAINT "operator_log_form_unique" UNIQUE("form");