CREATE TABLE "online_wish" (
	"uid" bigint NOT NULL,
	"target_uid" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "online_wish_uid_target_uid_pk" PRIMARY KEY("uid","target_uid"),
	CONSTRAINT "online_wish_not_oneself" CHECK ("online_wish"."uid" <> "online_wish"."target_uid")
);
--> statement-breakpoint
ALTER TABLE "online_wish" ADD CONSTRAINT "online_wish_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "online_wish" ADD CONSTRAINT "online_wish_target_uid_account_uid_fk" FOREIGN KEY ("target_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "online_wish_by_target" ON "online_wish" USING btree ("target_uid");--> statement-breakpoint
CREATE INDEX "online_wish_by_age" ON "online_wish" USING btree ("at");