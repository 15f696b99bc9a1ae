CREATE TABLE "account_settings" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"changed" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favourite" (
	"uid" bigint NOT NULL,
	"target_uid" bigint NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "favourite_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favourite_uid_target_uid_pk" PRIMARY KEY("uid","target_uid"),
	CONSTRAINT "favourite_not_oneself" CHECK ("favourite"."uid" <> "favourite"."target_uid")
);
--> statement-breakpoint
CREATE TABLE "friend_request" (
	"uid" bigint NOT NULL,
	"target_uid" bigint NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "friend_request_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "friend_request_uid_target_uid_pk" PRIMARY KEY("uid","target_uid"),
	CONSTRAINT "friend_request_not_oneself" CHECK ("friend_request"."uid" <> "friend_request"."target_uid")
);
--> statement-breakpoint
CREATE TABLE "friendship" (
	"uid" bigint NOT NULL,
	"target_uid" bigint NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "friendship_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "friendship_uid_target_uid_pk" PRIMARY KEY("uid","target_uid"),
	CONSTRAINT "friendship_not_oneself" CHECK ("friendship"."uid" <> "friendship"."target_uid")
);
--> statement-breakpoint
CREATE TABLE "person_like" (
	"uid" bigint NOT NULL,
	"target_uid" bigint NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "person_like_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_like_uid_target_uid_pk" PRIMARY KEY("uid","target_uid"),
	CONSTRAINT "person_like_not_oneself" CHECK ("person_like"."uid" <> "person_like"."target_uid")
);
--> statement-breakpoint
CREATE TABLE "report" (
	"ticket" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"target_uid" bigint NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"mid" text NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_not_oneself" CHECK ("report"."uid" <> "report"."target_uid")
);
--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "tel" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "albums" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "videos" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "account_settings" ADD CONSTRAINT "account_settings_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite" ADD CONSTRAINT "favourite_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite" ADD CONSTRAINT "favourite_target_uid_account_uid_fk" FOREIGN KEY ("target_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_request" ADD CONSTRAINT "friend_request_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_request" ADD CONSTRAINT "friend_request_target_uid_account_uid_fk" FOREIGN KEY ("target_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friendship" ADD CONSTRAINT "friendship_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friendship" ADD CONSTRAINT "friendship_target_uid_account_uid_fk" FOREIGN KEY ("target_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_like" ADD CONSTRAINT "person_like_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_like" ADD CONSTRAINT "person_like_target_uid_account_uid_fk" FOREIGN KEY ("target_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_target_uid_account_uid_fk" FOREIGN KEY ("target_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favourite_by_uid" ON "favourite" USING btree ("uid","seq");--> statement-breakpoint
CREATE INDEX "favourite_by_target" ON "favourite" USING btree ("target_uid");--> statement-breakpoint
CREATE INDEX "friend_request_by_target" ON "friend_request" USING btree ("target_uid","seq");--> statement-breakpoint
CREATE INDEX "friendship_by_uid" ON "friendship" USING btree ("uid","seq");--> statement-breakpoint
CREATE INDEX "friendship_by_target" ON "friendship" USING btree ("target_uid");--> statement-breakpoint
CREATE INDEX "person_like_by_uid" ON "person_like" USING btree ("uid","seq");--> statement-breakpoint
CREATE INDEX "person_like_by_target" ON "person_like" USING btree ("target_uid","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "report_one_open" ON "report" USING btree ("uid","target_uid","reason","mid") WHERE open;--> statement-breakpoint
CREATE INDEX "report_by_target" ON "report" USING btree ("target_uid","created_at");--> statement-breakpoint
-- Who may write to whom is kept in memory by the edge (accounts/policy.ts): friends and settings decide it too.
CREATE TRIGGER friendship_changed AFTER INSERT OR DELETE ON "friendship"
  FOR EACH ROW EXECUTE FUNCTION announce_policy_change();
--> statement-breakpoint
CREATE TRIGGER account_settings_changed AFTER INSERT OR UPDATE OR DELETE ON "account_settings"
  FOR EACH ROW EXECUTE FUNCTION announce_policy_change();
