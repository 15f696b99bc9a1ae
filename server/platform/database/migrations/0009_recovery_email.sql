CREATE TABLE "recovery_code" (
	"uid" bigint NOT NULL,
	"purpose" text NOT NULL,
	"address" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "recovery_code_uid_purpose_pk" PRIMARY KEY("uid","purpose")
);
--> statement-breakpoint
CREATE TABLE "recovery_email" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"verified_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_email_address_unique" UNIQUE("address")
);
--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_email" ADD CONSTRAINT "recovery_email_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recovery_code_by_address" ON "recovery_code" USING btree ("address");--> statement-breakpoint
CREATE INDEX "recovery_code_until" ON "recovery_code" USING btree ("until");