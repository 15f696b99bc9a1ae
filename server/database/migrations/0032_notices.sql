CREATE TABLE "came_online" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "left_online" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"uid" bigint NOT NULL,
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"about" bigint,
	"template" text NOT NULL,
	"values" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "came_online" ADD CONSTRAINT "came_online_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "left_online" ADD CONSTRAINT "left_online_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_about_account_uid_fk" FOREIGN KEY ("about") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_by_uid" ON "notice" USING btree ("uid","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_once" ON "notice" USING btree ("uid","key");--> statement-breakpoint
CREATE INDEX "notice_by_about" ON "notice" USING btree ("about");--> statement-breakpoint
CREATE INDEX "notice_by_age" ON "notice" USING btree ("at");--> statement-breakpoint
-- The number of a notice for somebody who is here.
CREATE FUNCTION announce_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM online_stream WHERE uid = NEW.uid) THEN
    PERFORM pg_notify('notice_added', NEW.seq::text);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER notice_added AFTER INSERT ON "notice" FOR EACH ROW EXECUTE FUNCTION announce_notice();
--> statement-breakpoint
-- Who was away for ten minutes is news. Of somebody who never left, nothing is known.
-- A brief stream is a device that woke up by itself: nobody came and nobody left.
CREATE FUNCTION note_arrival() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.brief, OLD.brief) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM online_stream WHERE uid = OLD.uid AND NOT brief) THEN
      INSERT INTO left_online (uid, at) SELECT uid, now() FROM account WHERE uid = OLD.uid
        ON CONFLICT (uid) DO UPDATE SET at = excluded.at;
    END IF;
  ELSIF NOT EXISTS (SELECT FROM online_stream WHERE uid = NEW.uid AND stream_id <> NEW.stream_id AND NOT brief)
    AND EXISTS (SELECT FROM left_online WHERE uid = NEW.uid AND at < now() - interval '10 minutes') THEN
    INSERT INTO came_online (uid, at) VALUES (NEW.uid, now()) ON CONFLICT (uid) DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER online_stream_arrival AFTER INSERT OR DELETE ON "online_stream"
  FOR EACH ROW EXECUTE FUNCTION note_arrival();
