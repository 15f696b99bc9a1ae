CREATE SEQUENCE "public"."guest_uid" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 264457100 CACHE 1;--> statement-breakpoint
CREATE TABLE "account" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"role" smallint NOT NULL,
	"nick_name" text NOT NULL,
	"password_hash" text,
	"open_id_hash" text,
	"google_sub" text,
	"paid" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_open_id_hash_unique" UNIQUE("open_id_hash"),
	CONSTRAINT "account_google_sub_unique" UNIQUE("google_sub")
);
--> statement-breakpoint
CREATE TABLE "anchor" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"price" integer NOT NULL,
	"rank" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "anchor_price_positive" CHECK ("anchor"."price" > 0)
);
--> statement-breakpoint
CREATE TABLE "balance" (
	"uid" bigint NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "balance_uid_currency_pk" PRIMARY KEY("uid","currency"),
	CONSTRAINT "balance_never_negative" CHECK ("balance"."amount" >= 0 and "balance"."spent" >= 0)
);
--> statement-breakpoint
CREATE TABLE "block" (
	"owner_uid" bigint NOT NULL,
	"blocked_uid" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "block_owner_uid_blocked_uid_pk" PRIMARY KEY("owner_uid","blocked_uid")
);
--> statement-breakpoint
CREATE TABLE "device_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "message_lock" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "online_stream" (
	"stream_id" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"process_id" text NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation" (
	"uid" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operation_uid_endpoint_key_pk" PRIMARY KEY("uid","endpoint","key")
);
--> statement-breakpoint
CREATE TABLE "profile" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"avatar_url" text DEFAULT '' NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"gender" text DEFAULT '' NOT NULL,
	"b_day" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"lang" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "anchor" ADD CONSTRAINT "anchor_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance" ADD CONSTRAINT "balance_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "block" ADD CONSTRAINT "block_owner_uid_account_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "block" ADD CONSTRAINT "block_blocked_uid_account_uid_fk" FOREIGN KEY ("blocked_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_token" ADD CONSTRAINT "device_token_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_lock" ADD CONSTRAINT "message_lock_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "anchor_by_rank" ON "anchor" USING btree ("rank" DESC NULLS LAST,"uid");--> statement-breakpoint
CREATE INDEX "block_by_blocked" ON "block" USING btree ("blocked_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "device_token_one_live" ON "device_token" USING btree ("uid","device") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "online_stream_by_uid" ON "online_stream" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "online_stream_by_process" ON "online_stream" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "operation_created" ON "operation" USING btree ("created_at");