CREATE TABLE "service_outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"service" text NOT NULL,
	"to_uid" bigint NOT NULL,
	"peer" bigint NOT NULL,
	"stanza_id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "service_outbox_service" CHECK ("service_outbox"."service" in ('gift', 'official'))
);
--> statement-breakpoint
CREATE TABLE "gift" (
	"id" text PRIMARY KEY NOT NULL,
	"type" smallint NOT NULL,
	"gems_price" integer NOT NULL,
	"tab_id" smallint NOT NULL,
	"priority" smallint NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"show_area" smallint DEFAULT 15 NOT NULL,
	CONSTRAINT "gift_id" CHECK ("gift"."id" ~ '^[a-z]+(-[a-z]+)*$' and length("gift"."id") <= 24),
	CONSTRAINT "gift_type" CHECK ("gift"."type" between 1 and 3),
	CONSTRAINT "gift_price" CHECK ("gift"."gems_price" between 1 and 100000),
	CONSTRAINT "gift_tab" CHECK ("gift"."tab_id" between 1 and 4 and "gift"."priority" between 1 and 99),
	CONSTRAINT "gift_area" CHECK ("gift"."show_area" between 0 and 15)
);
--> statement-breakpoint
CREATE TABLE "gift_received" (
	"uid" bigint NOT NULL,
	"gift_id" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "gift_received_uid_gift_id_pk" PRIMARY KEY("uid","gift_id"),
	CONSTRAINT "gift_received_count" CHECK ("gift_received"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "gift_sent" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gift_sent_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"from_uid" bigint NOT NULL,
	"to_uid" bigint NOT NULL,
	"op" text NOT NULL,
	"gift_id" text NOT NULL,
	"count" smallint NOT NULL,
	"price" integer NOT NULL,
	"total" integer NOT NULL,
	"combo" text NOT NULL,
	"area" text NOT NULL,
	"sid" text NOT NULL,
	"ask" text NOT NULL,
	"lock_id" text NOT NULL,
	"stanza_id" text NOT NULL,
	"order_hash" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gift_sent_stanza_id_unique" UNIQUE("stanza_id"),
	CONSTRAINT "gift_sent_count" CHECK ("gift_sent"."count" between 1 and 99),
	CONSTRAINT "gift_sent_not_oneself" CHECK ("gift_sent"."from_uid" <> "gift_sent"."to_uid")
);
--> statement-breakpoint
CREATE TABLE "gift_version" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "gift_version_one" CHECK ("gift_version"."one")
);
--> statement-breakpoint
ALTER TABLE "service_outbox" ADD CONSTRAINT "service_outbox_to_uid_account_uid_fk" FOREIGN KEY ("to_uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_received" ADD CONSTRAINT "gift_received_gift_id_gift_id_fk" FOREIGN KEY ("gift_id") REFERENCES "public"."gift"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_sent" ADD CONSTRAINT "gift_sent_gift_id_gift_id_fk" FOREIGN KEY ("gift_id") REFERENCES "public"."gift"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "service_outbox_once" ON "service_outbox" USING btree ("service","to_uid","stanza_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_sent_once" ON "gift_sent" USING btree ("from_uid","op");--> statement-breakpoint
CREATE INDEX "gift_sent_combo" ON "gift_sent" USING btree ("from_uid","combo","total");--> statement-breakpoint
CREATE INDEX "gift_sent_pair" ON "gift_sent" USING btree ("to_uid","from_uid");--> statement-breakpoint
-- What the official service had still to say is said by the new outbox, under the same ids.
INSERT INTO "service_outbox" ("service", "to_uid", "peer", "stanza_id", "payload", "at")
  SELECT 'official', "uid", 1, "mid", jsonb_build_object('kind', 'text', 'body', "body"), "at" FROM "official_outbox" ORDER BY "id";
--> statement-breakpoint
DROP TABLE "official_outbox";
--> statement-breakpoint
INSERT INTO "gift_version" ("version") VALUES (1);
--> statement-breakpoint
INSERT INTO "gift" ("id", "type", "gems_price", "tab_id", "priority") VALUES
  ('wink', 1, 5, 1, 1), ('clover', 1, 8, 1, 2), ('rose', 1, 10, 1, 3), ('lollipop', 1, 15, 1, 4), ('coffee', 1, 20, 1, 5), ('cupcake', 1, 30, 1, 6),
  ('paper-boat', 2, 50, 2, 1), ('bouquet', 2, 66, 2, 2), ('teddy', 2, 88, 2, 3), ('music-box', 2, 99, 2, 4), ('balloon', 2, 120, 2, 5), ('fireflies', 2, 160, 2, 6),
  ('perfume', 2, 200, 3, 1), ('guitar', 2, 280, 3, 2), ('lanterns', 2, 380, 3, 3), ('carousel', 3, 500, 3, 4), ('fireworks', 3, 680, 3, 5), ('gem-ring', 3, 880, 3, 6),
  ('sailboat', 3, 1000, 4, 1), ('piano', 3, 1500, 4, 2), ('aurora', 3, 2000, 4, 3), ('castle', 3, 3000, 4, 4), ('comet', 3, 5000, 4, 5), ('galaxy', 3, 10000, 4, 6);
--> statement-breakpoint
-- Whoever changes the catalogue gives it a new version, in the same transaction.
CREATE FUNCTION gift_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE gift_version SET version = version + 1;
  PERFORM pg_notify('gifts_changed', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER gift_changed AFTER INSERT OR UPDATE OR DELETE ON "gift" FOR EACH STATEMENT EXECUTE FUNCTION gift_changed();
