CREATE TABLE "media_lock" (
	"id" text PRIMARY KEY NOT NULL,
	"from_uid" bigint NOT NULL,
	"to_uid" bigint NOT NULL,
	"mid" text NOT NULL,
	"price" integer,
	"gift_id" text,
	"state" text DEFAULT 'locked' NOT NULL,
	"settled" text DEFAULT 'none' NOT NULL,
	"opened_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_lock_price" CHECK ("media_lock"."price" between 10 and 1000),
	CONSTRAINT "media_lock_one_price" CHECK (num_nonnulls("media_lock"."price", "media_lock"."gift_id") = 1),
	CONSTRAINT "media_lock_state" CHECK ("media_lock"."state" in ('locked', 'opened', 'void')),
	CONSTRAINT "media_lock_settled" CHECK ("media_lock"."settled" in ('none', 'held', 'posted', 'voided', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "media_pass" (
	"hash" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"uid" bigint NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_pass_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "media_share" (
	"media_id" text NOT NULL,
	"uid" bigint NOT NULL,
	"mid" text NOT NULL,
	"lock_id" text,
	"ended" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_share_media_id_uid_mid_pk" PRIMARY KEY("media_id","uid","mid")
);
--> statement-breakpoint
CREATE TABLE "story" (
	"id" text PRIMARY KEY NOT NULL,
	"anchor_uid" bigint NOT NULL,
	"cover" text NOT NULL,
	"steps" jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "story_seen" (
	"uid" bigint NOT NULL,
	"story_id" text NOT NULL,
	"step" smallint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "story_seen_uid_story_id_pk" PRIMARY KEY("uid","story_id")
);
--> statement-breakpoint
CREATE TABLE "story_sent" (
	"uid" bigint NOT NULL,
	"day" integer NOT NULL,
	"story_id" text NOT NULL,
	CONSTRAINT "story_sent_uid_day_pk" PRIMARY KEY("uid","day")
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "purpose" text DEFAULT 'profile' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "ms" integer;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "wave" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "lock_blur" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "bits" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "kept_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "gone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media_pass" ADD CONSTRAINT "media_pass_token_hash_device_token_hash_fk" FOREIGN KEY ("token_hash") REFERENCES "public"."device_token"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_pass" ADD CONSTRAINT "media_pass_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_share" ADD CONSTRAINT "media_share_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_share" ADD CONSTRAINT "media_share_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_share" ADD CONSTRAINT "media_share_lock_id_media_lock_id_fk" FOREIGN KEY ("lock_id") REFERENCES "public"."media_lock"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story" ADD CONSTRAINT "story_anchor_uid_account_uid_fk" FOREIGN KEY ("anchor_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_seen" ADD CONSTRAINT "story_seen_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_seen" ADD CONSTRAINT "story_seen_story_id_story_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."story"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_sent" ADD CONSTRAINT "story_sent_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "media_lock_of_message" ON "media_lock" USING btree ("from_uid","to_uid","mid");--> statement-breakpoint
CREATE INDEX "media_lock_held" ON "media_lock" USING btree ("opened_at") WHERE settled = 'held';--> statement-breakpoint
CREATE INDEX "media_lock_by_receiver" ON "media_lock" USING btree ("to_uid","created_at");--> statement-breakpoint
CREATE INDEX "media_lock_by_pair" ON "media_lock" USING btree ("from_uid","to_uid","created_at");--> statement-breakpoint
CREATE INDEX "media_share_by_uid" ON "media_share" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "media_share_by_lock" ON "media_share" USING btree ("lock_id") WHERE lock_id is not null;--> statement-breakpoint
CREATE INDEX "story_by_anchor" ON "story" USING btree ("anchor_uid");--> statement-breakpoint
CREATE INDEX "media_private" ON "media" USING btree ("kept_until") WHERE purpose = 'chat' and gone_at is null;--> statement-breakpoint
CREATE INDEX "media_unchecked" ON "media" USING btree ("created_at") WHERE purpose = 'chat' and checked_at is null and gone_at is null;--> statement-breakpoint
CREATE INDEX "media_space" ON "media" USING btree ("owner_uid","bytes") WHERE purpose = 'chat' and gone_at is null;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_kind" CHECK ("media"."kind" in ('picture', 'clip', 'sound'));--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_purpose" CHECK ("media"."purpose" in ('profile', 'chat'));--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_wave" CHECK ("media"."wave" is null or "media"."wave" ~ '^[0-9a-f]{48}$');--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_length" CHECK ("media"."ms" is null or "media"."ms" between 1 and 121000);