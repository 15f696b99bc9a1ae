CREATE TABLE "passkey" (
	"hash" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sign_count" bigint NOT NULL,
	"transports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rp_id" text NOT NULL,
	"device" text NOT NULL,
	"platform" text NOT NULL,
	"browser" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"hash" text PRIMARY KEY NOT NULL,
	"uid" bigint,
	"origin" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_handle" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"handle" text NOT NULL,
	CONSTRAINT "passkey_handle_handle_unique" UNIQUE("handle")
);
--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_handle" ADD CONSTRAINT "passkey_handle_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_of" ON "passkey" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "passkey_challenge_until" ON "passkey_challenge" USING btree ("until");--> statement-breakpoint
CREATE INDEX "passkey_challenge_of" ON "passkey_challenge" USING btree ("uid");